"""Careers, rivals, records, seasons, and what one match did, on both kinds of databases."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest
from openskill.models import PlackettLuce
from openskill.models.weng_lin.plackett_luce import PlackettLuceRating

from bot.core.standings import Board, Line, Measure, Period, RecordKind, Rival, Season
from data import tables
from data.rebuild import differences, rebuild
from data.standings import SqlStandings
from data.store import SqlStore
from tests.data.crowds import GUILDS, PEOPLE, Ended, NewSeason, all_made, end
from tests.data.plain import counted, rated
from tests.data.samples import NOON, SetClock, rows
from tests.data.test_standings import let_happen, some_happenings

ANN, BEN, CLEO, DORA = PEOPLE[:4]
HERE, THERE = GUILDS
HOUR = timedelta(hours=1)


@pytest.fixture
def standings(store: SqlStore, clock: SetClock) -> SqlStandings:
    return SqlStandings(store.database, clock)


def matches_of(happened: Sequence[object], game: str, guild: int | None, player: int) -> list[Ended]:
    """Finished matches of a person, friendly and practice ones too."""
    return [
        match
        for match in happened
        if isinstance(match, Ended) and match.game == game and guild in (None, match.guild) and player in match.people
    ]


async def test_careers_and_rivals_are_as_counted_plainly(
    store: SqlStore, clock: SetClock, standings: SqlStandings
) -> None:
    happened = some_happenings(60, seed=3)
    await let_happen(store, clock, happened)
    for guild in (None, *GUILDS):
        rated_here = [match for match, _ in counted(happened) if match.game == "qwixx" and guild in (None, match.guild)]
        ratings = rated(rated_here)
        for player in PEOPLE:
            own = matches_of(happened, "qwixx", guild, player)
            results = [result for match in own for result in match.results() if result.player == player]
            career = await standings.career(player, "qwixx", guild)
            assert (career.matches, career.points) == (len(own), sum(result.score for result in results))
            assert career.wins == sum(result.place == 1 for result in results)
            assert career.slips == sum(result.slips or 0 for result in results)
            assert career.rated_matches == sum(result.rated for result in results)
            assert career.rating == (ratings[player] if career.rated_matches >= 5 else None)
            balance = {rival.player: rival for rival in (await standings.rivals(player, "qwixx", guild, 0, 99)).rivals}
            assert balance == plain_balance(own, player)


def plain_balance(own: Sequence[Ended], player: int) -> dict[int, Rival]:
    met: Counter[int] = Counter()
    won: Counter[int] = Counter()
    lost: Counter[int] = Counter()
    for match in own:
        places = {result.player: result.place for result in match.results()}
        for other in match.people:
            if other != player:
                met[other] += 1
                won[other] += places[player] < places[other]
                lost[other] += places[player] > places[other]
    return {other: Rival(other, met[other], won[other], lost[other]) for other in met}


async def test_rivals_are_paged_the_most_frequent_first(store: SqlStore, standings: SqlStandings) -> None:
    for number, other in enumerate((BEN, CLEO, CLEO, DORA)):
        await end(store, Ended((ANN, other), (number, 1), guild=HERE if number else None))
    await end(store, Ended((ANN, BEN), (1, 1), game="qwixx", guild=THERE))
    page = await standings.rivals(ANN, None, size=2)
    assert (page.rivals, page.total) == ((Rival(BEN, 2, 0, 1), Rival(CLEO, 2, 1, 0)), 3)
    assert (await standings.rivals(ANN, None, first=2, size=2)).rivals == (Rival(DORA, 1, 1, 0),)
    assert (await standings.rivals(ANN, "qwirkle", HERE)).total == 2
    assert (await standings.rivals(PEOPLE[-1], None)).rivals == ()


async def test_who_took_over_is_a_takeover_and_no_rival(store: SqlStore, standings: SqlStandings) -> None:
    match = Ended((ANN, BEN, CLEO), (5, 9, 3), left=[1])
    before, *others = match.results()
    taker = replace(others[0], nth=1, player=DORA, place=1, left=False, took_over=True, rated=False, best_play=99)
    await store.see_player(DORA, "Dora")
    await end(store, match, [before, *others, taker])
    career = await standings.career(DORA, "qwirkle")
    assert (career.matches, career.takeovers, career.best_play, career.rated_matches) == (0, 1, 0, 0)
    assert (await standings.rivals(DORA, None)).total == 0
    assert {rival.player for rival in (await standings.rivals(ANN, None)).rivals} == {BEN, CLEO}
    page = await standings.page(Board("qwirkle", None, Period.ALL, Measure.WINS), DORA)
    assert {line.player for line in page.lines} == {ANN, BEN, CLEO}
    assert (page.own, page.own_matches) == (None, 0)


async def test_a_match_tells_what_it_did(store: SqlStore, standings: SqlStandings) -> None:
    model = PlackettLuce()
    first = await end(store, Ended((ANN, BEN), (40, 60), guild=THERE))
    second = await end(store, Ended((CLEO, BEN, ANN), (30, 80, 80), feats=(2, 0, 0), plays=(12, 9, 31)))
    ann, ben = model.rating(), model.rating()
    ((ann,), (ben,)) = model.rate([[ann], [ben]], ranks=[2, 1])
    ((cleo,), (ben_after,), (ann_after,)) = model.rate([[model.rating()], [ben], [ann]], ranks=[3, 1, 1])

    def shown(rating: PlackettLuceRating) -> int:
        return round(1000 + 50 * rating.ordinal())

    told = await standings.of_match(second)
    assert [(p.player, p.place, p.score, p.matches) for p in told.placings] == [
        (BEN, 1, 80, 2),
        (ANN, 1, 80, 2),
        (CLEO, 3, 30, 1),
    ]
    assert [(p.everywhere.before, p.everywhere.after) for p in told.placings] == [
        (shown(ben), shown(ben_after)),
        (shown(ann), shown(ann_after)),
        (1000, shown(cleo)),
    ]
    assert {p.here.before for p in told.placings} == {1000}
    assert [(r.kind, r.value, r.player, r.before) for r in told.records] == [
        (RecordKind.SCORE, 80, BEN, None),
        (RecordKind.PLAY, 31, ANN, None),
        (RecordKind.FEATS, 2, CLEO, None),
        (RecordKind.CLOSEST, 0, BEN, None),
    ]
    assert [p.player for p in (await standings.of_match(first)).placings] == [BEN, ANN]
    friendly = await end(store, Ended((ANN, BEN), (1, 2), rated=False))
    for nothing in (friendly, 999):
        told = await standings.of_match(nothing)
        assert (told.placings, told.records) == ((), ())


async def test_records_are_broken_by_more_not_by_as_much(store: SqlStore, standings: SqlStandings) -> None:
    first = await end(store, Ended((ANN, BEN), (50, 40), plays=(7, 3), feats=(0, 0)))
    same = await end(store, Ended((CLEO, BEN), (50, 40), plays=(7, 3), feats=(0, 0)))
    more = await end(store, Ended((CLEO, BEN), (51, 42), plays=(1, 1), feats=(0, 1), at=NOON + HOUR))
    await end(store, Ended((CLEO, BEN), (99, 99), plays=(50, 50), feats=(9, 9), guild=THERE))
    await end(store, Ended((CLEO, BEN), (99, 99), plays=(50, 50), feats=(9, 9), game="qwixx"))
    await end(store, Ended((CLEO, BEN), (99, 99), plays=(50, 50), feats=(9, 9), rated=False))
    found = await standings.records(HERE, "qwirkle")
    assert {kind: (record.value, record.player, record.match, record.before) for kind, record in found.items()} == {
        RecordKind.SCORE: (51, CLEO, more, 50),
        RecordKind.PLAY: (7, ANN, first, None),
        RecordKind.FEATS: (1, BEN, more, None),
        RecordKind.CLOSEST: (9, CLEO, more, 10),
    }
    assert list(found) == list(RecordKind)
    assert found[RecordKind.SCORE].at == NOON + HOUR
    assert (await standings.of_match(same)).records == ()
    assert [record.before for record in (await standings.of_match(more)).records] == [50, None, 10]


async def test_who_left_makes_no_close_finish(store: SqlStore, standings: SqlStandings) -> None:
    await end(store, Ended((ANN, BEN, CLEO), (50, 50, 20), left=[1]))
    assert (await standings.records(HERE, "qwirkle"))[RecordKind.CLOSEST].value == 30


async def test_seasons_follow_one_another(store: SqlStore, clock: SetClock, standings: SqlStandings) -> None:
    assert await standings.seasons(HERE) == ()
    running = Board("qwirkle", HERE, Period.SEASON, Measure.WINS)
    await end(store, Ended((ANN, BEN), (2, 1)))
    assert (await standings.page(running, ANN)).total == 0
    started = await standings.start_season(HERE, ANN)
    await end(store, Ended((ANN, BEN), (1, 2)))
    clock.time += HOUR
    assert (await standings.page(running, ANN)).lines == (Line(1, BEN, 1, 1), Line(2, ANN, 0, 1))
    later = await standings.start_season(HERE, CLEO)
    assert (started, later) == (Season(1, NOON, ANN), Season(2, NOON + HOUR, CLEO))
    assert await standings.seasons(HERE) == (started, later)
    assert await standings.seasons(THERE) == ()
    assert (await standings.page(running, ANN)).total == 0
    await end(store, Ended((ANN, CLEO), (5, 5)))
    assert [line.rank for line in (await standings.page(running, None)).lines] == [1, 1]
    assert (await standings.page(replace(running, season=1), None)).lines[0] == Line(1, BEN, 1, 1)
    assert (await standings.page(replace(running, guild=None), None)).total == 0


async def test_a_season_may_be_started_by_several_at_once(standings: SqlStandings) -> None:
    await asyncio.gather(*(standings.start_season(HERE, player) for player in PEOPLE))
    assert [season.number for season in await standings.seasons(HERE)] == list(range(1, len(PEOPLE) + 1))


async def test_matches_that_end_at_once_are_counted_one_after_another(store: SqlStore) -> None:
    matches = [Ended((PEOPLE[n % 3], PEOPLE[3 + n % 4]), (n, 5), at=NOON - n * HOUR) for n in range(12)]
    await asyncio.gather(*(end(store, match) for match in matches))
    finishes = await rows(store, tables.finishes)
    assert sorted(row.nr for row in finishes) == list(range(1, 13))
    in_order = sorted(finishes, key=lambda row: row.nr)
    assert [row.at for row in in_order] == sorted(row.at for row in in_order)
    assert await store.database.read(differences) == {}


async def test_what_a_week_no_longer_counts_goes_in_time(store: SqlStore) -> None:
    for number in range(8):
        await end(store, Ended(PEOPLE[:4], (1, 2, 3, 4), at=NOON + number * timedelta(days=7)))
    await end(store, Ended(PEOPLE[4:6], (1, 2), at=NOON + timedelta(days=300)))
    boards = {row.id: row for row in await rows(store, tables.boards)}
    kept = [row for row in await rows(store, tables.standings) if boards[row.board].period is not Period.ALL]
    assert {row.player for row in kept} == set(PEOPLE[4:6])
    assert all(row.stretch == boards[row.board].stretch for row in kept)


async def test_what_is_left_of_a_week_is_not_missed(store: SqlStore) -> None:
    many = range(201, 217)  # more than are swept away at once
    for some in (many[:4], many[4:8], many[8:12], many[12:]):
        await end(store, Ended(some, (1, 2, 3, 4)))
    await end(store, Ended(many[:2], (1, 2), at=NOON + timedelta(days=40)))
    over = [row for row in await rows(store, tables.standings) if row.stretch and row.player in many[2:]]
    assert over
    assert await store.database.read(differences) == {}
    made = await all_made(store)
    await store.database.write(rebuild)
    assert await all_made(store) == made
    assert len(await rows(store, tables.standings)) == len(made["standings"])


async def test_who_is_forgotten_leaves_the_figures_of_others(store: SqlStore, standings: SqlStandings) -> None:
    for scores in ((3, 2, 1), (2, 3, 1), (9, 9, 9), (1, 2, 3), (4, 5, 6)):
        await end(store, Ended((ANN, BEN, CLEO), scores))
    await standings.start_season(HERE, ANN)
    boards = [Board("qwirkle", guild, Period.ALL, measure) for guild in (None, HERE) for measure in Measure]
    before = [await standings.page(board, BEN) for board in boards]
    records = await standings.records(HERE, "qwirkle")
    await store.forget(ANN)

    def former(player: int) -> int:
        return -1 if player == ANN else player

    for board, page in zip(boards, before, strict=True):
        after = await standings.page(board, BEN)
        assert {(line.rank, line.player, line.value) for line in after.lines} == {
            (line.rank, former(line.player), line.value) for line in page.lines
        }
        assert (after.own, after.gap, after.total) == (page.own, page.gap, page.total)
    renamed = {kind: replace(record, player=former(record.player)) for kind, record in records.items()}
    assert await standings.records(HERE, "qwirkle") == renamed
    assert [season.started_by for season in await standings.seasons(HERE)] == [-1]
    kept = [await rows(store, table) for table in tables.metadata.sorted_tables]
    assert str(ANN) not in str(kept).replace(f"0000{ANN}", "")
    assert await store.database.read(differences) == {}
    made = await all_made(store)
    await store.database.write(rebuild)
    assert await all_made(store) == made


async def test_who_only_started_a_season_is_forgotten_too(store: SqlStore, standings: SqlStandings) -> None:
    await standings.start_season(HERE, DORA)
    await store.see_player(DORA, "Dora")
    assert await store.forget(DORA) == ()
    assert [season.started_by for season in await standings.seasons(HERE)] == [-1]
    assert [row.name for row in await rows(store, tables.players)] == [None]


async def test_a_person_is_told_what_counts(store: SqlStore, standings: SqlStandings) -> None:
    await let_happen(store, SetClock(), [NewSeason(HERE), Ended((PEOPLE[0], BEN), (30, 20), plays=(9, 8))])
    told = await store.personal_data(ANN)
    assert [(row["server"], row["period"], row["season"]) for row in told["standings"]] == [
        (None, "all", None),
        (None, "week", None),
        (None, "month", None),
        (str(HERE), "all", None),
        (str(HERE), "week", None),
        (str(HERE), "month", None),
        (str(HERE), "season", 1),
    ]
    assert told["standings"][0]["points"] == 30
    assert [(record["record"], record["value"]) for record in told["records"]] == [
        ("closest", 10),
        ("play", 9),
        ("score", 30),
    ]
    assert told["seasons_started"][0]["season"] == 1
    assert told["results"][0]["best_play"] == 9
