"""The private panel in which a play is put together: chosen tile by tile, kept, confirmed once."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.core.rights import Actor
from bot.core.seats import Moment
from bot.core.store import Draft
from bot.games.qwirkle.board import Cell, Placement
from bot.games.qwirkle.notation import write_play
from bot.games.qwirkle.state import Play, View
from bot.games.qwirkle.tiles import Tile
from cogs.qwirkle.draft import all_plays, find_choices, read_draft, write_draft
from tests.discord.club import begin, bot_of, club, crash, look
from tests.discord.qwirkle.table import (
    cell_of,
    choose_place,
    choose_tile,
    lay_all,
    lay_one,
    mover,
    open_panel,
    other,
    turn_by_typing,
    view_of,
)
from tests.discord.seen import Seen
from tests.discord.simkit import Discord, Person, Start


async def at_a_later_turn(start: Start, folder: Path, turns: int = 3) -> tuple[Discord, Person]:
    """A match in which some turns were played, and whose turn it is now: somebody with more than one way to play."""
    sim = await club(start, folder)
    await begin(sim)
    while turns > 0 or not await has_a_choice(await view_of(sim, await mover(sim))):
        await turn_by_typing(await mover(sim))
        turns -= 1
    return sim, await mover(sim)


async def has_a_choice(view: View) -> bool:
    """Whether there is a tile that can be laid in more than one place."""
    choices = await find_choices(view, ())
    return any(len(places) > 1 for places in choices.places.values())


async def turn_now(sim: Discord) -> int:
    return (await look(sim)).match.turn


async def to_places(person: Person) -> Seen:
    """The panel with the places of a tile that has more than one."""
    panel = await open_panel(person)
    options = panel.selects[0].options
    tile = next(place for place, option in enumerate(options) if not option.description.startswith("1 "))
    return await choose_tile(person, panel, tile)


# The opening


async def test_the_opening_rule_is_said_and_held(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    person = await mover(sim)
    size = (await view_of(sim, person)).opening_size
    assert size is not None
    live = person.newest("Match 1")
    assert f"open with your largest set: {size} tile" in live.text
    assert "The largest sets: " in live.text
    assert live.button("Exchange").disabled
    panel = await open_panel(person)
    assert f"largest set: {size} tile" in panel.text
    for laid in range(1, size):
        panel = await lay_one(person, panel)
        assert f"{size - laid} more tile{'s' if size - laid > 1 else ''} must follow" in panel.text
        assert not panel.has_button("Confirm")
    panel = await lay_one(person, panel)
    assert panel.has_button("Confirm")
    assert not panel.selects
    await person.clicks("Confirm", on=panel)
    assert len((await view_of(sim, None)).board) == size


async def test_a_free_opening_can_be_of_any_size(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim, opening="free")
    person = await mover(sim)
    assert "any line" in person.newest("Match 1").text
    panel = await lay_one(person, await open_panel(person))
    assert "1 point" in panel.text
    await person.clicks("Confirm, 1 point", on=panel)
    assert len((await view_of(sim, None)).board) == 1


# Choosing


async def test_only_what_belongs_to_a_legal_play_is_offered(start: Start, tmp_path: Path) -> None:
    """At each step the tiles and places are those of the legal plays that hold all that is laid."""
    sim, person = await at_a_later_turn(start, tmp_path)
    view = await view_of(sim, person)
    plays = {frozenset(move.play): move.points for move in all_plays(view)}
    panel, laid = await open_panel(person), frozenset[Placement]()
    for _ in range(6):
        if not panel.selects:
            break
        longer = {one for play in plays if laid < play for one in play - laid}
        offered = {option.value for option in panel.selects[0].options}
        assert offered == {str(tile) for _, tile in longer}
        code = panel.selects[0].options[0].value
        cells = {view.labels.name(cell): cell for cell, tile in longer if tile == code}
        panel = await choose_tile(person, panel)
        if len(panel.selects) > 1:
            options = panel.selects[1].options
            assert {cell_of(option) for option in options} == set(cells)
            for option in options:
                points = plays.get(laid | {Placement(cells[cell_of(option)], Tile(code))})
                assert (f", {points} point" in option.label) == (points is not None), option
            cell = cells[cell_of(options[0])]
            panel = await choose_place(person, panel)
        else:
            (cell,) = cells.values()
        laid |= {Placement(cell, Tile(code))}
        if laid in plays:
            assert f"**{plays[laid]} point" in panel.text
    assert laid in plays


async def test_places_come_in_reading_order(start: Start, tmp_path: Path) -> None:
    sim, person = await at_a_later_turn(start, tmp_path)
    labels = (await view_of(sim, person)).labels
    panel = await to_places(person)
    whole = [cell_of(option) for option in panel.selects[1].options if "point" in option.label]
    cells = [labels.cell(name) for name in whole]
    assert all(cells)
    assert cells == sorted(cells, key=lambda cell: (cell.y, cell.x) if cell else (0, 0))


async def test_of_a_chosen_tile_its_own_places_are_told_and_marked(start: Start, tmp_path: Path) -> None:
    sim, person = await at_a_later_turn(start, tmp_path)
    first = await open_panel(person)
    chosen = await to_places(person)
    tile = next(option for option in chosen.selects[0].options if option.chosen)
    name, _, _ = tile.label.partition(" (")
    cells = [cell_of(option) for option in chosen.selects[1].options]
    assert f"The {name} fits in {len(cells)} places" in chosen.text
    assert "choose a tile" not in chosen.text
    assert chosen.pictures[0].data != first.pictures[0].data
    marked = chosen.pictures[0].alt.split(f"Places for the {name}: ")[1].split(". ")[0]
    labels = (await view_of(sim, person)).labels
    placed = sorted((labels.cell(cell) or Cell(0, 0) for cell in cells), key=lambda cell: (cell.y, cell.x))
    assert re.findall(r"[A-Z]+\b", marked) == [labels.name(cell).rstrip("0123456789") for cell in placed]


async def test_the_picture_changes_with_a_placement(start: Start, tmp_path: Path) -> None:
    _, person = await at_a_later_turn(start, tmp_path)
    chosen = await to_places(person)
    laid = await choose_place(person, chosen)
    assert laid.pictures[0].data != chosen.pictures[0].data
    assert "You lay row" in laid.pictures[0].alt
    assert laid.selects == () or laid.selects[0].placeholder.startswith("Choose another tile")


async def test_after_an_undo_the_same_place_can_be_chosen_again(start: Start, tmp_path: Path) -> None:
    """A client says nothing when it is chosen once more, unless the list is another to it."""
    _, person = await at_a_later_turn(start, tmp_path)
    before = await to_places(person)
    first = await choose_place(person, before)
    await person.clicks("Undo", on=first)
    after = await to_places(person)
    old, new = before.selects[1], after.selects[1]
    assert [option.label for option in old.options] == [option.label for option in new.options]
    assert old.custom_id != new.custom_id
    assert not {option.value for option in old.options} & {option.value for option in new.options}
    assert (await choose_place(person, after)).text == first.text


async def too_many_places(sim: Discord, person: Person) -> list[tuple[str, int]]:
    """The tiles that have more places than a select holds, and how many those are."""
    choices = await find_choices(await view_of(sim, person), ())
    return [(tile, len(places)) for tile, places in choices.places.items() if len(places) > 25]


async def play_the_least(sim: Discord, person: Person) -> None:
    """A turn that makes the board wide, not dense."""
    view = await view_of(sim, person)
    if plays := all_plays(view):
        await person.types("/qwirkle play", move=write_play(plays[-1].play, dict(view.board), view.labels))
    else:
        await turn_by_typing(person)


async def test_more_than_25_places_are_paged(start: Start, tmp_path: Path) -> None:
    """PLATFORM 2: more than 25 options: error."""
    sim, person = await at_a_later_turn(start, tmp_path)
    while not (counts := await too_many_places(sim, person)):
        await play_the_least(sim, person)
        person = await mover(sim)
    tile, count = counts[0]
    panel = await open_panel(person)
    panel = await choose_tile(person, panel, [option.value for option in panel.selects[0].options].index(tile))
    seen = list(panel.selects[1].options)
    assert len(seen) == 25
    assert panel.button("◀ Places before").disabled
    for _ in range(-(-count // 25) - 1):
        panel = (await person.clicks("More places ▶", on=panel)).seen
        seen += panel.selects[1].options
    assert panel.button("More places ▶").disabled
    assert len({cell_of(option) for option in seen}) == len(seen) == count
    panel = await choose_place(person, panel, len(panel.selects[1].options) - 1)
    assert "Your play" in panel.text


async def test_undo_and_clear(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    person = await mover(sim)
    empty = await open_panel(person)
    one = await lay_one(person, empty)
    two = await lay_one(person, one)
    assert (await person.clicks("Undo", on=two)).text == one.text
    two = await lay_one(person, await open_panel(person))
    cleared = (await person.clicks("Clear", on=two)).seen
    assert cleared.text == empty.text
    assert cleared.button("Undo").disabled
    assert cleared.button("Clear").disabled
    assert cleared.button("Confirm").disabled


async def test_what_was_played_and_drawn_is_told_to_the_player_alone(start: Start, tmp_path: Path) -> None:
    sim, person = await at_a_later_turn(start, tmp_path)
    panel = await lay_all(person, await open_panel(person))
    answer = await person.clicks("Confirm", on=panel)
    assert "You played" in answer.text
    assert "You drew" in answer.text
    assert answer.seen.pictures[0].alt.startswith("Your tiles: ")
    assert [button.label for button in answer.seen.buttons] == ["Prepare"]
    assert "drew" not in "\n".join(seen.text for seen in (await mover(sim)).sees() if not seen.private)


# Kept


@pytest.mark.parametrize("crashed", [False, True])
async def test_a_draft_outlives_the_message_and_the_program(start: Start, tmp_path: Path, crashed: bool) -> None:
    """PLATFORM 1: private messages on a phone can vanish; what was begun is not lost with them."""
    sim, person = await at_a_later_turn(start, tmp_path)
    turn = await turn_now(sim)
    panel = await lay_all(person, await open_panel(person))
    await (crash(sim) if crashed else sim.restart())
    await sim.settle()
    again = await open_panel(person)
    assert again.id != panel.id
    assert again.text == panel.text
    assert again.pictures[0].alt == panel.pictures[0].alt
    await person.clicks("Confirm", on=panel)  # the older one is as good
    assert await turn_now(sim) == turn + 1


async def test_a_draft_of_a_turn_that_is_past_is_forgotten(start: Start, tmp_path: Path) -> None:
    sim, person = await at_a_later_turn(start, tmp_path)
    panel = await lay_one(person, await open_panel(person))
    await turn_by_typing(person)
    for button in ("Undo", "Clear"):
        answer = await person.clicks(button, on=panel)
        assert "moved on" in answer.text
        assert answer.private
    await turn_by_typing(await mover(sim))
    assert await mover(sim) is person
    again = await open_panel(person)
    assert "choose a tile" in again.text


async def test_a_draft_for_another_turn_in_the_database_counts_for_nothing(start: Start, tmp_path: Path) -> None:
    """It was stored while the turn passed: what lies there may not be legal any more."""
    sim, person = await at_a_later_turn(start, tmp_path)
    rival = await other(sim)
    service = bot_of(sim).app.service
    laid = (Placement(Cell(50, 50), Tile.RC),)
    await service.draft(Actor(rival.id, "x"), 1, write_draft(1, laid))
    await turn_by_typing(person)
    assert "choose a tile" in (await open_panel(rival)).text
    for payload in (write_draft(1, laid), "nonsense", "[1]", '{"kind": "exchange", "seat": 0, "tiles": []}'):
        await service.draft(Actor(rival.id, "x"), 1, payload)
        assert "choose a tile" in (await open_panel(rival)).text


def test_a_draft_is_of_its_own_turn() -> None:
    laid = (Placement(Cell(0, 0), Tile.RC), Placement(Cell(1, 0), Tile.RS))
    kept = Draft(1, 7, "play", 4, write_draft(0, laid), datetime(2026, 1, 1, tzinfo=UTC))
    assert read_draft(kept, 4) == laid
    assert read_draft(kept, 5) == ()
    assert read_draft(None, 4) == ()


# Two windows


async def test_two_windows_confirm_at_once_and_it_is_played_once(start: Start, tmp_path: Path) -> None:
    sim, person = await at_a_later_turn(start, tmp_path)
    await lay_all(person, await open_panel(person))
    windows = [await open_panel(person), await open_panel(person)]
    turn = await turn_now(sim)
    async with sim.burst():
        answers = [await person.clicks("Confirm", on=window) for window in windows]
    texts = sorted(answer.text for answer in answers)
    assert "You played" in texts[1]
    assert "moved on" in texts[0]
    assert await turn_now(sim) == turn + 1
    log = await bot_of(sim).app.service.since(1, 0)
    assert sum(logged.event.kind in ("played", "exchanged") for logged in log.events_for(None)) == turn


async def test_a_press_that_is_overtaken_says_what_happened(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another press plays the draft after this one has seen that the turn still runs, and before it reads the draft."""
    sim, person = await at_a_later_turn(start, tmp_path)
    panel = await lay_all(person, await open_panel(person))
    now = await look(sim)
    service, seat = bot_of(sim).app.service, now.seat_of(person.id)
    assert seat is not None

    async def overtaken(player: int, match_id: int) -> Draft | None:
        monkeypatch.undo()
        laid = read_draft(await service.draft_of(player, match_id), now.match.turn)
        meant = Moment(now.match.turn, now.match.phase)
        await service.act(Actor(player, "Ann", 1), match_id, Play(seat, laid), meant)
        return await service.draft_of(player, match_id)

    monkeypatch.setattr(service, "draft_of", overtaken)
    answer = await person.clicks("Confirm", on=panel)
    assert "moved on" in answer.text
    assert "elsewhere" not in answer.text
    assert await turn_now(sim) == now.match.turn + 1


