"""What is said of a match of Qwirkle besides the turns: its texts, its alt texts, and what ends it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

import cogs.qwirkle
import data
from bot.core.errors import RuleError
from bot.core.scribe import Logged
from bot.core.text import Words
from bot.games.qwirkle import QWIRKLE
from bot.games.qwirkle.board import Cell, Placement
from bot.games.qwirkle.state import Passed
from bot.games.qwirkle.tiles import Tile
from cogs.qwirkle.draft import Choices
from cogs.qwirkle.listing import cells_by_row, tiles_by_row
from cogs.qwirkle.pictures import board_words, clash_words, draft_words
from cogs.qwirkle.words import QwirkleUi
from cogs.ui.language import words_of
from cogs.ui.page import MOST_ALT
from cogs.ui.telling import tell
from renderers.qwirkle.board import facts_of
from renderers.qwirkle.play import Clash, Draft, PlayLabels, Spot
from renderers.qwirkle.play import clash as draw_clash
from renderers.qwirkle.play import draft as draw_draft
from tests.discord import happenings
from tests.discord.club import begin, bot_of, club, look
from tests.discord.qwirkle.table import hand_of, mover, other, turn_by_typing, view_of
from tests.discord.simkit import Start
from tests.renderers.qwirkle.matches import states

WORDS: Words = words_of("en", "qwirkle")
LONG = ("Wolfeschlegelsteinhausenbergerdorff the Younger",) * 6


def test_every_text_of_the_discord_part_is_there_and_used() -> None:
    folder = Path(cogs.qwirkle.__file__).parent
    sources = "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py")))
    said = set(re.findall(r'say\(\s*"([a-z.-]+)"', sources)) | set(re.findall(r'phrase\("([a-z.-]+)"', sources))
    assert len(said) > 50
    assert [key for key in sorted(said) if not WORDS.knows(key)] == []
    with (Path(data.__file__).parent / "locales" / "en" / "qwirkle.po").open("rb") as lines:
        catalog = [str(message.id if isinstance(message.id, str) else message.id[0]) for message in read_po(lines)]
    areas = ("alt.", "panel.", "control.", "option.", "headline.", "label.", "told.")
    ours = [key for key in catalog if key.startswith(areas) and not key.startswith("told.end.")]
    assert [key for key in ours if not re.search(rf"[\"']{key}[\"']", sources)] == []


async def test_who_is_passed_is_told_to_everybody(start: Start, tmp_path: Path) -> None:
    """PLATFORM 2: no legal move and no way on: the bot passes for the player and says so."""
    sim = await club(start, tmp_path)
    await begin(sim)
    now = await look(sim)
    scene = await bot_of(sim).app.public_scene(now)
    passed = Logged(now.match.seq + 1, 1, sim.clock.now(), Passed(1))
    assert tell(QwirkleUi(), scene, [passed]) == ["Ben cannot play, and the bag is empty: passed."]


# Alt texts


def test_tiles_that_touch_are_named_once() -> None:
    tiles = [("N14", Tile.RC), ("O14", Tile.RS), ("R14", Tile.BC), ("Z15", Tile.RX), ("AA15", Tile.OX)]
    assert tiles_by_row(tiles, WORDS) == "row 14: N RC RS, R BC; row 15: Z RX OX"
    assert cells_by_row(["N13", "O13", "N15"], WORDS) == "row 13: N O; row 15: N"


def test_the_alt_text_of_every_board_has_all_its_tiles_and_fits() -> None:
    """Six long names and 108 tiles."""
    longest = 0
    for key in range(3):
        for state in states(6, key):
            facts = facts_of(QWIRKLE.view(state, None))
            alt = board_words(facts, LONG, WORDS)
            board = alt.split("On the board: ")[1]
            assert len(re.findall(r" [ROYGBP][CSDTVX](?=[ ,;.])", board)) == len(facts.tiles)
            longest = max(longest, len(alt))
    assert 600 < longest <= MOST_ALT


def test_the_alt_text_of_a_board_says_who_leads_and_who_moves() -> None:
    state = next(state for state in states(2, 1) if len(state.board) > 9)
    alt = board_words(facts_of(QWIRKLE.view(state, None)), ("Ann", "Ben"), WORDS)
    assert alt.startswith(f"Qwirkle. Scores: Ann {state.scores[0]}, Ben {state.scores[1]}. To move: ")
    assert f"In the bag: {len(state.bag)}." in alt
    assert f"Last play: {('Ann', 'Ben')[1 - (state.active or 0)]}, row " in alt


def test_the_alt_texts_of_drafts_and_clashes_say_what_is_seen_and_fit() -> None:
    for state in list(states(2, 5))[1::6]:
        if state.active is None:
            continue
        view = QWIRKLE.view(state, state.active)
        (tile, *_) = view.hand or (Tile.RC,)
        cells = [Cell(x, y) for x, y in dict(view.board)]
        free = next(Cell(x + 1, y) for x, y in cells if Cell(x + 1, y) not in cells)
        spots = tuple(Spot(Cell(x, y + 1)) for x, y in cells if Cell(x, y + 1) not in cells)
        drawn = draw_draft(view, Draft((Placement(free, tile),), 3, None, spots), PlayLabels("points"))
        alt = draft_words(drawn.facts, WORDS)
        assert f"You lay row {view.labels.name(free).lstrip('ABCDEFGHIJKLMNOPQRSTUVWXYZ')}" in alt
        assert "That is 3 points." in alt
        assert f"Your tiles: {' '.join(view.hand or ())}." in alt
        assert len(alt) <= MOST_ALT
        error = RuleError("occupied", cell=cells[0], tile=tile)
        clash = draw_clash(view, Clash.of((Placement(cells[0], tile),), error.data), PlayLabels())
        alt = clash_words(clash.facts, WORDS)
        assert f"Red: {view.labels.name(cells[0])}." in alt
        assert len(alt) <= MOST_ALT


def test_two_drafts_of_a_turn_are_told_apart() -> None:
    one = Placement(Cell(0, 0), Tile.RC)
    marks = {Choices(laid, None, {}).mark for laid in ((), (one,), (one, Placement(Cell(1, 0), Tile.RS)))}
    assert len(marks) == 3


# What happens besides


async def test_a_hand_is_told_to_nobody_whatever_one_presses(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    person, rival = await mover(sim), await other(sim)
    panel = (await person.clicks("Play")).seen
    hands = {who.id: await hand_of(sim, who) for who in sim.people}
    for button in ("Hand", "Tiles left"):
        answer = await rival.clicks(button)
        assert answer.private
    assert panel.id not in {seen.id for seen in rival.sees()}
    answer = await rival.clicks("Tiles left")
    bag = (await view_of(sim, rival)).bag_count
    unseen = 108 - len(hands[rival.id])
    assert answer.text == f"You have not seen {unseen} tiles yet: {bag} in the bag, the rest in hands."
    left = answer.seen.pictures[0].alt
    assert sum(int(count) for count in re.findall(r"(\d) [ROYGBP][CSDTVX]", left)) == unseen
    guest = sim.join("guest")
    guest.go(sim.rooms[-1])
    assert ", 108 in all" in (await guest.clicks("Tiles left")).seen.pictures[0].alt


async def test_the_first_match_comes_with_a_hint_once(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    for person in sim.people:
        person.go(sim.channel)
        assert sum("Your first match of Qwirkle" in seen.text for seen in person.sees()) == 1


async def test_leaving_ends_a_match_of_two_and_the_controls_say_so(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    person, rival = await mover(sim), await other(sim)
    panel = (await person.clicks("Play")).seen
    await rival.types("/match resign")
    await rival.clicks("Yes, resign")
    answer = await person.chooses(panel.selects[0].options[0], of=panel.selects[0].placeholder, on=panel)
    assert answer.private
    assert "over" in answer.text
    assert "All others have left" in answer.text


async def test_a_skip_is_told_and_the_next_opens_with_their_own_set(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim, **{"when-late": "wait"})
    person, rival = await mover(sim), await other(sim)
    await sim.pass_time(25 * 3600)
    await rival.types("/match skip")
    assert await mover(sim) is rival
    live = rival.newest("Match 1")
    assert f"{person.actor.name.title()} was skipped" in live.text
    size = (await look(sim)).view_for(rival.id).opening_size
    assert f"largest set: {size} tile" in live.text


async def test_without_pictures_the_panel_says_it_in_words(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    room = await begin(sim)
    await turn_by_typing(await mover(sim))
    await happenings.forbid(sim, "attach_files")
    await sim.settle()
    answer = await (await mover(sim)).clicks("Play")
    assert answer.private
    assert answer.seen.selects
    assert room.id == answer.seen.room


@pytest.mark.parametrize("tiles", [13, 15])
async def test_short_matches_end_and_say_why(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tiles: int
) -> None:
    """With few tiles in the game: passing by itself, the last tile, nobody who can play."""
    monkeypatch.setattr("bot.games.qwirkle.bag.ALL_TILES", tuple(Tile)[:tiles])
    sim = await club(start, tmp_path)
    await begin(sim)
    while (await look(sim)).match.status.open:
        await turn_by_typing(await mover(sim))
    last = sim.people[0].newest("The match is over").text
    assert re.search(r"The last tile is played|nobody can play|No tile fits anywhere", last)
    assert ("The last tile is played" in last) == bool(re.search(r"\d points \(6 of them for the last tile\)", last))
