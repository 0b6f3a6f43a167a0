"""The command `qwibot`, as a person types it."""

import signal
import subprocess
import sys

import pytest

from bot import __version__
from bot.__main__ import COMMANDS, EXIT_INTERRUPTED, EXIT_PIPE_CLOSED, main

QWIBOT = (sys.executable, "-m", "bot")


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--help"])
    assert end.value.code == 0
    output = capsys.readouterr().out
    assert all(command.name in output and command.summary in output for command in COMMANDS)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"qwibot {__version__}\n"


@pytest.mark.parametrize("line", [[], ["walk"], ["run", "fast"], ["referee", "--loud"], ["--\udcff"]])
def test_a_bad_command_line_is_answered_in_words(line: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(line)
    assert end.value.code == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("usage: qwibot")
    assert "error: " in captured.err


def test_the_installed_command_answers_the_referees_questions() -> None:
    question = '{"id": 7, "game": "chess"}\n\xff\n'.encode("latin-1")
    result = subprocess.run([*QWIBOT, "referee"], input=question, capture_output=True, check=False)
    assert result.returncode == 2
    assert result.stderr == b""
    first, second = result.stdout.splitlines()
    assert b'"id": 7' in first
    assert b'"id": null' in second


def test_a_reader_that_goes_away_is_no_error() -> None:
    process = subprocess.Popen(
        [*QWIBOT, "referee"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    process.stdout.close()
    _, errors = process.communicate(b"{}\n", timeout=30)
    assert errors == b""
    assert process.returncode == EXIT_PIPE_CLOSED


def test_ctrl_c_ends_without_a_traceback() -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)  # what a shell runs in the background does not hear of it
    process = subprocess.Popen(
        [*QWIBOT, "referee"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    signal.signal(signal.SIGINT, before)
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"{}\n")
    process.stdin.flush()
    process.stdout.readline()  # its answer: it is at work now
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert errors == b""
    assert process.returncode == EXIT_INTERRUPTED
