"""python -m renderers.atlas: draw all sprites anew into data/assets."""

from __future__ import annotations

from renderers.atlas import pack
from renderers.sprites import ASSETS

if __name__ == "__main__":
    pack.write(pack.make(), ASSETS)
