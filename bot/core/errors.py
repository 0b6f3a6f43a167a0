"""The one tree of errors that people may meet.

An error is a stable ``code`` and the ``data`` that a reader needs to understand it (which line, which tiles,
which cells). It holds no sentence: words come from the catalogs, through :mod:`bot.core.text`, in the language
of whoever reads them.
"""

from __future__ import annotations


class QwibotError(Exception):
    """The root. Whatever is not below it is a fault of the program and never meant for people."""

    def __init__(self, code: str, **data: object) -> None:
        super().__init__(code)
        self.code = code
        self.data = data

    def __str__(self) -> str:
        details = ", ".join(f"{name}={value!r}" for name, value in self.data.items())
        return f"{self.code} ({details})" if details else self.code


class InputError(QwibotError):
    """What was handed in cannot be read: JSON of the wrong shape, a word that no notation knows."""


class NotationError(InputError):
    """A typed move cannot be understood, or can be understood in more than one way (RULES 4)."""


class PositionError(QwibotError):
    """A position that cannot exist in the game."""


class RuleError(QwibotError):
    """An action that the rules refuse. The codes and their order are those of REFEREE.md."""


class MatchError(QwibotError):
    """What the match service refuses: a seat that is taken, a lobby that is full, a right that one lacks."""


class StaleError(MatchError):
    """An action meant for a turn and phase that are past; ``data["since"]`` holds the entries stored meanwhile."""


class StoreError(QwibotError):
    """What is kept cannot be read or written now: a full disk, a locked or damaged file, a database out of reach."""


class ConflictError(StoreError):
    """Somebody else changed the match first. Never meant for people: load again, judge again."""
