"""What is prepared for one's next turn: the same panel, one play or exchange, private, void where it is not allowed."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.core.happened import Happened
from bot.core.rights import Actor
from bot.games.qwirkle.state import Exchange, Play
from tests.discord.club import awaited, begin, bot_of, club, crash, look
from tests.discord.qwirkle.table import (
    Secrecy,
    hand_of,
    lay_all,
    lay_one,
    mover,
    other,
    turn_by_typing,
    view_of,
)
from tests.discord.seen import NotThereError, Seen
from tests.discord.simkit import Discord, Person, Start


async def waiting_with_a_play(start: Start, folder: Path, people: int = 2) -> tuple[Discord, Person]:
    """A match, and somebody whose turn is next and who could lay something on the board as it is."""
    sim = await club(start, folder, people)
    await begin(sim)
    await turn_by_typing(await mover(sim))
    while True:
        person = await following(sim)
        if await person.offers("/qwirkle prepare", "move", ""):
            return sim, person
        await turn_by_typing(await mover(sim))


async def following(sim: Discord) -> Person:
    """Whose turn comes next."""
    now = await look(sim)
    (seat,) = now.to_act
    nth = (seat + 1) % len(now.seated)
    return next(person for person in sim.people if person.id == now.seated[nth].player)


async def test_the_time_of_others_is_told_as_theirs(start: Start, tmp_path: Path) -> None:
    sim, person = await waiting_with_a_play(start, tmp_path)
    (awaited_one,) = await awaited(sim)
    theirs = f"It waits for {awaited_one.actor.name.title()}. Time is out <t:"
    prepared = await prepare(person)
    for page in (await ask(person), prepared, await person.types("/qwirkle hand")):
        assert theirs in page.text
    assert "It waits for" not in (await awaited_one.types("/qwirkle hand")).text


async def prepared_of(sim: Discord, person: Person) -> object:
    return (await look(sim)).prepared_by(person.id)


async def ask(person: Person) -> Seen:
    """What is opened by the button on the match's message."""
    return (await person.clicks("Prepare", on=person.newest("Match 1"))).seen


async def prepare(person: Person) -> Seen:
    """Prepare a play by tapping; the page that answers."""
    panel = await ask(person)
    return (await person.clicks("Prepare this", on=await lay_all(person, panel))).seen


async def exchange_all(sim: Discord, person: Person) -> Happened:
    """Somebody's turn that changes nothing on the board."""
    tiles = " ".join((await hand_of(sim, person))[:1])
    await person.types("/qwirkle exchange", tiles=tiles)
    return await look(sim)


# Preparing


async def test_what_is_prepared_is_played_when_the_turn_comes(start: Start, tmp_path: Path) -> None:
    sim, person = await waiting_with_a_play(start, tmp_path)
    page = await prepare(person)
    assert page.private
    assert "Prepared for your turn" in page.text
    assert "Only you see this" in page.text
    assert page.pictures
    prepared = await prepared_of(sim, person)
    assert isinstance(prepared, Play)
    before = len((await view_of(sim, None)).board)
    turn = (await look(sim)).match.turn
    now = await exchange_all(sim, await mover(sim))
    assert now.match.turn == turn + 2
    assert set((await view_of(sim, None)).board[before:]) == set(prepared.play)
    assert await prepared_of(sim, person) is None


async def test_who_prepares_by_a_double_click_sees_what_is_prepared(start: Start, tmp_path: Path) -> None:
    _, person = await waiting_with_a_play(start, tmp_path)
    panel = await lay_all(person, await ask(person))
    told = (await person.clicks("Prepare this", on=panel)).text
    assert told.startswith("**Prepared for your turn:**")
    assert (await person.clicks("Prepare this", on=panel)).text == told


async def test_an_exchange_is_prepared_too(start: Start, tmp_path: Path) -> None:
    sim, person = await waiting_with_a_play(start, tmp_path)
    panel = await ask(person)
    panel = (await person.clicks("Exchange instead", on=panel)).seen
    assert "when your turn comes" in panel.text
    panel = (await person.chooses(*panel.selects[0].options[:2], on=panel)).seen
    page = (await person.clicks("Prepare to exchange 2 tiles", on=panel)).seen
    assert "an exchange of" in page.text
    hand = await hand_of(sim, person)
    assert await prepared_of(sim, person) == Exchange((await look(sim)).seat_of(person.id) or 0, hand[:2])
    turn = (await look(sim)).match.turn
    assert (await exchange_all(sim, await mover(sim))).match.turn == turn + 2


