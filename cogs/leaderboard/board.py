"""A page of a leaderboard: the picture, where the asker stands, and the ways to other pages and boards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from bot.core.standings import LINES_A_PAGE, Board, BoardPage, Line, Measure, Period, Season
from bot.core.text import Words
from bot.games.registry import GAMES
from cogs.leaderboard import pictures
from cogs.leaderboard.asked import Asked, measures, possible, read
from cogs.leaderboard.words import say_instead, say_period, say_season, say_value
from cogs.ui.language import language_for, words_of
from cogs.ui.names import bare, bare_of, mention, safe
from cogs.ui.numbers import whole
from cogs.ui.page import MOST_OPTIONS, Button, Option, Page, Row, Select, with_button
from cogs.ui.paging import nearest, pages_of, say_page, turners
from cogs.ui.pictures import Drawing
from cogs.ui.request import Press, Request

SEASON = "season:"
"""Before the number of a season, in the value of an option."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A page of a board with all that is said of it."""

    asked: Asked
    found: BoardPage
    pages: int
    seasons: tuple[Season, ...]
    names: dict[int, str]
    server: str
    words: Words

    @property
    def board(self) -> Board:
        return self.asked.board


async def public_language(request: Request) -> str:
    """The language of what everybody on the server reads; in a private channel, the reader's."""
    if request.interaction.guild_id is None:
        return request.language
    chosen = (await request.app.preferences.of_guild(request.interaction.guild_id)).language
    return language_for(chosen, str(request.interaction.guild_locale))


async def board_page(request: Request, asked: Asked, language: str, wanted: Board | None = None) -> Page:
    """The page that is asked for, or the nearest that there is; ``wanted``: the board of which that is the nearest."""
    shown = await _look_up(request, asked, language)
    image = await request.app.pictures.draw(_drawing(shown))
    texts = [*say_instead(shown.words, wanted or asked.board, shown.board), _own_words(shown)]
    if image is None:
        texts.insert(0, "\n".join(f"{line.rank}. {safe(line.name)}: {line.figure}" for line in _lines(shown)))
    return Page(
        tuple(texts),
        image,
        note=say_page(shown.words, shown.asked.page, shown.pages),
        rows=_rows(request, shown),
        accent=request.app.games[asked.board.game].accent,
    )


async def _look_up(request: Request, asked: Asked, language: str) -> Shown:
    standings, guild = request.app.standings, asked.board.guild
    seasons = () if guild is None else await standings.seasons(guild)
    if asked.board.period is Period.SEASON and not seasons:
        asked = asked.of(replace(asked.board, period=Period.ALL))
    found = await standings.page(asked.board, asked.asker, asked.page * LINES_A_PAGE)
    pages = pages_of(found.total, LINES_A_PAGE)
    page = nearest(asked.page, pages)
    if page != asked.page:
        asked = replace(asked, page=page)
        found = await standings.page(asked.board, asked.asker, page * LINES_A_PAGE)
    people = [line.player for line in found.lines]
    names = await request.app.service.names_of([*people, asked.asker])
    words = words_of(language, asked.board.game)
    here = request.interaction.guild
    server = words.say("scope.everywhere") if guild is None or here is None else bare(here.name)
    return Shown(asked, found, pages, seasons, names, server, words)


# The picture


def _drawing(shown: Shown) -> Drawing[Any]:
    own = shown.found.own
    on_page = own is not None and any(line.player == own.player for line in shown.found.lines)
    apart = None if own is None or on_page else _line(shown, own)
    return pictures.board(*_titles(shown), _lines(shown), apart, shown.words)


def _titles(shown: Shown) -> tuple[str, str]:
    say = shown.words.say
    measure = say(shown.board.measure.text_key)
    period = say_period(shown.words, shown.board, shown.seasons)
    return (
        say("board.title", game=say("game.name"), measure=measure),
        say("board.subtitle", scope=shown.server, period=period),
    )


def _lines(shown: Shown) -> list[pictures.Line]:
    return [_line(shown, line) for line in shown.found.lines]


def _line(shown: Shown, line: Line) -> pictures.Line:
    return pictures.Line(
        line.rank,
        bare_of(line.player, shown.names, shown.words),
        say_value(shown.words, shown.board.measure, line.value),
        shown.words.say("matches", count=line.matches),
        own=line.player == shown.asked.asker,
    )


# Where the asker stands


