"""The committed gallery shows what the program draws."""

import io

import pytest
from PIL import Image, ImageChops

from renderers.picture import Picture
from tests.gallery.__main__ import FOLDER, all_pictures

MOST_BYTES = 900_000


@pytest.fixture(scope="module")
def drawn() -> dict[str, Picture[object]]:
    return dict(all_pictures())


def test_the_gallery_is_what_the_program_draws(drawn: dict[str, Picture[object]]) -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(drawn)
    for name, picture in drawn.items():
        with Image.open(FOLDER / name) as kept, Image.open(io.BytesIO(picture.data)) as made:
            assert kept.size == made.size, name
            changed = ImageChops.difference(kept.convert("RGB"), made.convert("RGB")).getbbox()
            assert changed is None, f"{name} has changed; `make gallery` draws it anew"


def test_the_gallery_is_small(drawn: dict[str, Picture[object]]) -> None:
    assert sum(len(picture.data) for picture in drawn.values()) < MOST_BYTES
