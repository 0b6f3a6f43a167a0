"""How somebody plays: the card, the opponents. Private; one's own card can be shown to all.

What somebody plays elsewhere is theirs to show: of others one sees what they played on this server.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from bot.core.errors import MatchError
from bot.core.standings import ENOUGH_MATCHES, Career, Rival
from bot.core.text import Words
from bot.games.registry import GAMES
from cogs.leaderboard import pictures
from cogs.leaderboard.asked import EVERYWHERE, HERE
from cogs.leaderboard.board import public_language
from cogs.ui.control import control_id
from cogs.ui.language import words_of
from cogs.ui.names import bare, bare_of, mention, safe
from cogs.ui.numbers import decimal, percent, whole
from cogs.ui.page import Button, Page, Row, Style, plain, with_button
from cogs.ui.paging import LAST, nearest, pages_of, say_page, turners
from cogs.ui.pictures import Drawing
from cogs.ui.posting import RefusedError
from cogs.ui.request import Press, Request

ALL_GAMES = "all"
RIVALS_A_PAGE = 25
FAVORITES = 3
"""So many opponents stand on the card's page."""


@dataclass(frozen=True, slots=True)
class Whose:
    """Whose play is looked at; ``game`` None is all games, ``guild`` None everywhere."""

    player: int
    game: str | None
    guild: int | None

    def id(self, verb: str, *role: object) -> str:
        """The id of a control that is about this."""
        scope = EVERYWHERE if self.guild is None else HERE
        return control_id(verb, self.player, self.game or ALL_GAMES, scope, *role)


async def show(request: Request, player: int, game: str | None) -> None:
    """The card: one's own everywhere, another person's on this server. MatchError "not-on-a-server"."""
    guild = None if player == request.player else request.guild_id
    await request.open(await _card_page(request, Whose(player, game, guild), request.language))


async def turned(press: Press) -> None:
    """The card for another game or scope."""
    await press.turn_to(await _card_page(press, _read(press), press.language))


async def rivals(press: Press) -> None:
    """The opponents, page by page."""
    await press.turn_to(await _rivals_page(press, _read(press), press.number(3)))


async def show_to_all(press: Press) -> None:
    """One's own card, for everybody in the channel. MatchError "cannot-write-here"."""
    whose = _read(press)
    if whose.player != press.player:
        raise MatchError("unknown-control")
    page = await _card_page(press, whose, await public_language(press))
    try:
        await press.app.posting.send(press.channel_id, replace(page, rows=()), f"stats:{press.interaction.id}")
    except RefusedError:
        raise MatchError("cannot-write-here") from None
    await press.open(plain(press.words().say("career.shown")))


def _read(press: Press) -> Whose:
    """What the control is about. MatchError "unknown-control", "not-on-a-server"."""
    player = press.number(0)
    _, game, scope, *_ = (*press.arguments, "", "", "")
    if game not in (*GAMES, ALL_GAMES) or scope not in (HERE, EVERYWHERE):
        raise MatchError("unknown-control")
    everywhere = scope == EVERYWHERE and player == press.player
    return Whose(player, None if game == ALL_GAMES else game, None if everywhere else press.guild_id)


# The card


async def _card_page(request: Request, whose: Whose, language: str) -> Page:
    words, standings = words_of(language, whose.game), request.app.standings
    careers = {game: await standings.career(whose.player, game, whose.guild) for game in _games(whose)}
    found = await standings.rivals(whose.player, whose.game, whose.guild, 0, FAVORITES)
    names = await request.app.service.names_of([whose.player, *(rival.player for rival in found.rivals)])
    title = bare_of(whose.player, names, words)
    played = {game: each for game, each in careers.items() if each.matches or each.takeovers}
    games = _names_of(words, list(played) or list(careers))
    subtitle = words.say("career.subtitle", games=games, scope=_scope(request, whose, words))
    image = await request.app.pictures.draw(_drawing(title, subtitle, played, language))
    favorites = [_rival_words(rival, names, words) for rival in found.rivals]
    return Page(
        (
            # As Discord names somebody of whom we never saw a name.
            "" if whose.player in names else mention(whose.player),
            "\n".join((f"**{words.say('career.favorites')}**", *favorites)) if favorites else "",
        ),
        image,
        rows=_rows(request, whose, words, more=found.total > 0),
        accent=request.app.games[_games(whose)[0]].accent,
    )


def _drawing(title: str, subtitle: str, played: Mapping[str, Career], language: str) -> Drawing[Any]:
    """The whole card of the one game that was played; of more than one, a line each."""
    if len(played) == 1:
        ((game, career),) = played.items()
        words, curve = words_of(language, game), () if career.rating is None else career.ratings
        return pictures.career(title, subtitle, list(_figures(words, career)), career.scores, curve, words)
    figures = [figure for game, career in played.items() for figure in _overview(words_of(language, game), career)]
    return pictures.career(title, subtitle, figures, (), (), words_of(language))


