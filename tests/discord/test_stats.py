"""`/stats`, as people use it: the card, the opponents, and what is whose to show."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.core.standings import Bucket, Career, Rival
from cogs.leaderboard.career import RIVALS_A_PAGE, Whose
from cogs.leaderboard.pictures import career
from cogs.ui.control import LONGEST_ID
from cogs.ui.language import words_of
from renderers.leaderboard.card import MOST_BARS
from tests.discord import happenings
from tests.discord.club import bot_of, club
from tests.discord.forgery import press
from tests.discord.simkit import Answer, Discord, Start
from tests.discord.standings import MadeUp

ANN = Career(
    matches=42,
    wins=17,
    takeovers=2,
    points=5_250,
    best_score=248,
    best_play=39,
    feats=61,
    slips=None,
    streak=3,
    longest_streak=7,
    scores=tuple(Bucket(low, low + 19, count) for low, count in ((60, 2), (80, 9), (100, 21), (120, 8), (140, 2))),
    rated_matches=30,
    rating=1_540,
    ratings=tuple(1000 + 18 * number for number in range(31)),
)
BEGINNER = Career(2, 1, 0, 90, 50, 12, 1, 3, 1, 1, (Bucket(40, 49, 1), Bucket(50, 59, 1)), 1, None, (1080, 1060))


async def club_of(start: Start, folder: Path) -> tuple[Discord, MadeUp]:
    sim = await club(start, folder)
    made_up = MadeUp()
    bot_of(sim).app.standings = made_up
    for person in sim.people:
        await see(sim, person.id, person.actor.name.title())
    return sim, made_up


async def see(sim: Discord, player: int, name: str) -> None:
    service: Any = bot_of(sim).app.service
    await service._store.see_player(player, name)


async def test_ones_own_card_is_of_all_that_one_played(start: Start, tmp_path: Path) -> None:
    sim, made_up = await club_of(start, tmp_path)
    ann, ben = sim.people
    made_up.career_of[ann.id, "qwirkle", None] = ANN
    made_up.rivals_of[ann.id, None] = [Rival(ben.id, 12, 7, 4), Rival(77, 3, 1, 2)]
    answer = await ann.types("/stats")
    assert answer.private
    alt = answer.seen.pictures[0].alt
    assert alt.startswith("Ann. Qwirkle · everywhere. matches: 42. wins: 17. win rate: 40.5%. rating: 1,540.")
    for part in (
        "average score: 125.0",
        "best score: 248",
        "best play: 39",
        "Qwirkles made: 61",
        "seats taken over: 2",
    ):
        assert part in alt
    assert "Scores: 60–79: 2, 80–99: 9, 100–119: 21, 120–139: 8, 140–159: 2." in alt
    assert "The rating over 31 matches: from 1000 to 1540, at least 1000, at most 1540." in alt
    assert "Ben: 12 matches, 7 won, 4 lost, 1 shared" in answer.text
    assert "somebody: 3 matches, 1 won, 2 lost" in answer.text


async def test_both_games_are_a_line_each(start: Start, tmp_path: Path) -> None:
    sim, made_up = await club_of(start, tmp_path)
    ann, _ = sim.people
    made_up.career_of[ann.id, "qwirkle", None] = ANN
    made_up.career_of[ann.id, "qwixx", None] = BEGINNER
    seen = (await ann.types("/stats")).seen
    alt = seen.pictures[0].alt
    assert "Qwirkle: matches: 42. Qwirkle: win rate: 40.5%. Qwirkle: best score: 248. Qwirkle: rating: 1,540." in alt
    assert "Qwixx: matches: 2. Qwixx: win rate: 50%. Qwixx: best score: 50. Qwixx: rating: 1/5." in alt
    qwixx = (await ann.clicks("Qwixx", on=seen)).seen
    assert qwixx.id == seen.id
    assert "penalties: 3" in qwixx.pictures[0].alt
    assert "The rating over" not in qwixx.pictures[0].alt, "what is no rating yet has no curve"
    assert "Qwirkle" not in qwixx.pictures[0].alt
    back = (await ann.clicks("All games", on=qwixx)).seen
    assert back.pictures[0].alt == alt


async def test_of_others_one_sees_what_they_played_here(start: Start, tmp_path: Path) -> None:
    sim, made_up = await club_of(start, tmp_path)
    ann, ben = sim.people
    made_up.career_of[ben.id, "qwirkle", None] = ANN
    made_up.career_of[ben.id, "qwirkle", sim.guild.id] = BEGINNER
    made_up.rivals_of[ben.id, None] = [Rival(77, 3, 1, 2)]
    seen = (await ann.types("/stats", player=ben, game="qwirkle")).seen
    assert "Ben. Qwirkle · The server. matches: 2." in seen.pictures[0].alt
    assert not seen.has_button("Everywhere")
    assert not seen.has_button("Opponents")
    assert not seen.has_button("Show to all")
    answer = await press(ann, Whose(ben.id, "qwirkle", None).id("stats"), seen)
    assert "matches: 2." in answer.seen.pictures[0].alt


async def test_somebody_who_never_played_has_an_empty_card(start: Start, tmp_path: Path) -> None:
    sim, _ = await club_of(start, tmp_path)
    ann, ben = sim.people
    assert "Nothing played yet" in (await ben.types("/stats")).seen.pictures[0].alt
    guest = sim.join("guest")
    answer = await ann.types("/stats", player=guest)
    assert guest.mention in answer.text, "Discord knows the name that we never saw"
    assert not answer.seen.pings
    assert "Nothing played yet" in answer.seen.pictures[0].alt


async def test_scope_and_back(start: Start, tmp_path: Path) -> None:
    sim, made_up = await club_of(start, tmp_path)
    ann, _ = sim.people
    made_up.career_of[ann.id, "qwirkle", sim.guild.id] = BEGINNER
    seen = (await ann.types("/stats", game="qwirkle")).seen
    here = (await ann.clicks("This server", on=seen)).seen
    assert "Qwirkle · The server. matches: 2." in here.pictures[0].alt
    assert "everywhere" in (await ann.clicks("Everywhere", on=here)).seen.pictures[0].alt


async def test_more_than_25_opponents(start: Start, tmp_path: Path) -> None:
    sim, made_up = await club_of(start, tmp_path)
    ann, _ = sim.people
    for number in range(60):
        await see(sim, 1000 + number, f"Nobody {number} " + "long " * 20)
    made_up.rivals_of[ann.id, None] = [Rival(1000 + number, 99 - number, 40, 30) for number in range(60)]
    seen = (await ann.types("/stats")).seen
    page = (await ann.clicks("Opponents", on=seen)).seen
    assert "Page 1 of 3" in page.text
    assert page.text.count("Nobody") == RIVALS_A_PAGE
    assert "…\n-#" not in page.text
    page = (await ann.clicks("Last", on=page)).seen
    assert "Page 3 of 3" in page.text
    assert page.text.count("Nobody") == 10
    await sim.restart()
    made_up.rivals_of[ann.id, None] = made_up.rivals_of[ann.id, None][:3]
    bot_of(sim).app.standings = made_up
    page = (await ann.clicks("Back", on=page)).seen
    assert page.text.count("Nobody") == 3, "the nearest page there is"
    card = (await ann.clicks("The card", on=page)).seen
    assert card.pictures


async def test_ones_own_card_can_be_shown_to_all(start: Start, tmp_path: Path) -> None:
    sim, made_up = await club_of(start, tmp_path)
    ann, ben = sim.people
    made_up.career_of[ann.id, "qwirkle", None] = ANN
    seen = (await ann.types("/stats")).seen
    answer = await ann.clicks("Show to all", on=seen)
    assert answer.private
    shown = ben.newest()
    assert not shown.private
    assert shown.pictures[0].alt == seen.pictures[0].alt
    assert not shown.buttons
    await happenings.forbid(sim, "send_messages")
    assert "I may not write in this channel" in (await ann.clicks("Show to all", on=seen)).text


async def test_in_a_private_channel_one_sees_ones_own(start: Start, tmp_path: Path) -> None:
    sim, made_up = await club_of(start, tmp_path)
    ann, ben = sim.people
    made_up.career_of[ann.id, "qwirkle", None] = ANN
    answer = Answer(sim.env, await ann.actor.user.slash("stats"))
    assert "matches: 42" in answer.seen.pictures[0].alt
    assert [button.label for button in answer.seen.buttons] == ["Qwirkle", "Qwixx"]
    other = Answer(sim.env, await ann.actor.user.slash("stats", player=ben.actor.user))
    assert "on a server only" in other.text


@pytest.mark.parametrize("count", [1, MOST_BARS, MOST_BARS + 1, 100, 1000])
def test_any_number_of_buckets_is_a_histogram(count: int) -> None:
    buckets = [Bucket(10 * number, 10 * number + 9, number) for number in range(count)]
    drawing = career("Ann", "", [], buckets, (), words_of("en", "qwirkle"))
    bars = drawing.key[1]  # type: ignore[index] # all that the picture depends on
    assert 1 <= len(bars) <= MOST_BARS
    assert sum(bar.count for bar in bars) == sum(range(count))


def test_every_control_fits() -> None:
    assert len(Whose(2**63, "qwirkle", None).id("stats-rivals", 10**6, "next")) <= LONGEST_ID
