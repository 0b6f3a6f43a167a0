"""Looks at every message that becomes public: nothing that only one person may know is in it."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from bot.core.table import Table
from bot.games.qwixx.state import ChosenBy, Phase
from cogs.ui.language import words_of
from tests.standin.town import Town
from tests.standin.world import Json

LEAST = 4
"""So many tiles in a row are a hand, and no play that happens to have the same."""
TEXT = 10
ALL_KNOW = re.compile(r"Colored die, for \w+: [\w/ ·]+")
"""The line that says what the dice offer to somebody, which all can see."""
_EMOJI = re.compile(r"<:qwibot_([A-Z]{2})_[0-9a-f]+:\d+>")


class Watch:
    """Is shown every public message, and keeps what it should not have seen."""

    def __init__(self, town: Town) -> None:
        self.found: list[str] = []
        self.looked_at = 0
        self.rooms: dict[int, int] = {}
        """The match of a room."""
        self.client: Any = None
        """The bot whose messages these are, from its start on: what another had in memory when it died may be old."""
        self._known: defaultdict[int, set[str]] = defaultdict(set)
        """By match: the lines that were public before."""
        town.wire.sees = self.sees

    def sees(self, message: Json) -> None:
        match_id = self.rooms.get(int(message["channel_id"]))
        table = None if match_id is None else self.client.app.service._ledger._tables.get(match_id)
        if table is None or table.state is None or not table.match.status.open:
            return
        self.looked_at += 1
        written = _EMOJI.sub(r"\1", json.dumps(message["components"], ensure_ascii=False))
        lines = set(_lines(message["components"]))
        new = "\n".join(line for line in lines - self._known[table.match.id] if not ALL_KNOW.fullmatch(line))
        for secret in hands(table) if table.match.game == "qwirkle" else choices(table):
            if secret.search(written if table.match.game == "qwirkle" else new):
                self.found.append(f"match {table.match.id} turn {table.match.turn}: {secret.pattern} in {written}")
        self._known[table.match.id] |= lines


def hands(table: Table) -> Iterator[re.Pattern[str]]:
    """What nobody may read: a hand, in its order and sorted."""
    for seat in range(len(table.game.view(table.state, None).hand_counts)):
        hand = table.game.view(table.state, seat).hand or ()
        if len(hand) >= LEAST:
            yield re.compile("|".join((" ".join(hand), " ".join(sorted(hand)))))


def choices(table: Table) -> Iterator[re.Pattern[str]]:
    """Likewise, in one line: who has chosen which mark, while others may still choose."""
    if table.game.view(table.state, None).phase is not Phase.WHITE:
        return
    words = words_of("en", "qwixx")
    for holder in table.company.seated():
        choice = table.game.view(table.state, holder.seat).choice
        if holder.player is not None and choice is not None and choice.mark and choice.by is ChosenBy.PLAYER:
            mark = words.say("mark", row=choice.mark.row, number=choice.mark.number)
            yield re.compile(rf"\bP{holder.player % 1000}\b[^,]*\b{mark}\b")  # after a comma it is another's


def _lines(components: list[Json]) -> Iterator[str]:
    for part in components:
        if part.get("type") == TEXT:
            yield from part["content"].splitlines()
        yield from _lines(part.get("components") or [])
