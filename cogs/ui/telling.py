"""What happened, in words: the table's own events here, those of the game by its GameUi."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from bot.core.match_events import (
    PUBLIC_ACTIONS,
    Acted,
    Agreed,
    Away,
    Back,
    Cancelled,
    Departed,
    Ended,
    Late,
    PreparedVoid,
    SeatTaken,
    Topic,
    Withdrawn,
    is_match_event,
)
from bot.core.scribe import Logged
from bot.core.store import Holder, WhenLate
from bot.games.base import Seat, TakeOver
from cogs.ui.game import GameUi
from cogs.ui.scene import Scene

TAKES_OVER = TakeOver(0, computer=True).kind


def tell(ui: GameUi, scene: Scene, entries: Sequence[Logged]) -> list[str]:
    """A line for each event that is worth one, in their order; the last of them is the last that the scene knows of."""
    lines = (_line(ui, then, entry.event) for then, entry in zip(_scenes(scene, entries), entries, strict=True))
    return [line for line in lines if line]


def _scenes(scene: Scene, entries: Sequence[Logged]) -> list[Scene]:
    """The scene of each event: a seat has the name of who sat there then, whoever has taken it since."""
    scenes, to_come = [], Counter[Seat]()
    for entry in reversed(entries):
        scenes.append(replace(scene, to_come=dict(to_come)) if to_come else scene)
        if isinstance(entry.event, SeatTaken):
            to_come[entry.event.seat] += 1
    return scenes[::-1]


def tell_end(scene: Scene) -> str:
    """How the match or its lobby came to its end; empty where it is open."""
    return "" if scene.now.end is None else _ended(scene, scene.now.end)


def _line(ui: GameUi, scene: Scene, event: Any) -> str | None:
    if not is_match_event(event.kind):
        return ui.tell(scene, event)
    teller = _TELLERS.get(type(event))
    return None if teller is None else teller(scene, event)


def _acted(scene: Scene, event: Acted) -> str | None:
    """Only that somebody left or was skipped: what else an action was, the game's own events tell."""
    kind = event.action.get("kind")
    if kind not in PUBLIC_ACTIONS or kind == TAKES_OVER:
        return None
    return scene.words.say(f"told.{kind}.{event.how}", name=scene.name(event.seat), by=by(scene, event.by))


def by(scene: Scene, player: int | None) -> str:
    """Who did it, as far as that is known."""
    return scene.words.say("person.unknown") if player is None else scene.name_of(player)


def _seat_taken(scene: Scene, event: SeatTaken) -> str:
    newcomer = scene.words.say("computer") if event.player is None else scene.name_of(event.player)
    former = _former(scene, event)
    return scene.words.say("told.seat-taken", newcomer=newcomer, former=former)


def _former(scene: Scene, event: SeatTaken) -> str:
    """Who sat there before: the holder before the first newcomer that this can be."""
    holders = [holder for holder in scene.now.holders if holder.seat == event.seat]
    places = [place for place, holder in enumerate(holders) if place and _is_newcomer(holder, event)]
    before = holders[places[0] - 1] if places else holders[0]
    return scene.words.say("computer") if before.player is None else scene.name_of(before.player)


def _is_newcomer(holder: Holder, event: SeatTaken) -> bool:
    return (holder.player, holder.level) == (event.player, event.level)


def _agreed(scene: Scene, event: Agreed) -> str:
    return _vote(scene, "told.agreed", event.topic, event.player, event.seat)


def _withdrawn(scene: Scene, event: Withdrawn) -> str:
    return _vote(scene, "told.withdrawn", event.topic, event.player, event.seat)


def _vote(scene: Scene, key: str, topic: Topic, player: int, seat: Seat | None) -> str:
    whom = "" if seat is None else scene.name(seat)
    return scene.words.say(f"{key}.{topic}", name=scene.name_of(player), whom=whom)


def _late(scene: Scene, event: Late) -> str | None:
    """Where a turn is skipped for it, the skip is told."""
    if scene.match.when_late is WhenLate.SKIP:
        return None
    names = [scene.name(seat) for seat in event.seats]
    return scene.words.say(f"told.late.{scene.match.when_late}", people=names)


def _away(scene: Scene, event: Away) -> str:
    return scene.words.say("told.away", name=scene.name_of(event.player))


def _back(scene: Scene, event: Back) -> str:
    return scene.words.say("told.back-expired" if event.expired else "told.back", name=scene.name_of(event.player))


def _departed(scene: Scene, event: Departed) -> str:
    return scene.words.say("told.departed", name=scene.name_of(event.player))


def _prepared_void(scene: Scene, _event: PreparedVoid) -> str:
    """Why, the game's own panel tells: it knows what the rules say to it."""
    return scene.words.say("told.prepared-void")


def _ended(scene: Scene, event: Ended | Cancelled) -> str:
    return scene.words.say(f"told.end.{event.reason}", by=by(scene, event.by))


_TELLERS: dict[type, Callable[[Scene, Any], str | None]] = {
    Acted: _acted,
    SeatTaken: _seat_taken,
    Agreed: _agreed,
    Withdrawn: _withdrawn,
    Late: _late,
    Away: _away,
    Back: _back,
    Departed: _departed,
    PreparedVoid: _prepared_void,
    Ended: _ended,
    Cancelled: _ended,
}
