"""The kit itself, with the toy."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from io import BytesIO

import discord
import pytest

from tests.discord.inside import SimClock
from tests.discord.refusals import ALT_TEXT_LIMIT, FILE_LIMIT
from tests.discord.seen import NotThereError
from tests.discord.simkit import Discord, Start
from tests.discord.toy import Shelf, Toy, tile_picture
from tests.discord.wire import EVERY_FAULT, FORBIDDEN, LOST_REPLY


def toy(shelf: Shelf | None = None) -> Callable[[SimClock], Toy]:
    return lambda _clock: Toy(shelf)


async def test_a_command_is_answered(start: Start) -> None:
    ann, ben = (await start(toy())).people
    answer = await ann.types("/toy greet", name="Mars", times=2)
    assert (answer.came, answer.private, answer.text) == (True, False, "Hello Mars! Hello Mars!")
    assert ben.newest().text == answer.text


async def test_autocomplete_offers_what_fits(start: Start) -> None:
    ann, _ = (await start(toy())).people
    assert await ann.is_offered("/toy greet", "name", "ar") == ["Earth", "Mars"]


async def test_a_board_is_seen_with_its_picture_and_controls(start: Start) -> None:
    ann, ben = (await start(toy())).people
    await ann.types("/toy board")
    board = ben.newest("The board")
    assert board.pictures[0].alt == "A blue board, tapped 0 times"
    assert board.pictures[0].open().size == (300, 120)
    assert [button.label for button in board.buttons] == ["Tap", "Name it"]
    assert board.button("Tap").emoji == "toy_red_circle"
    assert board.select().option("Mars").description == "Go to Mars"


async def test_what_is_private_is_seen_by_one_alone(start: Start) -> None:
    ann, ben = (await start(toy())).people
    answer = await ann.types("/toy hand")
    assert answer.private
    assert len(ann.sees()) == 1
    assert ben.sees() == []


async def test_an_old_control_is_pressed_as_a_phone_would(start: Start) -> None:
    ann, ben = (await start(toy())).people
    await ann.types("/toy board")
    before = ben.newest()
    await ann.clicks("Tap")
    answer = await ben.clicks("Tap", on=before)
    assert (answer.private, answer.text) == (True, "That was an older board.")


async def test_a_choice_is_made_by_its_label(start: Start) -> None:
    ann, _ = (await start(toy())).people
    await ann.types("/toy board")
    assert (await ann.chooses("Venus", of="planet")).text == "You fly to Venus."


async def test_a_form_is_filled_in(start: Start) -> None:
    ann, ben = (await start(toy())).people
    await ann.types("/toy board")
    form = await ann.clicks("Name it")
    assert form.form["title"] == "A name for the board"
    await ann.fills(form, name="Endeavour")
    assert ben.newest().text == "The board is called Endeavour."


async def test_what_is_not_there_is_said_with_what_is(start: Start) -> None:
    ann, _ = (await start(toy())).people
    await ann.types("/toy board")
    with pytest.raises(NotThereError, match=r"(?s)ann sees no message with a button 'Jump'.*\[toy_red_circle Tap\]"):
        await ann.clicks("Jump")


async def test_a_thread_is_a_room_to_go_to(start: Start) -> None:
    sim = await start(toy())
    ann, _ = sim.people
    answer = await ann.types("/toy thread")
    thread = sim.rooms[-1]
    assert thread.mention in answer.text
    ann.go(thread)
    await ann.clicks("Tap")
    assert "Tapped 1 times" in ann.newest().text


async def test_a_worker_that_waits_for_work_is_no_reason_to_wait(start: Start) -> None:
    began = time.perf_counter()
    ann, ben = (await start(toy())).people
    await ann.types("/toy errand", what="the dishes")
    assert ben.newest().text == "Done: the dishes"
    assert time.perf_counter() - began < 2  # simcord alone gives up after 5 seconds


async def test_time_passes_when_the_test_says_so(start: Start) -> None:
    shelf = Shelf()
    sim = await start(toy(shelf))
    ann, _ = sim.people
    answer = await ann.types("/toy slow")
    assert answer.seen.thinking
    noon = sim.clock.now()
    await sim.pass_time(0.3)
    assert answer.text == "That took a moment."
    await sim.pass_time(2 * 3600)
    assert shelf.errands == ["looked around", "looked around"]
    assert (sim.clock.now() - noon).total_seconds() == pytest.approx(2 * 3600 + 0.3)


async def test_controls_go_on_after_a_restart(start: Start) -> None:
    shelf = Shelf(taps=4)
    sim = await start(toy(shelf))
    ann, _ = sim.people
    await ann.types("/toy board")
    first = sim.bot
    await sim.restart()
    assert sim.bot is not first
    assert shelf.closed == 1
    await ann.clicks("Tap")
    assert "Tapped 5 times" in ann.newest().text
    await sim.restart(crash=True)
    assert shelf.closed == 1


async def test_in_a_burst_all_act_before_any_is_handled(start: Start) -> None:
    sim = await start(toy())
    ann, ben = sim.people
    await ann.types("/toy board")
    async with sim.burst():
        first = await ann.clicks("Tap")
        second = await ben.clicks("Tap")
        assert not first.came
    # Both clicks were on the board that was tapped 0 times: without a lock the toy takes one of them.
    assert sorted(answer.text.splitlines()[-1] for answer in (first, second)) == [
        "Tapped 1 times.",
        "That was an older board.",
    ]


async def test_weather_makes_handlers_interleave() -> None:
    async def order(seed: int) -> list[str]:
        async with Discord(toy()).running() as sim:
            ann, ben = sim.people
            with sim.wire.weather(seed):
                async with sim.burst():
                    await ann.types("/toy thread")
                    await ben.types("/toy thread")
            return [call.kind for call in sim.wire.calls]

    orders = [await order(seed) for seed in (1, 1, 2, 3)]
    assert orders[0] == orders[1]
    assert len({tuple(each) for each in orders}) > 1


async def test_a_call_fails_as_told_and_the_fault_is_found(start: Start) -> None:
    sim = await start(toy())
    ann, _ = sim.people
    sim.wire.fail(FORBIDDEN, "POST /channels/*/threads")
    answer = await ann.types("/toy thread")
    (fault,) = sim.faults.take()
    assert isinstance(fault.__cause__, discord.Forbidden)
    assert answer.seen.thinking
    assert [(call.kind, fault) for call, fault in sim.wire.failed] == [("POST /channels/…/threads", FORBIDDEN)]


async def test_a_lost_reply_is_of_a_call_that_took_effect(start: Start) -> None:
    sim = await start(toy())
    ann, _ = sim.people
    sim.wire.fail(LOST_REPLY, "POST /channels/*/threads")
    await ann.types("/toy thread")
    assert len(sim.faults.take()) == 1
    assert len(sim.rooms) == 2


def test_a_fault_is_what_discord_py_raises() -> None:
    kinds = {str(fault): type(fault.exception()) for fault in EVERY_FAULT}
    assert kinds == {
        "500": discord.DiscordServerError,
        "429": discord.HTTPException,
        "403/50013": discord.Forbidden,
        "404/10008": discord.NotFound,
        "404/10062": discord.NotFound,
        "reply lost": TimeoutError,
    }


async def test_an_uncaught_fault_fails_the_test() -> None:
    with pytest.raises(BaseExceptionGroup, match="did not catch"):
        async with Discord(toy()).running() as sim:
            await sim.people[0].types("/toy fail")


@pytest.mark.parametrize(
    ("file", "code"),
    [
        (discord.File(BytesIO(bytes(FILE_LIMIT + 1)), "large.png"), 40005),
        (discord.File(BytesIO(b"x"), "told.png", description="x" * (ALT_TEXT_LIMIT + 1)), 50035),
    ],
)
async def test_files_are_refused_as_discord_does(start: Start, file: discord.File, code: int) -> None:
    sim = await start(toy())
    channel = sim.bot.get_channel(sim.channel.id)
    assert isinstance(channel, discord.TextChannel)
    with pytest.raises(discord.HTTPException) as refused:
        await channel.send(file=file)
    assert refused.value.code == code


async def test_a_token_is_invalid_after_a_quarter_of_an_hour(start: Start) -> None:
    sim = await start(toy())
    ann, _ = sim.people
    await ann.types("/toy slow")
    sim.clock.advance(16 * 60)
    await sim.pass_time(1)
    (fault,) = sim.faults.take()
    assert isinstance(fault.__cause__, discord.HTTPException)
    assert (fault.__cause__.status, fault.__cause__.code) == (401, 50027)


async def test_an_emoji_keeps_its_picture(start: Start) -> None:
    sim = await start(toy())
    assert isinstance(sim.bot, Toy)
    assert sim.bot.tile is not None
    assert await sim.bot.tile.read() == tile_picture()


async def test_a_person_speaks_a_language(start: Start) -> None:
    sim = await start(toy())
    ann, ben = sim.people
    heard: list[str] = []

    async def listen(interaction: discord.Interaction) -> bool:
        heard.append(str(interaction.locale))
        return True

    assert isinstance(sim.bot, Toy)
    vars(sim.bot.tree)["interaction_check"] = listen
    ann.speak("de")
    await ann.types("/toy greet", name="Mars")
    await ben.types("/toy greet", name="Mars")
    assert heard == ["de", "en-US"]


async def test_an_invitation_reaches_the_bot(start: Start) -> None:
    sim = await start(toy())
    joined: list[str] = []

    async def on_guild_join(guild: discord.Guild) -> None:
        joined.append(guild.name)

    vars(sim.bot)["on_guild_join"] = on_guild_join
    sim.invite()
    await sim.settle()
    assert joined == ["The server"]


async def test_ids_are_the_same_each_time() -> None:
    async def ids() -> list[int]:
        async with Discord(toy()).running() as sim:
            return [sim.guild.id, sim.channel.id, *(person.id for person in sim.people)]

    assert await ids() == await ids()


async def test_starting_and_acting_take_milliseconds(start: Start) -> None:
    began = time.perf_counter()
    sim = await start(toy())
    started = time.perf_counter()
    for _ in range(20):
        await sim.people[0].types("/toy greet", name="Mars")
    acted = time.perf_counter()
    assert started - began < 0.5
    assert (acted - started) / 20 < 0.1


async def test_a_bot_that_does_not_end_fails_its_test(monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless(Toy):
        async def close(self) -> None:
            await super().close()
            await asyncio.Event().wait()

    monkeypatch.setattr("tests.discord.simkit.LONGEST_CLOSING", 0.1)
    with pytest.raises(TimeoutError):
        async with Discord(lambda clock: Endless()).running():
            pass
