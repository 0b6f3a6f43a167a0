"""Each sign is shown by a font that has it."""

from __future__ import annotations

import unicodedata

import pytest
import uharfbuzz as hb
from fontTools.unicodedata import script, script_name

from renderers.text import fonts

SHOWN_BY = {
    "ŵŷŴŶ": "Nunito",
    "ѓќљњџЃЌЉЊЏјѕ": "Nunito",
    "őłđạ—·€0123456789": "Nunito",
    "ελληνικάꙮꜱʟʃ": "NotoSans",
    "محمدٹپوں": "NotoSansArabic",
    "﷽": "NotoNaskhArabic",
    "שלום": "NotoSansHebrew",
    "নুসরাত": "NotoSansBengali",
    "हिन्दी": "NotoSansDevanagari",
    "ไทย": "NotoSansThai",
    "ລາວ": "NotoSansLao",
    "ភាសា": "NotoSansKhmer",
    "မြန်မာ": "NotoSansMyanmar",
    "தமிழ்": "NotoSansTamil",
    "తెలుగు": "NotoSansTelugu",
    "ಕನ್ನಡ": "NotoSansKannada",
    "മലയാളം": "NotoSansMalayalam",
    "ગુજરાતી": "NotoSansGujarati",
    "ਪੰਜਾਬੀ": "NotoSansGurmukhi",
    "ଓଡ଼ିଆ": "NotoSansOriya",
    "සිංහල": "NotoSansSinhala",
    "አማርኛ": "NotoSansEthiopic",
    "ქართული": "NotoSansGeorgian",
    "Հայ": "NotoSansArmenian",
    "李小龍晓さくらカナ김철수。「」ｗ": "NotoSansCJK",
    "བོད༼༽": "NotoSansTibetan",
    "ᏣᎳᎩ": "NotoSansCherokee",
    "ᗩᗷᑕ": "NotoSansCanadianAboriginal",
    "꧁꧂": "NotoSansJavanese",
    "ߒߞߏ": "NotoSansNKo",
    "ܣܘܪ": "NotoSansSyriacEastern",
    "𒐫": "NotoSansCuneiform",
    "☭→ⒶⒻ": "NotoSansSymbols",
    "★☆♟♔✿": "NotoSansSymbols2",
    "𝓐𝔅𝕏𝖠𝟘▒░█": "NotoSansSymbols-Subsetted",
    "😀🦊🎲🫨🖤🌶🅰": "NotoColorEmoji",
}


@pytest.mark.parametrize(("signs", "family"), SHOWN_BY.items(), ids=SHOWN_BY.values())
def test_signs_are_shown_by_the_font_made_for_them(signs: str, family: str) -> None:
    for sign in signs:
        piece = fonts.piece(sign)
        assert piece, sign
        assert (piece.text, piece.face.family) == (sign, family)


@pytest.mark.parametrize(
    "sign",
    ["👨‍👩‍👧‍👦", "🏴󠁧󠁢󠁷󠁬󠁳󠁿", "🇲🇰", "🇧🇩", "👍🏽", "1️⃣", "#⃣", "❤️", "♟️", "🏳️‍🌈", "❤‍🔥", "🧑🏿‍❤️‍💋‍🧑🏻", "☝🏽"],
)
def test_pictures_are_shown_in_colors(sign: str) -> None:
    piece = fonts.piece(sign)
    assert piece
    assert piece.face.colored


@pytest.mark.parametrize("sign", ["❤", "♟", "☠", "😀︎", "1️", "©", "5"])
def test_what_is_not_asked_to_be_a_picture_is_written(sign: str) -> None:
    piece = fonts.piece(sign)
    assert piece
    assert not piece.face.colored


def test_every_script_that_has_a_font_is_shown_by_it() -> None:
    """Fonts are found by the name of the script: none must be missed because it is named otherwise."""
    unused = []
    for family in fonts.files():
        face = fonts.face(family)
        assert face
        own = [character for character in _characters(family) if _is_of(family, script(character))]
        shown = [piece.face for character in own if (piece := fonts.piece(character))]
        if own and face not in shown:
            unused.append(family)
    assert unused == []


def _characters(family: str) -> list[str]:
    return [chr(code) for code in hb.Face(hb.Blob.from_file_path(fonts.files()[family])).unicodes]


def _is_of(family: str, code: str) -> bool:
    return code not in {"Zyyy", "Zinh"} and family.lower().startswith(
        "notosans" + script_name(code).replace(" ", "").lower()
    )


def test_no_sign_that_a_font_has_is_lost() -> None:
    for family in fonts.files():
        for character in _characters(family)[::29]:
            if unicodedata.category(character) not in {"Cc", "Cf", "Co"}:
                piece = fonts.piece(character)
                assert piece, (family, hex(ord(character)))
                assert piece.text == character


def test_every_font_says_that_it_is_free() -> None:
    for family, path in fonts.files().items():
        license_text = hb.Face(hb.Blob.from_file_path(path)).get_name(hb.OTNameIdPredefined.LICENSE)
        assert "SIL Open Font License, Version 1.1" in license_text, family


def test_a_sign_that_no_font_has_is_said_otherwise() -> None:
    assert fonts.piece("\u32ff"[0])  # a square era name, as two characters or as one
    assert fonts.piece("a\U0001da9b") == fonts.piece("a")  # a letter with a mark of a sign language
    assert fonts.piece("\u00a0\ufe0f\u20e3") != fonts.piece("\u00a0\u20e3")  # a selector that makes a box of a space
    assert fonts.piece("\ue000") is None
    assert fonts.missing().text == "◌"


@pytest.mark.usefixtures("only_nunito")
def test_where_fonts_are_missing_the_others_show_what_they_can() -> None:
    piece = fonts.piece("ŵ")
    assert piece
    assert piece.face.family == "Nunito"
    assert fonts.piece("李") is None
    assert fonts.missing().face.family == "Nunito"
    fullwidth = fonts.piece("ｗ")
    assert fullwidth
    assert fullwidth.text == "w"


@pytest.mark.usefixtures("without_dynamic_font")
def test_emoji_are_shown_in_one_color_where_there_is_no_other() -> None:
    piece = fonts.piece("🦊")
    assert piece
    assert piece.face.family == "NotoEmoji"


def test_a_machine_without_any_font_is_told_so(only_nunito: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "FOLDERS", ())
    with pytest.raises(LookupError, match=r"docs/FONTS\.md"):
        fonts.missing()
