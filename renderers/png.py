"""Palette pictures as PNG files.

Compression is nearly all that a picture costs, so rows are packed in bands, each on its own (a deflate block
sequence that ends with a full flush needs nothing that came before it). A band that was packed before, for an
earlier picture of the same match, is taken from the `BandShelf`.
"""

from __future__ import annotations

from collections import OrderedDict
from functools import partial
from threading import Lock
from typing import NamedTuple, cast

from PIL import Image
from zlib_ng import zlib_ng

from renderers.errors import PictureError
from renderers.palette import PALETTE

MOST_PIXELS = 16_000_000
BAND_ROWS = 96
LEVEL = 3

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_ZLIB_HEADER = b"\x78\x5e"
_LAST_BLOCK = b"\x03\x00"
_ADLER_MODULUS = 65521


class Band(NamedTuple):
    """Some rows of a picture, packed."""

    packed: bytes
    adler: int
    length: int
    """Of the rows before packing, in bytes."""


class BandShelf:
    """The bands that were packed last, found again by what they hold. Safe to share between threads."""

    def __init__(self, most_bytes: int = 16 * 2**20) -> None:
        self._bands: OrderedDict[tuple[int, int], Band] = OrderedDict()
        self._room = most_bytes
        self._lock = Lock()

    def pack(self, rows: bytes) -> Band:
        # Keyed, 64 bits: two bands that differ are as good as never taken for each other.
        key = (len(rows), hash(rows))
        with self._lock:
            band = self._bands.get(key)
            if band is not None:
                self._bands.move_to_end(key)
                return band
        band = pack(rows)
        with self._lock:
            if key not in self._bands:
                self._bands[key] = band
                self._room -= len(band.packed)
            while self._room < 0:
                _, oldest = self._bands.popitem(last=False)
                self._room += len(oldest.packed)
        return band


def pack(rows: bytes, level: int = LEVEL) -> Band:
    """The rows as a piece of a deflate stream that stands by itself."""
    deflate = zlib_ng.compressobj(level, zlib_ng.DEFLATED, -15, 9)
    packed = deflate.compress(rows) + deflate.flush(zlib_ng.Z_FULL_FLUSH)
    return Band(packed, zlib_ng.adler32(rows), len(rows))


def encode(picture: Image.Image, shelf: BandShelf | None = None) -> bytes:
    """The picture, of mode "P" in the one palette, as a PNG file. Raises PictureError above 16 megapixels."""
    check_size(picture.size)
    width, height = picture.size
    packer = shelf.pack if shelf is not None else partial(pack, level=LEVEL)
    bands = [packer(_rows(picture, top, min(top + BAND_ROWS, height))) for top in range(0, height, BAND_ROWS)]
    header = width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x03\x00\x00\x00"
    _, highest = cast("tuple[int, int]", picture.getextrema())
    colors = PALETTE[: 3 * (highest + 1)]
    data = b"".join(
        [
            _ZLIB_HEADER,
            *(band.packed for band in bands),
            _LAST_BLOCK,
            _adler_of(bands).to_bytes(4, "big"),
        ]
    )
    return _SIGNATURE + b"".join(
        _chunk(kind, content)
        for kind, content in (
            (b"IHDR", header),
            (b"PLTE", colors),
            (b"IDAT", data),
            (b"IEND", b""),
        )
    )


def check_size(size: tuple[int, int]) -> None:
    """Raises PictureError for a picture that is empty or larger than 16 megapixels."""
    width, height = size
    if width < 1 or height < 1 or width * height > MOST_PIXELS:
        raise PictureError(
            f"a picture of {width} by {height} pixels cannot be drawn:"
            f" it must have between 1 and {MOST_PIXELS:,} pixels"
        )


def _rows(picture: Image.Image, top: int, bottom: int) -> bytes:
    """The rows as PNG wants them: before each the number of its filter, 0 for none."""
    width = picture.width
    # A stride of one byte more than the width ends each row with a zero: the filter of the next row.
    rows = picture.crop((0, top, width, bottom)).tobytes("raw", "P", width + 1, 1)
    return b"\0" + rows[:-1]


def _adler_of(bands: list[Band]) -> int:
    """The checksum of all bands in a row, from their own (as zlib's adler32_combine does it)."""
    low, high = 1, 0
    for band in bands:
        low_here, high_here = band.adler & 0xFFFF, band.adler >> 16
        high = (high + high_here + band.length * (low - 1)) % _ADLER_MODULUS
        low = (low + low_here - 1) % _ADLER_MODULUS
    return high << 16 | low


def _chunk(kind: bytes, content: bytes) -> bytes:
    checksum = zlib_ng.crc32(kind + content)
    return len(content).to_bytes(4, "big") + kind + content + checksum.to_bytes(4, "big")
