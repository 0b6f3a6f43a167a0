"""The message with which a match closes: who came where, the best play, the secret, and what can be done next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.core.happened import Happened, best_play
from bot.core.standings import MatchStandings
from cogs.ui.control import control_id
from cogs.ui.game import GameUi
from cogs.ui.match_page import MOST_TOLD, record_lines, result
from cogs.ui.page import Button, Image, Page, Row, Style
from cogs.ui.scene import Scene


@dataclass(frozen=True, slots=True)
class Past:
    """What is known of a match when it is over."""

    log: Happened
    """With its whole log."""
    standings: MatchStandings


def closing_page(ui: GameUi, scene: Scene, image: Image | None, told: Sequence[str], past: Past) -> Page:
    """What just happened, the places with the ratings, the last picture, and what was remarkable."""
    return Page(
        texts=(
            "\n".join(told[-MOST_TOLD:]),
            result(scene, past.standings),
            "\n".join((*_best(ui, scene, past.log), *record_lines(scene, past.standings))),
        ),
        image=image,
        note="\n".join(_small_print(scene)),
        rows=(_next_steps(scene),),
        accent=ui.accent,
    )


def _best(ui: GameUi, scene: Scene, log: Happened) -> Iterator[str]:
    best = best_play(log.steps(ui.begins_step))
    if best is not None:
        step, seat = best
        then = replace(scene, now=step)
        points = scene.words.say("points", count=step.gained[seat].best_play)
        play = ui.play_of(then, seat)
        yield scene.words.say("closing.best-play", name=then.name(seat), play=play, points=points)


def _small_print(scene: Scene) -> Iterator[str]:
    """The match's number, and what its chance can be checked with."""
    yield scene.words.say("match.note", number=scene.match.id)
    yield scene.words.say("lobby.fairness", commitment=scene.match.commitment)
    yield scene.words.say("closing.secret", secret=scene.match.secret.hex())


def _next_steps(scene: Scene) -> Row:
    say = scene.words.say
    if scene.match.guild is None:
        again = Button(say("closing.again"), control_id("help-practice", scene.match.game), Style.GO)
    else:
        again = Button(say("closing.rematch"), scene.of_match("match-rematch"), Style.GO)
    return (
        again,
        Button(say("closing.replay"), scene.of_match("match-replay")),
        Button(say("panel.export"), scene.of_match("match-export")),
        Button(say("panel.verify"), scene.of_match("match-verify")),
    )
