"""Long lists and texts by pages."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cogs.ui.paging import leaf


@given(st.integers(0, 200), st.integers(-5, 30))
def test_a_long_list_is_paged(length: int, number: int) -> None:
    """PLATFORM 2: more than 25 options: error."""
    items = list(range(length))
    part = leaf(items, number)
    assert len(part.items) <= 25
    assert 0 <= part.page < part.pages
    everything = [item for page in range(part.pages) for item in leaf(items, page).items]
    assert everything == items
