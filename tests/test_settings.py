"""Settings from the environment and `.env`; what is wrong is said in sentences before anything starts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bot.settings import SettingsError, read_settings
from data.engine import DEFAULT_ADDRESS

TOKEN = "MTA1.Gx3_-a.abc-DEF_123"
NAMES = ("DISCORD_TOKEN", "DATABASE_URL", "METRICS_PORT", "LOG_LEVEL")


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


def test_nothing_has_to_be_set() -> None:
    settings = read_settings()
    assert settings.discord_token is None
    assert settings.database_url == DEFAULT_ADDRESS
    assert settings.metrics_port is None
    assert settings.log_level == "INFO"


def test_the_environment_comes_before_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    Path(".env").write_text(
        f"DISCORD_TOKEN={TOKEN}\nMETRICS_PORT=9100\nLOG_LEVEL=debug\nSOMEBODY_ELSES=1\nDATABASE_URL=\n"
    )
    monkeypatch.setenv("LOG_LEVEL", "warning")
    settings = read_settings()
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == TOKEN
    assert settings.log_level == "WARNING"
    assert settings.metrics_port == 9100
    assert settings.database_url == DEFAULT_ADDRESS


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("LOG_LEVEL", "LOUD", "LOG_LEVEL should be DEBUG, INFO, WARNING or ERROR."),
        ("DISCORD_TOKEN", "my token", "DISCORD_TOKEN is not the token of a bot"),
        ("DISCORD_TOKEN", f"'{TOKEN}", "DISCORD_TOKEN is not the token of a bot"),
        ("METRICS_PORT", "http", "METRICS_PORT is not a port, which is a number from 1 to 65535."),
        ("METRICS_PORT", "0", "METRICS_PORT is not a port"),
        ("METRICS_PORT", "65536", "METRICS_PORT is not a port"),
        ("DATABASE_URL", "mysql://somewhere", "DATABASE_URL should be"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch, name: str, value: str, said: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError) as refused:
        read_settings()
    assert str(refused.value).startswith(said)
    assert value not in str(refused.value) or name != "DISCORD_TOKEN"


def test_all_that_is_wrong_is_said_and_nothing_starts(tmp_path: Path) -> None:
    environment = {**os.environ, "LOG_LEVEL": "LOUD", "DATABASE_URL": "mysql://x", "METRICS_PORT": "-1"}
    environment["DISCORD_TOKEN"] = "x y"
    ran = subprocess.run(
        [sys.executable, "-W", "error", "-m", "bot", "run"],  # what warns is loaded when the settings are right
        env={**environment, "PYTHONPATH": str(Path(__file__).parents[1])},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert ran.returncode == 2
    assert [line.split()[0] for line in ran.stderr.splitlines()] == list(NAMES)
    assert "Traceback" not in ran.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_example_names_every_setting() -> None:
    example = (Path(__file__).parents[1] / ".env.example").read_text()
    assert [line.partition("=")[0] for line in example.splitlines() if line and line[0] != "#"] == list(NAMES)
