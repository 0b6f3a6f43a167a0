"""`/leaderboard`, as people use it: what is asked for, what is shown, who turns it, and where one stands oneself."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.core.standings import Board, Measure, Period, Record, RecordKind, Season
from cogs.leaderboard.asked import Asked
from cogs.ui.control import LONGEST_ID
from tests.discord.club import begin, bot_of, club
from tests.discord.simkit import Answer, Discord, Person, Start
from tests.discord.standings import MadeUp
from tests.discord.wire import FORBIDDEN

MANY = 57
SCRIPTS = {
    900: "Bronwen Llŷr-Prŷs",
    901: "محمد عبد الله",
    902: "নুসরাত জাহান 🦊",
    903: "Ѓорѓи Ќосев",
    904: "李小龍",
    905: "x" * 300,
    906: "**bold** <@1> @everyone [link](https://example.com)",
    907: "עברית",
    -12: "",
    908: "",
}


async def board_room(start: Start, folder: Path, values: dict[int, float] | None = None) -> tuple[Discord, MadeUp]:
    """A server with these standings, in the place of those that are kept."""
    sim = await club(start, folder)
    made_up = MadeUp(values if values is not None else {person.id: 1000.0 for person in sim.people})
    bot_of(sim).app.standings = made_up
    return sim, made_up


async def know(sim: Discord, names: dict[int, str]) -> None:
    service: Any = bot_of(sim).app.service
    for player, name in names.items():
        if name:
            await service._store.see_player(player, name)


def many(sim: Discord) -> dict[int, float]:
    """57 people; Ann is last, and Ben before her."""
    ann, ben = sim.people
    others = {1000 + number: 2000.0 - number for number in range(MANY - 2)}
    return others | {ben.id: 1012.0, ann.id: 989.0}


async def known(sim: Discord, people: Iterable[Person]) -> None:
    await know(sim, {person.id: person.actor.name.title() for person in people})


# What is asked for


async def test_everybody_sees_it(start: Start, tmp_path: Path) -> None:
    sim, _ = await board_room(start, tmp_path)
    ann, ben = sim.people
    await known(sim, sim.people)
    answer = await ann.types("/leaderboard")
    assert not answer.private
    assert answer.seen == ben.newest()
    alt = answer.seen.pictures[0].alt
    assert alt.startswith("Qwirkle: rating. The server · all time.\n1. Ann: 1,000 (7 matches)\n1. Ben: 1,000")


async def test_unasked_it_is_the_game_of_the_channel_and_the_season(start: Start, tmp_path: Path) -> None:
    sim, made_up = await board_room(start, tmp_path)
    ann, _ = sim.people
    await begin(sim, "qwixx")
    await made_up.start_season(sim.guild.id, ann.id)
    await ann.types("/leaderboard")
    assert made_up.asked[-1] == Board("qwixx", sim.guild.id, Period.SEASON, Measure.RATING, None)


async def test_unasked_it_is_by_wins_until_somebody_has_a_rating(start: Start, tmp_path: Path) -> None:
    sim, made_up = await board_room(start, tmp_path, {})
    newcomer = sim.join("newcomer")
    answer = await newcomer.types("/leaderboard")
    assert made_up.asked[-1].measure is Measure.WINS
    assert "Nobody is on this table yet" in answer.seen.pictures[0].alt
    assert f"{newcomer.mention}** has no match that counts here" in answer.text


@pytest.mark.parametrize(
    ("options", "board"),
    [
        ({"by": "best-play"}, ("qwirkle", True, Period.ALL, Measure.BEST_PLAY, None)),
        ({"scope": "everywhere", "game": "qwixx"}, ("qwixx", False, Period.ALL, Measure.RATING, None)),
        ({"period": "week", "by": "rating"}, ("qwirkle", True, Period.WEEK, Measure.WINS, None)),
        ({"period": "month", "by": "slips", "game": "qwixx"}, ("qwixx", True, Period.MONTH, Measure.SLIPS, None)),
        ({"by": "slips"}, ("qwirkle", True, Period.ALL, Measure.WINS, None)),
        ({"season": 1}, ("qwirkle", True, Period.SEASON, Measure.RATING, 1)),
        ({"season": 1, "scope": "everywhere"}, ("qwirkle", True, Period.SEASON, Measure.RATING, 1)),
        ({"period": "season", "scope": "everywhere"}, ("qwirkle", False, Period.ALL, Measure.RATING, None)),
    ],
)
async def test_what_is_asked_for_is_what_is_shown(
    start: Start, tmp_path: Path, options: dict[str, Any], board: tuple[str, bool, Period, Measure, int | None]
) -> None:
    sim, made_up = await board_room(start, tmp_path)
    if "season" in (*options, *options.values()):
        await made_up.start_season(sim.guild.id, 1)
        await made_up.start_season(sim.guild.id, 1)
    await sim.people[0].types("/leaderboard", **options)
    game, here, period, measure, season = board
    assert made_up.asked[-1] == Board(game, sim.guild.id if here else None, period, measure, season)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"by": "rating", "period": "week"}, "Ratings are kept of all time and of seasons, so this is by wins.\n"),
        ({"by": "slips"}, "This game knows no penalties, so this is by wins.\n"),
        ({"period": "season"}, "No season has been started on this server, so this is of all time.\n"),
        ({"period": "season", "scope": "everywhere"}, "Seasons are each server’s own, so this is of all time.\n"),
        ({"period": "week"}, ""),
        ({"scope": "everywhere"}, ""),
        ({}, ""),
    ],
)
async def test_where_it_is_not_what_was_asked_for_it_says_why(
    start: Start, tmp_path: Path, options: dict[str, str], said: str
) -> None:
    sim, _ = await board_room(start, tmp_path)
    await known(sim, sim.people)
    answer = await sim.people[0].types("/leaderboard", **options)
    assert answer.text.startswith(f"{said}**Ann**: place 1")


async def test_unasked_a_board_of_everywhere_is_of_no_season(start: Start, tmp_path: Path) -> None:
    sim, made_up = await board_room(start, tmp_path)
    await known(sim, sim.people)
    await made_up.start_season(sim.guild.id, 1)
    answer = await sim.people[0].types("/leaderboard", scope="everywhere")
    assert made_up.asked[-1].period is Period.ALL
    assert answer.text.startswith("**Ann**: place 1")


async def test_a_season_that_never_was_is_refused_privately(start: Start, tmp_path: Path) -> None:
    sim, made_up = await board_room(start, tmp_path)
    ann, ben = sim.people
    await made_up.start_season(sim.guild.id, ann.id)
    answer = await ann.types("/leaderboard", season=7)
    assert answer.private
    assert "no season 7. It has had 1" in answer.text
    assert ben.sees() == []


async def test_older_seasons_are_offered_and_stay_readable(start: Start, tmp_path: Path) -> None:
    sim, made_up = await board_room(start, tmp_path)
    ann, _ = sim.people
    made_up.started = [Season(number, datetime(2026, 1, 1, tzinfo=UTC), 1) for number in range(1, 41)]
    offers = await ann.offers("/leaderboard", "season", "")
    assert offers[:2] == [("season 40", "40"), ("season 39, over", "39")]
    assert len(offers) == 25
    assert [value for _, value in await ann.offers("/leaderboard", "season", "4")] == ["40", "4"]
    seen = (await ann.types("/leaderboard")).seen
    select = seen.select("Over which time")
    assert len(select.options) == 25
    assert [option.label for option in select.options if option.chosen] == ["season 40"]
    await ann.chooses("season 31, over", of="Over which time", on=seen)
    assert made_up.asked[-1].season == 31
    assert "season 31, over" in ann.newest().pictures[0].alt


# Pages


async def test_the_asker_turns_the_page_for_all(start: Start, tmp_path: Path) -> None:
    sim, made_up = await board_room(start, tmp_path)
    ann, ben = sim.people
    await known(sim, sim.people)
    made_up.values = many(sim)
    first = (await ann.types("/leaderboard")).seen
    assert "Page 1 of 6" in first.text
    assert "1. somebody: 2,000" in first.pictures[0].alt
    assert "And 57. Ann: 989" in first.pictures[0].alt, "the asker's line is in view"
    assert "**Ann**: place 57 of 57. 23 to the next better." in first.text
    await ann.clicks("Next", on=first)
    second = ben.newest()
    assert second.id == first.id
    assert "Page 2 of 6" in second.text
    assert "11. somebody" in second.pictures[0].alt
    await ann.clicks("My place", on=second)
    last = ben.newest()
    assert "Page 6 of 6" in last.text
    assert "57. Ann: 989" in last.pictures[0].alt
    assert "And 57" not in last.pictures[0].alt


async def test_my_place_is_found_among_many_who_share_it(start: Start, tmp_path: Path) -> None:
    sim, made_up = await board_room(start, tmp_path)
    ann, _ = sim.people
    await known(sim, sim.people)
    made_up.values = dict.fromkeys(many(sim), 3.0)
    place = sorted(made_up.values).index(ann.id)
    assert place >= 10, "the others have older accounts"
    await ann.clicks("My place", on=(await ann.types("/leaderboard")).seen)
    assert "1. Ann: 3" in ann.newest().pictures[0].alt
    assert "And 1. Ann" not in ann.newest().pictures[0].alt
    assert f"Page {place // 10 + 1} of 6" in ann.newest().text


async def test_another_person_gets_a_page_of_their_own(start: Start, tmp_path: Path) -> None:
    sim, made_up = await board_room(start, tmp_path)
    ann, ben = sim.people
    await known(sim, sim.people)
    made_up.values = many(sim)
    first = (await ann.types("/leaderboard")).seen
    answer = await ben.clicks("Next", on=first)
    assert answer.private
    assert "Page 2 of 6" in answer.text
    assert "**Ben**: place 56 of 57" in answer.text
    assert ann.newest() == first
    again = await ben.clicks("My place", on=answer.seen)
    assert "56. Ben" in again.seen.pictures[0].alt
    assert again.seen.id == answer.seen.id, "it is turned where it is"
    own = await ben.clicks("My place", on=first)
    assert own.private
    assert "Page 6 of 6" in own.text


async def test_an_old_page_after_a_restart(start: Start, tmp_path: Path) -> None:
    sim, made_up = await board_room(start, tmp_path)
    ann, _ = sim.people
    made_up.values = many(sim)
    first = (await ann.types("/leaderboard")).seen
    await ann.clicks("Last", on=first)
    last = ann.newest()
    await sim.restart()
    made_up.values = {ann.id: 5.0}
    bot_of(sim).app.standings = made_up
    await ann.clicks("Back", on=last)
    now = ann.newest()
    assert now.id == first.id
    assert "place 1 of 1" in now.text
    assert "Page" not in now.text
    assert not now.has_button("Next")


async def test_other_boards_without_typing(start: Start, tmp_path: Path) -> None:
    sim, made_up = await board_room(start, tmp_path)
    ann, _ = sim.people
    seen = (await ann.types("/leaderboard")).seen
    await ann.clicks("Qwixx", on=seen)
    assert made_up.asked[-1] == Board("qwixx", sim.guild.id, Period.ALL, Measure.RATING, None)
    await ann.chooses("By fewest penalties a match", of="By what")
    assert made_up.asked[-1].measure is Measure.SLIPS
    await ann.chooses("this week", of="Over which time")
    assert made_up.asked[-1] == Board("qwixx", sim.guild.id, Period.WEEK, Measure.SLIPS, None)
    labels = [option.label for option in ann.newest().select("By what").options]
    assert "By rating" not in labels
    await ann.clicks("Everywhere")
    assert made_up.asked[-1].guild is None
    await ann.clicks("Qwirkle")
    assert made_up.asked[-1] == Board("qwirkle", None, Period.WEEK, Measure.WINS, None)
    assert "By rows locked" not in [option.label for option in ann.newest().select("By what").options]
    await ann.clicks("This server")
    assert made_up.asked[-1].guild == sim.guild.id


# Records


async def test_the_records_of_a_server_are_looked_up_in_private(start: Start, tmp_path: Path) -> None:
    sim, made_up = await board_room(start, tmp_path)
    ann, ben = sim.people
    await begin(sim, "qwixx")
    day = datetime(2026, 11, 1, tzinfo=UTC)
    made_up.standing[sim.guild.id, "qwixx"] = [
        Record(RecordKind.SCORE, 1234, ann.id, 1, day, 99),
        Record(RecordKind.FEATS, 5, -12, 77, day, None),
    ]
    board = (await ann.types("/leaderboard", game="qwixx")).seen
    answer = await ben.clicks("Records", on=board)
    assert answer.private
    assert "Qwixx: records of this server" in answer.text
    score, feats = (line for line in answer.text.splitlines() if line.startswith("• "))
    when = f"<t:{round(day.timestamp())}:D>"
    assert score.startswith(f"• highest score: **1,234**, by Ann, {when} · [Match 1](https://discord.com/channels/")
    assert feats == f"• most rows locked in a match: **5**, by a former player, {when} · Match 77"
    assert not answer.seen.pings
    assert ann.newest() == board, "the board stays"


async def test_where_there_is_no_record_yet_it_is_said(start: Start, tmp_path: Path) -> None:
    sim, _ = await board_room(start, tmp_path)
    ann, _ = sim.people
    board = (await ann.types("/leaderboard")).seen
    assert "No record yet" in (await ann.clicks("Records", on=board)).text
    await ann.clicks("Everywhere", on=board)
    assert not ann.newest().has_button("Records"), "records are a server's"


# Names and places


async def test_names_in_all_scripts(start: Start, tmp_path: Path) -> None:
    sim, made_up = await board_room(start, tmp_path)
    await know(sim, SCRIPTS)
    made_up.values = {player: 100.0 - place for place, player in enumerate(SCRIPTS)}
    seen = (await sim.people[0].types("/leaderboard")).seen
    alt = seen.pictures[0].alt
    assert len(alt) <= 1024
    for name in ("Bronwen Llŷr-Prŷs", "محمد عبد الله", "নুসরাত জাহান 🦊", "Ѓорѓи Ќосев", "李小龍", "עברית"):
        assert name in alt
    assert "a former player" in alt
    assert "somebody" in alt
    assert "x…" in alt
    assert not seen.pings


async def test_an_askers_name_changes_nothing_around_it(start: Start, tmp_path: Path) -> None:
    sim, made_up = await board_room(start, tmp_path)
    ann, _ = sim.people
    await know(sim, {ann.id: SCRIPTS[906]})
    made_up.values = {ann.id: 5.0}
    seen = (await ann.types("/leaderboard")).seen
    assert r"\*\*bold\*\* \<@" in seen.text
    assert not seen.pings


async def test_too_few_matches_are_said(start: Start, tmp_path: Path) -> None:
    sim, made_up = await board_room(start, tmp_path)
    ann, ben = sim.people
    await known(sim, sim.people)
    made_up.values, made_up.too_few = {ben.id: 1500.0}, {ann.id: 3}
    assert "**Ann** has 3 of the 5 rated matches" in (await ann.types("/leaderboard")).text
    assert "**Ben**: place 1 of 1." in (await ben.types("/leaderboard")).text


async def test_without_leave_for_files_the_table_is_told_in_words(start: Start, tmp_path: Path) -> None:
    sim, made_up = await board_room(start, tmp_path)
    ann, _ = sim.people
    await known(sim, sim.people)
    sim.wire.fail(FORBIDDEN, "PATCH /webhooks/*")
    seen = (await ann.types("/leaderboard")).seen
    assert not seen.pictures
    assert "1. Ann: 1,000" in seen.text
    assert made_up.asked


async def test_in_a_private_channel_it_is_everywhere(start: Start, tmp_path: Path) -> None:
    sim, made_up = await board_room(start, tmp_path)
    ann, _ = sim.people
    user = ann.actor.user
    answer = Answer(sim.env, await user.slash("leaderboard"))
    assert made_up.asked[-1].guild is None
    assert answer.seen.pictures
    assert not answer.seen.has_button("This server")
    refused = Answer(sim.env, await user.slash("leaderboard", scope="server"))
    assert "on a server only" in refused.text


async def test_the_language_is_the_servers_for_all_and_ones_own_in_private(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sim, _ = await board_room(start, tmp_path)
    asked: list[str] = []
    monkeypatch.setattr("cogs.leaderboard.board.words_of", lambda language, game: _listen(asked, language, game))
    ann, ben = sim.people
    ben.speak("de")
    monkeypatch.setattr("cogs.ui.language.languages", lambda: ("de", "en"))
    first = (await ann.types("/leaderboard")).seen
    assert set(asked) == {"en"}
    await ben.clicks("Qwixx", on=first)
    assert "de" in asked


def _listen(asked: list[str], language: str, game: str | None) -> Any:
    from cogs.ui.language import words_of

    asked.append(language)
    return words_of("en", game)


def test_every_control_fits() -> None:
    longest = Board("qwirkle", 1, Period.SEASON, Measure.BEST_SCORE, 10**6)
    made = Asked(2**63, longest, 10**6).id("board-over", "everywhere")
    assert len(made) <= LONGEST_ID
