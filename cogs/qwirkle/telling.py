"""Plays in words, as they stand in texts and on controls."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.games.qwirkle.board import Placement
from bot.games.qwirkle.labels import Labels
from bot.games.qwirkle.tiles import Tile
from cogs.ui.scene import Scene


def say_tiles(scene: Scene, tiles: Iterable[Tile]) -> str:
    """The tiles as emojis, or as their letters."""
    return " ".join(scene.emojis.or_letters(tile) for tile in tiles)


def say_play(scene: Scene, play: Sequence[Placement]) -> str:
    """A play in reading order, "RC RS RX at N14 →", with the tiles as emojis where there are any."""
    tiles = say_tiles(scene, (tile for _, tile in play))
    return scene.words.say("play", tiles=tiles, start=start_of(play, scene.view.labels))


def say_placements(scene: Scene, placements: Iterable[Placement]) -> str:
    """Tiles each with its cell, for those that are no whole play."""
    labels: Labels = scene.view.labels
    return ", ".join(f"{scene.emojis.or_letters(tile)} {labels.name(cell)}" for cell, tile in placements)


def start_of(play: Sequence[Placement], labels: Labels) -> str:
    """Where a play begins and, of more than one tile, which way it goes: "N14 →"."""
    return f"{labels.name(play[0].cell)}{direction(play)}"


def direction(play: Sequence[Placement]) -> str:
    """An arrow for plays of more than one tile."""
    if len(play) < 2:
        return ""
    return " →" if play[0].cell.y == play[1].cell.y else " ↓"
