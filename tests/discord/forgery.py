"""Controls and choices that no client of Discord's makes: what an older program left, and what people make up."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from tests.discord.seen import Option, Seen
from tests.discord.simkit import Answer, Person


async def press(person: Person, custom_id: str, on: Seen) -> Answer:
    """Press a button that the message does not have, as an older program may have left one."""
    known = on.buttons[0]
    button = replace(known, custom_id=custom_id)
    return await person.clicks(button, on=replace(_with(on, known.custom_id, custom_id), buttons=(button,)))


async def choose(person: Person, custom_id: str, values: Sequence[str], on: Seen) -> Answer:
    """Choose what no select offers, in one that is on the message under another id."""
    known = on.selects[0]
    select = replace(known, custom_id=custom_id, least=len(values), most=len(values))
    options = [Option(value, value, "", "", chosen=False) for value in values]
    return await person.chooses(*options, on=replace(_with(on, known.custom_id, custom_id), selects=(select,)))


def _with(on: Seen, known: str, custom_id: str) -> Seen:
    """The message with another id in the place of a control's own."""
    return replace(on, as_sent=json.loads(json.dumps(on.as_sent).replace(json.dumps(known), json.dumps(custom_id))))
