"""The frame in which figures are measured; what they are is not held here, since that depends on the machine."""

from collections import Counter

import pytest

from tests.bench import Figure, median_ms
from tests.bench.__main__ import all_figures, main, measure

HAND = Figure(("draw_hand_ms", "draw_hand_kib"), lambda: {"draw_hand_ms": 1.23456, "draw_hand_kib": 15})


def never() -> dict[str, float]:
    raise AssertionError("measured though nobody asked for it")


def test_only_what_was_asked_for_is_measured() -> None:
    assert measure((HAND, Figure(("qwixx_match_ms",), never)), "draw") == {"draw_hand_ms": 1.235, "draw_hand_kib": 15}
    assert measure((HAND,), "draw_hand_k") == {"draw_hand_kib": 15}


def test_a_key_that_is_promised_is_given() -> None:
    with pytest.raises(KeyError):
        measure((Figure(("a", "b"), lambda: {"a": 1}),), "")


def test_the_median_leaves_out_the_first_round_and_outliers() -> None:
    ticks = iter((0, 0.0001, 1, 1.002, 2, 2.004, 3, 3.9))
    assert median_ms(lambda: None, rounds=3, calls=2, clock=lambda: next(ticks)) == pytest.approx(2)


def test_an_unknown_prefix_is_answered_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main("no_such_figure") == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "No figure begins with 'no_such_figure'" in captured.err


def test_no_key_is_measured_twice() -> None:
    keys = Counter(key for figure in all_figures() for key in figure.keys)
    assert [key for key, times in keys.items() if times > 1] == []
