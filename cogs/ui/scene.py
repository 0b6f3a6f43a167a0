"""A match as it is told to somebody: what a viewer may know of it, in a language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from bot.core.codec import codec_of
from bot.core.happened import Happened
from bot.core.match_events import Vote
from bot.core.privacy import is_former
from bot.core.store import Holder, Match
from bot.core.text import Words
from bot.games.base import Seat
from bot.games.registry import GAMES
from cogs.ui.control import control_id
from cogs.ui.emojis import Emojis
from cogs.ui.language import words_of
from cogs.ui.names import bare_of, mention, safe


@dataclass(frozen=True)
class Scene:
    """What words and pictures of a match are made from. ``viewer`` is a person's id, or None for the public."""

    now: Happened
    viewer: int | None
    words: Words
    emojis: Emojis
    names: Mapping[int, str]
    """Of persons, as they were last seen."""
    to_come: Mapping[Seat, int] = field(default_factory=dict)
    """How many have taken a seat only after what is told now: it is told with the names of who sat there then."""

    @property
    def match(self) -> Match:
        return self.now.match

    @cached_property
    def view(self) -> Any:
        """The game as the viewer may see it; None before the start."""
        return self.now.view_for(self.viewer)

    @property
    def seat(self) -> Seat | None:
        """The viewer's."""
        return self.now.seat_of(self.viewer)

    @property
    def options(self) -> Any:
        """The game's house rules."""
        return codec_of(GAMES[self.match.game]).read_options(self.match.options)

    @property
    def votes(self) -> frozenset[Vote]:
        return self.now.votes

    def holder(self, seat: Seat) -> Holder:
        """Who sits at the seat, or sat there last."""
        holders = sorted((holder for holder in self.now.holders if holder.seat == seat), key=lambda holder: holder.nth)
        return holders[-1 - self.to_come.get(seat, 0)]

    @property
    def seats(self) -> range:
        """All seats there are, of those who left too."""
        return range(len({holder.seat for holder in self.now.holders}))

    def bare_name(self, seat: Seat) -> str:
        """A seat's name for pictures, for labels of controls, and for lists: no markdown is read there."""
        holder = self.holder(seat)
        if holder.player is not None:
            return self._bare_name_of(holder.player)
        computers = [other for other in self.seats if self.holder(other).player is None]
        if len(computers) == 1:
            return self.words.say("computer")
        return self.words.say("computer.number", number=computers.index(seat) + 1)

    def name(self, seat: Seat) -> str:
        """A seat's name for a text."""
        return safe(self.bare_name(seat))

    def name_of(self, player: int) -> str:
        """A person's name for a text, whether they sit there or not."""
        return safe(self._bare_name_of(player))

    def mention(self, seat: Seat) -> str:
        """A seat's person as Discord names and may ping them; a computer's name."""
        holder = self.holder(seat)
        if holder.player is None or is_former(holder.player):
            return self.name(seat)
        return mention(holder.player)

    def control(self, verb: str, *arguments: object) -> str:
        """The id of a control for this turn and phase (:attr:`cogs.ui.control.About.TURN`)."""
        return control_id(verb, self.match.id, self.match.turn, self.match.phase, *arguments)

    def of_match(self, verb: str, *arguments: object) -> str:
        """The id of a control for as long as the match lasts (:attr:`cogs.ui.control.About.MATCH`)."""
        return control_id(verb, self.match.id, *arguments)

    def _bare_name_of(self, player: int) -> str:
        return bare_of(player, self.names, self.words)


def scene(now: Happened, viewer: int | None, language: str, names: Mapping[int, str], emojis: Emojis) -> Scene:
    """The scene in a language."""
    return Scene(now, viewer, words_of(language, now.match.game), emojis, names)
