"""The program that makes what `data/assets` holds.

python -m renderers.atlas                  draw all sprites and emojis anew into data/assets
python -m renderers.atlas proof FOLDER     a picture of everything, as each kind of eye sees it, also at phone size
python -m renderers.atlas search           search for tile colors and row colors (see renderers.atlas.search)
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from renderers.atlas import pack, proof, search
from renderers.sprites import ASSETS

PHONE_WIDTH = 400


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m renderers.atlas", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    commands = parser.add_subparsers(dest="command")
    commands.add_parser("proof").add_argument("folder", type=Path)
    commands.add_parser("search")
    arguments = parser.parse_args()
    if arguments.command == "proof":
        write_proofs(arguments.folder)
    elif arguments.command == "search":
        for line in search.report():
            sys.stdout.write(f"{line}\n")
    else:
        pack.write(pack.make(), ASSETS)


def write_proofs(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    picture = proof.proof()
    for eye in proof.EYES:
        seen = proof.seen(picture, eye).convert("RGB")
        seen.save(folder / f"{eye}.png")
        seen.reduce(seen.width // PHONE_WIDTH).save(folder / f"{eye}-phone.png")


if __name__ == "__main__":
    main()
