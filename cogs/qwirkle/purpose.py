"""What a play is put together for. The same panel serves both; only its controls and its end are different."""

from __future__ import annotations

from enum import Enum

from bot.games.base import Seat
from cogs.ui.control import About
from cogs.ui.scene import Scene


class Purpose(Enum):
    """The value begins the verbs of its controls."""

    PLAY = "qwirkle"  # for the turn that runs: the controls are stale with it
    PREPARE = "qwirkle-prepare"  # for one's next turn, while others play: the controls hold for the match

    @property
    def about(self) -> About:
        """What its controls are about."""
        return About.TURN if self is Purpose.PLAY else About.MATCH

    def verb(self, step: str) -> str:
        """The verb of a step."""
        return f"{self.value}-{step}"

    def control(self, scene: Scene, step: str, *arguments: object) -> str:
        """The id of a control for a step."""
        make = scene.control if self is Purpose.PLAY else scene.of_match
        return make(self.verb(step), *arguments)

    @staticmethod
    def of(scene: Scene, seat: Seat) -> Purpose:
        """For which it can be now."""
        return Purpose.PLAY if seat in scene.now.to_act else Purpose.PREPARE
