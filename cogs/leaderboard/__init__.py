"""Who leads, and how somebody plays: `/leaderboard` and `/stats`.

`asked` (which board, and whose page of it) → `words` (measures and values) → `pictures` (the table, the card) →
`board`, `records` and `career` (pages and what is pressed on them) → `commands`.
"""