def _own_words(shown: Shown) -> str:
    words, found, measure = shown.words, shown.found, shown.board.measure
    asker, known = shown.asked.asker, shown.asked.asker in shown.names
    name = safe(bare_of(asker, shown.names, words)) if known else mention(asker)
    if found.own is not None:
        place = words.say("board.own", name=name, rank=whole(words, found.own.rank), total=whole(words, found.total))
        if found.gap is None:
            return place
        return f"{place} {words.say('board.gap', gap=say_value(words, measure, found.gap))}"
    if found.own_matches:
        needed = measure.least_matches
        return words.say("board.own-too-few", name=name, played=found.own_matches, count=needed)
    return words.say("board.own-none", name=name)


# The ways on


def _rows(request: Request, shown: Shown) -> tuple[Row, ...]:
    asked, words = shown.asked, shown.words
    turning = turners(words, asked.page, shown.pages, lambda way, to: replace(asked, page=to).id("board", way))
    if turning:
        turning = with_button(turning, Button(words.say("board.mine"), asked.id("board-mine", "mine")))
    return (*turning, _switches(request, shown), (_measure_select(shown),), (_period_select(shown),))


def _switches(request: Request, shown: Shown) -> Row:
    """The other games, the other scope, and the records of a server."""
    asked, board, say = shown.asked, shown.board, shown.words.say
    others = [game for game in GAMES if game != board.game]
    buttons = [
        Button(
            words_of(shown.words.language, game).say("game.name"), asked.of(replace(board, game=game)).id("board", game)
        )
        for game in others
    ]
    guild = request.interaction.guild_id
    if board.guild is not None:
        everywhere = asked.of(replace(board, guild=None))
        buttons.append(Button(say("board.everywhere"), everywhere.id("board", "scope")))
        buttons.append(Button(say("board.records"), asked.id("board-records", "records")))
    elif guild is not None:
        buttons.append(Button(say("board.here"), asked.of(replace(board, guild=guild)).id("board", "scope")))
    return tuple(buttons)


def _measure_select(shown: Shown) -> Select:
    board, say = shown.board, shown.words.say
    options = tuple(
        Option(say("board.by", measure=say(measure.text_key)), measure.value, chosen=measure is board.measure)
        for measure in measures(board.game, board.period)
    )
    return Select(shown.asked.id("board-by", "by"), say("board.choose-by"), options)


def _period_select(shown: Shown) -> Select:
    """All time, the week, the month, and the server's seasons: the newest of them, as many as a list has room for."""
    words, board = shown.words, shown.board
    periods = [period for period in Period if period is not Period.SEASON]
    options = [
        Option(words.say(f"period.{period.value}"), period.value, chosen=period is board.period) for period in periods
    ]
    newest = shown.seasons[-1].number if shown.seasons else 0
    for season in list(reversed(shown.seasons))[: MOST_OPTIONS - len(options)]:
        chosen = board.period is Period.SEASON and season.number == (board.season or newest)
        options.append(
            Option(say_season(words, season.number, shown.seasons), f"{SEASON}{season.number}", chosen=chosen)
        )
    return Select(shown.asked.id("board-over", "over"), words.say("board.choose-period"), tuple(options))


# What is pressed


async def turned(press: Press) -> None:
    """Another page, or another board."""
    await _show(press, read(press))


async def own_place(press: Press) -> None:
    """The page on which whoever presses stands."""
    asked = read(press)
    before = await press.app.standings.lines_before(asked.board, press.player)
    await _show(press, replace(asked, page=0 if before is None else before // LINES_A_PAGE))


async def by_another_measure(press: Press) -> None:
    asked = read(press)
    chosen = next((measure for measure in Measure if measure.value in press.values), asked.board.measure)
    await _show(press, asked.of(replace(asked.board, measure=chosen)))


async def over_another_period(press: Press) -> None:
    asked = read(press)
    await _show(press, asked.of(_over(asked.board, next(iter(press.values), ""))))


def _over(board: Board, value: str) -> Board:
    """The board over the period of an option; a season of which nobody knows is the running one."""
    if value.startswith(SEASON) and value.removeprefix(SEASON).isdecimal():
        return replace(board, period=Period.SEASON, season=int(value.removeprefix(SEASON)))
    period = next((period for period in Period if period.value == value), board.period)
    return possible(replace(board, period=period, season=None))


async def _show(press: Press, asked: Asked) -> None:
    """Who asked turns the page where it is; everybody else gets a private one of their own."""
    message = press.interaction.message
    if press.player != asked.asker:
        mine = replace(asked, asker=press.player)
        await press.open(await board_page(press, mine, press.language))
    elif message is not None and message.flags.ephemeral:
        await press.turn(await board_page(press, asked, press.language))
    else:
        await press.turn(await board_page(press, asked, await public_language(press)))