def _games(whose: Whose) -> list[str]:
    return [whose.game] if whose.game else list(GAMES)


def _names_of(words: Words, games: Iterable[str]) -> list[str]:
    return [words_of(words.language, game).say("game.name") for game in games]


def _scope(request: Request, whose: Whose, words: Words) -> str:
    here = request.interaction.guild
    return words.say("scope.everywhere") if whose.guild is None or here is None else bare(here.name)


def _figures(words: Words, career: Career) -> Iterator[pictures.Figure]:
    """What the card of one game shows, at most twelve."""
    say = words.say
    yield say("figure.matches"), whole(words, career.matches)
    yield say("figure.wins"), whole(words, career.wins)
    yield say("figure.win-rate"), percent(words, career.wins / career.matches) if career.matches else "–"
    yield say("figure.rating"), _rating(words, career)
    yield say("figure.average"), "–" if career.average is None else decimal(words, career.average, 1)
    yield say("figure.best-score"), "–" if career.best_score is None else whole(words, career.best_score)
    yield say("figure.best-play"), whole(words, career.best_play)
    yield say("figure.feats"), whole(words, career.feats)
    yield say("figure.streak"), whole(words, career.streak)
    yield say("figure.longest-streak"), whole(words, career.longest_streak)
    if career.slips is not None:
        yield say("figure.slips"), whole(words, career.slips)
    if career.takeovers:
        yield say("figure.takeovers"), whole(words, career.takeovers)


def _overview(words: Words, career: Career) -> Iterator[pictures.Figure]:
    """One line of the card of all games."""
    figures = {
        "figure.matches": whole(words, career.matches),
        "figure.win-rate": percent(words, career.wins / career.matches) if career.matches else "–",
        "figure.best-score": "–" if career.best_score is None else whole(words, career.best_score),
        "figure.rating": _rating(words, career),
    }
    for key, value in figures.items():
        yield words.say("career.figure-of", game=words.say("game.name"), figure=words.say(key)), value


def _rating(words: Words, career: Career) -> str:
    """The rating; until there is one, how many of the matches for it are played."""
    if career.rating is not None:
        return whole(words, career.rating)
    return f"{career.rated_matches}/{ENOUGH_MATCHES}"


def _rows(request: Request, whose: Whose, words: Words, *, more: bool) -> tuple[Row, ...]:
    say, guild, own = words.say, request.interaction.guild_id, whose.player == request.player
    games = [
        (ALL_GAMES, say("career.all-games")),
        *((game, words_of(words.language, game).say("game.name")) for game in GAMES),
    ]
    switches = [
        Button(name, replace(whose, game=None if game == ALL_GAMES else game).id("stats", game))
        for game, name in games
        if game != (whose.game or ALL_GAMES)
    ]
    if own and guild is not None:
        scope = "here" if whose.guild is None else "everywhere"
        other = replace(whose, guild=guild if whose.guild is None else None)
        switches.append(Button(say(f"board.{scope}"), other.id("stats", "scope")))
    others = [Button(say("career.rivals"), whose.id("stats-rivals", 0, "open"))] if more else []
    if own and guild is not None:
        others.append(Button(say("career.show"), whose.id("stats-show"), Style.MAIN))
    return (tuple(switches), tuple(others))


# The opponents


async def _rivals_page(request: Request, whose: Whose, page: int) -> Page:
    words = request.words(whose.game)
    found = await request.app.standings.rivals(
        whose.player, whose.game, whose.guild, min(page, LAST) * RIVALS_A_PAGE, RIVALS_A_PAGE
    )
    pages = pages_of(found.total, RIVALS_A_PAGE)
    if page != nearest(page, pages):
        return await _rivals_page(request, whose, nearest(page, pages))
    names = await request.app.service.names_of([whose.player, *(rival.player for rival in found.rivals)])
    player = safe(bare_of(whose.player, names, words))
    title = words.say(
        "career.rivals-of", name=player, games=_names_of(words, _games(whose)), scope=_scope(request, whose, words)
    )
    lines = [_rival_words(rival, names, words) for rival in found.rivals]
    turning = turners(words, page, pages, lambda way, to: whose.id("stats-rivals", to, way))
    back = Button(words.say("career.card"), whose.id("stats", "back"))
    return Page(
        (f"### {title}", "\n".join(lines) or words.say("career.no-rivals")),
        note=say_page(words, page, pages),
        rows=with_button(turning, back),
    )


def _rival_words(rival: Rival, names: dict[int, str], words: Words) -> str:
    """One opponent and the balance: won, lost, and where there were any, shared places."""
    name = safe(bare_of(rival.player, names, words))
    shared = rival.matches - rival.won - rival.lost
    matches = words.say("matches", count=rival.matches)
    key = "career.rival-shared" if shared else "career.rival"
    return words.say(key, name=name, matches=matches, won=rival.won, lost=rival.lost, shared=shared)
