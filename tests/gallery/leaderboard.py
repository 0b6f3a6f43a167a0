"""The leaderboard and a player's card."""

from __future__ import annotations

from math import sin

from renderers.leaderboard.card import CardFacts, CardFigure, CardLabels, card
from renderers.leaderboard.charts import Bar
from renderers.leaderboard.table import Line, TableFacts, TableLabels, table
from renderers.picture import Picture

NAMES = (
    "Bronwen Llŷr-Prŷs",
    "محمد عبد الله",
    "নুসরাত জাহান 🦊",
    "Ѓорѓи Ќосев",
    "李小龍 / 王晓明",
    "A very long name that no line of any leaderboard could ever hold",
    "Ana 🏴󠁧󠁢󠁷󠁬󠁳󠁿",
    "עברית שלום",
)


def page() -> Picture[TableFacts]:
    """Two share a rank; the asker is on another page."""
    ranks = (1, 2, 2, 4, 5, 6, 7, 8)
    lines = tuple(
        Line(rank, name, f"{2110 - 47 * rank}", f"{61 - 5 * rank} matches")
        for rank, name in zip(ranks, NAMES, strict=True)
    )
    labels = TableLabels("Qwirkle: rating", "The Rainy Day Club · all time", "Nobody yet")
    return table(lines, Line(143, "You, of all people", "988", "12 matches", own=True), labels)


def player() -> Picture[CardFacts]:
    figures = (
        CardFigure("matches", "214"),
        CardFigure("wins", "97"),
        CardFigure("win rate", "45 %"),
        CardFigure("rating", "1,874"),
        CardFigure("average score", "131"),
        CardFigure("best score", "248"),
        CardFigure("best play", "39"),
        CardFigure("longest streak", "11"),
    )
    counts = (2, 7, 19, 42, 61, 44, 25, 9, 4, 1)
    scores = tuple(Bar(f"{low}+", count) for low, count in zip(range(60, 260, 20), counts, strict=True))
    rating = tuple(1500 + 3.4 * k + 60 * sin(k / 7) for k in range(110))
    labels = CardLabels("Bronwen Llŷr-Prŷs", "Qwirkle · The Rainy Day Club", "Scores", "Rating", "Nothing played yet")
    return card(figures, scores, rating, labels)


PICTURES = {"leaderboard": page, "player-card": player}
