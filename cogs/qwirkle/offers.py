"""What autocomplete offers to somebody who types a move: only what their own hand can do.

Only the typist sees it. It is answered from memory, before Discord's three seconds; whatever goes wrong, it is empty.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import combinations

import discord
from discord.app_commands import Choice

from bot.core.text import Words
from bot.games.qwirkle.labels import Labels
from bot.games.qwirkle.moves import Move
from bot.games.qwirkle.notation import write_exchange, write_play
from bot.games.qwirkle.state import Phase, View
from bot.games.qwirkle.tiles import Tile
from cogs.qwirkle.draft import find_plays
from cogs.qwirkle.telling import start_of
from cogs.ui.app import app_of
from cogs.ui.request import Request
from cogs.ui.scene import Scene

MOST = 25
"""Choices that Discord shows."""
GAME = "qwirkle"
_WORD = re.compile(r"[^\W_]+")
_CELL_DOWN = re.compile(r"([a-z]{1,2}[0-9]{1,3})v?")


async def offer_plays(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
    """The legal plays that go with what was typed so far, the best first."""
    scene = await _scene(interaction)
    return [] if scene is None or not _is_awaited(scene) else await _plays(scene, typed)


async def offer_prepared(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
    """The same for one who waits: what would be legal on the board as it is now."""
    scene = await _scene(interaction)
    if scene is None or _is_awaited(scene) or scene.view.phase is not Phase.PLAY:
        return []
    return await _plays(scene, typed)


async def _plays(scene: Scene, typed: str) -> list[Choice[str]]:
    view: View = scene.view
    wanted = _words_of(typed)
    found = (move for move in await find_plays(view) if _goes_with(wanted, _names_of(move, view.labels, scene.words)))
    board = dict(view.board)
    return _first(Choice(name=say_move(scene, move), value=write_play(move.play, board, view.labels)) for move in found)


def say_move(scene: Scene, move: Move) -> str:
    """A play in one line, without emojis: "RC RS RX at N14 →, 6 points"."""
    tiles = " ".join(tile for _, tile in move.play)
    play = scene.words.say("play", tiles=tiles, start=start_of(move.play, scene.view.labels))
    return scene.words.say("option.place", cell=play, points=scene.words.say("points", count=move.points))


async def offer_exchanges(interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
    """The exchanges that hold the tiles which were typed so far, the smallest first."""
    scene = await _scene(interaction)
    if scene is None or not _is_awaited(scene) or scene.view.phase is Phase.OPENING:
        return []
    view: View = scene.view
    hand = view.hand or ()
    wanted = _words_of(typed)
    found = (
        tiles
        for count in range(1, min(len(hand), view.bag_count) + 1)
        for tiles in dict.fromkeys(combinations(hand, count))
        if _are_among(wanted, tiles, scene.words)
    )
    return _first(Choice(name=_say_exchange(scene, tiles), value=write_exchange(tiles)) for tiles in found)


def _say_exchange(scene: Scene, tiles: tuple[Tile, ...]) -> str:
    return scene.words.say("option.exchange", tiles=" ".join(tiles), count=len(tiles))


async def _scene(interaction: discord.Interaction) -> Scene | None:
    """The match of this channel for whoever types, if they play in it."""
    try:
        request = Request(app_of(interaction), interaction)
        scene = await request.scene(await request.find_of(GAME))
    except Exception:  # what is wrong, the command itself will say
        return None
    return scene if scene.seat is not None and scene.view is not None else None


def _is_awaited(scene: Scene) -> bool:
    return scene.seat in scene.now.to_act


def _first(choices: Iterable[Choice[str]]) -> list[Choice[str]]:
    return [choice for choice, _ in zip(choices, range(MOST), strict=False)]


def _words_of(typed: str) -> list[str]:
    """What was typed, word by word; a direction behind a cell is left out."""
    words = [word.casefold() for word in _WORD.findall(typed)]
    return [cell[1] if (cell := _CELL_DOWN.fullmatch(word)) else word for word in words]


def _goes_with(wanted: Iterable[str], names: set[str]) -> bool:
    """Whether everything that was typed is the beginning of something in it."""
    return all(any(name.startswith(word) for name in names) for word in wanted)


def _names_of(move: Move, labels: Labels, words: Words) -> set[str]:
    """All that one may type of a play: its tiles by letters and by name, and its cells."""
    cells = {labels.name(cell).casefold() for cell, _ in move.play}
    return cells.union(*(_names_of_tile(tile, words) for _, tile in move.play))


def _names_of_tile(tile: Tile, words: Words) -> set[str]:
    named = _WORD.findall(words.say(tile.text_key).casefold())
    return {tile.casefold(), *named}


def _are_among(wanted: Iterable[str], tiles: tuple[Tile, ...], words: Words) -> bool:
    """Whether the tiles hold what was typed; a tile that was typed twice, twice."""
    codes = Counter(tile.casefold() for tile in tiles)
    typed = Counter(word for word in wanted if word in codes)
    names = set[str]().union(*(_names_of_tile(tile, words) for tile in tiles))
    return typed <= codes and _goes_with(wanted, names)