async def test_it_is_typed_too(start: Start, tmp_path: Path) -> None:
    sim, person = await waiting_with_a_play(start, tmp_path)
    ((_, best), *_) = await person.offers("/qwirkle prepare", "move", "")
    answer = await person.types("/qwirkle prepare", move=best)
    assert answer.private
    assert isinstance(await prepared_of(sim, person), Play)
    assert not await person.offers("/qwirkle play", "move", ""), "it is not their turn"
    mine = await mover(sim)
    assert not await mine.offers("/qwirkle prepare", "move", ""), "who can play does not prepare"
    assert "you can play right away" in (await mine.types("/qwirkle prepare", move=best)).text


async def test_what_is_not_allowed_now_is_not_prepared(start: Start, tmp_path: Path) -> None:
    sim, person = await waiting_with_a_play(start, tmp_path)
    tile = (await hand_of(sim, person))[0]
    refused = await person.types("/qwirkle prepare", move=f"{tile}@A1")
    assert refused.seen.pictures
    assert refused.seen.has_button("Prepare")
    assert await prepared_of(sim, person) is None
    hand = await hand_of(sim, person)
    stranger = next(code for code in ("RC", "GS", "BV", "PX") if code not in hand)
    assert "hand" in (await person.types("/qwirkle prepare", move=f"-{stranger}")).text
    assert "is not understood" in (await person.types("/qwirkle prepare", move="nonsense")).text
    assert await prepared_of(sim, person) is None


