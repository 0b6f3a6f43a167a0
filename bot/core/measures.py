"""What a running bot counts of itself, as Prometheus reads it: counted where it happens, served by bot/health.py."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

MOVES = Counter(
    "qwibot_moves", "Actions of games that were stored, by game and by how they came about", ("game", "how")
)
PRESSES = Counter("qwibot_presses", "Controls that were pressed, by what they do", ("verb",))
COMMANDS = Counter("qwibot_commands", "Commands that were typed", ("command",))
ERRORS = Counter("qwibot_errors", "Errors that somebody was told of, by code", ("code",))
MESSAGES = Counter("qwibot_messages", "Public messages, by what was done with them", ("what",))
ANSWERS = Counter("qwibot_discord_answers", "Answers of Discord to requests of ours, by status", ("status",))
REFUSED = Gauge("qwibot_discord_refused", "Requests that Discord refused within ten minutes; at 10,000 it bans")
DRAWING = Histogram(
    "qwibot_drawing_seconds",
    "How long it takes to draw a picture",
    ("picture",),
    buckets=(0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5),
)
LOOP_LAG = Histogram(
    "qwibot_loop_lag_seconds",
    "How late the event loop wakes what waits, measured each second",
    buckets=(0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5),
)
MATCHES = Gauge("qwibot_matches", "Lobbies and running matches", ("status",))
UNSHOWN = Gauge("qwibot_unshown_matches", "Matches of which something is stored that Discord was not shown yet")
