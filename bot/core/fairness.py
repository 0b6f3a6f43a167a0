"""Chance that can be checked (RULES 3). The one place where chance comes from.

Before a match's seats are filled its *commitment* is shown: the SHA-256 of a *secret* of 32 bytes. The match's *key*
mixes that secret with the id of the interaction that started the match, which nobody could know beforehand. One
*stream* of bytes from the key gives every shuffle and roll; the secret, shown at the end, lets anybody make the
stream again. docs/FAIRNESS.md says how, for any programming language.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from bot.games.base import Game

SECRET_BYTES = 32
NUMBER_BYTES = 4
_BLOCK_BYTES = hashlib.sha256().digest_size

T = TypeVar("T")


def new_secret() -> bytes:
    """A fresh secret of 32 bytes from the operating system."""
    return secrets.token_bytes(SECRET_BYTES)


def commitment(secret: bytes) -> str:
    """What is shown before the seats are filled: the secret's SHA-256 in hexadecimal."""
    return hashlib.sha256(_checked(secret)).hexdigest()


def match_key(secret: bytes, interaction_id: int) -> bytes:
    """The key of a match: SHA-256 of the secret's bytes and the starting interaction's id in decimal digits."""
    if interaction_id < 0:
        raise ValueError("an interaction's id is not negative")
    return hashlib.sha256(_checked(secret) + str(interaction_id).encode("ascii")).digest()


def _checked(secret: bytes) -> bytes:
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
    return secret


class Stream:
    """The numbers of one match, in the order of its events; a :class:`bot.games.base.Chance`.

    ``position`` counts the bytes used so far. Kept with the match, it lets a restarted program go on where it was.
    """

    def __init__(self, key: bytes, position: int = 0) -> None:
        self.position = position
        self._key = key
        self._counter = -1
        self._block = b""

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, by rejection, so that each is exactly as likely."""
        if not 1 <= n <= 1 << 32:
            raise ValueError(f"cannot draw a number below {n}")
        fair = (1 << 32) - (1 << 32) % n
        while (value := self._next_number()) >= fair:
            pass
        return value % n

    def shuffle(self, items: Sequence[T]) -> tuple[T, ...]:
        """Fisher-Yates: from the last place down to the second, swap with a place drawn up to and including it."""
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return tuple(mixed)

    def _next_number(self) -> int:
        # Four divides the block, so a number never spans two blocks.
        counter, offset = divmod(self.position, _BLOCK_BYTES)
        if counter != self._counter:
            self._block = hashlib.sha256(self._key + counter.to_bytes(8, "big")).digest()
            self._counter = counter
        self.position += NUMBER_BYTES
        return int.from_bytes(self._block[offset : offset + NUMBER_BYTES], "big")


@dataclass(frozen=True, slots=True)
class Mismatch:
    """An event whose chance is not what the stream gives: its place in the log, and what it should have been."""

    place: int
    found: object
    expected: object


def first_mismatch(
    game: Game[Any, Any, Any, Any, Any],
    events: Iterable[Any],
    secret: bytes,
    interaction_id: int,
) -> Mismatch | None:
    """Recompute all chance of a match from its published secret; None where every draw and roll is right.

    Only the first mismatch says anything: after it the stream and the log no longer run side by side.
    """
    stream = Stream(match_key(secret, interaction_id))
    state = None
    for place, event in enumerate(events):
        expected = game.redraw(state, event, stream)
        if expected != event:
            return Mismatch(place, event, expected)
        state = game.evolve(state, event)
    return None
