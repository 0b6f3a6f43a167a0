"""Pages hold what Discord allows, whatever is put on them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cogs.ui import page as pages
from cogs.ui.control import control_id
from cogs.ui.frame import frame
from cogs.ui.page import (
    Attachment,
    Button,
    Image,
    Option,
    Page,
    PageError,
    PeopleSelect,
    Select,
    fitted,
    rows_of,
    with_button,
)

TEXT = st.text(max_size=5000)
LABEL = st.text(min_size=1, max_size=200)
IDS = st.integers(0, 10**6).map(lambda number: control_id("lobby-join", number))
BUTTONS = st.builds(Button, label=LABEL, id=IDS)
OPTIONS = st.lists(
    st.builds(Option, label=LABEL, value=st.text(min_size=1, max_size=50), description=TEXT),
    min_size=1,
    max_size=25,
    unique_by=lambda option: option.value,
).map(tuple)
SELECTS = st.builds(Select, id=IDS, placeholder=TEXT, options=OPTIONS, most=st.integers(1, 30))
ROWS = st.one_of(
    st.lists(BUTTONS, min_size=1, max_size=5).map(tuple),
    SELECTS.map(lambda select: (select,)),
    st.builds(PeopleSelect, id=IDS, placeholder=TEXT).map(lambda select: (select,)),
)
PAGES = st.builds(
    Page,
    texts=st.lists(TEXT, min_size=1, max_size=4).map(tuple),
    image=st.none() | st.builds(Image, name=st.just("board.png"), data=st.binary(max_size=10), alt=TEXT),
    note=TEXT,
    rows=st.lists(ROWS, max_size=5).map(tuple),
    accent=st.none() | st.integers(0, 0xFFFFFF),
    attachment=st.none() | st.just(Attachment("match.json", b"{}")),
)


def walk(components: list[dict[str, Any]]) -> list[dict[str, Any]]:
    found = []
    for component in components:
        found += [component, *walk(component.get("components", []))]
    return found


LONG = "word " * 1000
TOO_LONG = Page(
    (LONG, LONG),
    Image("board.png", b"", LONG),
    LONG,
    ((Button(LONG, "q1:x"),), (Select("q1:y", LONG, (Option(LONG, "a", LONG),)),), (PeopleSelect("q1:z", LONG),)),
)


@example(TOO_LONG)
@example(Page((" ", "\n"), note="\n \n"))
@example(Page((LONG,), note="a\n" * 1000))
@given(PAGES)
def test_whatever_is_on_a_page_discord_takes_it(page: Page) -> None:
    """PLATFORM 1, Components V2."""
    view: Any = frame(page).view
    parts = walk(view.to_components())
    assert len(parts) <= 40
    assert sum(len(part.get("content", "")) for part in parts) <= 4000
    for part in parts:
        assert part.get("content", "text").strip()
        assert len(part.get("components", [])) <= 5 or part["type"] == 17
        assert len(part.get("label") or "") <= 80
        assert len(part.get("placeholder") or "") <= 150
        assert len(part.get("custom_id") or "q") <= 100
        assert len(part.get("options", [])) <= 25
        for option in part.get("options", []):
            assert len(option["label"]) <= 100
            assert len(option.get("description") or "") <= 100
        for item in part.get("items", []):
            assert len(item.get("description") or "") <= 1024


@given(st.lists(st.text(max_size=3000), min_size=1, max_size=5), st.text(max_size=3000))
def test_texts_are_cut_where_there_is_no_room(texts: list[str], note: str) -> None:
    page = fitted(Page(tuple(texts), note=note))
    assert sum(map(len, page.texts)) + len(pages.small_print(page.note)) <= pages.MOST_TEXT
    kept = [text for text in texts if text.strip()]
    if sum(map(len, kept)) + len(note) <= pages.MOST_TEXT // 2:
        assert list(page.texts) == kept


def test_a_long_text_ends_with_a_whole_line() -> None:
    lines = "\n".join(f"line {number}" for number in range(1000))
    (text,) = fitted(Page((lines,))).texts
    assert text.endswith("\n…")
    assert text.splitlines()[-2] in lines.splitlines()


@pytest.mark.parametrize(
    "rows",
    [
        ((Button("x", "q1:x"),) * 6,),
        ((Button("x", "q1:x"), Select("q1:y", "", (Option("a", "a"),))),),
        ((Select("q1:y", "", ()),),),
        ((Select("q1:y", "", tuple(Option("a", str(number)) for number in range(26))),),),
        ((Select("q1:y", "", (Option("a", "a"), Option("b", "a"))),),),
        ((Button("", "q1:x"),),),
        ((Button("x", "q1:x"),) * 5,) * 8,
    ],
)
def test_controls_that_would_be_missed_are_a_fault(rows: Any) -> None:
    with pytest.raises(PageError):
        fitted(Page(("text",), rows=rows))


def test_one_more_button_goes_where_there_is_room() -> None:
    more = Button("more", "q1:more")
    four, five = (rows_of([Button(str(each), f"q1:x:{each}") for each in range(count)]) for count in (4, 5))
    assert with_button(four, more) == ((*four[0], more),)
    assert with_button(five, more) == (*five, (more,))
    select = ((Select("q1:y", "", (Option("a", "a"),)),),)
    assert with_button(select, more) == (*select, (more,))
    assert with_button((), more) == ((more,),)


def test_without_its_picture_a_page_says_what_it_showed() -> None:
    page = Page(("Your turn",), Image("board.png", b"", "A board with one tile"))
    assert page.without_image().texts == ("Your turn", "A board with one tile")
    assert page.without_image().image is None


def test_only_those_named_are_pinged() -> None:
    mentions = frame(Page(("<@1> <@2> @everyone",), pings=frozenset({2}))).mentions
    sent: Any = mentions.to_dict()
    assert sent == {"parse": [], "users": [2]}
