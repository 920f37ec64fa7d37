"""Moments, shares and times as the pages write them."""

from __future__ import annotations

import time

from ...analysis.metrics import seconds_text

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
NOTHING = "-"


def when(moment: int, now: int) -> str:
    """Name a day as briefly as it can be told apart: today, 3 Nov, Nov 2024."""
    if not moment:
        return NOTHING
    day, today = time.localtime(moment), time.localtime(now)
    if day[:3] == today[:3]:
        return "today"
    month = MONTHS[day.tm_mon - 1]
    return f"{day.tm_mday} {month}" if day.tm_year == today.tm_year else f"{month} {day.tm_year}"


def percent(share: float | None, digits: int = 0) -> str:
    """Write a share with a thin space before the sign."""
    return NOTHING if share is None else f"{share * 100:.{digits}f} %"


def seconds(milliseconds: int | None) -> str:
    """Write a time in seconds, cut off and never rounded up."""
    return NOTHING if milliseconds is None else seconds_text(milliseconds)


def per_second(bbbv: int, milliseconds: int) -> str:
    """Write a speed in 3BV by second."""
    return f"{bbbv * 1000 / milliseconds:.2f}" if milliseconds else NOTHING


def counted(number: int, noun: str) -> str:
    """Write a number with its noun."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def sentence(text: str) -> str:
    """Make a complaint a sentence."""
    text = text.rstrip(".")
    return f"{text[:1].upper()}{text[1:]}."
