"""A process that plays many matches at once and says what it was told is stored: to be killed at any moment.

It says what it is about to do before it does it, so that the next process can do the same again, as a client does
that never had an answer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from multiprocessing.connection import Connection

from bot.core.clock import SystemClock
from bot.core.codec import codec_of
from bot.core.errors import MatchError, StaleError
from bot.core.happened import Happened
from bot.core.lobby import Place, Terms
from bot.core.match_events import JsonObject
from bot.core.matches import MatchService
from bot.core.rights import Actor
from bot.core.seats import Moment
from bot.games.registry import GAMES
from data.store import open_store

PEOPLE = (700_000_000_000_000_001, 700_000_000_000_000_002)
MATCHES = 4
GUILD = 600_000_000_000_000_001


@dataclass(frozen=True)
class Intent:
    """An action that somebody is about to take; opening and starting a match are not among them."""

    match: int
    action_id: str
    player: int
    action: JsonObject
    meant: Moment


@dataclass(frozen=True)
class Acknowledged:
    """What the service answered: the entries that the action brought about. None where it was refused."""

    intent: Intent
    span: tuple[int, int] | None
    repeated: bool = False


@dataclass(frozen=True)
class Opened:
    """A match was opened and started."""

    match: int
    last_seq: int


def play(address: str, run: int, unanswered: Sequence[Intent], connection: Connection) -> None:
    """Play until killed."""
    asyncio.run(Player(run, connection).play(address, unanswered))


class Player:
    """All the people of a run."""

    service: MatchService

    def __init__(self, run: int, connection: Connection) -> None:
        self._connection = connection
        self._run = run
        self._numbers = count()

    async def play(self, address: str, unanswered: Sequence[Intent]) -> None:
        clock = SystemClock()
        self.service = MatchService(await open_store(address, clock), GAMES, clock)
        await self.service.resume()
        for intent in unanswered:
            await self._do(intent)
        known = [match.id for match in await self.service.of_player(PEOPLE[0])]
        begun = [match_id for match_id in known if await self._is_live(match_id)]
        await asyncio.gather(*map(self._play_on, begun), *(self._play_on() for _ in range(MATCHES - len(begun))))

    async def _is_live(self, match_id: int) -> bool:
        return (await self.service.look(match_id)).match.turn > 0

    async def _play_on(self, match_id: int | None = None) -> None:
        """One match after the other, the first of them perhaps begun before."""
        while True:
            await self._play_match(match_id or await self._open())
            match_id = None

    async def _open(self) -> int:
        game = list(GAMES)[next(self._numbers) % len(GAMES)]
        channel = int.from_bytes(sha256(f"{self._run} {next(self._numbers)}".encode()).digest()[:7], "big")
        opened = await self.service.open(self._actor(PEOPLE[0]), game, Terms(), Place(GUILD, channel), ["simple"])
        await self.service.join(self._actor(PEOPLE[1]), opened.match.id)
        started = await self.service.start(self._actor(PEOPLE[0]), opened.match.id)
        self._connection.send(Opened(opened.match.id, started.last_seq))
        return opened.match.id

    async def _play_match(self, match_id: int) -> None:
        while (now := await self.service.look(match_id)).match.status.open:
            waiting = [player for player in PEOPLE if now.seat_of(player) in now.to_act]
            if not waiting:
                await self.service.settled()
            elif (intent := self._intent(now, waiting[0])) is not None:
                await self._do(intent)

    def _intent(self, now: Happened, player: int) -> Intent:
        game = GAMES[now.match.game]
        action = game.computers["simple"](now.view_for(player))
        return Intent(
            now.match.id,
            f"{self._run}-{next(self._numbers)}",
            player,
            codec_of(game).action_object(action),
            Moment(now.match.turn, now.match.phase),
        )

    async def _do(self, intent: Intent) -> None:
        self._connection.send(intent)
        game = GAMES[(await self.service.look(intent.match)).match.game]
        action = codec_of(game).read_action(intent.action)
        try:
            happened = await self.service.act(
                Actor(intent.player, f"player {intent.player}"), intent.match, action, intent.meant, intent.action_id
            )
        except (StaleError, MatchError):
            self._connection.send(Acknowledged(intent, None))
            return
        logged = happened.events_for(intent.player)
        self._connection.send(Acknowledged(intent, (logged[0].seq, happened.last_seq), happened.repeated))

    def _actor(self, player: int) -> Actor:
        return Actor(player, f"player {player}", 1_000_000 * self._run + next(self._numbers))
