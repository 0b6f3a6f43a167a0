"""Every script of the world in one line, whole or cut."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renderers.errors import PictureError
from renderers.text import BLACK, BOLD, REGULAR, Lettering, TextLine, shape
from renderers.text.signs import LONGEST

NAME = Lettering(28, BOLD)


def glyphs(line: TextLine) -> list[int]:
    return [glyph.id for run in line.runs for glyph in run.glyphs]


def families(text: str) -> list[str]:
    return [run.face.family for run in shape(text, NAME).runs]


NAMES = [
    "Bronwen Ŵyn Llŷr-Prŷs",
    "Ѓорѓи Ќосев — Љупчо Њеџ",
    "محمد عبد الله",
    "اردو: ٹیپو سلطان ہے",
    "নুসরাত জাহান ক্ষ্মী",
    "हिन्दी क्षत्रिय",
    "עברית שלום 123",
    "ไทย ที่นั้ญู",
    "Ελληνικά Żółć Đạo",
    "李小龍 / 王晓明",
    "さくら カタカナ",
    "김철수 한국어",
    "የአማርኛ ქართული Հայ",
    "မြန်မာ ភាសាខ្មែរ ລາວ",
    "Ana 🦊 👨‍👩‍👧‍👦 🏴󠁧󠁢󠁷󠁬󠁳󠁿 👍🏽 1️⃣ ❤️",
    "mixed عربي and English 42",
    "𝓐𝔅 ★彡☆ ▒░ ☭ ꧁༺ ᗩᗷᑕ ༻꧂ ｗｉｄｅ",
    "ツ ¯\\_(ツ)_/¯ ( ͡° ͜ʖ ͡°)",
]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_has_no_box_and_no_missing_sign(name: str) -> None:
    line = shape(name, NAME)
    assert 0 not in glyphs(line)
    assert not set(glyphs(shape("◌", NAME))) & {
        glyph.id for run in line.runs if run.face.family == "NotoSans" for glyph in run.glyphs
    }
    assert not line.cut
    assert not line.blank


@pytest.mark.parametrize("word", ["محمد", "سلطان", "گھر", "ہے"])
def test_arabic_and_urdu_are_joined(word: str) -> None:
    """No letter has the form that it has alone, but those at the end, and those that alif does not join."""
    alone = {letter: glyphs(shape(letter, NAME))[-1] for letter in word}
    joined = glyphs(shape(word, NAME))
    assert alone[word[0]] not in joined
    assert len(set(alone.values()) & set(joined)) <= word.count("ا")


def test_a_name_apart_is_not_joined_to_what_is_beside_it() -> None:
    assert glyphs(shape("\u2067ب\u2069ب", NAME)) == glyphs(shape("ب", NAME)) * 2
    assert glyphs(shape("بب", NAME)) != glyphs(shape("ب", NAME)) * 2


def test_accents_stand_one_above_the_other() -> None:
    (run,) = shape("ʃ\u0301\u0306", NAME).runs
    assert len({glyph.y for glyph in run.glyphs}) == 3


def test_conjuncts_are_formed() -> None:
    assert len(glyphs(shape("ক্ষ", NAME))) == 1
    assert len(glyphs(shape("क्षत्र", NAME))) == 2


@pytest.mark.parametrize("sign", ["👨‍👩‍👧‍👦", "🏴󠁧󠁢󠁷󠁬󠁳󠁿", "🇲🇰", "👍🏽", "🏳️‍🌈"])
def test_joined_emoji_are_one_picture(sign: str) -> None:
    assert shape(sign, NAME).width == shape("🦊", NAME).width


def test_a_name_is_read_from_the_right() -> None:
    line = shape("שלום 12", NAME)
    (digits, *_, word) = line.runs
    assert line.rtl
    assert digits.face.family == "Nunito"
    assert [glyph.id for glyph in word.glyphs] == [glyphs(shape(letter, NAME))[0] for letter in reversed("שלום")]


def test_brackets_face_each_other_from_the_right() -> None:
    opening, closing = glyphs(shape("(", NAME)), glyphs(shape(")", NAME))
    line = shape("(א)", NAME)
    assert [[glyph.id for glyph in run.glyphs] for run in (line.runs[0], line.runs[-1])] == [opening, closing]


def test_an_override_turns_nothing_around() -> None:
    assert shape("\u202eabc", NAME).runs == shape("abc", NAME).runs


def test_a_sign_is_never_shown_by_two_fonts() -> None:
    """Nunito has the letter but not the mark."""
    assert families("o\u0361") == ["NotoSans"]


def test_a_word_is_set_in_one_face() -> None:
    assert families("ʃan") == ["NotoSans"]
    assert families("ʃan Ana") == ["NotoSans", "Nunito"]


def test_signs_that_many_scripts_use_stay_with_their_neighbors() -> None:
    assert families("राम।") == ["NotoSansDevanagari"]
    assert families("さ・く。") == ["NotoSansCJK"]


def test_chinese_characters_have_the_forms_of_their_language() -> None:
    assert glyphs(shape("直かな", NAME))[0] != glyphs(shape("直", NAME))[0]
    assert glyphs(shape("直", NAME, language="ja")) == glyphs(shape("直かな", NAME))[:1]


def test_signs_that_no_font_has_are_shown_once_in_a_row() -> None:
    assert glyphs(shape("\ue000\ud800\U0010fffea", NAME)) == glyphs(shape("◌a", NAME))


@pytest.mark.parametrize("weight", [REGULAR, BOLD, BLACK])
def test_figures_are_of_one_width(weight: int) -> None:
    lettering = Lettering(30, weight)
    assert len({shape(figure * 8, lettering).width for figure in "0123456789"}) == 1


@pytest.mark.parametrize("text", ["W" * 32, "𒐫" * 32, "﷽" * 32, "Ŵ" * 10_000, "\u0301" * 10_000, "a" * (LONGEST + 1)])
def test_what_is_too_long_is_cut(text: str) -> None:
    line = shape(text, NAME, max_width=300)
    assert line.cut
    assert 0 < line.width <= 300
    assert glyphs(line)[-1:] == glyphs(shape("…", NAME))


def test_the_ellipsis_is_at_the_left_end_of_what_is_read_from_the_right() -> None:
    line = shape("محمد بن عبد الله بن عبد المطلب", NAME, max_width=200)
    assert line.cut
    assert glyphs(line)[:1] == glyphs(shape("…", NAME))


@pytest.mark.parametrize("sign", ["👨‍👩‍👧‍👦", "ক্ষ্মী", "e\u0308\u0332", "🇲🇰"])
def test_no_sign_is_cut_in_two(sign: str) -> None:
    whole = shape(sign, NAME).width
    for width in range(whole, 6 * whole, 7):
        line = shape(sign * 8, NAME, max_width=width)
        count = round((line.width - shape("…", NAME).width) / whole)
        assert line.runs == () or line.runs == shape(sign * count + "…", NAME).runs


def test_a_cut_makes_no_line_too_wide() -> None:
    """Letters are wider at the end of a word than joined to the next, so what was counted may not fit."""
    for width in range(30, 200):
        assert shape("سسسسسسسسسس ننننن صصصصص", NAME, max_width=width).width <= width


def test_no_space_is_left_before_the_ellipsis() -> None:
    line = shape("ab    cdefghijklm", NAME, max_width=shape("ab   …", NAME).width)
    assert glyphs(line) == glyphs(shape("ab…", NAME))


def test_where_not_even_the_ellipsis_fits_there_is_nothing() -> None:
    line = shape("abc", NAME, max_width=3)
    assert (line.width, line.blank, line.cut) == (0, True, True)


@pytest.mark.parametrize("script", ["བསྒྲུབས", "ꧏꦿꦾ", "𒐫", "မြန္မာ"])
def test_high_and_deep_scripts_fit_into_the_line(script: str) -> None:
    line = shape(script, NAME)
    assert line.height == shape("a", NAME).height
    for run in line.runs:
        font = run.face.sized(*run.lettering)
        for glyph in run.glyphs:
            ink = font.get_glyph_extents(glyph.id)
            assert glyph.y + ink.y_bearing <= line.ascent * 64
            assert glyph.y + ink.y_bearing + ink.height >= -line.descent * 64


def test_a_line_can_be_aligned() -> None:
    line = shape("Ana", NAME)
    assert [line.left(10, 210, align) for align in ("left", "right", "start", "end")] == [
        10,
        210 - line.width,
        10,
        210 - line.width,
    ]
    assert line.left(10, 210, "center") == round(110 - line.width / 2)
    arabic = shape("محمد", NAME)
    assert arabic.left(10, 210, "start") == 210 - arabic.width


@pytest.mark.parametrize("size", [0, -1, 401, float("nan"), float("inf")])
def test_an_impossible_size_is_refused(size: float) -> None:
    with pytest.raises(PictureError, match="cannot be drawn"):
        shape("a", Lettering(size))


ANY_TEXT = st.text(
    st.one_of(st.characters(), st.sampled_from("aW اבक\u094d\u200d\u202e\u2067\u2069\u0301🇲🏽\ud800\ufe0f")),
    max_size=60,
)


@settings(max_examples=150)
@given(
    text=ANY_TEXT,
    size=st.sampled_from([8, 21.5, 60]),
    max_width=st.integers(0, 500),
    direction=st.sampled_from(["ltr", "rtl", None]),
)
def test_any_text_gives_a_line_no_wider_than_there_is_room(
    text: str, size: float, max_width: int, direction: None
) -> None:
    line = shape(text, Lettering(size), max_width=max_width, direction=direction)
    assert 0 <= line.width <= max_width
    assert 0 not in glyphs(line)


@pytest.mark.parametrize(
    "text",
    [
        "W" * 10_000,
        "\u0301" * 10_000,
        "\u202e" * 10_000,
        "\ud800" * 10_000,
        "👨\u200d" * 5_000,
        "क्" * 5_000,
        "محمد " * 2_000,
    ],
)
def test_long_texts_take_no_longer_than_short_ones(text: str) -> None:
    start = time.process_time()
    shape(text, NAME, max_width=300)
    assert time.process_time() - start < 0.5
