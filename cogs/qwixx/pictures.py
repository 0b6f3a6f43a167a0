"""The pictures of a match of Qwixx, with their texts in the reader's language, and their alt texts from their facts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.core.text import Words
from bot.games.base import Presence, Seat
from bot.games.qwixx.sheet import ROW_POINTS, ROWS, Mark
from bot.games.qwixx.state import Phase, RowView, View
from cogs.ui.page import MOST_ALT, clip
from cogs.ui.pictures import Drawing
from cogs.ui.scene import Scene
from renderers.qwixx.facts import SheetFacts, TableFacts
from renderers.qwixx.options import Option
from renderers.qwixx.own import OwnSheetFacts, OwnSheetLabels, own_sheet
from renderers.qwixx.replay import Scene as Frame
from renderers.qwixx.replay import replay as draw_replay
from renderers.qwixx.sheet import SheetsFacts, SheetsLabels
from renderers.qwixx.sheet import sheets as draw_sheets
from renderers.replay import ReplayFacts


def sheets(scene: Scene) -> Drawing[SheetsFacts]:
    """All sheets with the dice of the turn, for everybody."""
    view: View = scene.view
    labels = _sheets_labels(scene)
    return Drawing(
        "sheets",
        (view, labels),
        lambda shelf: draw_sheets(view, labels, shelf),
        lambda facts: sheets_words(facts, labels.names, scene.words),
    )


def film(steps: Sequence[Scene]) -> Drawing[ReplayFacts[SheetsFacts]]:
    """The sheets one turn after the other."""
    last = steps[-1]
    frames = tuple(Frame(step.view, _sheets_labels(step)) for step in steps)
    names = frames[-1].labels.names
    return Drawing(
        "replay",
        (last.match.id, last.now.last_seq, len(frames), frames[-1].labels),
        lambda _: draw_replay(frames),
        lambda facts: (
            f"{last.words.say('alt.replay', count=facts.frames)} {sheets_words(facts.last, names, last.words)}"
        ),
    )


def _sheets_labels(scene: Scene) -> SheetsLabels:
    view: View = scene.view
    return SheetsLabels(
        names=tuple(scene.bare_name(seat) for seat in scene.seats),
        title=scene.words.say("label.turn", turn=view.turn),
        status=status(scene.words, view),
        left=scene.words.say("label.left"),
        right_to_left=scene.words.right_to_left,
        language=scene.words.language,
    )


def own(scene: Scene, view: View) -> Drawing[OwnSheetFacts]:
    """The viewer's own sheet, large, with what can be marked now; the view may hold a choice still to be confirmed."""
    assert view.viewer is not None, "only a seat has a sheet"
    say, name = scene.words.say, scene.bare_name(view.viewer)
    labels = OwnSheetLabels(
        name=name,
        title=say("label.turn", turn=view.turn),
        status=status(scene.words, view),
        marks=say("label.marks"),
        points=say("label.points"),
        white=say("label.white"),
        color=say("label.color"),
        skipped=say("label.skipped"),
        left=say("label.left"),
        right_to_left=scene.words.right_to_left,
        language=scene.words.language,
    )
    return Drawing(
        "sheet",
        (view, labels),
        lambda _: own_sheet(view, labels),
        lambda facts: own_words(facts, name, scene.words),
    )


def status(words: Words, view: View) -> str:
    """What is awaited, for the head of a picture."""
    return words.say("phase.over" if view.phase is Phase.OVER else f"phase.{view.phase}")


# Alt texts


@dataclass(frozen=True, slots=True)
class _Measure:
    """How much room there is for words: Discord takes 1,024 characters, and five full sheets are many numbers."""

    name: int
    """Characters of a name."""
    runs: bool
    """Numbers in a row as 3–7."""
    empty: bool
    """Rows without a mark are named too."""


_MEASURES = (_Measure(40, runs=False, empty=True), _Measure(20, runs=True, empty=True), _Measure(8, True, False))


def sheets_words(facts: SheetsFacts, names: Sequence[str], words: Words) -> str:
    """All that the picture of all sheets shows, as short as it has to be."""
    told = ""
    for measure in _MEASURES:
        cards = (
            _sheet_words(sheet, name, facts.table.active, words, measure)
            for name, sheet in zip(names, facts.sheets, strict=True)
        )
        told = "\n".join((_table_words(facts.table, words), *cards))
        if len(told) <= MOST_ALT:
            break
    return told


