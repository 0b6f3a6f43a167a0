"""`qwibot verify`: whether an exported match was played by the rules and with the chance that was committed to."""

from __future__ import annotations

import sys
from pathlib import Path

from bot.core.errors import InputError
from bot.core.text import Words
from bot.core.verify import LARGEST_FILE, verify
from bot.games.registry import GAMES

EXIT_RIGHT = 0
EXIT_WRONG = 1
EXIT_BAD_INPUT = 2


def main(file: Path) -> int:
    """Say the verdict over the file in words."""
    try:
        with file.open("rb") as content:
            verdict = verify(content.read(LARGEST_FILE + 1), GAMES)
    except OSError as error:
        sys.stderr.write(f"{file}: {error.strerror}\n")
        return EXIT_BAD_INPUT
    except InputError as error:
        sys.stderr.write(f"{Words().explain(error)}\n")
        return EXIT_BAD_INPUT
    sys.stdout.write(f"{verdict.say()}\n")
    return EXIT_RIGHT if verdict.right else EXIT_WRONG
