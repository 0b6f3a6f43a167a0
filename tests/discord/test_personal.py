"""`/settings mine`: what a person chooses for oneself, by tapping and by typing."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.core.preferences import Personal
from bot.core.store import WhenLate
from tests.discord.club import begin, bot_of, club, crash, look
from tests.discord.forgery import choose
from tests.discord.seen import Seen
from tests.discord.simkit import Discord, Person, Start

A_DAY = 24 * 3600


async def chosen_by(sim: Discord, person: Person) -> Personal:
    return await bot_of(sim).app.preferences.personal(person.id)


async def opened(person: Person) -> Seen:
    answer = await person.types("/settings mine")
    assert answer.private
    return answer.seen


async def to_region(person: Person, region: str) -> Seen:
    page = (await person.clicks("Time zone", on=await opened(person))).seen
    return (await person.chooses(region, of="part of the world", on=page)).seen


async def test_everybody_sees_their_own_settings(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    for person in sim.people:
        page = await opened(person)
        assert "Time zone:** not known" in page.text
        assert "Reminders:** on" in page.text
        assert "Vacation:** no" in page.text
        assert "for 30 days at most" in page.text, "what it does is said in a sentence"
        assert not [select for select in page.selects if "quiet" in select.placeholder], "first comes the zone"


async def test_the_help_leads_to_it_and_to_ones_matches(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    page = (await ann.types("/help")).seen
    assert "Time zone:** not known" in (await ann.clicks("Your settings", on=page)).text
    assert "You play in no match" in (await ann.clicks("All my matches", on=page)).text


async def test_a_zone_is_found_by_region_and_city(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    page = await to_region(ann, "Europe")
    cities = page.select(" to ")
    assert len(cities.options) == 25
    assert cities.option("Andorra").description == "UTC+1"
    page = (await ann.clicks("Next", on=page)).seen
    following = page.select(" to ")
    assert not {each.value for each in following.options} & {each.value for each in cities.options}
    assert [each.label for each in following.options] == sorted(each.label for each in following.options)
    assert "Your settings" in (await ann.clicks("All my settings", on=page)).text
    page = (await ann.chooses("Berlin, Germany", of=" to ", on=await to_region(ann, "Europe"))).seen
    assert (await chosen_by(sim, ann)).zone == "Europe/Berlin"
    assert "Berlin, Germany. It is 1:00 there" in page.text
    again = (await ann.clicks("Time zone", on=page)).seen
    assert again.select(" to ").option("Berlin").chosen, "its own page of its region is opened"


async def test_quiet_hours_are_chosen_once_the_zone_is_known(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    page = (await ann.types("/settings mine", zone="Asia/Kolkata")).seen
    page = (await ann.chooses("Quiet from 23:00", of="begin", on=page)).seen
    assert "from 23:00 to 7:00" in page.text
    page = (await ann.chooses("Quiet to 6:00", of="end", on=page)).seen
    assert await chosen_by(sim, ann) == Personal("Asia/Kolkata", 23 * 60, 6 * 60)
    assert page.select("begin").option("Quiet from 23:00").chosen
    refused = await ann.chooses("Quiet to 23:00", of="end", on=page)
    assert "the whole day" in refused.text
    assert (await chosen_by(sim, ann)).quiet_to == 6 * 60
    page = (await ann.chooses("No quiet hours", of="begin", on=page)).seen
    assert await chosen_by(sim, ann) == Personal("Asia/Kolkata")
    assert not [select for select in page.selects if "end" in select.placeholder]


async def test_all_of_it_is_typed_too(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    assert ("Skopje, North Macedonia", "Europe/Skopje") in await ann.offers("/settings mine", "zone", "skop")
    assert await ann.is_offered("/settings mine", "quiet", "10pm-7") == ["22:00 – 7:00", "No quiet hours"]
    for _, night in await ann.offers("/settings mine", "quiet", "at "):
        assert "Kept" in (await ann.types("/settings mine", zone="skopje", quiet=night)).text
    answer = await ann.types("/settings mine", zone="skopje", quiet="22:30 - 6:45", reminders=False)
    assert answer.private
    assert "Kept" in answer.text
    assert await chosen_by(sim, ann) == Personal("Europe/Skopje", 22 * 60 + 30, 6 * 60 + 45, reminders=False)
    assert "from 22:30 to 6:45" in answer.text
    await ann.types("/settings mine", quiet="none", reminders=True)
    assert await chosen_by(sim, ann) == Personal("Europe/Skopje")
    await ann.types("/settings mine", quiet="22-7")
    await ann.types("/settings mine", zone="none")
    assert await chosen_by(sim, ann) == Personal(), "without a zone nobody knows when it is night"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"zone": "Atlantis"}, "I know no time zone “Atlantis”"),
        ({"zone": "united states"}, "may be"),
        ({"zone": "Europe/Berlin", "quiet": "at night"}, "are no quiet hours"),
        ({"zone": "Europe/Berlin", "quiet": "8-8"}, "the whole day"),
        ({"quiet": "22-7"}, "Choose your time zone first"),
    ],
)
async def test_what_cannot_be_is_said_and_nothing_kept(
    start: Start, tmp_path: Path, given: dict[str, str], said: str
) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    answer = await ann.types("/settings mine", **given)
    assert answer.private
    assert said in answer.text
    assert await chosen_by(sim, ann) == Personal()


async def test_reminders_are_turned_off_and_on(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    old = await opened(ann)
    page = (await ann.clicks("Reminders off", on=old)).seen
    assert not (await chosen_by(sim, ann)).reminders
    await ann.clicks("Reminders off", on=old)
    assert not (await chosen_by(sim, ann)).reminders, "a button does what it says, also on an old page"
    await crash(sim)
    await ann.clicks("Reminders on", on=page)
    assert (await chosen_by(sim, ann)).reminders


async def test_a_page_is_of_whoever_presses(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    page = (await ann.types("/settings mine", zone="Europe/Berlin")).seen
    await ben.clicks("Reminders off", on=page)
    assert await chosen_by(sim, ann) == Personal("Europe/Berlin")
    assert await chosen_by(sim, ben) == Personal(reminders=False)


async def test_a_language_is_chosen_here_too(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    page = (await ann.chooses("Language: English", of="language", on=await opened(ann))).seen
    assert await bot_of(sim).app.preferences.language_of(ann.id) == "en"
    assert "Your settings" in page.text


@pytest.mark.parametrize("control", ["personal-quiet-from", "personal-region", "personal-zone-chosen"])
async def test_what_no_page_offers_is_answered_in_words(start: Start, tmp_path: Path, control: str) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    page = (await ann.types("/settings mine", zone="Europe/Berlin")).seen
    for value in ("x", "61", "Europe/Atlantis", "Nowhere", "../etc/passwd"):
        answer = await choose(ann, f"q1:{control}", (value,), page)
        assert "nobody remembers" in answer.text, value
    assert await chosen_by(sim, ann) == Personal("Europe/Berlin")


# On vacation


async def test_the_others_are_asked_and_the_clock_stops(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path, people=3)
    await begin(sim, "qwixx")
    ann, ben, cid = sim.people
    page = (await ann.clicks("Go on vacation", on=await opened(ann))).seen
    assert "In 1 match the others are asked" in page.text
    assert "Vacation:** since <t:" in page.text
    assert (await chosen_by(sim, ann)).away_since is not None
    live = ben.newest("Match 1")
    assert "Ann is on vacation" in live.text
    waits = await ben.clicks("Stop Ann’s clock", on=live)
    assert waits.private
    assert "Still to agree: Cid" in waits.text
    assert not (await look(sim)).paused
    assert "cannot vote about yourself" in (await ann.clicks("Stop Ann’s clock", on=live)).text
    stopped = await cid.clicks("Stop Ann’s clock", on=live)
    assert "The clock of Ann stands still" in stopped.text
    now = await look(sim)
    assert now.paused == {now.seat_of(ann.id)}
    live = ben.newest("Match 1")
    assert "with the clock stopped: Ann" in live.text
    assert not live.has_button("Stop Ann’s clock")
    back = await ann.types("/settings mine", vacation=False)
    assert "Welcome back" in back.text
    assert not (await look(sim)).away


async def test_an_agreement_is_taken_back(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim)
    ann, ben = sim.people
    await ann.types("/settings mine", vacation=True)
    live = ben.newest("Match 1")
    done = (await ben.clicks("Stop Ann’s clock", on=live)).seen
    assert (await look(sim)).paused
    assert "stands still" in (await ben.clicks("Stop Ann’s clock", on=live)).text, "once is enough"
    await ben.clicks("Take my agreement back", on=done)
    assert not (await look(sim)).paused
    assert ben.newest("Match 1").has_button("Stop Ann’s clock")


async def test_who_plays_nowhere_goes_on_vacation_too(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, ben = sim.people
    assert "Enjoy your vacation" in (await ann.types("/settings mine", vacation=True)).text
    assert "Enjoy your vacation" in (await ann.types("/settings mine", vacation=True)).text
    await ben.types("/settings mine", vacation=False)
    assert (await chosen_by(sim, ben)).away_since is None
    await crash(sim)
    assert (await chosen_by(sim, ann)).away_since is not None


async def test_a_vacation_of_thirty_days_is_over_on_the_page_too(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    await ann.types("/settings mine", vacation=True)
    await sim.pass_time(29 * A_DAY)
    page = await opened(ann)
    assert "Vacation:** since <t:" in page.text
    assert page.has_button("I am back")
    await sim.pass_time(A_DAY)
    page = await opened(ann)
    assert "Vacation:** no" in page.text
    again = (await ann.clicks("Go on vacation", on=page)).seen
    assert "Vacation:** since <t:" in again.text


# Late


async def test_under_wait_the_others_skip_or_replace_by_a_button(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim, **{"when-late": WhenLate.WAIT.value, "time": "1h"})
    now = await look(sim)
    (seat,) = now.to_act
    late = next(person for person in sim.people if person.id == now.seated[seat].player)
    other = next(person for person in sim.people if person is not late)
    name = late.actor.name.title()
    early = other.newest("Match 1")
    assert "Time is out <t:" in early.text
    assert not [button for button in early.buttons if "Skip" in button.label]
    await sim.pass_time(3601)
    live = other.newest("Match 1")
    assert f"Time is out for {name}: the others may skip or replace them" in live.text
    assert live.has_button(f"Replace {name}")
    asked = await other.clicks(f"Replace {name}", on=live)
    assert asked.private
    assert asked.seen.has_button("A computer")
    skipped = await other.clicks(f"Skip {name}", on=live)
    assert skipped.private
    assert skipped.text == "Skipped."
    after = other.newest("Match 1")
    assert not [button for button in after.buttons if "Skip" in button.label]
    assert "moved on" in (await other.clicks(f"Skip {name}", on=live)).text


async def test_where_more_are_late_it_is_asked_who_is_meant(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path, people=3)
    await begin(sim, "qwixx", **{"when-late": WhenLate.WAIT.value, "time": "1h"})
    await sim.pass_time(3601)
    ann = sim.people[0]
    live = ann.newest("Match 1")
    asked = await ann.clicks("Skip somebody", on=live)
    assert asked.private
    assert len(asked.seen.buttons) == len((await look(sim)).to_act)
    assert (await ann.clicks("Replace somebody", on=live)).private


async def test_who_looks_on_skips_nobody(start: Start, tmp_path: Path) -> None:
    sim = await club(start, tmp_path)
    await begin(sim, **{"when-late": WhenLate.WAIT.value, "time": "1h"})
    await sim.pass_time(3601)
    guest = sim.join("guest")
    guest.go(sim.rooms[-1])
    turn = (await look(sim)).match.turn
    button = next(button for button in guest.newest("Match 1").buttons if button.label.startswith("Skip"))
    assert "You do not play in this match" in (await guest.clicks(button, on=guest.newest("Match 1"))).text
    assert (await look(sim)).match.turn == turn


# How long there is


@pytest.mark.parametrize("game", ["qwirkle", "qwixx"])
async def test_the_time_left_is_told_wherever_one_looks(start: Start, tmp_path: Path, game: str) -> None:
    sim = await club(start, tmp_path)
    await begin(sim, game, time="36h")
    now = await look(sim)
    person = next(one for one in sim.people if now.seat_of(one.id) in now.to_act)
    doors = {"qwirkle": ("Play", "Hand"), "qwixx": ("My sheet",)}[game]
    for door in doors:
        assert "Time is out <t:" in (await person.clicks(door, on=person.newest("Match 1"))).text, door
    for command in ("/match show", "/match mine"):
        assert "Time is out <t:" in (await person.types(command)).text, command
    assert "Time is out <t:" in person.newest("Match 1").text


@pytest.mark.parametrize("game", ["qwirkle", "qwixx"])
@pytest.mark.parametrize(
    ("time", "said"),
    [("36h", "36 hours"), ("90 min", "90 minutes"), ("1 day 12 hours", "36 hours"), ("none", "no limit")],
)
async def test_any_length_of_a_turn_can_be_typed(start: Start, tmp_path: Path, game: str, time: str, said: str) -> None:
    sim = await club(start, tmp_path)
    ann, _ = sim.people
    assert await ann.is_offered(f"/{game} start", "time", time) == [said]
    await ann.types(f"/{game} start", time=time)
    assert f"Time a turn: {said}" in ann.newest("opens a match").text


@pytest.mark.parametrize("game", ["qwirkle", "qwixx"])
@pytest.mark.parametrize(
    ("time", "said"),
    [("soon", "is no length of time"), ("0h", "1 minute at least and 60 days at most"), ("61 days", "60 days at most")],
)
async def test_the_bounds_of_a_turn_are_told_in_words(
    start: Start, tmp_path: Path, game: str, time: str, said: str
) -> None:
    sim = await club(start, tmp_path)
    answer = await sim.people[0].types(f"/{game} start", time=time)
    assert answer.private
    assert said in answer.text
    assert await bot_of(sim).app.service.of_player(sim.people[0].id) == ()
