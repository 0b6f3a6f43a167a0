"""What the project measures of itself: `make bench`, or `make bench ONLY=draw` for the keys that begin so.

A module of this folder is a part and lists what it measures:

    FIGURES = (Figure(("draw_hand_ms", "draw_hand_kib"), draw_hand),)

`draw_hand()` gives a number for each of these keys. It says in its docstring on what input, and makes that input
itself. Medians of warm runs, by `median_ms`; processor time where a key says cpu.
"""

import time
from collections.abc import Callable, Mapping
from statistics import median
from typing import NamedTuple


class Figure(NamedTuple):
    """The keys of what is measured together, and the function that gives a number for each of them."""

    keys: tuple[str, ...]
    measure: Callable[[], Mapping[str, float]]


def median_ms(
    call: Callable[[], object], *, rounds: int, calls: int = 1, clock: Callable[[], float] = time.perf_counter
) -> float:
    """Milliseconds that one call takes: the median of `rounds`, each the mean of `calls`, after a round unmeasured.

    For processor time the clock is `time.process_time`.
    """

    def one_round() -> float:
        start = clock()
        for _ in range(calls):
            call()
        return (clock() - start) * 1000 / calls

    one_round()
    return median(one_round() for _ in range(rounds))
