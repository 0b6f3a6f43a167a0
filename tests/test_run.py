"""`qwibot run` as whoever runs it sees it: it starts without a token, says where, and stops when told."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

ROOT = Path(__file__).parents[1]


def start(folder: Path) -> subprocess.Popen[str]:
    environment = {name: value for name, value in os.environ.items() if name != "DISCORD_TOKEN"}
    return subprocess.Popen(
        [sys.executable, "-m", "bot", "run"],
        env={**environment, "PYTHONPATH": str(ROOT), "LOG_LEVEL": "WARNING"},
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_without_a_token_it_runs_on_an_embedded_discord(tmp_path: Path) -> None:
    for how in (signal.SIGTERM, signal.SIGINT):  # the second start goes on with what the first has kept
        process = start(tmp_path)
        assert process.stdout is not None
        address = re.search(r"http://127\.0\.0\.1:\d+/", process.stdout.readline())
        assert address is not None
        with urlopen(address[0]) as page:
            assert page.status == 200
        process.send_signal(how)
        _, errors = process.communicate(timeout=60)
        assert process.returncode == 0
        assert errors == ""
    assert {"trial.sqlite3", "trial-discord.sqlite3"} <= {path.name for path in tmp_path.iterdir()}


def test_a_token_that_is_none_is_said_before_anything_starts(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "bot", "run"],
        env={**os.environ, "PYTHONPATH": str(ROOT), "DISCORD_TOKEN": "secret"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == "DISCORD_TOKEN is not the token of a bot, which has three parts with dots between.\n"
    assert list(tmp_path.iterdir()) == []
