"""What the README and the files beside it promise is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bot.settings import Settings
from cogs.ui.language import words_of
from cogs.ui.permissions import ALL, INVITATION, Permission

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
SCREENSHOTS = ROOT / "docs/screenshots"
LARGEST = 300 * 1024
"""Bytes of all screenshots."""


def test_the_bot_is_invited_with_exactly_what_it_checks() -> None:
    (number,) = set(re.findall(r"permissions=(\d+)", README))
    assert int(number) == INVITATION.value
    named = re.search(r"It asks for (.*?)\.\s", README, re.DOTALL)
    assert named is not None
    words = words_of("en")
    asked = " ".join(named[1].split())
    assert set(re.split(", | and ", asked)) == {words.say(Permission(name).text_key) for name in ALL}


def test_every_setting_is_in_the_example() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    values = dict(re.findall(r"^#?([A-Z_]+)=(.*)$", example, re.MULTILINE))
    assert set(values) == {name.upper() for name in Settings.model_fields}
    for name, field in Settings.model_fields.items():
        assert values[name.upper()] == ("" if field.default is None else field.default)


def test_screenshots_are_small_and_shown() -> None:
    pictures = sorted(SCREENSHOTS.glob("*.png"))
    assert sum(picture.stat().st_size for picture in pictures) <= LARGEST
    assert {picture.name for picture in pictures} == set(re.findall(r"docs/screenshots/([a-z]+\.png)", README))


@pytest.mark.parametrize("page", ["README.md", "docs/OPERATIONS.md", "docs/PRIVACY.md", "CONTRIBUTING.md"])
def test_links_lead_somewhere(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)|src=\"([^\"]+)\"", text):
        path = next(filter(None, target))
        assert path.startswith("https://") or (ROOT / page).parent.joinpath(path).exists(), path
