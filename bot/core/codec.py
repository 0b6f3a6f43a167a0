"""Values to JSON and back: events, actions, options and views, by the types that each game names.

What was stored was written here, so a payload that cannot be read is a damaged log (StoreError); what a stranger
sent is bad input (InputError).
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

from pydantic import Field, TypeAdapter, ValidationError

from bot.core.errors import InputError, StoreError
from bot.core.match_events import JsonObject, MatchEvent, is_match_event
from bot.core.store import Entry
from bot.games.base import Game

AnyGame = Game[Any, Any, Any, Any, Any]

PAYLOAD_VERSION = 1
"""Of the form in which events are written. A later one must still read the earlier ones."""


def _told_apart(union: Any) -> TypeAdapter[Any]:
    return TypeAdapter(Annotated[union, Field(discriminator="kind")])


_MATCH_EVENTS = _told_apart(MatchEvent)


class Codec:
    """Reads and writes the values of one game, and the events of its matches."""

    def __init__(self, game: AnyGame) -> None:
        self._events = _told_apart(game.event_type)
        self._actions = _told_apart(game.action_type)
        self._options = TypeAdapter[Any](game.options_type)
        self._views = TypeAdapter[Any](game.view_type)

    def payload(self, event: Any) -> str:
        """An event of the match or of the game, as it is stored."""
        return self._adapter(event.kind).dump_json(event).decode()

    def event(self, entry: Entry) -> Any:
        """The event of an entry. StoreError "log-damaged" where it cannot be read."""
        if entry.version != PAYLOAD_VERSION:
            raise StoreError("log-damaged", seq=entry.seq)
        try:
            event = self._adapter(entry.kind).validate_json(entry.payload)
        except ValidationError as error:
            raise StoreError("log-damaged", seq=entry.seq) from error
        if event.kind != entry.kind:
            raise StoreError("log-damaged", seq=entry.seq)
        return event

    def event_object(self, event: Any) -> dict[str, Any]:
        """An event as a JSON object."""
        written: dict[str, Any] = self._adapter(event.kind).dump_python(event, mode="json")
        return written

    def read_event(self, value: object) -> Any:
        """An event from a stranger's JSON object. InputError "bad-event"."""
        kind = value.get("kind") if isinstance(value, dict) else None
        return _read(self._adapter(kind), value, "bad-event")

    def action_object(self, action: Any) -> JsonObject:
        """An action as a JSON object."""
        written: JsonObject = self._actions.dump_python(action, mode="json")
        return written

    def read_action(self, value: object) -> Any:
        """An action from a JSON object. InputError "bad-action"."""
        return _read(self._actions, value, "bad-action")

    def options_text(self, options: Any) -> str:
        """The options of a match as JSON."""
        return self._options.dump_json(options).decode()

    def read_options(self, text: str) -> Any:
        """The options of a match. InputError "bad-options"."""
        try:
            return self._options.validate_json(text)
        except ValidationError as error:
            raise InputError("bad-options", reason=reason_of(error)) from None

    def view_object(self, view: Any) -> Any:
        """A view as JSON."""
        return self._views.dump_python(view, mode="json")

    def _adapter(self, kind: object) -> TypeAdapter[Any]:
        return _MATCH_EVENTS if is_match_event(kind) else self._events


def _read(adapter: TypeAdapter[Any], value: object, code: str) -> Any:
    try:
        return adapter.validate_python(value)
    except ValidationError as error:
        raise InputError(code, reason=reason_of(error)) from None


def reason_of(error: ValidationError) -> str:
    """What is wrong first in a stranger's value, in few words."""
    first = error.errors(include_url=False, include_context=False, include_input=False)[0]
    place = ".".join(str(part) for part in first["loc"])
    return f"{place}: {first['msg']}" if place else first["msg"]


@cache
def codec_of(game: AnyGame) -> Codec:
    """The codec of a game; made once, since pydantic compiles it."""
    return Codec(game)
