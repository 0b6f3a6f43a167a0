"""The pictures of a match of Qwirkle, with their texts in the reader's language, and their alt texts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bot.core.errors import RuleError
from bot.core.text import Words
from bot.games.base import Presence, Seat
from bot.games.qwirkle.judging import at_origin
from bot.games.qwirkle.state import View
from bot.games.qwirkle.tiles import Tile
from cogs.qwirkle.draft import Choices, Laid
from cogs.qwirkle.listing import cells_by_row, tiles_by_row
from cogs.ui.page import clip
from cogs.ui.pictures import Drawing
from cogs.ui.scene import Scene
from renderers.qwirkle.board import BoardFacts, LastPlayFacts
from renderers.qwirkle.board import board as draw_board
from renderers.qwirkle.hand import HandFacts, HandLabels
from renderers.qwirkle.hand import hand as draw_hand
from renderers.qwirkle.play import Clash, ClashFacts, Draft, DraftFacts, PlayLabels, Spot
from renderers.qwirkle.play import clash as draw_clash
from renderers.qwirkle.play import draft as draw_draft
from renderers.qwirkle.remaining import RemainingFacts, RemainingLabels
from renderers.qwirkle.remaining import remaining as draw_remaining
from renderers.qwirkle.replay import replay as draw_replay
from renderers.qwirkle.scores import BoardLabels
from renderers.replay import ReplayFacts

ALT_NAME = 16
"""Characters of a name in an alt text: six long ones would leave no room for the board."""


def board(scene: Scene) -> Drawing[BoardFacts]:
    """The board with its players, for everybody."""
    view: View = scene.view
    labels = _board_labels(scene)
    return Drawing(
        "board",
        (view, labels),
        lambda shelf: draw_board(view, labels, shelf),
        lambda facts: board_words(facts, labels.names, scene.words),
    )


def film(steps: Sequence[Scene]) -> Drawing[ReplayFacts[BoardFacts]]:
    """The boards one after the other."""
    last = steps[-1]
    labels, views = _board_labels(last), tuple(step.view for step in steps)
    return Drawing(
        "replay",
        (last.match.id, last.now.last_seq, len(views), labels),
        lambda _: draw_replay(views, labels),
        lambda facts: (
            f"{last.words.say('alt.replay', count=facts.frames)} {board_words(facts.last, labels.names, last.words)}"
        ),
    )


def _board_labels(scene: Scene) -> BoardLabels:
    return BoardLabels(
        names=tuple(scene.bare_name(seat) for seat in scene.seats),
        in_bag=scene.words.say("label.in-bag"),
        left=scene.words.say("label.left"),
        right_to_left=scene.words.right_to_left,
        language=scene.words.language,
    )


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
            "alt.remaining",
            total=facts.total,
            tiles=", ".join(f"{count} {tile}" for tile, count in facts.counts if count),
        ),
    )


def draft(scene: Scene, choices: Choices, chosen: Tile | None = None) -> Drawing[DraftFacts]:
    """A play being put together, and where it can go on: with the chosen tile, or with any."""
    view: View = scene.view
    labels = _play_labels(scene.words, choices.points or 0)
    drawn = Draft(choices.laid, choices.points, chosen, _spots(choices, chosen))
    return Drawing(
        "draft",
        (view, drawn, labels),
        lambda _: draw_draft(view, drawn, labels),
        partial(draft_words, words=scene.words),
    )


def _spots(choices: Choices, chosen: Tile | None) -> tuple[Spot, ...]:
    if chosen is None:
        return tuple(Spot(cell) for cell in choices.cells)
    return tuple(Spot(place.cell, place.points) for place in choices.places[chosen])


def clash(scene: Scene, play: Laid, error: RuleError) -> Drawing[ClashFacts]:
    """A play that was refused; what is wrong with it is red."""
    view: View = scene.view
    labels = _play_labels(scene.words, 0)
    drawn = Clash.of(play if view.board else tuple(at_origin(play)), error.data)
    return Drawing(
        "clash",
        (view, drawn, labels),
        lambda _: draw_clash(view, drawn, labels),
        partial(clash_words, words=scene.words),
    )


def _play_labels(words: Words, points: int) -> PlayLabels:
    return PlayLabels(words.say("label.points", count=points), words.right_to_left, words.language)


# Alt texts, from what the pictures show


def board_words(facts: BoardFacts, names: tuple[str, ...], words: Words) -> str:
    """The players, the last play, the bag and every tile, row by row."""
    short = [clip(name, ALT_NAME) for name in names]
    scores = ", ".join(_player_words(facts, seat, name, words) for seat, name in enumerate(short))
    parts = [words.say("alt.board", scores=scores)]
    if facts.active is not None:
        parts.append(words.say("alt.to-move", name=short[facts.active]))
    parts.append(words.say("alt.bag", bag=facts.bag_count))
    if facts.last_play is not None:
        parts.append(_last_words(facts.last_play, short[facts.last_play.seat], words))
    parts.append(words.say("alt.tiles", tiles=tiles_by_row(facts.tiles, words) or words.say("alt.no-tiles")))
    return " ".join(parts)


def _player_words(facts: BoardFacts, seat: Seat, name: str, words: Words) -> str:
    """The score, and in brackets what else stands on the player's card."""
    details = []
    if facts.places is not None:
        details.append(words.say("alt.place", place=facts.places[seat]))
    if facts.presence[seat] is Presence.LEFT:
        details.append(words.say("label.left"))
    if facts.presence[seat] is Presence.COMPUTER:
        details.append(words.say("alt.computer"))
    if facts.hand_counts is not None:
        details.append(words.say("alt.in-hand", count=facts.hand_counts[seat]))
    score = f"{name} {facts.scores[seat]}"
    return f"{score} ({', '.join(details)})" if details else score


def _last_words(last: LastPlayFacts, name: str, words: Words) -> str:
    points = words.say("points", count=last.points + last.bonus)
    return words.say("alt.last", name=name, tiles=tiles_by_row(last.tiles, words), points=points)


def draft_words(facts: DraftFacts, words: Words) -> str:
    """What is laid, what it earns, where it goes on, the tiles around it, and the hand."""
    parts = []
    if facts.draft:
        parts.append(words.say("alt.draft", tiles=tiles_by_row(facts.draft, words)))
    if facts.points is not None:
        parts.append(words.say("alt.points", points=words.say("points", count=facts.points)))
    if facts.spots:
        cells = cells_by_row((cell for cell, _ in facts.spots), words)
        key = "alt.spots" if facts.chosen is None else "alt.spots-tile"
        parts.append(words.say(key, tile=facts.chosen or "", cells=cells))
    return " ".join([*parts, *_around(facts, words)])


def clash_words(facts: ClashFacts, words: Words) -> str:
    """The refused play, what is red in it, the tiles around it, and the hand."""
    parts = [words.say("alt.refused", tiles=tiles_by_row(facts.play, words))]
    if facts.cells:
        parts.append(words.say("alt.red", cells=", ".join(facts.cells)))
    if facts.clashing:
        parts.append(words.say("alt.clashing", tiles=" ".join(facts.clashing)))
    return " ".join([*parts, *_around(facts, words)])


def _around(facts: DraftFacts | ClashFacts, words: Words) -> list[str]:
    tiles = tiles_by_row(facts.tiles, words) or words.say("alt.no-tiles")
    return [words.say("alt.around", tiles=tiles), words.say("alt.own", tiles=" ".join(facts.hand))]
