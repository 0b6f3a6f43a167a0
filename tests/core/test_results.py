"""What is kept of the play of each holder, and what the end of a real match does to the standings."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from bot.core.codec import codec_of
from bot.core.happened import Happened
from bot.core.match_events import is_match_event
from bot.core.standings import Board, Measure, Period, RecordKind
from bot.core.store import WhenLate
from bot.core.table import replay
from bot.games.base import Figures
from bot.games.qwirkle.state import Exchange, Played
from bot.games.qwixx.state import ChooseWhite, Phase, TakeColor
from bot.games.registry import GAMES
from data.standings import SqlStandings
from data.store import SqlStore
from tests.core.hall import ANNA, BEN, CLEO, DORA, GUILD, Hall, moment

DAY = timedelta(days=1)


def standings_of(hall: Hall) -> SqlStandings:
    assert isinstance(hall.store, SqlStore)
    return SqlStandings(hall.store.database, hall.clock)


async def plays_of(hall: Hall, match_id: int, seat: int) -> list[tuple[int, Played]]:
    """The plays of a seat in the log, with the numbers of their entries."""
    entries = (await hall.store.load(match_id)).entries
    read = codec_of(GAMES["qwirkle"]).event
    events = [(entry.seq, read(entry)) for entry in entries if not is_match_event(entry.kind)]
    return [(seq, event) for seq, event in events if isinstance(event, Played) and event.seat == seat]


async def test_nobody_is_praised_for_the_play_of_another(hall: Hall) -> None:
    """Whose seat goes on keeps what was played until then; who goes on has what was played since."""
    match_id = await hall.match(ANNA, BEN, when_late=WhenLate.COMPUTER)
    for _ in range(8):
        await hall.play(match_id)
    gone = await hall.seq(match_id)
    await hall.service.resign(hall.person(ANNA), match_id)
    await hall.play_out(match_id)
    plays = await plays_of(hall, match_id, 0)
    before, after = ([play for seq, play in plays if (seq <= gone) == early] for early in (True, False))
    assert before
    assert after
    anna, computer, _ = await hall.store.results(match_id)
    assert (anna.player, computer.player) == (ANNA, None)
    for result, own in ((anna, before), (computer, after)):
        assert result.best_play == max(play.points for play in own)
        assert result.feats == sum(line.length == 6 for play in own for line in play.lines)
        assert result.slips is None


def idle(now: Happened, player: int) -> Any:
    """Something that the rules allow and that earns nothing."""
    seat, view = now.seat_of(player), now.view_for(player)
    assert seat is not None
    if now.match.game == "qwirkle":
        return Exchange(seat, view.hand[:1])
    return ChooseWhite(seat, None) if view.phase is Phase.WHITE else TakeColor(seat, None)


@pytest.mark.parametrize("game", GAMES)
async def test_nobody_is_praised_for_a_computer_that_stood_in(hall: Hall, game: str) -> None:
    """The seat has the points, but it was not its person who did it: Ben himself does nothing that earns any."""
    match_id = await hall.match(ANNA, BEN, game=game, when_late=WhenLate.COMPUTER)
    for turn in range(1, 10):
        await hall.play_until(match_id, BEN)
        now = await hall.look(match_id)
        if turn % 3:
            hall.clock.time += DAY
            await hall.service.time_out(match_id)
        else:
            await hall.service.act(hall.person(BEN), match_id, idle(now, BEN), moment(now))
        await hall.service.settled()
    now = await hall.service.since(match_id, 0)
    assert now.seat_of(BEN) == 1
    view = now.view_for(None)
    assert view.scores[1] if game == "qwirkle" else any(row.marked for row in view.sheets[1].rows)
    stored = await hall.store.load(match_id)
    figures = replay(GAMES[game], stored.match, stored.entries).figures
    ben = figures.get((1, 0), Figures())
    assert (ben.best_play, ben.feats) == (0, 0)
    assert figures[0, 0].best_play > 0
    gained = [step.gained.get(1, Figures()) for step in now.steps(lambda event: event.kind in ("played", "rolled"))]
    assert {figures.best_play for figures in gained} == {0}


async def test_qwixx_counts_penalties(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, game="qwixx")
    over = await hall.play_out(match_id)
    sheets = over.view_for(None).sheets
    results = await hall.store.results(match_id)
    assert [result.slips for result in results] == [sheet.penalties for sheet in sheets]
    assert [result.feats for result in results] == [sum(row.lock for row in sheet.rows) for sheet in sheets]


@pytest.mark.parametrize("game", GAMES)
async def test_the_end_of_a_match_counts_in_the_server_and_everywhere(hall: Hall, game: str) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO, game=game, computers=1)
    over = await hall.play_out(match_id)
    assert over.outcome is not None
    standings = standings_of(hall)
    for guild in (None, GUILD):
        board = Board(game, guild, Period.ALL, Measure.BEST_SCORE)
        page = await standings.page(board, ANNA)
        scores = dict(zip((ANNA, BEN, CLEO), over.outcome.scores, strict=False))
        assert {line.player: line.value for line in page.lines} == scores
        assert page.own is not None
        assert page.own.player == ANNA
    records = await standings.records(GUILD, game)
    best = max(over.outcome.scores[:3])
    assert (records[RecordKind.SCORE].value if best > 0 else best) == best
    assert len((await standings.of_match(match_id)).placings) == 3


async def test_friendly_matches_practice_and_matches_with_computers_alone_count_for_a_career(hall: Hall) -> None:
    await hall.play_out(await hall.match(ANNA, BEN, rated=False))
    await hall.play_out(await hall.match(ANNA, computers=1))
    await hall.play_out(await hall.match(ANNA, computers=1, practice=True))
    standings = standings_of(hall)
    for measure in Measure:
        assert (await standings.page(Board("qwirkle", None, Period.ALL, measure), ANNA)).total == 0
    career = await standings.career(ANNA, "qwirkle")
    assert (career.matches, career.rated_matches) == (3, 0)
    assert (await standings.career(ANNA, "qwirkle", GUILD)).matches == 2


async def test_a_match_without_a_result_counts_for_nothing(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, when_late=WhenLate.COMPUTER)
    await hall.service.resign(hall.person(ANNA), match_id)
    await hall.service.resign(hall.person(BEN), match_id)
    standings = standings_of(hall)
    assert (await standings.of_match(match_id)).placings == ()
    assert (await standings.career(ANNA, "qwirkle")).matches == 0


async def test_leavers_are_rated_last_in_the_order_of_leaving(hall: Hall) -> None:
    match_id = await hall.match(ANNA, BEN, CLEO, DORA)
    for player in (BEN, DORA, ANNA):
        await hall.service.resign(hall.person(player), match_id)
    told = await standings_of(hall).of_match(match_id)
    assert [placing.player for placing in told.placings] == [CLEO, ANNA, DORA, BEN]
    changes = {p.player: p.everywhere.after - p.everywhere.before for p in told.placings}
    assert changes[CLEO] > changes[ANNA] > changes[DORA] > changes[BEN]
