"""How fast the bot speaks: never more than so many messages in any second, the urgent first, nobody waits for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from cogs.ui.pace import A_SECOND, CATCHING_UP, Pace, Urgency
from tests.data.samples import SetClock

SECOND = timedelta(seconds=1)


@dataclass
class Speakers:
    """Those who want to speak, on a clock that moves when all of them wait."""

    clock: SetClock = field(default_factory=SetClock)
    spoken: list[tuple[str, datetime]] = field(default_factory=list)
    braked: bool = False

    def __post_init__(self) -> None:
        self.pace = Pace(self.clock, braked=lambda: self.braked, sleep=self._sleep)

    async def _sleep(self, seconds: float) -> None:
        await asyncio.sleep(0)
        self.clock.time += timedelta(seconds=seconds)

    async def speak(self, name: str, urgency: Urgency = Urgency.NOW) -> None:
        await self.pace.turn(urgency)
        self.spoken.append((name, self.clock.now()))

    @property
    def order(self) -> list[str]:
        return [name for name, _ in self.spoken]


def most_in_a_second(moments: Sequence[datetime]) -> int:
    return max((sum(first <= other < first + SECOND for other in moments) for first in moments), default=0)


@given(st.lists(st.sampled_from(Urgency), max_size=4 * A_SECOND))
async def test_never_more_than_so_many_in_any_second_and_everybody_has_a_turn(urgencies: list[Urgency]) -> None:
    speakers = Speakers()
    await asyncio.gather(*(speakers.speak(str(number), each) for number, each in enumerate(urgencies)))
    assert len(speakers.spoken) == len(urgencies)
    assert most_in_a_second([at for _, at in speakers.spoken]) <= A_SECOND
    took = speakers.spoken[-1][1] - speakers.spoken[0][1] if urgencies else timedelta()
    assert took <= (len(urgencies) / CATCHING_UP + 1) * SECOND


@given(st.lists(st.sampled_from([Urgency.MISSED, Urgency.MISSED_LOBBY]), min_size=1, max_size=40))
async def test_what_was_missed_is_told_five_a_second_running_matches_first(urgencies: list[Urgency]) -> None:
    speakers = Speakers()
    began = speakers.clock.now()
    await asyncio.gather(*(speakers.speak(each.name, each) for each in urgencies))
    assert most_in_a_second([at for _, at in speakers.spoken]) <= CATCHING_UP
    assert speakers.clock.now() - began == (len(urgencies) - 1) // CATCHING_UP * SECOND
    at_once = min(CATCHING_UP, len(urgencies))
    assert speakers.order[at_once:] == sorted(speakers.order[at_once:], key=len)


async def test_what_happens_now_does_not_wait_for_what_was_missed() -> None:
    speakers = Speakers()
    catching_up = [asyncio.create_task(speakers.speak("missed", Urgency.MISSED)) for _ in range(60)]
    await asyncio.sleep(0)
    began = speakers.clock.now()
    for _ in range(A_SECOND - CATCHING_UP):
        await speakers.speak("live")
    assert speakers.clock.now() == began
    await asyncio.gather(*catching_up)


async def test_tidying_up_waits_while_something_was_missed() -> None:
    speakers = Speakers()
    asked = [speakers.speak("missed", Urgency.MISSED) for _ in range(CATCHING_UP + 1)]
    await asyncio.gather(*asked, *(speakers.speak("tidy", Urgency.LATER) for _ in range(A_SECOND)))
    assert speakers.order[: CATCHING_UP + 1] == ["missed"] * (CATCHING_UP + 1)
    assert most_in_a_second([at for _, at in speakers.spoken[: 2 * CATCHING_UP]]) <= CATCHING_UP


async def test_the_urgent_come_first_however_late_they_ask() -> None:
    speakers = Speakers()
    tidying = [asyncio.create_task(speakers.speak(f"tidy {number}", Urgency.LATER)) for number in range(2 * A_SECOND)]
    await asyncio.sleep(0)
    await asyncio.gather(*(speakers.speak(f"live {number}") for number in range(10)))
    await asyncio.gather(*tidying)
    found = [name.split()[0] for name in speakers.order]
    assert found == ["tidy"] * A_SECOND + ["live"] * 10 + ["tidy"] * A_SECOND


async def test_whoever_has_waited_long_enough_comes_before_the_urgent() -> None:
    """Nothing starves, however much that is urgent comes all the time."""
    speakers = Speakers()

    async def always_more() -> None:
        while "tidy" not in speakers.order:
            await speakers.speak("live")

    talking = [asyncio.create_task(always_more()) for _ in range(4 * A_SECOND)]
    await asyncio.sleep(0)
    await asyncio.wait_for(speakers.speak("tidy", Urgency.LATER), 20)
    await asyncio.gather(*talking)
    waited = dict(speakers.spoken)["tidy"] - speakers.spoken[0][1]
    assert Urgency.LATER.value <= waited.total_seconds() <= Urgency.LATER.value + 5


async def test_among_equals_who_asked_first_is_first() -> None:
    speakers = Speakers()
    await asyncio.gather(*(speakers.speak(str(number)) for number in range(20)))
    assert speakers.order == [str(number) for number in range(20)]


async def test_while_braked_only_what_can_wait_waits() -> None:
    speakers = Speakers(braked=True)
    tidying = asyncio.create_task(speakers.speak("tidy", Urgency.LATER))
    await asyncio.gather(*(speakers.speak(str(number)) for number in range(20)))
    assert "tidy" not in speakers.order
    speakers.braked = False
    await tidying
    assert speakers.order[-1] == "tidy"


async def test_a_place_taken_in_advance_is_used_once() -> None:
    speakers = Speakers()
    await speakers.pace.take_place(Urgency.NOW)
    first = speakers.clock.now()
    for _ in range(A_SECOND):
        await speakers.speak("again")
    assert speakers.clock.now() == first
    await speakers.speak("one too many")
    assert speakers.clock.now() == first + SECOND


async def test_a_place_that_nobody_used_is_given_back() -> None:
    speakers = Speakers()
    began = speakers.clock.now()
    for _ in range(3 * A_SECOND):
        await speakers.pace.take_place(Urgency.NOW)
        speakers.pace.leave_place()
    assert speakers.clock.now() == began


async def test_who_gives_up_while_waiting_takes_no_place() -> None:
    speakers = Speakers()
    asked = [asyncio.create_task(speakers.speak(str(number))) for number in range(3 * A_SECOND)]
    await asyncio.sleep(0)
    for task in asked[: 2 * A_SECOND]:
        task.cancel()
    await asyncio.gather(*asked, return_exceptions=True)
    assert len(speakers.spoken) <= 3 * A_SECOND
    assert set(map(str, range(2 * A_SECOND, 3 * A_SECOND))) <= set(speakers.order)
    assert speakers.spoken[-1][1] - speakers.spoken[0][1] <= 2 * SECOND


async def test_a_clock_that_is_put_back_stops_nobody() -> None:
    speakers = Speakers()
    for _ in range(A_SECOND):
        await speakers.speak("before")
    speakers.clock.time -= timedelta(hours=1)
    began = speakers.clock.now()
    await speakers.speak("after")
    assert speakers.clock.now() - began <= SECOND


async def test_without_a_limit_nothing_waits() -> None:
    pace = Pace(SetClock(), limited=False)
    for _ in range(1000):
        await pace.turn(Urgency.LATER)
