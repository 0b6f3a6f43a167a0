"""What a renderer says when it can make no picture of what it was given."""

from __future__ import annotations


class PictureError(ValueError):
    """The picture asked for is impossible: too many pixels, a sprite that does not exist, a value out of range."""
