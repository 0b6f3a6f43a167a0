"""Qwirkle (RULES 1)."""

from bot.games.qwirkle.rules import Qwirkle

QWIRKLE = Qwirkle()