async def test_before_the_opening_nothing_is_prepared(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    person = await other(sim)
    with pytest.raises(NotThereError):
        await person.clicks("Prepare")
    assert "before the first tiles lie" in (await person.types("/qwirkle prepare", move="-RC")).text
    assert "before the first tiles lie" in (await person.types("/qwirkle prepare", move="RC@N14")).text


async def test_only_who_plays_prepares(start: Start, tmp_path: Path) -> None:
    sim, _ = await waiting_with_a_play(start, tmp_path)
    guest = sim.join("guest")
    guest.go(sim.rooms[-1])
    assert "You do not play in this match" in (await guest.clicks("Prepare")).text
    assert "You do not play in this match" in (await guest.types("/qwirkle prepare", move="-RC")).text


async def test_alone_with_computers_there_is_nothing_to_prepare(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path, people=1)
    await begin(sim, computers=1)
    (ann,) = sim.people
    await turn_by_typing(ann)
    assert "Prepare" not in [button.label for button in ann.newest("Match 1").buttons]


# Seen, changed, removed


async def test_only_its_owner_sees_it(start: Start, tmp_path: Path) -> None:
    sim, person = await waiting_with_a_play(start, tmp_path)
    watch = Secrecy(sim)
    guest = sim.join("guest")
    guest.go(sim.rooms[-1])
    await watch.note_hands()
    await prepare(person)
    rival = await mover(sim)
    assert "Prepared" not in (await rival.clicks("Hand")).text
    assert "repared" not in rival.newest("Match 1").text
    assert "repared" not in (await rival.types("/match log")).text
    assert b"prepared" not in next(iter((await rival.types("/match export")).seen.files.values()))
    await watch.check([guest])


async def test_it_is_shown_changed_and_removed(start: Start, tmp_path: Path) -> None:
    sim, person = await waiting_with_a_play(start, tmp_path)
    await prepare(person)
    first = await prepared_of(sim, person)
    hand = (await person.clicks("Hand")).seen
    assert "Prepared for your turn" in hand.text
    assert (await ask(person)).text == (await ask(person)).text
    panel = (await person.clicks("Change", on=hand)).seen
    assert "Your play" in panel.text
    panel = (await person.clicks("Clear", on=panel)).seen
    assert await prepared_of(sim, person) == first, "until another is prepared"
    panel = (await person.clicks("Exchange instead", on=panel)).seen
    panel = (await person.chooses(panel.selects[0].options[0], on=panel)).seen
    page = (await person.clicks("Prepare to exchange 1 tile", on=panel)).seen
    assert isinstance(await prepared_of(sim, person), Exchange)
    dropped = await person.clicks("Remove", on=page)
    assert "Nothing is prepared any more" in dropped.text
    assert await prepared_of(sim, person) is None
    assert "You have prepared nothing" in (await person.clicks("Remove", on=page)).text
    assert await prepared_of(sim, person) is None


async def test_the_panel_goes_on_after_a_restart_and_others_moves(start: Start, tmp_path: Path) -> None:
    sim, person = await waiting_with_a_play(start, tmp_path, people=3)
    panel = await lay_one(person, await ask(person))
    await crash(sim)
    again = await ask(person)
    assert again.text == panel.text
    if again.has_button("Prepare this"):
        assert "Prepared for your turn" in (await person.clicks("Prepare this", on=panel)).text


async def test_a_draft_goes_on_when_the_turn_comes_meanwhile(start: Start, tmp_path: Path) -> None:
    sim, person = await waiting_with_a_play(start, tmp_path)
    panel = await lay_all(person, await ask(person))
    await exchange_all(sim, await mover(sim))
    assert await mover(sim) is person
    turn = (await look(sim)).match.turn
    answer = await person.clicks("Prepare this", on=panel)
    assert "Your turn has come" in answer.text
    assert (await look(sim)).match.turn == turn, "what was meant for later is asked again"
    assert "You played" in (await person.clicks("Confirm", on=answer.seen)).text


async def test_an_exchange_of_another_hand_is_asked_again(start: Start, tmp_path: Path) -> None:
    sim, person = await waiting_with_a_play(start, tmp_path)
    panel = await ask(person)
    panel = (await person.clicks("Exchange instead", on=panel)).seen
    old = (await person.chooses(panel.selects[0].options[0], on=panel)).seen
    await exchange_all(sim, await mover(sim))
    assert "Your turn has come" in (await person.clicks("Prepare to exchange 1 tile", on=old)).text
    await exchange_all(sim, person)
    answer = await person.clicks("Prepare to exchange 1 tile", on=old)
    assert "Your hand has changed" in answer.text
    assert await prepared_of(sim, person) is None


# Void


async def make_void(sim: Discord, person: Person) -> None:
    """Have a play prepared that the turn makes impossible: it asks for cells that are taken by then."""
    await prepare_impossible(sim, person)
    await exchange_all(sim, await mover(sim))


async def prepare_impossible(sim: Discord, person: Person) -> None:
    """A play on a cell that is taken, as if a rival had been there first."""
    view = await view_of(sim, person)
    assert view.seat is not None
    assert view.hand is not None
    taken = view.board[0]._replace(tile=view.hand[0])
    actor = Actor(person.id, person.actor.name.title())
    with sim.env._bot_scope():  # so that what follows from it is waited for
        await bot_of(sim).app.service.prepare(actor, 1, Play(view.seat, (taken,)))
    await sim.settle()


async def test_a_word_is_told_to_its_owner_alone(start: Start, tmp_path: Path) -> None:
    sim, person = await waiting_with_a_play(start, tmp_path)
    await make_void(sim, person)
    assert await awaited(sim) == [person]
    live = person.newest("Match 1")
    name = person.actor.name.title()
    assert live.has_button(f"A word for {name}")
    assert "repared" not in live.text
    rival = await other(sim)
    refused = await rival.clicks(f"A word for {name}")
    assert refused.private
    assert "for somebody else" in refused.text
    word = await person.clicks(f"A word for {name}")
    assert word.private
    assert "could not be played" in word.text
    assert "taken" in word.text, word.text
    assert word.seen.pictures
    for door in ("Play", "Hand", "Exchange"):
        assert "could not be played" in (await person.clicks(door, on=live)).text, door
    await crash(sim)
    assert "could not be played" in (await person.clicks("Hand")).text


async def test_the_word_goes_with_the_turn(start: Start, tmp_path: Path) -> None:
    sim, person = await waiting_with_a_play(start, tmp_path)
    await make_void(sim, person)
    old = person.newest("Match 1")
    await exchange_all(sim, person)
    live = person.newest("Match 1")
    assert not [button for button in live.buttons if "A word" in button.label]
    assert "it is past" in (await person.clicks("A word", on=old)).text
    assert "could not be played" not in (await person.clicks("Hand")).text


async def test_what_the_board_no_longer_allows_is_said_before_the_turn(start: Start, tmp_path: Path) -> None:
    """A rival lays where one wanted to: it is seen in the hand, and can be changed in time."""
    sim, person = await waiting_with_a_play(start, tmp_path, people=3)
    await prepare_impossible(sim, person)
    hand = await person.clicks("Hand")
    assert "As the board is now, it could not be played" in hand.text
    assert "As the board is now" in (await ask(person)).text
    panel = await person.clicks("Change", on=hand.seen)
    assert "As the board is now" in panel.text
