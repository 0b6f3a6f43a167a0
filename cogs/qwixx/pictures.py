"""The pictures of a match of Qwixx, with their texts in the reader's language and the words for their alt texts."""

from __future__ import annotations

from bot.core.text import Words
from bot.games.qwixx.state import Phase, View
from cogs.ui.pictures import Drawing
from cogs.ui.scene import Scene
from renderers.qwixx.own import OwnSheetFacts, OwnSheetLabels, own_sheet
from renderers.qwixx.sheet import SheetsFacts, SheetsLabels
from renderers.qwixx.sheet import sheets as draw_sheets


def sheets(scene: Scene) -> Drawing[SheetsFacts]:
    """All sheets with the dice of the turn, for everybody."""
    view: View = scene.view
    labels = SheetsLabels(
        names=tuple(scene.bare_name(seat) for seat in scene.seats),
        title=scene.words.say("label.turn", turn=view.turn),
        status=status(scene.words, view),
        left=scene.words.say("label.left"),
        right_to_left=scene.words.right_to_left,
        language=scene.words.language,
    )
    return Drawing(
        "sheets",
        (view, labels),
        lambda shelf: draw_sheets(view, labels, shelf),
        lambda facts: _sheets_words(facts, labels.names, scene.words),
    )


def status(words: Words, view: View) -> str:
    """What is awaited, for the head of a picture."""
    return words.say("phase.over" if view.phase is Phase.OVER else f"phase.{view.phase}")


def _sheets_words(facts: SheetsFacts, names: tuple[str, ...], words: Words) -> str:
    dice = facts.table.dice
    told = [words.say("alt.dice", white=f"{dice.white[0]} + {dice.white[1]}", sum=dice.white_sum)]
    for name, sheet in zip(names, facts.sheets, strict=True):
        rows = "; ".join(
            f"{words.say(row.row.text_key)} {' '.join(map(str, row.marked)) or '–'}" for row in sheet.sheet.rows
        )
        told.append(words.say("alt.sheet", name=name, total=sheet.sheet.total, rows=rows))
    return "\n".join(told)


def own(scene: Scene) -> Drawing[OwnSheetFacts]:
    """The viewer's own sheet, large, with what can be marked now."""
    view: View = scene.view
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
        lambda facts: _own_words(facts, name, scene.words),
    )


def _own_words(facts: OwnSheetFacts, name: str, words: Words) -> str:
    sheet = facts.sheet.sheet
    rows = "; ".join(f"{words.say(row.row.text_key)} {' '.join(map(str, row.marked)) or '–'}" for row in sheet.rows)
    return words.say("alt.sheet", name=name, total=sheet.total, rows=rows)
