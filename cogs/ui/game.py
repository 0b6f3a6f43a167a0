"""What a game gives to the frame around it. Each is an object in ``cogs/<game>/words.py`` and in GAME_UIS below it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from bot.core.text import Namer, Words
from bot.games.base import Seat
from cogs.ui.page import Row
from cogs.ui.pictures import Drawing
from cogs.ui.scene import Scene


class GameUi(Protocol):
    """How one game looks on Discord. Stateless: one instance serves all matches.

    All texts come back finished, in the language of the scene's words, and fit for Discord's markdown.
    """

    name: str
    """As in :mod:`bot.games.registry`."""
    accent: int
    """The color of the frame around its messages."""

    def house_rules(self, words: Words, options: Any) -> Sequence[str]:
        """A line for each house rule that is not the usual one."""
        ...

    def namer(self, scene: Scene) -> Namer:
        """Names in errors what only the view can name, such as the cells of a board by its labels."""
        ...

    def headline(self, scene: Scene) -> str:
        """Whose turn it is and what is awaited; :meth:`Scene.mention` names those who may be pinged."""
        ...

    def tell(self, scene: Scene, event: Any) -> str | None:
        """A line for an event of the game: what happened and what it was worth; None where it needs none.

        That somebody left, was skipped or was replaced is told by the frame.
        """
        ...

    def board(self, scene: Scene) -> Drawing[Any]:
        """The picture for everybody."""
        ...

    def begins_step(self, event: Any) -> bool:
        """Whether the event begins a new step when the match is seen again: a play, a turn."""
        ...

    def film(self, steps: Sequence[Scene]) -> Drawing[Any]:
        """The steps of a match as an animation, for everybody."""
        ...

    def play_of(self, scene: Scene, seat: Seat) -> str:
        """What somebody played in a step of the match (``scene`` is of it), without the name and the points."""
        ...

    def rows(self, scene: Scene) -> Sequence[Row]:
        """The controls on the match's message, at most four rows; ids by :meth:`Scene.control`."""
        ...
