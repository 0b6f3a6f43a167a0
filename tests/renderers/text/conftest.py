from __future__ import annotations

from collections.abc import Iterator

import pytest

from renderers.text import drawing, fonts, shaping


def _forget() -> None:
    for kept in (fonts.files, fonts.face, fonts.piece, fonts.missing, shaping._shape, drawing.draw):
        kept.cache_clear()


@pytest.fixture
def only_nunito(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine on which the packages of all other fonts are missing."""
    monkeypatch.setattr(fonts, "FOLDERS", (fonts.FOLDERS[0], ("no_such_package", "fonts")))
    _forget()
    yield
    _forget()


@pytest.fixture
def without_dynamic_font(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(fonts, "FOLDERS", fonts.FOLDERS[:2])
    _forget()
    yield
    _forget()
