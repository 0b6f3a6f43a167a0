"""Measures, periods and values, as they are said."""

from __future__ import annotations

from bot.core.standings import Board, Measure, Period, Season
from bot.core.text import Words
from cogs.ui.numbers import decimal, percent, whole


def say_value(words: Words, measure: Measure, value: float) -> str:
    """A value of the measure, or how far two of them are apart."""
    match measure:
        case Measure.WIN_RATE:
            return percent(words, value)
        case Measure.AVERAGE:
            return decimal(words, value, 1)
        case Measure.SLIPS:
            return decimal(words, value, 2)
    return whole(words, value)


def say_instead(words: Words, wanted: Board, shown: Board) -> list[str]:
    """Why this is not the board that somebody wanted; nothing where it is."""
    lines = []
    if wanted.period is not shown.period:
        period = words.say(f"period.{shown.period.value}")
        lines.append(words.say("board.no-season" if shown.guild is not None else "board.seasons-here", period=period))
    if wanted.measure is not shown.measure:
        measure = words.say(shown.measure.text_key)
        lines.append(
            words.say("board.no-rating" if wanted.measure is Measure.RATING else "board.no-slips", measure=measure)
        )
    return lines


def say_period(words: Words, board: Board, seasons: tuple[Season, ...]) -> str:
    """Which results are counted."""
    if board.period is not Period.SEASON:
        return words.say(f"period.{board.period.value}")
    number = board.season or (seasons[-1].number if seasons else 1)
    return say_season(words, number, seasons)


def say_season(words: Words, number: int, seasons: tuple[Season, ...]) -> str:
    """A season, and whether it is over."""
    over = bool(seasons) and number < seasons[-1].number
    return words.say("period.season-over" if over else "period.season", number=number)
