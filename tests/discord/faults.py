"""A scenario again and again, each time with another of the bot's calls to Discord going wrong."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from tests.discord.simkit import Discord, MakeBot
from tests.discord.wire import EVERY_FAULT, Call, Fault

Scenario = Callable[[Discord], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the scenario went with one call failing.

    `stopped` is what kept the people from finishing it, which a fault may; `uncaught` is what the bot let through,
    which it may not; `silent` is how many actions got no answer at all.
    """

    number: int
    call: Call
    fault: Fault
    stopped: Exception | None
    uncaught: tuple[BaseException, ...]
    silent: int

    def __str__(self) -> str:
        return f"call {self.number}, {self.call.kind}, {self.fault}"


async def count_calls(make_bot: MakeBot, scenario: Scenario, people: int = 2) -> list[Call]:
    """The calls that the bot makes in the scenario, after its start; without a fault it has to go through."""
    async with Discord(make_bot, people).running() as sim:
        await sim.settle()
        at_start = len(sim.wire.calls)
        await scenario(sim)
        return sim.wire.calls[at_start:]


async def fail_each_call(
    make_bot: MakeBot,
    scenario: Scenario,
    afterwards: Scenario | None = None,
    *,
    faults: Sequence[Fault] = EVERY_FAULT,
    people: int = 2,
) -> list[Outcome]:
    """Run the scenario once for each of its calls and each fault, with a new bot each time.

    `make_bot` has to begin anew with each scenario: a database of its own. `afterwards` runs when Discord is well
    again, and has to go through: what people must still be able to do.

    A scenario now and then makes a call less than before, since edits in a row become one; where nothing was left to
    fail there is no outcome.
    """
    calls = await count_calls(make_bot, scenario, people)
    outcomes = [
        await _run(make_bot, scenario, afterwards, number, fault, people)
        for number in range(len(calls))
        for fault in faults
    ]
    return [outcome for outcome in outcomes if outcome is not None]


async def _run(
    make_bot: MakeBot, scenario: Scenario, afterwards: Scenario | None, number: int, fault: Fault, people: int
) -> Outcome | None:
    async with Discord(make_bot, people).running() as sim:
        await sim.settle()
        sim.wire.fail(fault, skip=number)
        stopped: Exception | None = None
        try:
            await scenario(sim)
        except Exception as error:
            stopped = error
        sim.wire.repair()
        if not sim.wire.failed:
            return None
        call, _ = sim.wire.failed[0]
        silent = sum(not interaction.responded for interaction in sim.env.backend.interactions.values())
        uncaught = tuple(sim.faults.take())
        if afterwards is not None:
            try:
                await afterwards(sim)
            except Exception as error:
                error.add_note(f"after {call.kind} had failed with {fault}")
                raise
        return Outcome(number, call, fault, stopped, uncaught, silent)
