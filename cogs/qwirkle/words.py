"""What is said of a match of Qwirkle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from bot.core.text import Namer, Words
from bot.games.qwirkle.board import Cell, Placement
from bot.games.qwirkle.state import (
    Exchanged,
    LabelsMoved,
    OpeningRule,
    Options,
    Passed,
    Phase,
    Played,
    StarterFound,
    View,
)
from bot.games.qwirkle.tiles import LINE_LIMIT, Tile
from cogs.qwirkle import controls, pictures
from cogs.ui.page import Row
from cogs.ui.pictures import Drawing
from cogs.ui.scene import Scene


class QwirkleUi:
    """The :class:`cogs.ui.game.GameUi` of Qwirkle, which says what each method gives."""

    name = "qwirkle"
    accent = 0x8E44AD

    def house_rules(self, words: Words, options: Any) -> Sequence[str]:
        assert isinstance(options, Options)
        return [words.say("rules.opening-free")] if options.opening is OpeningRule.FREE else []

    def namer(self, scene: Scene) -> Namer:
        view: View | None = scene.view

        def name(value: object) -> str | None:
            return view.labels.name(value) if view is not None and isinstance(value, Cell) else None

        return name

    def headline(self, scene: Scene) -> str:
        view: View = scene.view
        assert view.active is not None, "a running match waits for somebody"
        key = "headline.opening" if view.phase is Phase.OPENING else "headline.turn"
        return scene.words.say(key, name=scene.mention(view.active))

    def tell(self, scene: Scene, event: Any) -> str | None:
        say = scene.words.say
        match event:
            case StarterFound(seat, numbers):
                told = [f"{scene.name(each)} {number}" for each, number in enumerate(numbers) if number is not None]
                return say("told.starter", name=scene.name(seat), numbers=told)
            case Played():
                return _played(scene, event)
            case Exchanged(seat, count):
                return say("told.exchanged", name=scene.name(seat), count=count)
            case Passed(seat):
                return say("told.passed", name=scene.name(seat))
            case LabelsMoved():
                return say("told.labels-moved")
        return None

    def board(self, scene: Scene) -> Drawing[Any]:
        return pictures.board(scene)

    def rows(self, scene: Scene) -> Sequence[Row]:
        return controls.rows(scene)


def _played(scene: Scene, event: Played) -> str:
    view: View = scene.view
    first = event.play[0].cell
    points = scene.words.say("points", count=event.points + event.bonus)
    key = "told.qwirkle" if any(line.length == LINE_LIMIT for line in event.lines) else "told.played"
    tiles = say_tiles(scene, (tile for _, tile in event.play))
    way = direction(event.play)
    return scene.words.say(
        key, name=scene.name(event.seat), tiles=tiles, cell=f"{view.labels.name(first)}{way}", points=points
    )


def say_tiles(scene: Scene, tiles: Iterable[Tile]) -> str:
    """The tiles as emojis, or as their letters."""
    return " ".join(scene.emojis.or_letters(tile) for tile in tiles)


def direction(play: Sequence[Placement]) -> str:
    """An arrow for plays of more than one tile."""
    if len(play) < 2:
        return ""
    return " →" if play[0].cell.y == play[1].cell.y else " ↓"
