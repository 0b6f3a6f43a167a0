"""Palette pictures as PNG files.

Compression is nearly all that a picture costs, so rows are packed in bands that need nothing of each other: each ends
with a full flush, after which deflate remembers nothing. A band that was packed before, for an earlier picture of the
same match, is taken from the `BandShelf`. Packing lets other threads run.

The palette is written whole: to look for the highest index in use takes a third of the time of packing and saves
less than one KiB.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from threading import Lock
from typing import NamedTuple

from PIL import Image
from zlib_ng import zlib_ng

from renderers.errors import PictureError
from renderers.palette import PALETTE

MOST_PIXELS = 16_000_000
LEVEL = 3
"""Of compression. A board of 108 tiles, 3.8 megapixels: at level 2 3.3 ms and 144 KiB, at 3 4.2 ms and 139 KiB, at 4
5.6 ms and 133 KiB, at 6 8 ms and 124 KiB."""
SMALL_LEVEL = 5
SMALL_PIXELS = 1_000_000
"""Up to so many pixels the higher level is used: a hand has 14.7 KiB with it, 16.7 without, in the same time; one's own
Qwixx sheet 43 KiB, 51 without, for 1 ms more."""
BAND_BYTES = 160_000

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

    def get(self, rows: bytes) -> Band | None:
        with self._lock:
            band = self._bands.get(_key(rows))
            if band is not None:
                self._bands.move_to_end(_key(rows))
            return band

    def put(self, rows: bytes, band: Band) -> None:
        with self._lock:
            if _key(rows) not in self._bands:
                self._bands[_key(rows)] = band
                self._room -= len(band.packed)
            while self._room < 0:
                _, oldest = self._bands.popitem(last=False)
                self._room += len(oldest.packed)


def _key(rows: bytes) -> tuple[int, int]:
    # Python's hash of bytes is 64 bits under a secret key: bands that differ are as good as never mistaken.
    return len(rows), hash(rows)


def encode(picture: Image.Image, shelf: BandShelf | None = None) -> bytes:
    """The picture, of mode "P" in the one palette, as a PNG file. Raises PictureError above 16 megapixels."""
    check_size(picture.size)
    width, height = picture.size
    bands = list(_packed(picture, shelf))
    data = [_ZLIB_HEADER, *(band.packed for band in bands), _LAST_BLOCK, _adler_of(bands).to_bytes(4, "big")]
    header = width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x03\x00\x00\x00"
    return b"".join(
        (
            _SIGNATURE,
            *_chunk(b"IHDR", header),
            *_chunk(b"PLTE", PALETTE),
            *_chunk(b"IDAT", b"".join(data)),
            *_chunk(b"IEND", b""),
        )
    )


def check_size(size: tuple[int, int]) -> None:
    """Raises PictureError for a picture that is empty or larger than 16 megapixels."""
    width, height = size
    if width < 1 or height < 1 or width * height > MOST_PIXELS:
        raise PictureError(
            f"a picture of {width} by {height} pixels cannot be drawn:"
            f" it must have at least 1 and at most {MOST_PIXELS:,} pixels"
        )


def _packed(picture: Image.Image, shelf: BandShelf | None) -> Iterator[Band]:
    level = SMALL_LEVEL if picture.width * picture.height <= SMALL_PIXELS else LEVEL
    deflate = zlib_ng.compressobj(level, zlib_ng.DEFLATED, -15, 9)
    for rows in _bands_of_rows(picture):
        band = shelf.get(rows) if shelf is not None else None
        if band is None:
            packed = deflate.compress(rows) + deflate.flush(zlib_ng.Z_FULL_FLUSH)
            band = Band(packed, zlib_ng.adler32(rows), len(rows))
            if shelf is not None:
                shelf.put(rows, band)
        yield band


def _bands_of_rows(picture: Image.Image) -> Iterator[bytes]:
    """The rows as PNG wants them, each after the number of its filter, which is always 0: none."""
    yield b"\0"
    width, height = picture.size
    step = max(1, BAND_BYTES // (width + 1))
    for top in range(0, height, step):
        band = picture.crop((0, top, width, min(top + step, height)))
        # A stride of one byte more than the width leaves a zero after each row: the filter of the next.
        rows = band.tobytes("raw", "P", width + 1, 1)
        yield rows if top + step < height else rows[:-1]


def _adler_of(bands: list[Band]) -> int:
    """The checksum of all bands one after another, from their own (as zlib's adler32_combine does it)."""
    low, high = 1, 0
    for band in bands:
        low_here, high_here = band.adler & 0xFFFF, band.adler >> 16
        high = (high + high_here + band.length * (low - 1)) % _ADLER_MODULUS
        low = (low + low_here - 1) % _ADLER_MODULUS
    return high << 16 | low


def _chunk(kind: bytes, content: bytes) -> tuple[bytes, bytes, bytes, bytes]:
    checksum = zlib_ng.crc32(content, zlib_ng.crc32(kind))
    return len(content).to_bytes(4, "big"), kind, content, checksum.to_bytes(4, "big")
