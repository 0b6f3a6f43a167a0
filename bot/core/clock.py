"""The one place where time comes from: moments in UTC, everywhere."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time. Tests hold one whose hands they move."""

    def now(self) -> datetime:
        """This moment, aware, in UTC."""
        ...


class SystemClock:
    """The machine's clock."""

    def now(self) -> datetime:
        return datetime.now(UTC)
