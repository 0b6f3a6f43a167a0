"""Whole matches of Qwixx, kept event by event in tests/goldens/qwixx.

What the rules and the chance of RULES 3 make of a match must not change unseen. Where it changes on purpose, raise
`rules_version` and write the matches anew: `python -m tests.games.qwixx.goldens`.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from pydantic import TypeAdapter

from bot.core.fairness import Stream, match_key
from bot.games.base import Leave, Player, Skip, TakeOver
from bot.games.qwixx import QWIXX
from bot.games.qwixx.state import Action, Event, GiveOrder, Options, State, Timing
from tests.games.qwixx.players import some_action

FOLDER = Path(__file__).parents[2] / "goldens" / "qwixx"
SECRET = bytes(range(32))
EVENT: TypeAdapter[Event] = TypeAdapter(Event)
COMPUTER = Player(None)
PEOPLE = tuple(Player(account) for account in range(1, 6))
Chooser = Callable[[State], Action]


def by_computers(state: State) -> Action:
    """What the simple computer does in the first seat awaited."""
    return QWIXX.computers["simple"](QWIXX.view(state, state.awaited()[0]))


def restless(seed: int, unrest: float) -> Chooser:
    """Anything that the rules allow, the same for the same seed."""
    dealer = random.Random(seed)
    return lambda state: some_action(state, dealer, unrest)


def until_the_last(state: State) -> Action:
    """Computers' choices, but whoever is active leaves in every third turn."""
    return Leave(state.active) if state.current.number % 3 == 0 and state.present(state.active) else by_computers(state)


def to_computers(state: State) -> Action:
    """From the fifth turn on computers take the seats over, one after another."""
    people = [seat for seat, presence in enumerate(state.presence) if presence == "person"]
    return TakeOver(people[0], computer=True) if state.current.number >= 5 else by_computers(state)


def by_order(state: State) -> Action:
    """Everybody has a standing order, and the active player is skipped in every fourth turn."""
    unordered = [seat for seat, order in enumerate(state.orders) if order is None]
    if unordered:
        return GiveOrder(unordered[0], unordered[0])
    return Skip(state.awaited()[0]) if state.current.number % 4 == 0 else by_computers(state)


class Match(NamedTuple):
    """Who plays, by which rules, and what is done at each moment."""

    interaction: int
    players: tuple[Player, ...]
    choose: Chooser
    options: Options = Options()

    def events(self) -> Iterator[Event]:
        """The log of the match."""
        chance = Stream(match_key(SECRET, self.interaction))
        step = QWIXX.setup(self.players, self.options, chance)
        yield from step.events
        while step.state.outcome is None:
            step = QWIXX.apply(step.state, self.choose(step.state), chance)
            yield from step.events


STRICT = Options(Timing.STRICT)


def matches() -> dict[str, Match]:
    """The matches, ready to be played; made anew each time, since some choosers use up their numbers."""
    return {
        "two_computers": Match(1, (COMPUTER,) * 2, by_computers),
        "five_computers_strict": Match(2, (COMPUTER,) * 5, by_computers, STRICT),
        # The seeds of these three were searched for: choices are voided and taken back, rows are locked.
        "three_who_do_anything": Match(3, PEOPLE[:3], restless(1868, 0.2)),
        "four_who_do_anything_strict": Match(4, PEOPLE[:4], restless(28, 0.2), STRICT),
        "five_who_do_anything": Match(5, PEOPLE, restless(2, 0.05)),
        "standing_orders_and_skips": Match(6, PEOPLE[:3], by_order),
        "the_last_player": Match(7, PEOPLE[:4], until_the_last),
        "only_computers_stay": Match(8, (*PEOPLE[:2], COMPUTER), to_computers),
    }


def written(match: Match) -> str:
    """The match as its file has it: an event a line."""
    events = ",\n".join(EVENT.dump_json(event).decode() for event in match.events())
    head = {"secret": SECRET.hex(), "interaction": match.interaction, "rules_version": QWIXX.rules_version}
    return json.dumps(head)[:-1] + f', "events": [\n{events}\n]}}\n'


def main() -> None:
    for name, match in matches().items():
        (FOLDER / f"{name}.json").write_text(written(match), encoding="utf-8")


if __name__ == "__main__":
    main()
