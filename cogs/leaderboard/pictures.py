"""The pictures of standings: a page of a board, and the card of a player."""

from __future__ import annotations

from collections.abc import Sequence

from bot.core.standings import Bucket
from bot.core.text import Words
from cogs.ui.page import MOST_ALT, clip
from cogs.ui.pictures import Drawing
from renderers.leaderboard.card import MOST_BARS, CardFacts, CardFigure, CardLabels
from renderers.leaderboard.card import card as draw_card
from renderers.leaderboard.charts import Bar
from renderers.leaderboard.table import Line, TableFacts, TableLabels
from renderers.leaderboard.table import table as draw_table

__all__ = ["Line", "board", "career"]

Figure = tuple[str, str]
"""What it is and what it says."""
NAMES = (40, 20, 10)
"""Characters of a name in an alt text: as many as there is room for."""
LABELLED_WHOLE = 7
"""So many bars have room for both ends of their scores below them."""


def board(title: str, subtitle: str, lines: Sequence[Line], apart: Line | None, words: Words) -> Drawing[TableFacts]:
    """Finished lines; ``apart`` is the asker's where it is on another page."""
    labels = TableLabels(title, subtitle, words.say("board.empty"), words.right_to_left, words.language)
    shown = tuple(lines)
    return Drawing(
        "leaderboard",
        (shown, apart, labels),
        lambda _: draw_table(shown, apart, labels),
        lambda facts: board_words(facts, labels, words),
    )


def board_words(facts: TableFacts, labels: TableLabels, words: Words) -> str:
    """All that the table shows, line by line."""
    told = ""
    for longest in NAMES:
        lines = [_line_words(line, longest) for line in facts.lines] or [labels.empty]
        if facts.apart is not None:
            lines.append(words.say("alt.board-apart", line=_line_words(facts.apart, longest)))
        told = "\n".join((f"{labels.title}. {labels.subtitle}.", *lines))
        if len(told) <= MOST_ALT:
            break
    return told


def _line_words(line: Line, longest: int) -> str:
    details = f" ({line.detail})" if line.detail else ""
    return f"{line.rank}. {clip(line.name, longest)}: {line.figure}{details}"


def career(
    name: str, subtitle: str, figures: Sequence[Figure], scores: Sequence[Bucket], ratings: Sequence[int], words: Words
) -> Drawing[CardFacts]:
    """The card of a player: figures, how the scores are spread, how the rating went."""
    labels = CardLabels(
        name,
        subtitle,
        words.say("career.scores"),
        words.say("career.ratings"),
        words.say("career.empty"),
        words.right_to_left,
        words.language,
    )
    shown, bars = tuple(CardFigure(*figure) for figure in figures), _bars(scores)
    curve = tuple(map(float, ratings)) if len(ratings) > 1 else ()
    return Drawing(
        "statistics",
        (shown, bars, curve, labels),
        lambda _: draw_card(shown, bars, curve, labels),
        lambda facts: career_words(facts, labels, words),
    )


def _bars(buckets: Sequence[Bucket]) -> tuple[Bar, ...]:
    """The buckets side by side; so many together as there is room for."""
    together = -(-len(buckets) // MOST_BARS)
    groups = [buckets[start : start + together] for start in range(0, len(buckets), together)] if buckets else []
    whole = len(groups) <= LABELLED_WHOLE
    return tuple(
        Bar(
            _scores_of(group[0].low, group[-1].high if whole else group[0].low),
            sum(bucket.count for bucket in group),
        )
        for group in groups
    )


def _scores_of(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}–{high}"


def career_words(facts: CardFacts, labels: CardLabels, words: Words) -> str:
    """All that the card shows; of the curve its ends and how high and low it went."""
    told = [f"{labels.title}. {labels.subtitle}."]
    told += [f"{figure.label}: {figure.value}." for figure in facts.figures] or [labels.empty]
    if facts.scores:
        bars = ", ".join(f"{bar.label}: {bar.count}" for bar in facts.scores if bar.count)
        told.append(words.say("alt.scores", scores=bars))
    if facts.rating:
        first, *_, last = (round(value) for value in facts.rating)
        low, high = round(min(facts.rating)), round(max(facts.rating))
        told.append(words.say("alt.ratings", first=first, last=last, low=low, high=high, matches=len(facts.rating)))
    return " ".join(told)
