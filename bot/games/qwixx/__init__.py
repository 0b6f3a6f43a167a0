"""Qwixx (RULES 2)."""

from bot.games.qwixx.rules import Qwixx

QWIXX = Qwixx()
