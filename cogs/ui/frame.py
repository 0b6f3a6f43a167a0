"""Pages as messages of Discord: a view of components, and the files that it shows."""

from __future__ import annotations

from io import BytesIO
from typing import Any, NamedTuple

import discord
from discord import ui

from cogs.ui.control import Pressable
from cogs.ui.page import Attachment, Button, Control, Image, Page, PeopleSelect, Row, Select, Style, fitted, small_print

STYLES = {
    Style.MAIN: discord.ButtonStyle.primary,
    Style.PLAIN: discord.ButtonStyle.secondary,
    Style.GO: discord.ButtonStyle.success,
    Style.STOP: discord.ButtonStyle.danger,
}

Item = ui.Item[Any]


class Framed(NamedTuple):
    """What is sent of a page."""

    view: ui.LayoutView
    files: list[discord.File]
    mentions: discord.AllowedMentions


def frame(page: Page) -> Framed:
    """The page as a message. Made anew for each sending: a file can be sent once."""
    page = fitted(page)
    view = ui.LayoutView(timeout=None)
    items = _items(page)
    if page.accent is None:
        for item in items:
            view.add_item(item)
    else:
        view.add_item(ui.Container(*items, accent_colour=page.accent))
    return Framed(view, _files(page), mentions(page.pings))


def mentions(people: frozenset[int]) -> discord.AllowedMentions:
    """Lets these people be pinged and nobody else."""
    return discord.AllowedMentions(
        everyone=False, roles=False, replied_user=False, users=[discord.Object(person) for person in sorted(people)]
    )


def _items(page: Page) -> list[Item]:
    items: list[Item] = [ui.TextDisplay(text) for text in page.texts]
    if page.image is not None:
        items.append(ui.MediaGallery(discord.MediaGalleryItem(_address(page.image), description=page.image.alt)))
    if note := small_print(page.note):
        items.append(ui.TextDisplay(note))
    if page.attachment is not None:
        items.append(ui.File(_address(page.attachment)))
    return [*items, *(_row(row) for row in page.rows)]


def _address(file: Image | Attachment) -> str:
    return f"attachment://{file.name}"


def _row(row: Row) -> Item:
    return ui.ActionRow(*(_control(control) for control in row))


def _control(control: Control) -> Item:
    match control:
        case Button() if control.url:
            return ui.Button(label=control.label, url=control.url, emoji=control.emoji or None)
        case Button():
            button: Item = ui.Button(
                label=control.label or None,
                custom_id=control.id,
                style=STYLES[control.style],
                emoji=control.emoji or None,
                disabled=control.disabled,
            )
            return Pressable(button)
        case Select():
            return Pressable(_select(control))
        case PeopleSelect():
            return Pressable(
                ui.UserSelect(custom_id=control.id, placeholder=control.placeholder, max_values=control.most)
            )


def _select(select: Select) -> Item:
    options = [
        discord.SelectOption(
            label=option.label,
            value=option.value,
            description=option.description or None,
            emoji=option.emoji or None,
            default=option.chosen,
        )
        for option in select.options
    ]
    return ui.Select(
        custom_id=select.id,
        placeholder=select.placeholder or None,
        options=options,
        min_values=select.least,
        max_values=select.most,
        disabled=select.disabled,
    )


def _files(page: Page) -> list[discord.File]:
    files = []
    if page.image is not None:
        files.append(discord.File(BytesIO(page.image.data), page.image.name, description=page.image.alt))
    if page.attachment is not None:
        files.append(discord.File(BytesIO(page.attachment.data), page.attachment.name))
    return files
