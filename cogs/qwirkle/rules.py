"""The rules of Qwirkle as people read them (RULES 1), with pictures of plays made up for the purpose."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from bot.core.errors import RuleError
from bot.core.text import Words
from bot.games.base import Presence
from bot.games.qwirkle.board import Cell, Placement, points_for
from bot.games.qwirkle.labels import Labels
from bot.games.qwirkle.legality import check_play
from bot.games.qwirkle.state import Options, Phase, View
from bot.games.qwirkle.tiles import Tile
from cogs.ui.lesson import Lesson
from cogs.ui.pictures import Drawing
from renderers.picture import Picture
from renderers.qwirkle.hand import HandLabels
from renderers.qwirkle.hand import hand as draw_hand
from renderers.qwirkle.play import Clash, Draft, PlayLabels
from renderers.qwirkle.play import clash as draw_clash
from renderers.qwirkle.play import draft as draw_draft

HAND = "RD RT GT BC YX OV"
REDS = "RC RS RT"


def line(tiles: str, x: int = 0, y: int = 0) -> tuple[Placement, ...]:
    """Tiles side by side, the first at a cell."""
    return tuple(Placement(Cell(x + step, y), Tile(tile)) for step, tile in enumerate(tiles.split()))


def seen(board: tuple[Placement, ...] = ()) -> View:
    """A match as the first of its two players sees it, in the middle of a turn."""
    tiles = tuple(Tile(tile) for tile in HAND.split())
    return View(
        seat=0,
        phase=Phase.PLAY,
        turn=2,
        active=0,
        options=Options(),
        presence=(Presence.PERSON, Presence.PERSON),
        scores=(0, 0),
        board=board,
        labels=Labels(),
        hand=tiles,
        hand_counts=(len(tiles), 6),
        bag_count=90,
        starter=1,
        numbers=(2, 3),
        opening_size=None,
        last_play=None,
        left=(),
        outcome=None,
    )


def play(board: tuple[Placement, ...], added: tuple[Placement, ...]) -> Callable[[Words, str], Drawing[Any]]:
    """A picture of a play with what it earns, or of why it is refused: the rules say which."""
    view = seen(board)
    drawn: partial[Picture[Any]]
    try:
        points = points_for(check_play(dict(board), added))
        drawn = partial(draw_draft, view, Draft(added, points))
    except RuleError as refusal:
        points = 0
        drawn = partial(draw_clash, view, Clash.of(added, refusal.data))
    return partial(_drawing, (board, added), points, drawn)


def _drawing(
    key: object, points: int, drawn: Callable[[PlayLabels], Picture[Any]], words: Words, alt: str
) -> Drawing[Any]:
    labels = PlayLabels(words.say("label.points", count=points), words.right_to_left, words.language)
    return Drawing("rules-qwirkle", (key, labels), lambda _: drawn(labels), lambda _: alt)


def hand(words: Words, alt: str) -> Drawing[Any]:
    """A hand with a set of three that share a color."""
    labels = HandLabels(words.right_to_left)
    return Drawing("rules-hand", labels, lambda _: draw_hand(seen(), labels), lambda _: alt)


LESSONS = (
    Lesson("start", hand),
    Lesson("line", play(line(REDS), line("RD", 3))),
    Lesson("clash", play(line(REDS), line("RT", 3))),
    Lesson("points", play(line(REDS) + line("GS", 1, 1), line("GT", 2, 1))),
    Lesson("qwirkle", play(line("RC RS RT RV RX"), line("RD", 5))),
)
