"""The pictures of a match of Qwirkle, with their texts in the reader's language and the words for their alt texts."""

from __future__ import annotations

from bot.core.text import Words
from bot.games.qwirkle.state import View
from cogs.ui.pictures import Drawing
from cogs.ui.scene import Scene
from renderers.qwirkle.board import BoardFacts
from renderers.qwirkle.board import board as draw_board
from renderers.qwirkle.hand import HandFacts, HandLabels
from renderers.qwirkle.hand import hand as draw_hand
from renderers.qwirkle.remaining import RemainingFacts, RemainingLabels
from renderers.qwirkle.remaining import remaining as draw_remaining
from renderers.qwirkle.scores import BoardLabels


def board(scene: Scene) -> Drawing[BoardFacts]:
    """The board with its players, for everybody."""
    view: View = scene.view
    labels = BoardLabels(
        names=tuple(scene.bare_name(seat) for seat in scene.seats),
        in_bag=scene.words.say("label.in-bag"),
        left=scene.words.say("label.left"),
        right_to_left=scene.words.right_to_left,
        language=scene.words.language,
    )
    return Drawing(
        "board",
        (view, labels),
        lambda shelf: draw_board(view, labels, shelf),
        lambda facts: _board_words(facts, labels.names, scene.words),
    )


def _board_words(facts: BoardFacts, names: tuple[str, ...], words: Words) -> str:
    scores = ", ".join(f"{name} {score}" for name, score in zip(names, facts.scores, strict=True))
    tiles = ", ".join(f"{tile} {cell}" for cell, tile in facts.tiles)
    return words.say("alt.board", scores=scores, bag=facts.bag_count, tiles=tiles or words.say("alt.no-tiles"))


def hand(scene: Scene) -> Drawing[HandFacts]:
    """The viewer's own tiles."""
    view: View = scene.view
    labels = HandLabels(scene.words.right_to_left)
    return Drawing(
        "hand",
        (view, labels),
        lambda _: draw_hand(view, labels),
        lambda facts: scene.words.say("alt.hand", tiles=list(facts.tiles)),
    )


def remaining(scene: Scene) -> Drawing[RemainingFacts]:
    """How many of each tile the viewer has not seen."""
    view: View = scene.view
    labels = RemainingLabels(scene.words.say("label.remaining"), scene.words.right_to_left, scene.words.language)
    return Drawing(
        "remaining",
        (view, labels),
        lambda _: draw_remaining(view, labels),
        lambda facts: scene.words.say(
            "alt.remaining", tiles=", ".join(f"{count} {tile}" for tile, count in facts.counts if count)
        ),
    )
