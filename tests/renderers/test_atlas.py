from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from PIL import Image

from renderers.atlas import pack, proof
from renderers.atlas.forms import TILE_CODES
from renderers.errors import PictureError
from renderers.palette import COLORS, PALETTE, Ink
from renderers.sprites import ASSETS, emoji, mask, solid, sprite

ROWS = ("red", "yellow", "green", "blue")


@pytest.fixture(scope="module")
def atlas() -> pack.Atlas:
    return pack.make()


def test_the_shipped_sprites_are_those_that_the_program_draws(atlas: pack.Atlas) -> None:
    for name, sheet in atlas.sheets.items():
        with Image.open(ASSETS / f"{name}.png") as shipped:
            assert shipped.mode == sheet.mode
            assert shipped.size == sheet.size
            assert shipped.tobytes() == sheet.tobytes(), f"{name} is not what `python -m renderers.atlas` draws"
            if shipped.mode == "P":
                assert bytes(shipped.getpalette() or ()) == PALETTE
    places = json.loads((ASSETS / "sprites.json").read_text(encoding="ascii"))
    assert {name: tuple(place) for name, place in places.items()} == atlas.places


def test_the_shipped_emojis_are_those_that_the_program_draws(atlas: pack.Atlas) -> None:
    for name, picture in atlas.emojis.items():
        with Image.open(ASSETS / "emoji" / f"{name}.png") as shipped:
            assert shipped.mode == "RGBA"
            assert shipped.tobytes() == picture.tobytes(), f"{name} is not what `python -m renderers.atlas` draws"


def test_nothing_else_is_shipped(atlas: pack.Atlas) -> None:
    files = {path.relative_to(ASSETS).as_posix() for path in ASSETS.rglob("*") if path.is_file()}
    expected = {f"{name}.png" for name in atlas.sheets} | {f"emoji/{name}.png" for name in atlas.emojis}
    assert files == expected | {"sprites.json"}
    assert sum((ASSETS / name).stat().st_size for name in files) < 1_500_000


def test_what_is_written_can_be_read(atlas: pack.Atlas, tmp_path: Path) -> None:
    pack.write(atlas, tmp_path)
    with Image.open(tmp_path / "tiles96.png") as sheet:
        assert sheet.tobytes() == atlas.sheets["tiles96"].tobytes()


@pytest.mark.parametrize("size", [48, 64, 80, 96, 144])
def test_tiles_frames_and_cells_fill_a_cell(size: int) -> None:
    for name in (
        *(f"tile/{code}" for code in TILE_CODES),
        "frame/last",
        "frame/draft",
        "frame/clash",
        "empty",
        "place",
    ):
        assert sprite(name, size).size == (size, size)
        assert sprite(name, size).mode == "P"


@pytest.mark.parametrize("size", [48, 64, 80, 96, 144])
def test_tiles_end_in_the_ground_they_lie_on(size: int) -> None:
    for code in TILE_CODES:
        image = sprite(f"tile/{code}", size)
        assert {image.getpixel((x, y)) for x in (0, size - 1) for y in (0, size - 1)} == {Ink.CLOTH}
        assert Ink.NOTHING not in image.tobytes()


def test_all_tiles_differ() -> None:
    assert len({sprite(f"tile/{code}", 48).tobytes() for code in TILE_CODES}) == 36


def test_a_frame_leaves_the_middle_of_the_tile_free() -> None:
    for kind in ("last", "draft", "clash"):
        covered = solid(f"frame/{kind}", 96)
        assert covered.mode == "L"
        assert covered.crop((14, 14, 82, 82)).getextrema() == (0, 0)
        # A draft is dashed.
        assert covered.getpixel((23, 3)) == (0 if kind == "draft" else 255)


def test_the_dice() -> None:
    for color in ("white", *ROWS):
        assert len({sprite(f"die/{color}/{pips}", 76).tobytes() for pips in range(1, 7)}) == 6
    for row in ROWS:
        assert sprite(f"die/{row}/removed", 76).size == (76, 76)


def test_masks_are_coverage() -> None:
    names = [f"symbol/{row}" for row in ROWS] + ["crown", "check", "arrow", "bag", "robot", "lock-open", "lock-closed"]
    for name in names:
        for size in (20, 28, 40):
            assert mask(name, size).mode == "L"
            assert mask(name, size).getextrema() == (0, 255)


@pytest.mark.parametrize("name", ["crown", "bag", "robot"])
def test_signs_that_come_large_too(name: str) -> None:
    assert mask(name, 96).size == (96, 96)


def test_no_two_crosses_are_the_same() -> None:
    assert len({mask(f"cross/{which}", 64).tobytes() for which in range(6)}) == 6


def test_a_sprite_that_does_not_exist() -> None:
    with pytest.raises(PictureError, match="no sprite 'tile/ZZ' of 96 pixels"):
        sprite("tile/ZZ", 96)
    with pytest.raises(PictureError, match="no sprite 'tile/RC' of 97 pixels"):
        sprite("tile/RC", 97)


@pytest.mark.parametrize("name", [*TILE_CODES, *ROWS])
def test_an_emoji_can_be_uploaded(name: str) -> None:
    data = emoji(name)
    assert len(data) < 256 * 1024
    with Image.open(io.BytesIO(data)) as picture:
        assert (picture.format, picture.mode, picture.size) == ("PNG", "RGBA", (128, 128))
        corner, middle = picture.getpixel((0, 0)), picture.getpixel((64, 100))
        assert isinstance(corner, tuple)
        assert isinstance(middle, tuple)
        assert (corner[3], middle[3]) == (0, 255)


@pytest.mark.parametrize("name", ["ZZ", "", "../sprites", "RC/"])
def test_an_emoji_that_does_not_exist(name: str) -> None:
    with pytest.raises(PictureError, match="no emoji"):
        emoji(name)


def test_the_proof_shows_what_each_eye_sees() -> None:
    picture = proof.proof()
    assert proof.seen(picture, "normal").convert("RGB").tobytes() == picture.convert("RGB").tobytes()
    grey = proof.seen(picture, "grey").convert("RGB").getpixel((72, 72))
    assert isinstance(grey, tuple)
    assert len(set(grey)) == 1
    assert COLORS[Ink.CLOTH] == picture.convert("RGB").getpixel((2, 2))
