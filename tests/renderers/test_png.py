from __future__ import annotations

import io
import struct
import zlib
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from PIL import Image

from renderers import png
from renderers.errors import PictureError
from renderers.palette import PALETTE, blank, indexed
from renderers.png import BandShelf, encode


def noise(width: int, height: int, seed: int = 1) -> Image.Image:
    """Rows of random runs: nothing that packs away to nothing."""
    chance = Random(seed)
    return indexed(Image.frombytes("L", (width, height), chance.randbytes(width * height)))


def chunks(data: bytes) -> list[tuple[bytes, bytes]]:
    """A strict reader: signature, lengths and checksums must be right and nothing may follow the end."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    found = []
    at = 8
    while at < len(data):
        (length,) = struct.unpack(">I", data[at : at + 4])
        kind, content = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        (checksum,) = struct.unpack(">I", data[at + 8 + length : at + 12 + length])
        assert checksum == zlib.crc32(kind + content)
        found.append((kind, content))
        at += 12 + length
    assert at == len(data)
    return found


def pixels(data: bytes) -> bytes:
    return dict(chunks(data))[b"IDAT"]


SIZES = [(1, 1), (1, 7), (7, 1), (333, 257), (1200, 400), (1, 200_001), (200_001, 2)]


@pytest.mark.parametrize("size", SIZES)
def test_a_picture_comes_back_as_it_was(size: tuple[int, int]) -> None:
    picture = noise(*size)
    data = encode(picture)
    Image.open(io.BytesIO(data)).verify()
    with Image.open(io.BytesIO(data)) as again:
        assert again.mode == "P"
        assert again.size == size
        assert again.tobytes() == picture.tobytes()
        assert bytes(again.getpalette() or ()) == PALETTE


@pytest.mark.parametrize("size", SIZES)
def test_the_file_is_what_the_standard_asks_for(size: tuple[int, int]) -> None:
    found = chunks(encode(noise(*size)))
    assert [kind for kind, _ in found] == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]
    assert struct.unpack(">IIBBBBB", found[0][1]) == (*size, 8, 3, 0, 0, 0)
    # zlib refuses a wrong checksum, a stream without an end and bytes after it.
    reader = zlib.decompressobj()
    rows = reader.decompress(found[2][1])
    assert reader.eof
    assert not reader.unused_data
    assert len(rows) == (size[0] + 1) * size[1]
    assert set(rows[:: size[0] + 1]) == {0}, "each row begins with its filter, none"


def test_a_kept_band_gives_the_same_file() -> None:
    shelf = BandShelf()
    picture = noise(700, 900)
    first = encode(picture, shelf)
    assert encode(picture, shelf) == first
    assert encode(picture) == first


def test_kept_bands_of_another_picture_do_not_show() -> None:
    shelf = BandShelf()
    before = noise(700, 900)
    encode(before, shelf)
    after = before.copy()
    after.paste(5, (100, 400, 200, 410))
    assert encode(after, shelf) == encode(after)


def test_bands_that_did_not_change_are_not_packed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = BandShelf()
    picture = noise(700, 900)
    encode(picture, shelf)
    packed: list[int] = []

    class Counting(BandShelf):
        def put(self, rows: bytes, band: png.Band) -> None:
            packed.append(len(rows))
            shelf.put(rows, band)

        get = shelf.get

    changed = picture.copy()
    changed.paste(5, (0, 450, 10, 451))
    encode(changed, Counting())
    assert len(packed) == 1


def test_the_shelf_forgets_what_it_has_no_room_for() -> None:
    shelf = BandShelf(most_bytes=1_000_000)
    first = noise(800, 800, seed=1)
    band = next(rows for rows in png._bands_of_rows(first) if len(rows) > 1)
    encode(first, shelf)
    assert shelf.get(band) is not None
    for seed in range(2, 6):
        encode(noise(800, 800, seed), shelf)
    assert shelf.get(band) is None
    assert shelf._room >= 0


def test_threads_may_share_a_shelf() -> None:
    shelf = BandShelf(most_bytes=600_000)
    pictures = [noise(300, 600, seed % 5) for seed in range(40)]
    with ThreadPoolExecutor(4) as threads:
        files = list(threads.map(lambda picture: encode(picture, shelf), pictures))
    assert files == [encode(picture) for picture in pictures]


@pytest.mark.parametrize("size", [(0, 10), (10, 0), (4001, 4000), (16_000_001, 1)])
def test_no_picture_of_no_size_or_more_than_16_megapixels(size: tuple[int, int]) -> None:
    with pytest.raises(PictureError, match="pixels cannot be drawn"):
        encode(blank(size, 0))


def test_16_megapixels_are_drawn() -> None:
    data = encode(blank((4000, 4000), 3))
    assert len(data) < 50_000
    with Image.open(io.BytesIO(data)) as again:
        assert again.size == (4000, 4000)
