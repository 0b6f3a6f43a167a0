"""One turn by a second, plain reading of RULES 2 and REFEREE.md, on lists of numbers, to hold the engine against."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

NUMBERS = {
    "red": [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    "yellow": [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
    "green": [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
    "blue": [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
}
POINTS = [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78]
Sheet = dict[str, Any]


class Turn:
    """What has happened so far in one turn of the question."""

    def __init__(self, question: Mapping[str, Any]) -> None:
        self.sheets: list[Sheet] = [
            {key: list(value) if isinstance(value, list) else value for key, value in sheet.items()}
            for sheet in question["sheets"]
        ]
        self.active: int = question["active"]
        self.dice: Mapping[str, Any] = question["dice"]
        self.strict = question["timing"] == "strict"
        self.locked = {*question.get("locked", []), *(color for sheet in self.sheets for color in sheet["locks"])}
        self.over = self.must_end()
        self.white_closed = False
        self.color_over = False
        self.chosen: dict[int, tuple[str, int] | None] = {}
        self.active_marked = False

    def must_end(self) -> bool:
        return len(self.locked) >= 2 or any(sheet["penalties"] == 4 for sheet in self.sheets)

    def cannot_mark(self, seat: int, color: str, number: int) -> str | None:
        if number not in NUMBERS[color]:
            return "not-on-row"
        if color in self.locked:
            return "row-closed"
        order = NUMBERS[color]
        marked = self.sheets[seat][color]
        if any(order.index(other) >= order.index(number) for other in marked):
            return "left-of-mark"
        if number == order[-1] and len(marked) < 5:
            return "too-few-for-lock"
        return None

    def refusal(self, step: Sequence[Any]) -> str | None:
        seat, action = step[0], step[1]
        is_white = action in ("white", "pass-white")
        if len(step) == 4:
            color, number = step[2], step[3]
            code = self.cannot_mark(seat, color, number)
            if code is not None:
                return code
            first, second = self.dice["white"]
            sums = [first + second] if is_white else [first + self.dice[color], second + self.dice[color]]
            if number not in sums:
                return "not-the-sum"
        if not is_white and seat != self.active:
            return "not-active"
        too_early = self.strict and not self.white_closed and not self.over
        if self.white_closed if is_white else self.color_over or too_early:
            return "not-open"
        if is_white and seat in self.chosen:
            return "already-chosen"
        return "over" if self.over else None

    def mark(self, seat: int, color: str, number: int) -> None:
        self.sheets[seat][color].append(number)
        if number == NUMBERS[color][-1]:
            self.sheets[seat]["locks"].append(color)
        if seat == self.active:
            self.active_marked = True

    def close_white(self) -> None:
        self.white_closed = True
        marks = [(seat, choice) for seat, choice in self.chosen.items() if choice is not None]
        for seat, (color, number) in marks:
            self.mark(seat, color, number)
        self.note_locks()
        if self.strict and self.must_end():
            self.over = True

    def note_locks(self) -> None:
        for sheet in self.sheets:
            self.locked.update(sheet["locks"])

    def do(self, step: Sequence[Any]) -> None:
        seat, action = step[0], step[1]
        mark = (step[2], step[3]) if len(step) == 4 else None
        if action in ("white", "pass-white"):
            self.chosen[seat] = mark
            return
        self.color_over = True
        if mark is not None:
            self.mark(seat, *mark)
            self.note_locks()
        if not self.white_closed:
            for other, choice in list(self.chosen.items()):
                if choice is not None and self.cannot_mark(other, *choice) is not None:
                    del self.chosen[other]

    def finish(self) -> None:
        if self.over:
            return
        if not self.active_marked:
            self.sheets[self.active]["penalties"] += 1
        self.over = self.must_end()


def turn(question: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to a question about one turn, without its message."""
    played = Turn(question)
    steps = question["steps"]
    for index in range(len(steps) + 1):
        if not played.white_closed and not any(step[1] in ("white", "pass-white") for step in steps[index:]):
            played.close_white()
        if index < len(steps):
            code = played.refusal(steps[index])
            if code is not None:
                return {"legal": False, "step": index, "error": code}
            played.do(steps[index])
    played.finish()
    colors = list(NUMBERS)
    for sheet in played.sheets:
        for color in colors:
            sheet[color].sort(key=NUMBERS[color].index)
        sheet["locks"].sort(key=colors.index)
    return {
        "legal": True,
        "sheets": played.sheets,
        "scores": [score(sheet) for sheet in played.sheets],
        "penalties": [sheet["penalties"] for sheet in played.sheets],
        "locked": [color for color in colors if color in played.locked],
        "over": played.over,
    }


def score(sheet: Sheet) -> int:
    marks = [len(sheet[color]) + (color in sheet["locks"]) for color in NUMBERS]
    total: int = sum(POINTS[count] for count in marks) - 5 * sheet["penalties"]
    return total
