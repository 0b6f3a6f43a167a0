"""How a match closes: what its last message tells, and what can be done from there."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from bot.core.fairness import commitment
from bot.core.standings import MatchStandings, Placing, RatingChange, Record, RecordKind
from bot.core.store import Match, Status, WhenLate
from tests.discord import happenings
from tests.discord.club import awaited, begin, bot_of, club, look, open_lobby, take_turn
from tests.discord.qwixx_play import play_to_the_end
from tests.discord.seen import Seen
from tests.discord.simkit import Discord, Person, Start
from tests.discord.standings import MadeUp


async def end(sim: Discord, leaver: Person | None = None) -> Seen:
    """Somebody resigns from a match of two; the message with which it closes."""
    leaver = leaver or sim.people[0]
    await leaver.types("/match resign")
    await leaver.clicks("Yes, resign")
    return leaver.newest("The match is over")


async def match_of(sim: Discord, match_id: int) -> Match:
    return (await look(sim, match_id)).match


async def lobbies(sim: Discord) -> list[int]:
    """The lobbies that are open, and those that were."""
    store = bot_of(sim).app.service
    found = []
    for match_id in range(1, 20):
        try:
            found.append((await store.look(match_id)).match)
        except Exception:
            break
    return [match.id for match in found if match.started_at is None]


# The message


async def test_it_tells_the_places_the_best_play_and_the_secret(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    played = [await take_turn(sim) for _ in range(5)]
    told = [seen.text for seen in sim.people[0].sees() if not seen.private]
    closing = await end(sim)
    points = [int(found) for text in told for found in re.findall(r", (\d+) points?", text)]
    best = re.search(r"✨ Best play: (\w+), (.*), (\d+) points", closing.text)
    assert best is not None
    assert int(best[3]) == max(points)
    assert best[1] in {person.actor.name.title() for person in played}
    assert f"{best[1]}: {best[2]}, {best[3]} points" in "\n".join(told)
    match = await match_of(sim, 1)
    assert match.secret.hex() in closing.text
    assert match.commitment in closing.text
    assert commitment(match.secret) == match.commitment
    assert [button.label for button in closing.buttons] == ["Rematch", "Replay", "Export", "Check"]
    assert closing.pictures


async def test_the_best_play_of_qwixx_is_a_turn_of_somebody(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim, "qwixx")
    await play_to_the_end(sim, by_command=sim.people)
    closing = sim.people[0].newest("The match is over")
    assert re.search(
        r"✨ Best play: (Ann|Ben), (red|yellow|green|blue) \d+(, (red|yellow|green|blue) \d+)?, \d+ point", closing.text
    )


async def test_without_a_play_there_is_no_best_one(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    closing = await end(sim)
    assert "Best play" not in closing.text


async def test_its_buttons_answer_privately(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    _, ben = sim.people
    await begin(sim)
    await take_turn(sim)
    closing = await end(sim)
    await sim.restart()
    replay = await ben.clicks("Replay", on=closing)
    assert replay.private
    assert "3 steps" in replay.text
    export = await ben.clicks("Export", on=closing)
    assert list(export.seen.files) == ["qwirkle-1.json"]
    assert "All is right" in (await ben.clicks("Check", on=closing)).text


async def test_a_match_without_result_closes_so_too(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    await begin(sim)
    await ann.types("/match end")
    await ann.clicks("Yes, end it")
    closing = ann.newest("without a result")
    assert closing.has_button("Rematch")
    assert (await match_of(sim, 1)).secret.hex() in closing.text


async def test_a_practice_match_offers_another(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    await ann.clicks("Practice Qwirkle", on=(await ann.types("/help")).seen)
    await ann.types("/match resign", match=1)
    await ann.clicks("Yes, resign")
    closing = ann.newest("The match is over")
    assert not closing.has_button("Rematch")
    await ann.clicks("Practice again", on=closing)
    assert (await match_of(sim, 2)).status is Status.LIVE
    assert ann.newest("atch 2").has_button("Play")


# What it does to the standings


async def test_ratings_and_records_are_told(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    made_up = MadeUp()
    bot_of(sim).app.standings = made_up
    await begin(sim)
    here = RatingChange(1000, 1000)
    at = datetime(2026, 11, 30, tzinfo=UTC)
    made_up.past[1] = MatchStandings(
        (
            Placing(ben.id, 1, 0, 23, RatingChange(1517, 1540), here),
            Placing(ann.id, 2, 0, 4, RatingChange(1100, 1081), here),
        ),
        (
            Record(RecordKind.SCORE, 1212, ben.id, 1, at, 1198),
            Record(RecordKind.FEATS, 9, ann.id, 1, at, 8),
            Record(RecordKind.CLOSEST, 1, ben.id, 1, at, None),
        ),
    )
    closing = await end(sim)
    assert "🥇 Ben: 0 points · rating 1,540 (+23)" in closing.text
    assert "🥈 Ann: 0 points · rated match 4 of the 5 for a rating" in closing.text
    assert "🏆 A record of this server: highest score, 1,212, by Ben (before: 1,198)." in closing.text
    assert "most Qwirkles in a match, 9, by Ann (before: 8)" in closing.text
    assert "closest" not in closing.text, "the first of its kind breaks nothing"
    ann.go(sim.channel)
    card = ann.newest("Qwirkle, match 1")
    assert "rating 1,540 (+23)" in card.text
    assert "A record of this server" in card.text


async def test_six_long_names_with_ratings_and_records_fit(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path, people=6)
    made_up = MadeUp()
    bot_of(sim).app.standings = made_up
    await begin(sim)
    service: Any = bot_of(sim).app.service
    for person in sim.people:
        await service._store.see_player(person.id, "*" * 200)
    service._names._known.clear()
    at = datetime(2026, 11, 30, tzinfo=UTC)
    made_up.past[1] = MatchStandings(
        tuple(
            Placing(person.id, place, 0, 23, RatingChange(1517, 1540), RatingChange(1, 1))
            for place, person in enumerate(sim.people, 1)
        ),
        tuple(Record(kind, 10**6, sim.people[0].id, 1, at, 1) for kind in RecordKind),
    )
    for person in sim.people[:-1]:
        await person.types("/match resign")
        await person.clicks("Yes, resign")
    closing = sim.people[-1].newest("The match is over")
    assert closing.text.count("rating 1,540") == 6
    assert closing.text.count("🏆") == 4
    assert "…\n" not in closing.text.replace("*…\n", "")
    assert closing.has_button("Rematch")


# The rematch


async def test_a_rematch_is_like_the_match_before(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path, 3)
    ann, ben, cid = sim.people
    await begin(sim, time="36h", rated=False, opening="free", computers=1, **{"when-late": "wait"})
    await cid.types("/match resign")
    await cid.clicks("Yes, resign")
    await ann.types("/match end")
    await ann.clicks("Yes, end it")
    closing = ben.newest("The match is over")
    answer = await ben.clicks("Rematch", on=closing)
    assert answer.private
    assert "Your lobby is open: match 2" in answer.text
    before, after = await look(sim, 1), await look(sim, 2)
    assert after.match.status is Status.LOBBY
    assert after.match.host == ben.id
    assert after.match.channel == sim.channel.id
    assert (after.match.turn_time, after.match.when_late, after.match.rated) == (
        timedelta(hours=36),
        WhenLate.WAIT,
        False,
    )
    assert after.match.options == before.match.options
    assert set(after.opened.invited) == {ann.id, cid.id}
    assert after.opened.thread
    assert [holder.level for holder in after.seated] == [None, "simple"]
    ann.go(sim.channel)
    lobby = ann.newest("Ben opens a match of Qwirkle")
    assert lobby.pings == {ann.id, cid.id}


async def test_the_second_press_leads_to_the_lobby_that_is_there(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    await begin(sim)
    closing = await end(sim)
    await ann.clicks("Rematch", on=closing)
    ann.go(sim.channel)
    lobby = ann.newest("opens a match")
    for person in (ben, ann):
        answer = await person.clicks("Rematch", on=closing)
        assert answer.private
        assert "match 2" in answer.text
        assert "already" in answer.text
        assert answer.seen.button("Go to the match").url.endswith(f"/{lobby.id}")
    await sim.restart()
    assert "already: match 2" in (await ben.clicks("Rematch", on=closing)).text
    assert await lobbies(sim) == [2]


async def test_when_the_rematch_is_played_the_press_leads_there(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    await begin(sim)
    closing = await end(sim)
    await ann.clicks("Rematch", on=closing)
    for person in (ann, ben):
        person.go(sim.channel)
    await ben.clicks("Join")
    await ann.clicks("Start")
    answer = await ben.clicks("Rematch", on=closing)
    assert "already: match 2" in answer.text
    assert answer.seen.button("Go to the match").url.endswith(str((await match_of(sim, 2)).posted_message))


async def test_a_rematch_that_was_called_off_can_be_asked_for_again(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    await begin(sim)
    closing = await end(sim)
    await ann.clicks("Rematch", on=closing)
    ann.go(sim.channel)
    await ann.clicks("Cancel")
    assert "match 3" in (await ben.clicks("Rematch", on=closing)).text
    await bot_of(sim).app.service.close(3, "expired")
    assert "match 4" in (await ann.clicks("Rematch", on=closing)).text


async def test_two_who_press_at_once_get_one_lobby(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    await begin(sim)
    closing = await end(sim)
    async with sim.burst():
        first = await ann.clicks("Rematch", on=closing)
        second = await ben.clicks("Rematch", on=closing)
    assert await lobbies(sim) == [2]
    assert sorted("already" in answer.text for answer in (first, second)) == [False, True]
    assert all("match 2" in answer.text for answer in (first, second))


async def test_only_who_played_asks_for_a_rematch(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    closing = await end(sim)
    guest = sim.join("guest")
    guest.go(sim.rooms[-1])
    answer = await guest.clicks("Rematch", on=closing)
    assert answer.private
    assert "You do not play in this match" in answer.text
    assert await lobbies(sim) == []


async def test_a_channel_with_another_match_says_so(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    await begin(sim)
    closing = await end(sim)
    ann.go(sim.channel)
    await open_lobby(sim, "qwixx")
    assert "A match is open in this channel already" in (await ben.clicks("Rematch", on=closing)).text


async def test_what_is_missing_in_the_channel_is_said(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    _, ben = sim.people
    await begin(sim)
    closing = await end(sim)
    await happenings.forbid(sim, "send_messages")
    assert "I need: Send Messages" in (await ben.clicks("Rematch", on=closing)).text
    await happenings.forbid(sim, "create_public_threads")
    await ben.clicks("Rematch", on=closing)
    assert not (await look(sim, 2)).opened.thread


async def test_who_took_a_seat_over_takes_it_in_the_rematch_too(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    await begin(sim, time="5m", **{"when-late": "wait"})
    (late,) = await awaited(sim)
    other = ben if late is ann else ann
    await sim.pass_time(301)
    guest = sim.join("guest")
    guest.go(sim.rooms[-1])
    await other.types("/match replace", seat=late.mention, by=guest)
    await guest.clicks("Take the place")
    closing = await end(sim, other)
    await guest.clicks("Rematch", on=closing)
    assert set((await look(sim, 2)).opened.invited) == {other.id}


async def test_a_former_player_is_not_invited(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    await begin(sim)
    closing = await end(sim)
    await ann.clicks("Delete my data", on=(await ann.types("/privacy")).seen)
    await ann.clicks("Yes, delete it")
    await ben.clicks("Rematch", on=closing)
    assert (await look(sim, 2)).opened.invited == ()
    assert "You do not play" in (await ann.clicks("Rematch", on=closing)).text
