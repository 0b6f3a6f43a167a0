"""Animated GIF files from pictures of our palette: the one kind of animation that Discord plays everywhere.

Each frame holds only what has changed: the box around it, and inside the box NOTHING (transparent) where the frame
before already shows the right color. That makes a frame of a match a few kilobytes.
"""

from __future__ import annotations

from collections.abc import Iterable

from PIL import GifImagePlugin, Image, ImageChops

from renderers.errors import PictureError
from renderers.palette import PALETTE, Ink, blank

MOST_FRAMES = 400
_TRAILER = b";"
_ANY = [0] + [255] * 255
_KEEP = 1
"""The next frame is laid over this one."""


def animate(frames: Iterable[tuple[Image.Image, int]]) -> bytes:
    """The frames, each a "P" picture of our palette with its duration in milliseconds; played again and again.

    Raises PictureError where there is none, where there are too many, and where their sizes differ.
    """
    parts: list[bytes] = []
    before: Image.Image | None = None
    for number, (frame, duration) in enumerate(frames):
        if number >= MOST_FRAMES:
            raise PictureError(f"An animation has at most {MOST_FRAMES} frames.")
        if before is None:
            parts += _header(frame)
            parts += GifImagePlugin.getdata(frame, duration=duration, disposal=_KEEP)
        else:
            parts += _change(before, frame, duration)
        before = frame
    if before is None:
        raise PictureError("An animation has at least one frame.")
    return b"".join((*parts, _TRAILER))


def _header(frame: Image.Image) -> list[bytes]:
    # The palette is given to all frames at once; Pillow would leave out what the first frame does not use.
    width, height = frame.size
    screen = width.to_bytes(2, "little") + height.to_bytes(2, "little")
    for_ever = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
    return [b"GIF89a", screen, b"\xf7\x00\x00", PALETTE, for_ever]


def _change(before: Image.Image, frame: Image.Image, duration: int) -> list[bytes]:
    if frame.size != before.size:
        raise PictureError("All frames of an animation have the same size.")
    changed = ImageChops.difference(before, frame)
    box = changed.getbbox() or (0, 0, 1, 1)
    patch = blank((box[2] - box[0], box[3] - box[1]), Ink.NOTHING)
    patch.paste(frame.crop(box), mask=changed.crop(box).point(_ANY, "L"))
    return GifImagePlugin.getdata(
        patch, offset=box[:2], duration=duration, disposal=_KEEP, transparency=int(Ink.NOTHING)
    )
