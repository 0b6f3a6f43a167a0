"""Moves as text: read forgivingly, written in one way (RULES 4).

A white choice is written `W R7` or `W -` (pass), with a plan for the color action `W R7 C B9`; a color action `C B9`
or `C -`; to take a choice back `<`; a standing order `O 3`, or `O -` to end it. Who types may leave out what can mean
only one thing: `r7`, `red`, `pass`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple
from unicodedata import normalize

from bot.core.errors import NotationError
from bot.games.base import Seat
from bot.games.qwixx.sheet import Mark, Markable, Row
from bot.games.qwixx.state import (
    Choice,
    ChooseWhite,
    Chose,
    ColorPlan,
    ColorTaken,
    Event,
    GiveOrder,
    OrderGiven,
    Phase,
    TakeBack,
    TakeColor,
    TookBack,
    View,
    WhiteApplied,
)
from bot.games.qwixx.views import color_after
from bot.games.qwixx.vocabulary import ENGLISH, SIGNS, Meaning, Word
from bot.games.vocabulary import Vocabulary

TEXT_LIMIT = 200
"""Characters; the longest move in words is far shorter."""
QUOTE_LIMIT = 40
"""So much of a word that was not understood is given back."""

Move = ChooseWhite | TakeColor | TakeBack | GiveOrder


def write(move: Move) -> str:
    """The move in its one written form, which says all but whose it is."""
    match move:
        case ChooseWhite(_, mark, then):
            return f"W {_mark(mark)}" if then is None else f"W {_mark(mark)} C {_mark(then.mark)}"
        case TakeColor(_, mark):
            return f"C {_mark(mark)}"
        case TakeBack():
            return "<"
        case GiveOrder(_, limit):
            return f"O {'-' if limit is None else limit}"


def _mark(mark: Mark | None) -> str:
    return "-" if mark is None else f"{mark.row[0].upper()}{mark.number}"


def note(event: Event) -> str | None:
    """A move as it was made, of a hidden choice only that there is one. None for other events."""
    match event:
        case Chose(choice=None):
            return "W ?"
        case Chose(seat, Choice(mark, then)):
            return write(ChooseWhite(seat, mark, then))
        case WhiteApplied(marks):
            return ", ".join(f"W {_mark(mark)}" for mark in marks)
        case ColorTaken(seat, mark):
            return write(TakeColor(seat, mark))
        case TookBack(seat):
            return write(TakeBack(seat))
        case OrderGiven(int(seat), limit):
            return write(GiveOrder(seat, limit))
    return None


def parse(text: str, view: View, vocabulary: Vocabulary[Meaning] = ENGLISH) -> Move:
    """What the viewer typed, as an action; whether it is legal the rules will say.

    What was left out is filled in where the rules leave one possibility. Raises NotationError where the text cannot be
    understood, or in more than one way.
    """
    if view.viewer is None:
        raise ValueError("a spectator makes no moves")
    pieces = _read(text, vocabulary)
    if not pieces:
        raise NotationError("nothing-typed")
    if pieces[0].meaning is Word.TAKE_BACK:
        _no_more(pieces[1:])
        return TakeBack(view.viewer)
    if pieces[0].meaning is Word.ORDER:
        return GiveOrder(view.viewer, _limit(pieces))
    return _move(view, view.viewer, _clauses(pieces))


class _Piece(NamedTuple):
    """A word of the text and what it means; an integer is itself."""

    word: str
    meaning: Meaning | int


_PIECE = re.compile(r"(?P<number>\d+)|(?P<word>[^\W\d_][^\s\d,;.:!?/<>+@-]*)|[\s,;.:!?/+@>]+|(?P<sign>.)", re.DOTALL)
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))


def _read(text: str, vocabulary: Vocabulary[Meaning]) -> list[_Piece]:
    if len(text) > TEXT_LIMIT:
        raise NotationError("text-too-long", limit=TEXT_LIMIT)
    plain = normalize("NFKC", text).translate(_DASHES)
    found = [match for match in _PIECE.finditer(plain) if match.lastgroup]
    return [piece for piece in _pieces(found, vocabulary) if piece.meaning is not Word.FILLER]


def _pieces(found: Sequence[re.Match[str]], vocabulary: Vocabulary[Meaning]) -> Iterator[_Piece]:
    at = 0
    while at < len(found):
        if found[at].lastgroup == "number":
            yield _Piece(found[at][0], int(found[at][0]))
            at += 1
            continue
        words = [match[0] for match in found[at:]]
        count, meanings = vocabulary.longest_phrase(words)
        if len(meanings) > 1:
            raise NotationError("word-ambiguous", word=" ".join(words[:count]), candidates=meanings)
        if meanings:
            yield _Piece(" ".join(words[:count]), meanings[0])
        else:
            yield from _signs(words[0], vocabulary)
        at += count or 1


def _signs(word: str, vocabulary: Vocabulary[Meaning]) -> Iterator[_Piece]:
    """Signs and letters, also run together, as in `wr7`."""
    if all(sign.upper() in SIGNS for sign in word):
        yield from (_Piece(sign, SIGNS[sign.upper()]) for sign in word)
        return
    nearest = vocabulary.nearest(word)
    if nearest is None:
        raise NotationError("word-unknown", word=_quoted(word))
    raise NotationError("word-unknown-near", word=_quoted(word), nearest=nearest)


def _quoted(word: str) -> str:
    return word if len(word) <= QUOTE_LIMIT else f"{word[:QUOTE_LIMIT]}…"


def _no_more(pieces: Sequence[_Piece]) -> None:
    if pieces:
        raise NotationError("out-of-place", word=_quoted(pieces[0].word))


def _limit(pieces: Sequence[_Piece]) -> int | None:
    _no_more(pieces[2:])
    match pieces[1:]:
        case [_Piece(_, int() as limit)]:
            return limit
        case [_Piece(_, Word.PASS)]:
            return None
        case [piece]:
            raise NotationError("out-of-place", word=piece.word)
    raise NotationError("order-without-number", word=pieces[0].word)


@dataclass(slots=True)
class _Clause:
    """What was typed about one action; None where something was left out."""

    first: str
    action: Word | None = None
    row: Row | None = None
    number: int | None = None
    passes: bool = False

    def take(self, meaning: Meaning | int) -> bool:
        """Add what a piece says; False where it belongs to another clause."""
        begun = self.passes or self.row is not None or self.number is not None
        match meaning:
            case Word.PASS if not begun:
                self.passes = True
            case Word() if meaning in (Word.WHITE, Word.COLOR) and self.action is None and not begun:
                self.action = meaning
            case Row() if not self.passes and self.row is None:
                self.row = meaning
            case int() if not self.passes and self.number is None:
                self.number = meaning
            case _:
                return False
        return True

    @property
    def mark(self) -> Mark | None:
        """The mark, where all of it was typed."""
        return None if self.row is None or self.number is None else Mark(self.row, self.number)

    def fits(self, option: Markable) -> bool:
        row, number = option.mark
        return self.row in (None, row) and self.number in (None, number)


def _clauses(pieces: Iterable[_Piece]) -> list[_Clause]:
    """One clause, or one for the white and one for the color action."""
    clauses: list[_Clause] = []
    for word, meaning in pieces:
        if clauses and clauses[-1].take(meaning):
            continue
        clauses.append(_Clause(word))
        if len(clauses) > 2 or not clauses[-1].take(meaning):
            raise NotationError("out-of-place", word=_quoted(word))
    for clause in clauses:
        if clause.row is None and clause.number is None and not clause.passes:
            raise NotationError("nothing-to-mark", word=_quoted(clause.first))
    return clauses


def _move(view: View, seat: Seat, clauses: Sequence[_Clause]) -> Move:
    if len(clauses) == 2:
        white, color = clauses
        if white.action is Word.COLOR or color.action is Word.WHITE:
            raise NotationError("out-of-place", word=_quoted(color.first))
        mark = _meant(white, view.white_options, "W")
        return ChooseWhite(seat, mark, ColorPlan(_meant(color, color_after(view, mark), "C")))
    clause = clauses[0]
    if (clause.action or _action_meant(view, clause)) is Word.WHITE:
        return ChooseWhite(seat, _meant(clause, view.white_options, "W"))
    return TakeColor(seat, _meant(clause, view.color_options, "C"))


def _action_meant(view: View, clause: _Clause) -> Word:
    """Which action a clause is about that does not say so. A bare pass is about the action that is awaited."""
    white = [f"W {_mark(option.mark)}" for option in view.white_options if clause.fits(option)]
    color = [f"C {_mark(option.mark)}" for option in view.color_options if clause.fits(option)]
    if clause.passes or not (white or color):
        early = view.phase is Phase.WHITE and (clause.number in (None, view.dice.white_sum) or not view.color_open)
        return Word.WHITE if early else Word.COLOR
    if white and color:
        raise NotationError("ambiguous", candidates=(*white, *color))
    return Word.WHITE if white else Word.COLOR


def _meant(clause: _Clause, options: Iterable[Markable], sign: str) -> Mark | None:
    """The mark that a clause is about. What fits no option but was typed in full is left to the rules to refuse."""
    fitting = [option.mark for option in options if clause.fits(option)]
    if clause.passes:
        return None
    if len(fitting) > 1:
        raise NotationError("ambiguous", candidates=tuple(f"{sign} {_mark(mark)}" for mark in fitting))
    mark = fitting[0] if fitting else clause.mark
    if mark is None:
        raise NotationError("nothing-fits", word=_quoted(clause.first))
    return mark
