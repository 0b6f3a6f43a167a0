"""What Discord answers to our requests: counted, since it bans who is refused too often."""

from __future__ import annotations

import logging
from collections import deque
from datetime import datetime, timedelta
from types import SimpleNamespace

import aiohttp

from bot.core.clock import Clock
from bot.core.measures import ANSWERS

log = logging.getLogger(__name__)

REFUSED = frozenset({401, 403, 429})
WITHIN = timedelta(minutes=10)
BANNED_AT = 10_000
"""So many refusals within ten minutes, and Discord bans the address."""
TOO_MANY_REFUSED = BANNED_AT // 2


class Traffic:
    """Counts what was refused within the last ten minutes."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._refused: deque[datetime] = deque(maxlen=BANNED_AT)
        self._were_many = False

    def answered(self, status: int, *, shared: bool = False) -> None:
        """Discord has answered; ``shared`` is a limit that others than us have met, which does not count."""
        ANSWERS.labels(status).inc()
        if status in REFUSED and not (status == 429 and shared):
            self._refused.append(self._clock.now())
            self.too_many_refused()

    @property
    def refused(self) -> int:
        """How many were refused within the last ten minutes."""
        long_ago = self._clock.now() - WITHIN
        while self._refused and self._refused[0] <= long_ago:
            self._refused.popleft()
        return len(self._refused)

    def too_many_refused(self) -> bool:
        """Whether it is time to do nothing that can wait."""
        many = self.refused >= TOO_MANY_REFUSED
        if many and not self._were_many:
            log.error(
                "Discord refused %d requests within ten minutes and bans at %d: what can wait, waits",
                self.refused,
                BANNED_AT,
            )
        elif self._were_many and not many:
            log.warning("Discord refuses less: nothing waits for that any more")
        self._were_many = many
        return many

    def trace(self) -> aiohttp.TraceConfig:
        """What discord.py's HTTP client needs to tell of every answer, also of those that it tries again itself."""
        config = aiohttp.TraceConfig()
        config.on_request_end.append(self._on_request_end)
        return config

    async def _on_request_end(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        response = ended.response
        self.answered(response.status, shared=response.headers.get("X-RateLimit-Scope") == "shared")
