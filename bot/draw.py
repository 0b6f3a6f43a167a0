"""`qwibot draw`: a picture from its view as JSON, for looking at it and for bug reports."""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, get_type_hints

from pydantic import TypeAdapter, ValidationError

from renderers.errors import PictureError
from renderers.leaderboard.card import card
from renderers.leaderboard.table import table
from renderers.picture import Picture
from renderers.qwirkle.board import board
from renderers.qwirkle.hand import hand
from renderers.qwirkle.play import clash, draft
from renderers.qwirkle.remaining import remaining
from renderers.qwirkle.replay import replay as board_replay
from renderers.qwixx.own import own_sheet
from renderers.qwixx.replay import replay as sheets_replay
from renderers.qwixx.sheet import sheets

KINDS: Mapping[str, Callable[..., Picture[object]]] = {
    "board": board,
    "draft": draft,
    "clash": clash,
    "hand": hand,
    "remaining": remaining,
    "sheets": sheets,
    "sheet": own_sheet,
    "board-replay": board_replay,
    "sheets-replay": sheets_replay,
    "leaderboard": table,
    "player": card,
}
"""The renderers by kind of picture. A request holds the kind, and each parameter of the renderer by its name."""

_NOT_ASKED = {"shelf"}
"""Parameters that are for speed and change no picture."""

EXIT_FINE = 0
EXIT_BAD_INPUT = 2


def main(request: Path | None, output: Path | None) -> int:
    """Draw what the file (None: standard input) asks for into the other (None: standard output)."""
    try:
        if output is None and sys.stdout.isatty():
            raise PictureError("A picture is no text for a terminal: name a file for it with --output.")
        picture = draw(_read(request))
        _write(output, picture.data)
    except PictureError as error:
        sys.stderr.write(f"{error}\n")
        return EXIT_BAD_INPUT
    return EXIT_FINE


def draw(request: bytes) -> Picture[object]:
    """The picture that the JSON asks for. Raises PictureError, in a sentence, where there is none."""
    fields = _parse(request)
    kind = fields.pop("picture", None)
    if not isinstance(kind, str) or kind not in KINDS:
        raise PictureError(f'The field "picture" must be one of {", ".join(KINDS)}.')
    adapters = _adapters(kind)
    for name in fields:
        if name not in adapters:
            raise PictureError(f"A {kind} has no field {name!r}; it has {', '.join(adapters)}.")
    values = {}
    for name, adapter in adapters.items():
        if name not in fields:
            raise PictureError(f"The field {name!r} is missing; a {kind} needs {', '.join(adapters)}.")
        values[name] = _validated(name, adapter, fields[name])
    return KINDS[kind](**values)


def _parse(request: bytes) -> dict[str, object]:
    try:
        parsed = json.loads(request)
    except (ValueError, RecursionError) as error:  # also bytes that are no text, and lists within lists too deep
        raise PictureError(f"The request is not JSON: {error}.") from None
    if not isinstance(parsed, dict):
        raise PictureError("The request must be a JSON object.")
    return parsed


@cache
def _adapters(kind: str) -> Mapping[str, TypeAdapter[Any]]:
    """What reads each parameter of the kind's renderer."""
    renderer = KINDS[kind]
    hints = get_type_hints(renderer)
    names = [name for name in inspect.signature(renderer).parameters if name not in _NOT_ASKED]
    return {name: TypeAdapter(hints[name]) for name in names}


def _validated(name: str, adapter: TypeAdapter[Any], value: object) -> object:
    try:
        return adapter.validate_python(value)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        place = ".".join(map(str, (name, *first["loc"])))
        raise PictureError(f"{place}: {first['msg']}.") from None


def _read(path: Path | None) -> bytes:
    try:
        return path.read_bytes() if path else sys.stdin.buffer.read()
    except OSError as error:
        raise PictureError(f"{path} cannot be read: {error.strerror}.") from None


def _write(path: Path | None, data: bytes) -> None:
    if path is None:
        sys.stdout.buffer.write(data)
        return
    try:
        path.write_bytes(data)
    except OSError as error:
        raise PictureError(f"{path} cannot be written: {error.strerror}.") from None
