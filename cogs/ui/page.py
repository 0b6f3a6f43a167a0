"""What a message of ours holds, without Discord: texts, a picture, controls. :mod:`cogs.ui.frame` makes it one.

Discord's limits are kept here: what is too long is cut where a text may be cut, and whoever puts too many controls
on a page is told at once (PageError), since a control that is left out would be missed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum

MOST_COMPONENTS = 40
MOST_TEXT = 4000
MOST_NOTES = 20
"""Lines of a note."""
MOST_BUTTONS = 5
"""In a row."""
MOST_OPTIONS = 25
MOST_LABEL = 80
MOST_OPTION = 100
"""Characters of an option's label and description."""
MOST_PLACEHOLDER = 150
MOST_ALT = 1024


class PageError(ValueError):
    """A page that Discord would refuse. A fault of the program, never meant for people."""


class Style(Enum):
    """How a button looks."""

    MAIN = "main"  # what most people want next
    PLAIN = "plain"
    GO = "go"  # confirms, begins
    STOP = "stop"  # ends, gives up


@dataclass(frozen=True, slots=True)
class Button:
    """A button: ``id`` is a control's (:func:`cogs.ui.control.control_id`), or ``url`` is where it leads."""

    label: str
    id: str = ""
    style: Style = Style.PLAIN
    emoji: str = ""
    disabled: bool = False
    url: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """One of the things to be chosen in a select."""

    label: str
    value: str
    description: str = ""
    emoji: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Select:
    """A list to choose from, ``least`` to ``most`` of its options."""

    id: str
    placeholder: str
    options: tuple[Option, ...]
    least: int = 1
    most: int = 1
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class PeopleSelect:
    """A list of the server's people; the values of a choice are their ids."""

    id: str
    placeholder: str
    most: int = 1


Control = Button | Select | PeopleSelect
Row = tuple[Control, ...]
"""Up to five buttons, or one select."""


@dataclass(frozen=True, slots=True)
class Image:
    """A picture with its alt text, which says all that it shows."""

    name: str
    data: bytes
    alt: str


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file to be saved."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Page:
    """A message: texts, a picture, a note in small print under it, controls."""

    texts: tuple[str, ...]
    image: Image | None = None
    note: str = ""
    rows: tuple[Row, ...] = ()
    accent: int | None = None
    """The color of the frame around it all; None: no frame."""
    attachment: Attachment | None = None
    pings: frozenset[int] = frozenset()
    """Whom the mentions in its texts may ping; nobody else is."""
    quiet: bool = False
    """Whether the ping makes no sound: for people who were here a moment ago."""

    def without_image(self) -> Page:
        """The page in text alone, for where no files may be sent: the picture's words take its place."""
        if self.image is None:
            return self
        return replace(self, image=None, texts=(*self.texts, self.image.alt))


def plain(*texts: str) -> Page:
    """A page of words alone."""
    return Page(texts)


def clip(text: str, limit: int) -> str:
    """The text, cut with an ellipsis where it is longer than the limit."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def small_print(note: str) -> str:
    """A note as Discord reads it."""
    return "\n".join(f"-# {line}" for line in note.splitlines() if line.strip())


def rows_of(buttons: Sequence[Button], in_a_row: int = MOST_BUTTONS) -> tuple[Row, ...]:
    """The buttons in as many rows as they need."""
    return tuple(tuple(buttons[start : start + in_a_row]) for start in range(0, len(buttons), in_a_row))


def with_button(rows: Sequence[Row], button: Button) -> tuple[Row, ...]:
    """The rows with one button more: in the last row where it has room, else in one of its own."""
    last = rows[-1] if rows else ()
    if last and len(last) < MOST_BUTTONS and all(isinstance(control, Button) for control in last):
        return (*rows[:-1], (*last, button))
    return (*rows, (button,))


def fitted(page: Page) -> Page:
    """The page as Discord takes it. PageError where it has too many controls."""
    rows = tuple(_fitted_row(row) for row in page.rows if row)
    if _components(page, rows) > MOST_COMPONENTS:
        raise PageError(f"a page of {_components(page, rows)} components")
    image = None if page.image is None else replace(page.image, alt=clip(page.image.alt, MOST_ALT))
    note = clip("\n".join(page.note.splitlines()[:MOST_NOTES]), MOST_TEXT // 2)
    texts = tuple(_within([text for text in page.texts if text.strip()], MOST_TEXT - len(small_print(note))))
    return replace(page, texts=texts, note=note, rows=rows, image=image)


def _within(texts: Iterable[str], room: int) -> Iterable[str]:
    """The texts one after the other until there is no room; whole lines stay whole where they can."""
    for text in texts:
        if len(text) <= room:
            yield text
            room -= len(text)
            continue
        cut = text[: max(room - 2, 0)]
        if kept := cut[: cut.rfind("\n")] if "\n" in cut else cut:
            yield f"{kept}\n…" if "\n" in cut else f"{kept}…"
        return


def _components(page: Page, rows: Iterable[Row]) -> int:
    parts = (page.accent is not None, page.image is not None, bool(page.note), page.attachment is not None)
    return sum(parts) + sum(map(bool, page.texts)) + sum(1 + len(row) for row in rows)


def _fitted_row(row: Row) -> Row:
    if len(row) > MOST_BUTTONS or (len(row) > 1 and not all(isinstance(control, Button) for control in row)):
        raise PageError(f"a row of {len(row)} controls")
    return tuple(_fitted_control(control) for control in row)


def _fitted_control(control: Control) -> Control:
    if isinstance(control, Button):
        if not control.label and not control.emoji:
            raise PageError("a button without a word on it")
        return replace(control, label=clip(control.label, MOST_LABEL))
    placeholder = clip(control.placeholder, MOST_PLACEHOLDER)
    if isinstance(control, PeopleSelect):
        return replace(control, placeholder=placeholder)
    if not 1 <= len(control.options) <= MOST_OPTIONS:
        raise PageError(f"a select of {len(control.options)} options")
    if len({option.value for option in control.options}) < len(control.options):
        raise PageError("two options of one value")
    options = tuple(
        replace(option, label=clip(option.label, MOST_OPTION), description=clip(option.description, MOST_OPTION))
        for option in control.options
    )
    return replace(control, placeholder=placeholder, options=options, most=min(control.most, len(options)))
