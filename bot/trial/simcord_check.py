"""Sees that the installed simcord is the one that the trial was written for, and makes it ready."""

from __future__ import annotations

from functools import cache

import simcord

from bot.trial import embedded, window
from bot.trial.errors import TrialError


def check_simcord() -> None:
    """TrialError names what is not there."""
    if missing := embedded.missing_names() + window.missing_names():
        raise TrialError(
            f"The embedded Discord was made for simcord 3.2.1; {simcord.__version__} lacks {', '.join(missing)}. "
            "Mend bot/trial/embedded.py and bot/trial/window.py, or install the pinned version."
        )


@cache
def prepare_simcord() -> None:
    """Check simcord, and mend what it does not do well enough: once, for the whole process."""
    check_simcord()
    embedded.keep_emoji_pictures()
    window.mend_pages()
