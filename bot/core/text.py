"""The one place where keys become words.

The catalogs are gettext files, ``data/locales/<language>/<domain>.po``: one domain for what all games share
("core") and one for each game. A message's id is a key such as ``error.line-duplicate``; its text may name data in
braces. What a language lacks is said in English.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from gettext import NullTranslations
from importlib.resources import files
from io import BytesIO
from typing import Protocol

from babel import Locale
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.support import Translations

from bot.core.errors import QwibotError

SHARED_DOMAIN = "core"
DEFAULT_LANGUAGE = "en"

Namer = Callable[[object], str | None]
"""Names a value in the reader's terms, such as a cell by its label; None where it has no name for it."""


class Named(Protocol):
    """A value whose name is a message: a tile, a color, a row."""

    @property
    def text_key(self) -> str: ...


def _no_names(_value: object) -> str | None:
    return None


@cache
def catalog(language: str, domain: str) -> NullTranslations:
    """The messages of one file; an empty catalog where there is no such file."""
    source = files("data").joinpath("locales", language, f"{domain}.po")
    if not source.is_file():
        return NullTranslations()
    compiled = BytesIO()
    with source.open("rb") as lines:
        write_mo(compiled, read_po(lines, locale=language, domain=domain))
    compiled.seek(0)
    return Translations(compiled, domain)


@cache
def languages() -> tuple[str, ...]:
    """The languages that there are texts in."""
    folders = (folder for folder in files("data").joinpath("locales").iterdir() if folder.is_dir())
    return tuple(sorted(folder.name for folder in folders))


class Words:
    """All texts of one language, as one game's players (or nobody's in particular) read them."""

    def __init__(
        self, domain: str = SHARED_DOMAIN, language: str = DEFAULT_LANGUAGE, *, also: Iterable[str] = ()
    ) -> None:
        """What ``domain`` lacks is looked up in ``also``, then in what all games share."""
        self.language = language
        self.domain = domain
        self._locale = Locale.parse(language)
        self._catalogs = [
            catalog(tongue, area)
            for tongue in _unique(language, DEFAULT_LANGUAGE)
            for area in _unique(domain, *also, SHARED_DOMAIN)
        ]

    @property
    def right_to_left(self) -> bool:
        """Whether the language is written so."""
        return bool(self._locale.character_order == "right-to-left")

    def say(
        self,
        key: str,
        *,
        count: int | None = None,
        names: Namer = _no_names,
        **data: object,
    ) -> str:
        """The message with its data filled in; ``count`` chooses the plural form and is also ``{count}``.

        ``names`` names what only the caller can, such as the cells of a board by its labels.
        """
        template = self._template(key, count)
        if count is not None:
            data["count"] = count
        return template.format_map({name: self._name(value, names) for name, value in data.items()})

    def explain(self, error: QwibotError, names: Namer = _no_names) -> str:
        """What an error means, for the one who met it."""
        return self._fill(self._template(f"error.{error.code}", None), error.data, names)

    def knows(self, key: str) -> bool:
        """Whether any catalog has the message."""
        return self._template(key, None) != key

    def _template(self, key: str, count: int | None) -> str:
        for messages in self._catalogs:
            message = messages.gettext(key) if count is None else messages.ngettext(key, key, count)
            if message != key:
                return message
        return key

    def _fill(self, template: str, data: Mapping[str, object], names: Namer) -> str:
        return template.format_map({name: self._name(value, names) for name, value in data.items()})

    def _name(self, value: object, names: Namer) -> str:
        named = names(value)
        if named is not None:
            return named
        key = getattr(value, "text_key", None)  # of what is Named; isinstance would take ten times as long
        if key is not None:
            return self.say(key)
        if isinstance(value, QwibotError):
            return self.explain(value, names)
        if isinstance(value, (list, tuple, set, frozenset)) and not hasattr(value, "_fields"):
            parts = [self._name(part, names) for part in value]
            return format_list(parts, locale=self._locale) if parts else ""
        return str(value)


def _unique(*items: str) -> Iterable[str]:
    return dict.fromkeys(items)
