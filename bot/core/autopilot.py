"""Acts where the service itself must: for computers, for persons who have prepared something, for the absent.

Computers think in a thread, on a view, so that the event loop goes on. Each action is stored like any other's; a
choice that somebody overtook is thrown away and made again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import Any

from bot.core.codec import codec_of
from bot.core.errors import InputError, MatchError, RuleError, StoreError
from bot.core.ledger import Ledger, UseCase
from bot.core.match_events import COMMON_ACTIONS, How, JsonObject, PreparedVoid
from bot.core.scribe import Scribe
from bot.core.seats import stand_in
from bot.core.store import Holder
from bot.core.table import Table
from bot.games.base import Seat, Skip

log = logging.getLogger(__name__)

ACTIONS_A_MOMENT = 10
"""A computer that has done more in one phase of one turn, and is still awaited, gets nowhere and is skipped."""

Chooser = Callable[[Table, Holder], Any]


class OvertakenError(MatchError):
    """Somebody else changed the match while a choice was made. Never meant for people."""


class Autopilot:
    """Plays on until the match waits for a person again."""

    def __init__(self, ledger: Ledger, executor: Executor) -> None:
        self._ledger = ledger
        self._executor = executor

    async def run(self, match_id: int) -> None:
        """Act until nothing is due. RuntimeError where nothing that is due can be done."""
        actions: Counter[tuple[tuple[int, str], Seat]] = Counter()
        while due := (table := await self._ledger.known(match_id)).due():
            moment_and_seat = (table.moment, due[0])
            actions[moment_and_seat] += 1
            gets_nowhere = actions[moment_and_seat] > ACTIONS_A_MOMENT
            try:
                await self._act(table, due[0], (_nothing,) if gets_nowhere else (_choice, _anything_legal, _nothing))
            except OvertakenError:
                await self._ledger.read(match_id)

    async def _act(self, table: Table, seat: Seat, choosers: Sequence[Chooser]) -> None:
        holder = table.company.holder(seat)
        if holder is None:
            raise RuntimeError(f"nobody sits at seat {seat}, for which it is time to act")
        prepared = table.company.prepared_by(holder.player)
        if holder.player is not None and prepared is not None:
            await self._write(table, _prepared(table, holder.player, prepared), seat)
        else:
            await self._choose_and_write(table, holder, choosers)

    async def _choose_and_write(self, table: Table, holder: Holder, choosers: Sequence[Chooser]) -> None:
        loop = asyncio.get_running_loop()
        for choose in choosers:
            try:
                action = await loop.run_in_executor(self._executor, choose, table, holder)
                await self._write(table, _computed(holder, action), holder.seat)
                return
            except (OvertakenError, StoreError):
                raise
            except Exception:
                match = table.match
                log.exception("match %d turn %d: the computer at seat %d failed", match.id, match.turn, holder.seat)
        raise RuntimeError(f"nothing can be done for seat {holder.seat}")

    async def _write(self, table: Table, use_case: UseCase, seat: Seat) -> None:
        """Store it unless the match has moved on since the table was read."""
        seq = table.match.seq

        def unless_overtaken(scribe: Scribe) -> None:
            if scribe.table.match.seq != seq:
                raise OvertakenError("overtaken")
            use_case(scribe)

        await self._ledger.write(table.match.id, unless_overtaken, f"auto:{seq}:{seat}")


def _prepared(table: Table, player: int, prepared: JsonObject) -> UseCase:
    def play_or_void(scribe: Scribe) -> None:
        try:
            action = codec_of(table.game).read_action(prepared)
            scribe.play(action, How.PREPARED, by=player)
        except (RuleError, InputError) as error:
            scribe.note(PreparedVoid(player, prepared, error.code))

    return play_or_void


def _computed(holder: Holder, action: Any) -> UseCase:
    def play(scribe: Scribe) -> None:
        if holder.player is not None:
            stand_in(scribe, holder.seat, action)
        else:
            scribe.play(action, How.COMPUTER)

    return play


def _choice(table: Table, holder: Holder) -> Any:
    """What the computer of the holder's level wants; for an absent person, that of the first level."""
    computers = table.game.computers
    choose = computers.get(holder.level or "", next(iter(computers.values())))
    action = choose(table.game.view(table.state, holder.seat))
    if isinstance(action, COMMON_ACTIONS) or action.seat != holder.seat:
        raise ValueError(f"a computer may not do {action!r}")
    return action


def _anything_legal(table: Table, holder: Holder) -> Any:
    action = next(iter(table.game.legal(table.game.view(table.state, holder.seat))), None)
    if action is None:
        raise LookupError("no action is legal")
    return action


def _nothing(_table: Table, holder: Holder) -> Any:
    return Skip(holder.seat)
