"""A message as a person sees it: its words, its pictures with their alt text, its controls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any, TypeVar

from PIL import Image
from simcord.backend import Backend
from simcord.backend.models import Message
from simcord.components import walk_components
from simcord.enums import ComponentType

from tests.discord.inside import as_sent

Thing = TypeVar("Thing")

SELECTS = frozenset(
    {
        ComponentType.STRING_SELECT,
        ComponentType.USER_SELECT,
        ComponentType.ROLE_SELECT,
        ComponentType.MENTIONABLE_SELECT,
        ComponentType.CHANNEL_SELECT,
    }
)


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that is shown in a message."""

    alt: str
    data: bytes

    def open(self) -> Image.Image:
        return Image.open(BytesIO(self.data))


@dataclass(frozen=True, slots=True)
class Button:
    """`emoji` is the name of a custom emoji, or the sign itself."""

    label: str
    emoji: str
    custom_id: str
    disabled: bool
    style: int
    url: str

    @property
    def title(self) -> str:
        """What is read on it: emoji and label."""
        return f"{self.emoji} {self.label}".strip()


@dataclass(frozen=True, slots=True)
class Option:
    label: str
    value: str
    description: str
    emoji: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Select:
    kind: ComponentType
    placeholder: str
    custom_id: str
    disabled: bool
    least: int
    most: int
    options: tuple[Option, ...]

    def option(self, label: str) -> Option:
        """The option whose label has this in it; the exact one where there are more."""
        return _named(label, ((option.label, option) for option in self.options), "option")


@dataclass(frozen=True, slots=True)
class Seen:
    """A message at one moment: it does not change when the message does."""

    id: int
    room: int
    author: str
    private: bool
    thinking: bool
    text: str
    pictures: tuple[Picture, ...]
    buttons: tuple[Button, ...]
    selects: tuple[Select, ...]
    files: Mapping[str, bytes]
    pings: frozenset[int]
    silent: bool
    as_sent: Mapping[str, Any] = field(repr=False, compare=False)

    def button(self, label: str) -> Button:
        """The one button whose label this is, or else on which it can be read."""
        exact = [button for button in self.buttons if button.label == label]
        return exact[0] if len(exact) == 1 else _named(label, ((each.title, each) for each in self.buttons), "button")

    def select(self, placeholder: str = "") -> Select:
        """The select whose placeholder has this in it."""
        return _named(placeholder, ((select.placeholder, select) for select in self.selects), "select")

    def has_button(self, label: str) -> bool:
        return any(label in button.title and not button.disabled for button in self.buttons)

    def __str__(self) -> str:
        lines = [f"{self.author}{' (only you see this)' if self.private else ''}: {self.text}"]
        lines += [f"  picture: {picture.alt}" for picture in self.pictures]
        lines += [f"  [{button.title}]{' (disabled)' if button.disabled else ''}" for button in self.buttons]
        lines += [f"  <{one.placeholder}: {', '.join(option.label for option in one.options)}>" for one in self.selects]
        return "\n".join(lines)


class NotThereError(AssertionError):
    """A person looked for something that is not there."""


def read(backend: Backend, message: Message) -> Seen:
    """What can be seen of a message."""
    parts = list(walk_components(message.components))
    shown = {url: alt for part in parts for url, alt in _media(part)}
    files = {str(each["url"]): each for each in message.attachments}
    # A picture beside components of the old kind is shown by itself, with the alt text it was sent with.
    loose = {url: each["description"] or "" for url, each in files.items() if not shown and _is_picture(each)}
    return Seen(
        id=message.id,
        room=message.channel_id,
        author=message.author_name or backend.get_user(message.author_id).name,
        private=message.is_ephemeral,
        thinking=bool(message.flags & 1 << 7),
        text="\n".join(_texts(message, parts)),
        pictures=tuple(Picture(alt, backend.cdn.get(url) or b"") for url, alt in (shown | loose).items()),
        buttons=tuple(_button(part) for part in parts if part["type"] == ComponentType.BUTTON),
        selects=tuple(_select(part) for part in parts if part["type"] in SELECTS),
        files={each["filename"]: backend.cdn.get(url) or b"" for url, each in files.items()},
        pings=frozenset(message.ping_user_ids),
        silent=bool(message.flags & 1 << 12),
        as_sent=as_sent(backend, message),
    )


def _texts(message: Message, parts: list[dict[str, Any]]) -> Iterator[str]:
    if message.content:
        yield message.content
    yield from (part["content"] for part in parts if part["type"] == ComponentType.TEXT_DISPLAY)
    for embed in message.embeds:
        yield from (embed[name] for name in ("title", "description") if embed.get(name))


def _media(part: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    if part["type"] == ComponentType.MEDIA_GALLERY:
        yield from ((item["media"]["url"], item.get("description") or "") for item in part["items"])
    elif part["type"] == ComponentType.THUMBNAIL:
        yield part["media"]["url"], part.get("description") or ""


def _is_picture(attachment: Mapping[str, Any]) -> bool:
    return str(attachment["content_type"]).startswith("image/")


def _emoji(part: Mapping[str, Any]) -> str:
    return str((part.get("emoji") or {}).get("name") or "")


def _button(part: Mapping[str, Any]) -> Button:
    return Button(
        label=part.get("label") or "",
        emoji=_emoji(part),
        custom_id=part.get("custom_id") or "",
        disabled=bool(part.get("disabled")),
        style=int(part["style"]),
        url=part.get("url") or "",
    )


def _select(part: Mapping[str, Any]) -> Select:
    return Select(
        kind=ComponentType(part["type"]),
        placeholder=part.get("placeholder") or "",
        custom_id=part["custom_id"],
        disabled=bool(part.get("disabled")),
        least=part.get("min_values", 1),
        most=part.get("max_values", 1),
        options=tuple(_option(option) for option in part.get("options") or ()),
    )


def _option(option: Mapping[str, Any]) -> Option:
    return Option(
        option["label"],
        option["value"],
        option.get("description") or "",
        _emoji(option),
        bool(option.get("default")),
    )


def _named(name: str, things: Iterable[tuple[str, Thing]], kind: str) -> Thing:
    titled = list(things)
    exact = [thing for title, thing in titled if title == name]
    fitting = exact or [thing for title, thing in titled if name in title]
    if len(fitting) != 1:
        raise NotThereError(f"{len(fitting)} {kind}s named {name!r} among {[title for title, _ in titled]}")
    return fitting[0]
