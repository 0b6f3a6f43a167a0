"""Lines become pixels, inside their box."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from renderers import palette
from renderers.palette import Ink
from renderers.text import BOLD, REGULAR, Drawing, Lettering, TextLine, draw, shape, write

NAME = Lettering(28, BOLD)
HEAP = "Z" + "".join(map(chr, range(0x300, 0x330))) + "g\u0328\u0327\u0330" * 3


def size_of(line: TextLine, drawing: Drawing) -> tuple[int, int]:
    return line.width + 2 * drawing.overhang, line.height


def test_letters_are_drawn_as_large_as_they_are_asked_for() -> None:
    """The capitals of Nunito are 0.705 em high."""
    for size in (20, 40, 100):
        line = shape("E", Lettering(size, BOLD))
        box = draw(line).mask.point([0] * 128 + [255] * 128).getbbox()
        assert box
        assert box[3] == pytest.approx(line.ascent, abs=1)
        assert box[3] - box[1] == pytest.approx(0.705 * size, abs=1)


@pytest.mark.parametrize("name", ["Ana", "Ана", "Άνα", "محمد", "李", "ᗩ"])
def test_bold_is_bolder_in_every_face(name: str) -> None:
    regular, bold = (ImageStat.Stat(draw(shape(name, Lettering(40, weight))).mask).sum[0] for weight in (REGULAR, BOLD))
    assert bold > 1.15 * regular


def test_emoji_are_drawn_in_colors_and_letters_are_not() -> None:
    drawing = draw(shape("🦊", NAME))
    assert drawing.mask.getbbox() is None
    assert drawing.picture
    colors = drawing.picture.getcolors(100_000)
    assert colors
    assert len(colors) > 50
    assert draw(shape("Ana", NAME)).picture is None


def test_both_are_drawn_side_by_side() -> None:
    line = shape("A🦊", NAME)
    drawing = draw(line)
    assert drawing.picture
    letter, fox = drawing.mask.getbbox(), drawing.picture.getbbox()
    assert letter
    assert fox
    assert letter[2] <= fox[0]


@pytest.mark.usefixtures("without_dynamic_font")
def test_emoji_are_drawn_in_ink_where_there_is_no_font_with_colors() -> None:
    drawing = draw(shape("🦊", NAME))
    assert drawing.picture is None
    assert drawing.mask.getbbox()


@settings(max_examples=80)
@given(text=st.one_of(st.text(max_size=40), st.just(HEAP)), size=st.sampled_from([1, 13, 28, 60]))
def test_nothing_is_drawn_outside_the_line(text: str, size: int) -> None:
    line = shape(text, Lettering(size), max_width=600)
    drawing = draw(line)
    assert drawing.mask.size == size_of(line, drawing)
    assert drawing.picture is None or drawing.picture.size == drawing.mask.size


def test_an_empty_line_is_drawn_as_nothing() -> None:
    drawing = draw(shape("", NAME))
    assert drawing.mask.getbbox() is None
    assert drawing.picture is None


def test_a_line_is_drawn_alike_each_time() -> None:
    for text in (HEAP, "محمد 🏴󠁧󠁢󠁷󠁬󠁳󠁿 李"):
        line = shape(text, NAME)
        first, second = draw.__wrapped__(line), draw.__wrapped__(line)
        assert first.mask.tobytes() == second.mask.tobytes()
        assert (first.picture and first.picture.tobytes()) == (second.picture and second.picture.tobytes())


def test_a_line_is_written_on_its_ground_only_where_it_has_ink() -> None:
    image = palette.blank((300, 60), Ink.GOLD)
    untouched = image.copy()
    line = shape("Ana 🦊", NAME)
    write(image, line, (20, line.baseline(30)), Ink.WHITE, Ink.CARD)
    assert image.mode == "P"
    assert image.getpalette() == untouched.getpalette()
    drawing = draw(line)
    box = (20 - drawing.overhang, line.baseline(30) - line.ascent)
    assert drawing.picture
    covered = ImageChops.lighter(drawing.mask, drawing.picture.getchannel("A"))
    for at, index in enumerate(image.tobytes()):
        y, x = divmod(at, image.width)
        inside = (x - box[0], y - box[1])
        assert index == Ink.GOLD or covered.getpixel(inside)
    assert Ink.WHITE in image.tobytes()


def test_a_line_may_be_written_over_an_edge_of_the_picture() -> None:
    image: Image.Image = palette.blank((40, 20), Ink.CARD)
    line = shape("Wide 🦊🦊", NAME)
    for place in ((-30, 5), (30, 40), (-500, -500)):
        write(image, line, place, Ink.WHITE, Ink.CARD)
    assert image.size == (40, 20)
