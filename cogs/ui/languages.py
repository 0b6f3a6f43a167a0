"""The languages there are, to be chosen from.

Discord has no Macedonian, Welsh, Urdu, Bengali or Arabic to choose in its client: whoever reads one of those chooses
it here.
"""

from __future__ import annotations

from babel import Locale

from bot.core.errors import MatchError
from bot.core.text import languages
from cogs.ui.page import Option
from cogs.ui.request import Press

AUTOMATIC = "auto"
"""The value of leaving a choice to Discord, or to the program."""


def language_options(automatic: str, chosen: str | None) -> tuple[Option, ...]:
    """All languages there are, each by its own name."""
    named = [(AUTOMATIC, automatic), *((language, native_name(language)) for language in languages())]
    return tuple(Option(label, value, chosen=value == (chosen or AUTOMATIC)) for value, label in named)


def native_name(language: str) -> str:
    """A language as its speakers call it."""
    name = Locale.parse(language).get_display_name(language) or language
    return name[:1].upper() + name[1:]


def chosen_language(press: Press) -> str | None:
    """What was chosen; None is as Discord says. MatchError "unknown-control" for a language there is not."""
    value = press.value
    if value not in (AUTOMATIC, *languages()):
        raise MatchError("unknown-control")
    return None if value == AUTOMATIC else value
