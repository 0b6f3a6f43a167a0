from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

Figure = Callable[[str], None]


@pytest.fixture
def figure(capsys: pytest.CaptureFixture[str]) -> Figure:
    """Says a measured figure in the output of the tests, also when they pass."""

    def say(text: str) -> None:
        with capsys.disabled():
            sys.stdout.write(f"\n{text} ")

    return say
