"""The lobby's message: who is there, what is agreed, what is missing."""

from __future__ import annotations

from collections.abc import Iterator

from bot.core.privacy import is_former
from bot.core.store import Status
from bot.core.table import LOBBY_LIFE
from bot.games.registry import GAMES
from cogs.ui.game import GameUi
from cogs.ui.page import Button, Option, Page, Row, Select, Style
from cogs.ui.scene import Scene
from cogs.ui.telling import tell_end
from cogs.ui.times import relative, say_length


def lobby_page(ui: GameUi, scene: Scene, *, invite: bool) -> Page:
    """The lobby as everybody sees it. ``invite`` pings those who are invited: once, when it is posted."""
    if scene.match.status is not Status.LOBBY:
        return _closed(ui, scene)
    invited = _still_invited(scene)
    return Page(
        texts=tuple(text for text in (_title(scene), _seats(scene), _terms(ui, scene), _missing(scene)) if text),
        note=scene.words.say("lobby.fairness", commitment=scene.match.commitment),
        rows=_rows(scene),
        accent=ui.accent,
        pings=frozenset(invited) if invite else frozenset(),
    )


def _closed(ui: GameUi, scene: Scene) -> Page:
    """What stays of a lobby that did not start."""
    return Page((_title(scene), tell_end(scene)), accent=ui.accent)


def _title(scene: Scene) -> str:
    host = scene.name_of(scene.match.host)
    return "## " + scene.words.say("lobby.title", game=scene.words.say("game.name"), host=host)


def _seats(scene: Scene) -> str:
    limit = GAMES[scene.match.game].seats.stop - 1
    lines = [scene.words.say("lobby.seats", taken=len(scene.seats), seats=limit)]
    for seat in scene.seats:
        host = scene.holder(seat).player == scene.match.host
        lines.append(f"{seat + 1}. {scene.mention(seat)}" + (f" {scene.words.say('lobby.host')}" if host else ""))
    return "\n".join(lines)


def _terms(ui: GameUi, scene: Scene) -> str:
    match, words = scene.match, scene.words
    time = say_length(words, match.turn_time)
    late = "" if match.turn_time is None else words.say(f"lobby.when-late.{match.when_late}")
    return "\n".join(
        line
        for line in (
            words.say("lobby.turn-time", time=time, late=late),
            *ui.house_rules(words, scene.options),
            words.say("lobby.rated" if match.rated else "lobby.friendly"),
            words.say("lobby.thread" if scene.now.opened.thread else "lobby.here"),
        )
        if line
    )


def _missing(scene: Scene) -> str:
    """What is missing until the match can start, who was invited, and how long the lobby waits."""
    return "\n".join(_missing_lines(scene))


def _missing_lines(scene: Scene) -> Iterator[str]:
    words = scene.words
    if invited := _still_invited(scene):
        yield words.say("lobby.invited", people=[f"<@{player}>" for player in invited])
    needed = GAMES[scene.match.game].seats.start - len(scene.seats)
    if needed > 0:
        yield f"**{words.say('lobby.missing', count=needed)}**"
    else:
        yield f"**{words.say('lobby.ready', host=scene.name_of(scene.match.host))}**"
    yield words.say("lobby.expires", when=relative(scene.match.created_at + LOBBY_LIFE))


def _still_invited(scene: Scene) -> list[int]:
    """Who has not come yet; of those who wanted to be forgotten nobody is asked for."""
    invited = (player for player in scene.now.opened.invited if not is_former(player))
    return [player for player in invited if scene.now.seat_of(player) is None]


def _rows(scene: Scene) -> tuple[Row, ...]:
    game, words = GAMES[scene.match.game], scene.words
    full = len(scene.seats) >= game.seats.stop - 1
    short = len(scene.seats) < game.seats.start
    computers = [seat for seat in scene.seats if scene.holder(seat).player is None]
    people: Row = (
        Button(words.say("lobby.join"), scene.of_match("lobby-join"), Style.MAIN, disabled=full),
        Button(words.say("lobby.leave"), scene.of_match("lobby-leave")),
        Button(words.say("lobby.start"), scene.of_match("lobby-start"), Style.GO, disabled=short),
        Button(words.say("lobby.cancel"), scene.of_match("lobby-cancel"), Style.STOP),
    )
    remove = Button(words.say("lobby.remove-computer"), scene.of_match("lobby-remove-computer"))
    return (people, *_computer_rows(scene, list(game.computers), full, [remove] if computers else []))


def _computer_rows(scene: Scene, levels: list[str], full: bool, remove: list[Button]) -> Iterator[Row]:
    """A button where there is one kind of computers, else a list of them."""
    words = scene.words
    if len(levels) == 1:
        add = Button(words.say("lobby.add-computer"), scene.of_match("lobby-add-computer", levels[0]), disabled=full)
        yield (add, *remove)
        return
    options = tuple(Option(words.say(f"computer.{level}"), level) for level in levels)
    yield (Select(scene.of_match("lobby-add-computer", ""), words.say("lobby.add-computer"), options, disabled=full),)
    if remove:
        yield tuple(remove)
