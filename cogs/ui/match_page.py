"""The messages of a running and of a finished match: the live one, what is left of those before, the card."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bot.core.standings import ENOUGH_MATCHES, MatchStandings, Placing
from bot.core.store import Status, WhenLate
from bot.games.base import Seat
from cogs.ui import links
from cogs.ui.game import GameUi
from cogs.ui.numbers import signed, whole
from cogs.ui.page import MOST_BUTTONS, Button, Image, Page, Row, with_button
from cogs.ui.scene import Scene
from cogs.ui.times import relative

NOTHING = MatchStandings((), ())
"""Where nothing counts, or nothing is told of it."""
MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
MOST_TOLD = 12
"""Lines of what just happened; where more happened, the last ones."""


def live_page(
    ui: GameUi, scene: Scene, image: Image | None, told: Sequence[str], pings: frozenset[int] = frozenset()
) -> Page:
    """The match while it runs: what just happened, whose turn it is, how long there is, the picture, the controls."""
    more = Button(scene.words.say("match.more"), scene.of_match("match-more"))
    return Page(
        texts=("\n".join(told[-MOST_TOLD:]), _state(ui, scene)),
        image=image,
        note=scene.words.say("match.note", number=scene.match.id),
        rows=(*with_button(ui.rows(scene), more), *_rows_of_the_others(scene)),
        accent=ui.accent,
        pings=pings,
    )


def _state(ui: GameUi, scene: Scene) -> str:
    return "\n".join(line for line in (f"### {ui.headline(scene)}", time_left(scene)) if line)


def time_left(scene: Scene) -> str:
    """How long there is, and whose clock stands still; empty where nobody is in a hurry."""
    return " ".join(_times(scene))


def whose_time_left(scene: Scene) -> str:
    """The same for a page of the viewer's own: where the match waits for others, it is told that the time is theirs."""
    times, awaited = time_left(scene), scene.now.to_act
    if not times or scene.seat in awaited:
        return times
    return f"{scene.words.say('match.waits', people=_names(scene, awaited))} {times}"


def _times(scene: Scene) -> Iterator[str]:
    deadline, now = scene.match.deadline, scene.now
    if resting := now.paused & now.to_act:
        yield scene.words.say("match.paused", people=_names(scene, resting))
    if now.late:
        key = "match.late-alone" if _plays_alone(scene) else "match.late"
        yield scene.words.say(key, people=_names(scene, now.late))
    elif deadline is not None and now.to_act:
        yield scene.words.say("match.time-left", when=relative(deadline))


def _plays_alone(scene: Scene) -> bool:
    """Whether one person plays, and nobody else who could wait: computers do not."""
    return sum(holder.player is not None for holder in scene.now.seated) == 1


def _names(scene: Scene, seats: Iterable[Seat]) -> list[str]:
    return [scene.name(seat) for seat in sorted(seats)]


def _rows_of_the_others(scene: Scene) -> Iterator[Row]:
    """What is asked of the others at the table: what to do about who is late or gone, and to let a clock stop."""
    say = scene.words.say
    waiting = scene.match.when_late is WhenLate.WAIT and not _plays_alone(scene)
    late = scene.now.late if waiting else frozenset()
    if keep_waiting := sorted(late | scene.now.departed):
        yield _about_late(scene, keep_waiting)
    on_vacation = sorted(scene.now.away - scene.now.paused)
    if on_vacation:
        yield tuple(
            Button(say("match.pause", name=scene.bare_name(seat)), scene.of_match("match-pause", seat))
            for seat in on_vacation[:MOST_BUTTONS]
        )


def _about_late(scene: Scene, late: Sequence[Seat]) -> Row:
    say = scene.words.say
    if len(late) > 1:
        return (
            Button(say("panel.skip"), scene.of_match("match-skip-whom")),
            Button(say("panel.replace"), scene.of_match("match-replace-whom")),
        )
    seat, name = late[0], scene.bare_name(late[0])
    return (
        Button(say("match.skip", name=name), scene.control("match-skip", seat)),
        Button(say("match.replace", name=name), scene.of_match("match-replace", seat)),
    )


def result(scene: Scene, standings: MatchStandings = NOTHING) -> str:
    """Who came where, and what that did to their ratings; of a match without result only that it has none."""
    outcome = scene.now.outcome
    if scene.match.status is not Status.FINISHED or outcome is None or outcome.places is None:
        return "### " + scene.words.say("match.no-result")
    places = outcome.places
    order = sorted(scene.seats, key=lambda seat: (places[seat], seat))
    lines = [
        _placed(scene, seat, places[seat], outcome.scores[seat]) + _rated(scene, _placing(scene, seat, standings))
        for seat in order
    ]
    return "\n".join(["### " + scene.words.say("match.result"), *lines])


def _placed(scene: Scene, seat: Seat, place: int, score: int) -> str:
    points = scene.words.say("points", count=score)
    return f"{MEDALS.get(place, f'{place}.')} {scene.name(seat)}: {points}"


def _placing(scene: Scene, seat: Seat, standings: MatchStandings) -> Placing | None:
    """What the match was worth to who sits there, or sat there last; None for who is not rated in it."""
    player = scene.holder(seat).player
    return next((placing for placing in standings.placings if placing.player == player), None)


def _rated(scene: Scene, placing: Placing | None) -> str:
    """The rating as it is now, and how it changed; until there is one, how many matches it takes."""
    if placing is None:
        return ""
    say = scene.words.say
    if placing.matches < ENOUGH_MATCHES:
        return f" · {say('result.unrated', played=placing.matches, needed=ENOUGH_MATCHES)}"
    before, after = placing.everywhere.before, placing.everywhere.after
    rating, change = whole(scene.words, after), signed(scene.words, after - before)
    return f" · {say('result.rating', rating=rating, change=change)}"


def record_lines(scene: Scene, standings: MatchStandings) -> Iterator[str]:
    """The records of the server that were broken; the first of its kind breaks nothing."""
    say = scene.words.say
    for record in standings.records:
        if record.before is not None:
            yield say(
                "record.broken",
                record=say(record.kind.text_key),
                value=whole(scene.words, record.value),
                before=whole(scene.words, record.before),
                name=scene.name_of(record.player),
            )


def past_page(told: Sequence[str]) -> Page:
    """What is left of a message that is no longer the live one: a line of the match's record."""
    return Page(("\n".join(told) or "-# …",))


def card_page(ui: GameUi, scene: Scene, standings: MatchStandings = NOTHING, *, stuck: bool = False) -> Page:
    """The card in the channel of the lobby: who plays, the score, the way to the match, records that it broke.

    ``stuck``: the match cannot be shown where it is played.
    """
    words, match = scene.words, scene.match
    title = "## " + words.say("card.title", game=words.say("game.name"), number=match.id)
    if match.status is Status.LIVE:
        texts = [title, _scores(scene), words.say("card.turn", turn=match.turn)]
    else:
        texts = [title, result(scene, standings), "\n".join(record_lines(scene, standings))]
    if stuck:
        texts.append(words.say("card.stuck"))
    fairness = words.say("lobby.fairness", commitment=match.commitment)
    return Page(tuple(texts), note=fairness, rows=links.row_to(match, words), accent=ui.accent)


def _scores(scene: Scene) -> str:
    scores: Sequence[int] = scene.view.scores
    return "\n".join(f"{scene.name(seat)}: {scene.words.say('points', count=scores[seat])}" for seat in scene.seats)
