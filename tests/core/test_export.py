"""Matches as files: what is in them, and that a file that was tampered with is found out (RULES 3)."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.__main__ import main
from bot.core.codec import codec_of
from bot.core.errors import InputError
from bot.core.fairness import commitment
from bot.core.verify import LARGEST_FILE, verify
from bot.games.qwirkle.notation import parse
from bot.games.qwirkle.state import Exchanged, Play
from bot.games.qwirkle.tiles import Tile
from bot.games.qwixx.notation import parse as read_move
from bot.games.qwixx.notation import write
from bot.games.qwixx.sheet import Mark, Row
from bot.games.qwixx.state import Choice, Chose, ColorPlan, OrderGiven, Skipped, TookBack
from bot.games.registry import GAMES
from tests.core.hall import ANNA, BEN, CLEO, FINN, GUILD, Hall, hall_at

Exported = dict[str, Any]


async def exported(hall: Hall, game: str, *, end: bool = False) -> Exported:
    """A finished match with everything in it: somebody leaves, somebody is replaced, a computer plays."""
    match_id = await hall.match(ANNA, BEN, CLEO, game=game, computers=1)
    for _ in range(4):
        await hall.play(match_id)
        await hall.service.settled()
    await hall.service.resign(hall.person(CLEO), match_id)
    await hall.service.replace(hall.person(FINN, moderator=True), match_id, 1, level="simple")
    await hall.service.settled()
    if end:
        await hall.service.end(hall.person(ANNA), match_id)
    else:
        await hall.play_out(match_id)
    return await hall.service.export(match_id)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Exported]:
    """One finished match of each game, made once."""

    async def play() -> dict[str, Exported]:
        async with hall_at(tmp_path_factory.mktemp("files") / "qwibot.sqlite3") as hall:
            return {game: await exported(hall, game) for game in GAMES}

    return asyncio.run(play())


def verdict(content: Exported) -> str:
    found = verify(json.dumps(content).encode(), GAMES)
    assert found.right == found.code.startswith("right")
    assert not found.say().startswith("verify.")
    assert "{" not in found.say()
    return found.code


@pytest.fixture(params=list(GAMES))
def content(request: pytest.FixtureRequest, files: dict[str, Exported]) -> Exported:
    """A finished match, to be tampered with."""
    copy: Exported = json.loads(json.dumps(files[request.param]))
    return copy


def test_a_match_that_was_not_tampered_with_is_right(content: Exported) -> None:
    assert verdict(content) == "right"


def test_nobodys_id_is_in_a_file(content: Exported) -> None:
    written = json.dumps(content)
    assert not any(str(number) in written for number in (ANNA, BEN, CLEO, FINN, GUILD))
    assert [holder.get("name") for seat in content["seats"] for holder in seat["holders"]] == [
        "Anna",
        "Ben",
        None,
        "Cleo",
        None,
    ]
    assert [seat["age"] for seat in content["seats"]] == [0, 1, 2, None]


def change_secret(content: Exported) -> None:
    content["secret"] = "00" * 32


def change_commitment_too(content: Exported) -> None:
    content["secret"] = "00" * 32
    content["commitment"] = commitment(bytes(32))


def change_interaction(content: Exported) -> None:
    content["interaction"] = "7"


def leave_out_an_event(content: Exported) -> None:
    del content["log"][next(place for place, line in enumerate(content["log"]) if "action" in line) + 1]


def leave_out_the_end(content: Exported) -> None:
    del content["log"][-1]


def leave_out_an_action(content: Exported) -> None:
    del content["log"][next(place for place, line in enumerate(content["log"]) if "action" in line)]


def say_it_twice(content: Exported) -> None:
    content["log"].insert(0, content["log"][0])


def act_for_another(content: Exported) -> None:
    line = next(line for line in content["log"] if "action" in line)
    line["action"]["seat"] = (line["action"]["seat"] + 1) % 4


def change_a_result(content: Exported) -> None:
    content["result"]["scores"][0] += 1


def change_a_place(content: Exported) -> None:
    content["result"]["places"].reverse()


def change_an_age(content: Exported) -> None:
    content["seats"] = content["seats"][:3]


@pytest.mark.parametrize(
    ("tamper", "codes"),
    [
        (change_secret, {"commitment"}),
        (change_commitment_too, {"event"}),
        (change_interaction, {"event"}),
        (leave_out_an_event, {"event", "missing"}),
        (leave_out_the_end, {"missing"}),
        (leave_out_an_action, {"event"}),
        (say_it_twice, {"event"}),
        (act_for_another, {"action", "event"}),
        (change_a_result, {"result"}),
        (change_a_place, {"result"}),
        (change_an_age, {"event", "action"}),
    ],
)
def test_tampering_is_found_out(content: Exported, tamper: Callable[[Exported], None], codes: set[str]) -> None:
    tamper(content)
    assert verdict(content) in codes


def test_every_single_event_counts(content: Exported) -> None:
    """Any number in any event of the game, changed by one, is found out."""
    places = [place for place, line in enumerate(content["log"]) if "event" in line]
    for place in places:
        event = content["log"][place]["event"]
        for name, value in event.items():
            if isinstance(value, int) and not isinstance(value, bool):
                event[name] = value + 1
                assert verdict(content) == "event", (event, name)
                event[name] = value


async def test_a_match_ended_from_outside_is_right_so_far(hall: Hall) -> None:
    content = await exported(hall, "qwirkle", end=True)
    assert (content["status"], content["result"]) == ("ended", {"reason": "agreement", "scores": None, "places": None})
    assert verdict(content) == "right-so-far"
    content["result"] = {"reason": "hand-empty", "scores": [1, 2, 3, 4], "places": [4, 3, 2, 1]}
    assert verdict(content) == "result"


async def test_what_is_not_over_cannot_be_checked(hall: Hall) -> None:
    match_id = await hall.lobby(ANNA, BEN)
    assert verdict(await hall.service.export(match_id)) == "not-over"
    await hall.service.start(hall.person(ANNA), match_id)
    assert verdict(await hall.service.export(match_id)) == "not-over"
    cancelled = await hall.lobby(ANNA, BEN)
    await hall.service.cancel(hall.person(ANNA), cancelled)
    assert verdict(await hall.service.export(cancelled)) == "never-started"


def test_other_rules_are_not_judged(content: Exported) -> None:
    content["rules_version"] += 1
    assert verdict(content) == "other-rules"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("game", "chess"),
        ("secret", "00"),
        ("secret", "zz" * 32),
        ("interaction", "-1"),
        ("interaction", "٧"),
        ("format", ""),
    ],
)
def test_what_cannot_be_in_a_file_is_said(content: Exported, name: str, value: str) -> None:
    content[name] = value
    with pytest.raises(InputError, match="bad-export"):
        verdict(content)


def test_a_line_is_an_action_or_an_event(content: Exported) -> None:
    content["log"][0]["action"] = {"kind": "leave", "seat": 0}
    with pytest.raises(InputError, match="entry"):
        verdict(content)


def test_such_a_match_cannot_start(content: Exported) -> None:
    content["seats"] = content["seats"][:1]
    assert verdict(content) == "start"


def test_a_play_is_written_with_the_labels_of_its_time(files: dict[str, Exported]) -> None:
    """RULES 4: the log keeps the labels of its time; what is written reads as the same play."""
    game = GAMES["qwirkle"]
    state: Any = None
    plays = 0
    for line in files["qwirkle"]["log"]:
        if "event" not in line:
            continue
        event = codec_of(game).read_event(line["event"])
        if event.kind == "played":
            plays += 1
            read = parse(line["notation"], event.seat, dict(state.board), state.labels)
            assert isinstance(read, Play)
            assert sorted(read.play) == sorted(event.play)
        elif event.kind == "exchanged":
            assert line["notation"].startswith("-")
        else:
            assert line["notation"] is None
        state = game.evolve(state, event)
    assert plays > 10


def test_a_move_of_qwixx_is_written_as_it_is_typed(files: dict[str, Exported]) -> None:
    game = GAMES["qwixx"]
    codec = codec_of(game)
    state: Any = None
    moves = 0
    for line in files["qwixx"]["log"]:
        if "event" not in line:
            continue
        event = codec.read_event(line["event"])
        if event.kind in ("chose", "color") and event.seat in game.to_act(state):
            moves += 1
            read = write(read_move(line["notation"], game.view(state, event.seat)))
            assert read == line["notation"]
        elif event.kind == "white":
            assert line["notation"].count("W ") == len(event.marks)
        state = game.evolve(state, event)
    assert moves > 20


def test_what_is_hidden_is_not_in_the_notation() -> None:
    qwixx, qwirkle = GAMES["qwixx"], GAMES["qwirkle"]
    mark = Mark(Row.RED, 7)
    assert qwixx.note(None, Chose(0, Choice(mark, ColorPlan(None)))) == "W R7 C -"
    assert qwixx.note(None, qwixx.redact(Chose(0, Choice(mark)), 1)) == "W ?"
    assert qwixx.note(None, OrderGiven(0, 3)) == "O 3"
    assert qwixx.note(None, qwixx.redact(OrderGiven(0, 3), 1)) is None
    assert qwixx.note(None, TookBack(0)) == "<"
    assert qwixx.note(None, Skipped(0)) is None
    exchanged = Exchanged(0, 2, (Tile.RC, Tile.GS), (Tile.BX, Tile.BX), ())
    assert qwirkle.note(None, exchanged) == "-RC -GS"
    assert qwirkle.note(None, qwirkle.redact(exchanged, 1)) == "-? -?"


# Strangers' files


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe",
        b"null",
        b"[]",
        b"{}",
        b"[" * 100_000,
        b'{"format": 1e999}',
        b"1" * 5000,
        b'{"a": NaN}',
        b" " * (LARGEST_FILE + 1),
    ],
    ids=range(10),
)
def test_what_is_no_match_is_said_to_be_none(content: bytes) -> None:
    with pytest.raises(InputError) as caught:
        verify(content, GAMES)
    assert caught.value.code in ("bad-export", "export-too-large")


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where everything in a JSON value is."""
    found = [path]
    if isinstance(value, dict):
        found += [inner for name in value for inner in paths(value[name], (*path, name))]
    elif isinstance(value, list):
        found += [inner for place, entry in enumerate(value[:40]) for inner in paths(entry, (*path, place))]
    return found


ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from([-1, 1 << 63, 10**400, 1.5, "", "RC", "qwixx", [], {}, [[]], {"kind": "leave"}, "00" * 32]),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_file_with_anything_in_it_gets_an_answer(files: dict[str, Exported], data: st.DataObject) -> None:
    """Whatever stands in whatever place: a verdict or an InputError, never a traceback."""
    content = json.loads(json.dumps(files[data.draw(st.sampled_from(list(GAMES)))]))
    for _ in range(data.draw(st.integers(1, 3))):
        *way, last = data.draw(st.sampled_from(paths(content)[1:]))
        holder = content
        for step in way:
            holder = holder[step]
        holder[last] = data.draw(ODD)
    with suppress(InputError):
        assert verify(json.dumps(content).encode(), GAMES).say()


# The command line


def test_the_command_says_the_verdict(content: Exported, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.json"
    file.write_text(json.dumps(content), encoding="utf-8")
    assert main(["verify", str(file)]) == 0
    assert "All is right" in capsys.readouterr().out
    change_secret(content)
    file.write_text(json.dumps(content), encoding="utf-8")
    assert main(["verify", str(file)]) == 1
    assert "committed" in capsys.readouterr().out
    file.write_text("{", encoding="utf-8")
    assert main(["verify", str(file)]) == 2
    assert main(["verify", str(tmp_path / "nowhere.json")]) == 2
    assert "No such file" in capsys.readouterr().err