async def test_a_second_window_plays_only_what_it_shows(start: Start, tmp_path: Path) -> None:
    sim, person = await at_a_later_turn(start, tmp_path)
    turn = await turn_now(sim)
    old = await open_panel(person)
    shown = await lay_one(person, await open_panel(person))
    answer = await person.chooses(old.selects[0].options[0], on=old)
    assert answer.text.startswith("You went on with this play elsewhere")
    assert shown.text in answer.text
    await person.clicks("Clear", on=shown)
    answer = await person.clicks("Undo", on=shown)
    assert answer.text.startswith("You went on with this play elsewhere")
    if shown.has_button("Confirm"):
        answer = await person.clicks("Confirm", on=shown)
        assert answer.text.startswith("You went on with this play elsewhere")
    assert await turn_now(sim) == turn


async def test_a_place_that_is_chosen_twice_is_laid_once(start: Start, tmp_path: Path) -> None:
    _, person = await at_a_later_turn(start, tmp_path)
    panel = await to_places(person)
    once = await choose_place(person, panel)
    again = await person.chooses(panel.selects[1].options[0], of=panel.selects[1].placeholder, on=panel)
    assert once.text in again.text


# Who may not


async def test_whose_turn_it_is_not_is_told_so(start: Start, tmp_path: Path) -> None:
    sim, person = await at_a_later_turn(start, tmp_path)
    rival = await other(sim)
    guest = sim.join("guest")
    guest.go(sim.rooms[-1])
    for button in ("Play", "Exchange"):
        answer = await rival.clicks(button)
        assert answer.private
        assert f"waits for {person.actor.name.title()}" in answer.text
        answer = await guest.clicks(button)
        assert answer.private
        assert not answer.seen.pictures
    panel = await open_panel(person)
    for option in panel.selects[0].options:
        answer = await guest.chooses(option, on=panel)
        assert answer.private
        assert not answer.seen.selects
