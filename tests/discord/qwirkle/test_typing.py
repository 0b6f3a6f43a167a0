"""Plays and exchanges as they are typed, and what is offered meanwhile: to the typist alone, of their own hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.games.qwirkle.notation import parse
from bot.games.qwirkle.tiles import Tile
from cogs.qwirkle.draft import all_plays
from tests.discord.club import begin, club, look, new_bots
from tests.discord.qwirkle.table import Secrecy, exchange_by_panel, hand_of, mover, other, turn_by_typing, view_of
from tests.discord.simkit import Discord, Person, Start


async def at_the_second_turn(start: Start, folder: Path) -> tuple[Discord, Person]:
    sim = await club(start, folder)
    await begin(sim)
    await turn_by_typing(await mover(sim))
    return sim, await mover(sim)


# What is offered


async def test_all_that_is_offered_is_legal_and_the_best_comes_first(start: Start, tmp_path: Path) -> None:
    sim, person = await at_the_second_turn(start, tmp_path)
    view = await view_of(sim, person)
    offers = await person.offers("/qwirkle play", "move", "")
    points = {move.play: move.points for move in all_plays(view)}
    read = [parse(value, 0, dict(view.board), view.labels) for _, value in offers]
    worth = [points[tuple(sorted(action.play))] for action in read if action.kind == "play"]
    assert len(worth) == min(25, len(points))
    assert worth == sorted(worth, reverse=True)
    assert worth[0] == max(points.values())
    for (label, _), earned in zip(offers, worth, strict=True):
        assert label.endswith(f", {earned} point{'' if earned == 1 else 's'}")
        assert len(label) <= 100


async def test_what_is_typed_narrows_what_is_offered(start: Start, tmp_path: Path) -> None:
    sim, person = await at_the_second_turn(start, tmp_path)
    (label, value), *_ = await person.offers("/qwirkle play", "move", "")
    start_of_it = value.split()[0].rstrip(">v")
    tile = Tile(value.split()[-1][:2])
    everything = await person.offers("/qwirkle play", "move", "")
    for typed in (value, value.lower(), tile, f"{tile.color} {tile.shape}", f"{tile}@{start_of_it}"):
        offered = await person.offers("/qwirkle play", "move", typed)
        assert (label, value) in offered, typed
        assert all(tile in each for each, _ in offered), typed
        assert offered != everything
    assert not await person.offers("/qwirkle play", "move", "zebra")
    hand = await hand_of(sim, person)
    missing = next(each for each in Tile if each not in hand)
    assert not await person.offers("/qwirkle play", "move", missing)


async def test_exchanges_are_offered_from_the_hand(start: Start, tmp_path: Path) -> None:
    sim, person = await at_the_second_turn(start, tmp_path)
    hand = await hand_of(sim, person)
    offers = await person.offers("/qwirkle exchange", "tiles", "")
    assert len(offers) == 25
    assert {value.removeprefix("-") for _, value in offers[: len(set(hand))]} == set(hand)
    offers = await person.offers("/qwirkle exchange", "tiles", f"{hand[0]} {hand[1]}")
    assert offers
    assert all(hand[0] in value and hand[1] in value for _, value in offers)
    answer = await person.types("/qwirkle exchange", tiles=offers[0][1])
    assert answer.text.startswith("You gave back ")
    assert (await look(sim)).match.turn == 3


async def test_nothing_is_offered_to_others(start: Start, tmp_path: Path) -> None:
    """Not to whose turn it is not, not to spectators, not where no match is, not in a match of the other game."""
    sim, person = await at_the_second_turn(start, tmp_path)
    guest = sim.join("guest")
    guest.go(sim.rooms[-1])
    elsewhere = sim.join("zoe")
    for typed in ("", "N14", "RC"):
        for who in (await other(sim), guest, elsewhere):
            assert await who.offers("/qwirkle play", "move", typed) == []
            assert await who.offers("/qwirkle exchange", "tiles", typed) == []
    person.go(sim.channel)
    assert await person.offers("/qwirkle play", "move", "") == []


async def test_nothing_is_offered_in_a_match_of_the_other_game(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim, "qwixx")
    for person in sim.people:
        assert await person.offers("/qwirkle play", "move", "") == []
        assert "No match is played" in (await person.types("/qwirkle play", move="RC@N14")).text


# What is typed


async def test_a_play_is_typed(start: Start, tmp_path: Path) -> None:
    sim, person = await at_the_second_turn(start, tmp_path)
    (label, value), *_ = await person.offers("/qwirkle play", "move", "")
    answer = await person.types("/qwirkle play", move=value)
    assert answer.private
    points = label.rsplit(", ", 1)[1]
    assert f"**{points}**" in answer.text
    assert points in (await mover(sim)).newest("Match 1").text


async def test_a_refused_play_is_explained_and_shown(start: Start, tmp_path: Path) -> None:
    sim, person = await at_the_second_turn(start, tmp_path)
    view = await view_of(sim, person)
    name = view.labels.name(view.board[0].cell)
    own = (await hand_of(sim, person))[0]
    answer = await person.types("/qwirkle play", move=f"{own}@{name}")
    assert answer.private
    assert f"{name} is taken" in answer.text
    assert "still in your hand" in answer.text
    picture = answer.seen.pictures[0]
    assert f"Red: {name}." in picture.alt
    assert picture.alt.startswith("The play: row ")
    assert (await look(sim)).match.turn == 2
    assert await mover(sim) is person
    assert not any("taken" in seen.text for seen in (await other(sim)).sees())


async def test_a_line_that_cannot_be_is_shown_in_red(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    person = await mover(sim)
    hand = await hand_of(sim, person)
    first = hand[0]
    odd = next((tile for tile in hand if tile.color is not first.color and tile.shape is not first.shape), None)
    assert odd is not None
    answer = await person.types("/qwirkle play", move=f"C3> {first} {odd}")  # an opening lies at N14 wherever typed
    assert "The line in N14 and O14 would be" in answer.text
    alt = answer.seen.pictures[0].alt
    assert alt.startswith(f"The play: row 14: N {first} {odd}. Red: N14, O14. ")


@pytest.mark.parametrize("move", ["RC@A1 RS@ZZ999", "RC@ZZ999", "RC@A1 RS@A2", "A1> RC RS RX RT RD RV OC"])
async def test_a_play_far_away_is_refused_in_words(start: Start, tmp_path: Path, move: str) -> None:
    _, person = await at_the_second_turn(start, tmp_path)
    answer = await person.types("/qwirkle play", move=move)
    assert answer.private
    assert len(answer.text) > 20
    assert "wrong on my side" not in answer.text


@pytest.mark.parametrize(
    ("move", "understood"),
    [
        ("zzz", "A tile is written RC"),
        ("hello", "Did you mean “yellow”"),
        ("N14 RC RS", "> RC RS and "),
        ("red", "only half a tile"),
        ("RC RS", "Write the place too"),
        ("-RC N14", "Write -RC -GS"),
        ("", ""),
    ],
)
async def test_what_is_not_understood_is_answered_with_what_would_be(
    start: Start, tmp_path: Path, move: str, understood: str
) -> None:
    sim, person = await at_the_second_turn(start, tmp_path)
    answer = await person.types("/qwirkle play", move=move)
    assert answer.private
    assert understood in answer.text
    assert (await look(sim)).match.turn == 2


async def test_typing_out_of_turn(start: Start, tmp_path: Path) -> None:
    sim, person = await at_the_second_turn(start, tmp_path)
    guest = sim.join("guest")
    guest.go(sim.rooms[-1])
    for command, option in (("/qwirkle play", "move"), ("/qwirkle exchange", "tiles")):
        answer = await (await other(sim)).types(command, **{option: "RC"})
        assert answer.private
        assert f"waits for {person.actor.name.title()}" in answer.text
        assert (await guest.types(command, **{option: "RC"})).private
    assert (await guest.types("/qwirkle hand")).private
    assert not (await guest.types("/qwirkle hand")).seen.pictures


async def test_a_hand_is_shown_to_its_owner(start: Start, tmp_path: Path) -> None:
    sim, person = await at_the_second_turn(start, tmp_path)
    answer = await person.types("/qwirkle hand")
    assert answer.private
    assert answer.seen.has_button("Play")
    assert not (await (await other(sim)).types("/qwirkle hand")).seen.has_button("Play")


TEXTS = st.text(max_size=120) | st.lists(
    st.sampled_from([*Tile, "N14", "N14>", "v", "-", "@", "O14", "red", "circle", "exchange", "ZZ999", "<:RC:1>", "`"]),
    max_size=9,
).map(" ".join)


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(TEXTS, min_size=12, max_size=12))
def test_whatever_is_typed_gets_a_private_answer(tmp_path_factory: pytest.TempPathFactory, texts: list[str]) -> None:
    """Several texts in one match, since a match takes longer to begin than to answer."""
    import asyncio

    async def type_all() -> None:
        async with Discord(new_bots(tmp_path_factory.mktemp("typed"))).running() as sim:
            await begin(sim)
            await turn_by_typing(await mover(sim))
            for number, text in enumerate(texts):
                person = await mover(sim)
                command, option = (("/qwirkle play", "move"), ("/qwirkle exchange", "tiles"))[number % 2]
                await person.offers(command, option, text)
                answer = await person.types(command, **{option: text})
                assert answer.private
                assert answer.text
                assert "wrong on my side" not in answer.text

    asyncio.run(type_all())


# Exchanging


async def test_an_exchange_is_confirmed_and_told_by_number_alone(start: Start, tmp_path: Path) -> None:
    sim, person = await at_the_second_turn(start, tmp_path)
    secrecy = Secrecy(sim)
    await secrecy.note_hands()
    hand = await hand_of(sim, person)
    panel = (await person.clicks("Exchange")).seen
    options = panel.selects[0].options
    assert [option.label[-3:-1] for option in options] == list(hand)
    asked = (await person.chooses(options[0], options[2], on=panel)).seen
    assert (await look(sim)).match.turn == 2
    assert "You give back" in asked.text
    assert [option.chosen for option in asked.selects[0].options] == [True, False, True, False, False, False]
    answer = await person.clicks("Exchange 2 tiles", on=asked)
    assert "You gave back" in answer.text
    await secrecy.check()
    told = (await mover(sim)).newest("Match 1").text
    assert f"{person.actor.name.title()} exchanges 2 tiles." in told
    assert (await hand_of(sim, person))[:4] == (hand[1], *hand[3:])
    again = await person.clicks("Exchange 2 tiles", on=asked)
    assert "moved on" in again.text


async def test_a_bag_too_small(start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With few tiles in the game one can give back no more than the bag holds; then none."""
    monkeypatch.setattr("bot.games.qwirkle.bag.ALL_TILES", tuple(Tile)[:17])
    sim, person = await at_the_second_turn(start, tmp_path)
    bag = (await view_of(sim, person)).bag_count
    assert 0 < bag < 6
    panel = (await person.clicks("Exchange")).seen
    assert panel.selects[0].most == bag
    assert f"The bag holds only {bag}" in panel.text
    hand = await hand_of(sim, person)
    refused = await person.types("/qwirkle exchange", tiles=" ".join(hand))
    assert f"The bag holds only {bag}" in refused.text
    assert max(value.count("-") for _, value in await person.offers("/qwirkle exchange", "tiles", "")) <= bag
    await exchange_by_panel(person, bag)
    assert (await look(sim)).match.turn == 3
