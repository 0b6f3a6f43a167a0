"""The command `qwibot`: its subcommands, and what each of them starts."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from bot import __version__

# What a shell reports of a program that was interrupted, or whose reader went away.
EXIT_INTERRUPTED = 130
EXIT_PIPE_CLOSED = 141

REFEREE_HELP = """\
Judges positions of Qwirkle and Qwixx. Reads JSON Lines on standard input and writes one JSON line
for each, in order, with the same "id". Needs no token, no database and no network.

Is this play legal, and what does it score?
  {"id": 1, "game": "qwirkle", "do": "play",
   "board": [[0, 0, "red", "circle"]], "play": [[1, 0, "red", "star"]]}

  game     do       takes
  qwirkle  play     board, play; hand, opening where wanted
  qwirkle  opening  hand
  qwirkle  moves    board, hand
  qwixx    mark     sheet, color, number; locked where wanted
  qwixx    score    sheet
  qwixx    over     sheets; locked where wanted
  qwixx    turn     sheets, active, dice, timing, steps; locked where wanted

A tile on the board is [x, y, color, shape], a tile in a hand [color, shape]; x runs right, y down.
A sheet is {"red": [numbers], "yellow": [], "green": [], "blue": [], "locks": [], "penalties": 0}.
(The examples are broken into lines here; a request is one line.) The exit code is 2 if any line
could not be understood, else 0."""


DRAW_HELP = """\
Draws a picture from JSON, to look at it or to show what is wrong with it. Needs no token and no database.

  qwibot draw request.json --output board.png

The request is an object: "picture" names the kind, the other fields are what that kind is drawn from, such as
"view" (what a seat, or a spectator, may know of a match) and "labels" (the texts in the picture). An empty
request is answered with the kinds there are, and a kind alone with the fields it needs.

The exit code is 2 if the request could not be understood or drawn, else 0."""

DB_HELP = """\
Looks after the database of matches.

The exit code is 0 if all is well, 1 if `check` found something wrong, 2 if it could not be done."""

VERIFY_HELP = """\
Checks an exported match: that the bot's secret is the one it committed itself to before the start, that
every draw and roll came from it, and that every move kept the rules. docs/FAIRNESS.md says how.

The exit code is 0 if all is right, 1 if something is wrong, 2 if the file could not be understood."""


class Command(NamedTuple):
    """A subcommand: its name, its line and its page in the help, and what runs it."""

    name: str
    summary: str
    description: str
    run: Callable[[argparse.Namespace], int]
    add_arguments: Callable[[argparse.ArgumentParser], None] = lambda _: None


def run_bot(_: argparse.Namespace) -> int:
    from bot import run

    return run.main()


def run_referee(_: argparse.Namespace) -> int:
    from bot import referee

    return referee.main(sys.stdin.buffer, sys.stdout)


def run_draw(arguments: argparse.Namespace) -> int:
    from bot import draw

    return draw.main(arguments.request, arguments.output)


def add_draw_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("request", nargs="?", type=Path, metavar="FILE", help="the request (else standard input)")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="where the picture goes (else standard output)"
    )


def run_verify(arguments: argparse.Namespace) -> int:
    from bot import verify

    return verify.main(arguments.file)


def add_verify_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="the exported match")


def run_db(arguments: argparse.Namespace) -> int:
    from bot import db

    if arguments.what == "export":
        return db.export(arguments.database, arguments.match)
    if arguments.what == "backup":
        return db.backup(arguments.database, arguments.file)
    if arguments.what == "rebuild-standings":
        return db.rebuild_standings(arguments.database)
    return db.check_all(arguments.database)


def add_db_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--database", metavar="ADDRESS", help="where it is (else DATABASE_URL, else qwibot.sqlite3)")
    tasks = parser.add_subparsers(metavar="WHAT", required=True, dest="what")
    tasks.add_parser("check", help="replay every match, count all results again, and name what is not right")
    tasks.add_parser(
        "rebuild-standings", help="make leaderboards and ratings anew from the results; the bot had best not be running"
    )
    backup = tasks.add_parser("backup", help="copy the database into a file; the bot may be running")
    backup.add_argument("file", type=Path, metavar="FILE", help="a file that is not there yet")
    export = tasks.add_parser("export", help="print a match as JSON")
    export.add_argument("match", type=int, metavar="MATCH", help="its number")


COMMANDS = (
    Command("run", "start the bot", "Starts the bot.", run_bot),
    Command("db", "look after what is kept", DB_HELP, run_db, add_db_arguments),
    Command("draw", "draw a picture from JSON", DRAW_HELP, run_draw, add_draw_arguments),
    Command("referee", "judge positions given as JSON Lines", REFEREE_HELP, run_referee),
    Command("verify", "check an exported match", VERIFY_HELP, run_verify, add_verify_arguments),
)


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="qwibot", description="Qwirkle and Qwixx on Discord.")
    parser.add_argument("--version", action="version", version=f"qwibot {__version__}")
    subparsers = parser.add_subparsers(metavar="COMMAND", required=True)
    for command in COMMANDS:
        subparser = subparsers.add_parser(
            command.name,
            help=command.summary,
            description=command.description,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.add_arguments(subparser)
        subparser.set_defaults(run=command.run)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code. Help and a bad command line raise SystemExit, as argparse does."""
    try:
        try:
            arguments = build_parser().parse_args(argv)
            status: int = arguments.run(arguments)
        finally:
            sys.stdout.flush()  # here, where a closed pipe can still be caught
        return status
    except BrokenPipeError:
        # Python flushes once more when it ends; let that go nowhere instead of complaining.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_PIPE_CLOSED
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
