"""Whole matches of Qwirkle, kept event by event in tests/goldens/qwirkle.

What the rules and the chance of RULES 3 make of a match must not change unseen. Where it changes on purpose, raise
`rules_version` and write the matches anew: `python -m tests.games.qwirkle.goldens`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from pydantic import TypeAdapter

from bot.core.fairness import Stream, match_key
from bot.games.base import Leave, Player, Skip, TakeOver
from bot.games.qwirkle import QWIRKLE
from bot.games.qwirkle.state import Action, Event, Exchange, OpeningRule, Options, State

FOLDER = Path(__file__).parents[2] / "goldens" / "qwirkle"
SECRET = bytes(range(32))
EVENT: TypeAdapter[Event] = TypeAdapter(Event)
USUAL = Options()
COMPUTER = Player(None)
PERSONS = tuple(Player(account) for account in (500, 400, 300, 200, 100, 600))


class Match(NamedTuple):
    """Who plays, by which rules, and what the player whose turn it is does instead of the simple computer's choice."""

    interaction: int
    players: tuple[Player, ...]
    options: Options = USUAL
    incidents: Mapping[int, str] = MappingProxyType({})
    """By turn: "skip", "leave", "take-over" or "exchange"."""

    def play(self) -> list[Event]:
        """The log of the match."""
        chance = Stream(match_key(SECRET, self.interaction))
        step = QWIRKLE.setup(self.players, self.options, chance)
        log = list(step.events)
        while step.state.active is not None:
            step = QWIRKLE.apply(step.state, self._action(step.state, step.state.active), chance)
            log += step.events
        return log

    def _action(self, state: State, seat: int) -> Action:
        match self.incidents.get(state.turn):
            case "skip":
                return Skip(seat)
            case "leave":
                return Leave(seat)
            case "exchange":
                return Exchange(seat, state.hands[seat][:3])
            case "take-over" if not self.players[seat].computer and state.presence[seat] == "person":
                return TakeOver(seat, computer=True)
        return QWIRKLE.computers["simple"](QWIRKLE.view(state, seat))


MATCHES = {
    "two_computers": Match(1, (COMPUTER, COMPUTER)),
    "two_persons_exchange": Match(2, PERSONS[:2], incidents={4: "exchange", 9: "exchange", 10: "exchange"}),
    "three_with_a_skipped_starter": Match(3, PERSONS[:3], incidents={1: "skip", 2: "skip", 20: "skip"}),
    "four_and_the_starter_leaves": Match(4, PERSONS[:4], incidents={1: "leave", 30: "leave"}),
    "six_free_opening_late_leavers": Match(
        5, PERSONS, Options(OpeningRule.FREE, oldest=5), incidents={46: "leave", 50: "leave"}
    ),
    "five_and_only_computers_stay": Match(
        6, (*PERSONS[:2], *[COMPUTER] * 3), incidents=dict.fromkeys(range(12, 30), "take-over")
    ),
    "the_last_player": Match(7, PERSONS[:3], incidents={7: "leave", 8: "leave"}),
}


def written(match: Match) -> str:
    """The match as its file has it: an event a line."""
    events = ",\n".join(EVENT.dump_json(event).decode() for event in match.play())
    head = {"secret": SECRET.hex(), "interaction": match.interaction, "rules_version": QWIRKLE.rules_version}
    return json.dumps(head)[:-1] + f', "events": [\n{events}\n]}}\n'


def main() -> None:
    for name, match in MATCHES.items():
        (FOLDER / f"{name}.json").write_text(written(match), encoding="utf-8")


if __name__ == "__main__":
    main()