def own_words(facts: OwnSheetFacts, name: str, words: Words) -> str:
    """All that the picture of one's own sheet shows."""
    told = ""
    for measure in _MEASURES:
        parts = [
            _table_words(facts.table, words),
            _sheet_words(facts.sheet, name, facts.table.active, words, measure),
        ]
        if facts.options:
            options = "; ".join(_option_words(option, words) for option in facts.options)
            parts.append(words.say("alt.options", options=options))
        parts.append(words.say("alt.table", points=" ".join(map(str, ROW_POINTS[1:]))))
        told = "\n".join(parts)
        if len(told) <= MOST_ALT:
            break
    return told


def _table_words(table: TableFacts, words: Words) -> str:
    """The turn and its dice; of a locked row there is none."""
    one, other = table.dice.white
    dice = [
        f"{words.say(row.text_key)} {pips}"
        for row, pips in zip(ROWS, table.dice.colors, strict=True)
        if pips is not None
    ]
    told = words.say(
        "alt.table-of-turn",
        turn=table.turn,
        white=f"{one} + {other}",
        sum=table.dice.white_sum,
        dice=", ".join(dice) or "–",
    )
    locked = ", ".join(words.say(row.text_key) for row in table.closed)
    return f"{told} {words.say('alt.locked', rows=locked)}" if locked else told


def _sheet_words(sheet: SheetFacts, name: str, active: Seat | None, words: Words, measure: _Measure) -> str:
    """One card: who and how they stand, the rows with their points, the penalties, what is new."""
    signs = "".join(f", {sign}" for sign in _signs(sheet, active, words))
    shown = [row for row in sheet.sheet.rows if row.marked or measure.empty]
    rows = "; ".join(_row_words(row, words, measure) for row in shown) or words.say("alt.nothing")
    total = words.say("points", count=sheet.sheet.total)
    told = [words.say("alt.sheet", name=clip(name, measure.name), signs=signs, total=total, rows=rows)]
    if sheet.sheet.penalties:
        told.append(words.say("alt.penalties", count=sheet.sheet.penalties))
    for key, marks in (("alt.now", sheet.marked_now), ("alt.before", sheet.marked_before)):
        if marks:
            told.append(words.say(key, marks=", ".join(_mark_words(mark, words) for mark in marks)))
    return " ".join(told)


def _signs(sheet: SheetFacts, active: Seat | None, words: Words) -> Iterator[str]:
    """What stands beside the name."""
    if sheet.place is not None:
        yield words.say("alt.place", place=sheet.place)
    if sheet.presence is not Presence.PERSON:
        yield words.say(f"alt.{sheet.presence}")
    if sheet.seat == active:
        yield words.say("alt.active")
    if sheet.progress is not None:
        yield words.say(f"alt.{sheet.progress}")


def _row_words(row: RowView, words: Words, measure: _Measure) -> str:
    numbers = _runs(row) if measure.runs else [str(number) for number in row.marked]
    lock = [words.say("alt.lock")] if row.lock else []
    return f"{words.say(row.row.text_key)} {' '.join((*numbers, *lock)) or '–'} = {row.points}"


def _runs(row: RowView) -> list[str]:
    """The numbers marked, three and more in a row as one: 3–7."""
    runs: list[list[int]] = []
    for number in row.marked:
        if runs and abs(number - runs[-1][-1]) == 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return [f"{run[0]}–{run[-1]}" if len(run) > 2 else " ".join(map(str, run)) for run in runs]


def _option_words(option: Option, words: Words) -> str:
    dice = [key for key, with_it in (("white", option.white), ("color", option.color)) if with_it]
    told = words.say(f"alt.option-{'-'.join(dice)}", mark=_mark_words(option.mark, words), points=option.points)
    if option.skips:
        told += f", {words.say('skips', count=option.skips)}"
    return f"{told}, {words.say('alt.chosen')}" if option.chosen else told


def _mark_words(mark: Mark, words: Words) -> str:
    return words.say("mark", row=mark.row, number=mark.number)
