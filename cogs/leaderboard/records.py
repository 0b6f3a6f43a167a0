"""The records of a server: what was reached, by whom, when, and in which match."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.core.errors import QwibotError
from bot.core.standings import Record
from bot.core.text import Words
from cogs.leaderboard.asked import read
from cogs.ui import links
from cogs.ui.names import bare_of, safe
from cogs.ui.numbers import whole
from cogs.ui.page import Page
from cogs.ui.request import Press, Request
from cogs.ui.times import date


async def opened(press: Press) -> None:
    """The records of the board's game on this server, for whoever presses alone. MatchError "not-on-a-server"."""
    await press.open(await _page(press, read(press).board.game, press.guild_id))


async def _page(request: Request, game: str, guild: int) -> Page:
    words = request.words(game)
    records = tuple((await request.app.standings.records(guild, game)).values())
    names = await request.app.service.names_of([record.player for record in records])
    addresses = {record.match: await _address(request, record.match) for record in records}
    title = f"## {words.say('records.title', game=words.say('game.name'))}"
    lines = "\n".join(_lines(words, records, names, addresses)) or words.say("records.none")
    return Page((title, lines), note=words.say("records.note"), accent=request.app.games[game].accent)


async def _address(request: Request, match_id: int) -> str | None:
    """Where the match is, as far as that can be told: its log may be damaged."""
    try:
        return links.live((await request.app.service.glance(match_id)).match)
    except QwibotError:
        return None


def _lines(
    words: Words, records: Iterable[Record], names: Mapping[int, str], addresses: Mapping[int, str | None]
) -> Iterable[str]:
    for record in records:
        match, address = words.say("match.note", number=record.match), addresses[record.match]
        yield words.say(
            "records.line",
            record=words.say(record.kind.text_key),
            value=whole(words, record.value),
            name=safe(bare_of(record.player, names, words)),
            day=date(record.at),
            match=match if address is None else f"[{match}]({address})",
        )
