"""Dates, shares, times and counts as text."""

from __future__ import annotations

import time

from ...analysis.metrics import seconds_text
from ...display.wording import message, wording

NOTHING = "-"


def when(moment: int, now: int) -> str:
    """Return a day as briefly as is clear: today, 3 Nov, Nov 2024."""
    if not moment:
        return NOTHING
    day, today = time.localtime(moment), time.localtime(now)
    if day[:3] == today[:3]:
        return message("times.today")
    month = _month(day)
    return f"{day.tm_mday} {month}" if day.tm_year == today.tm_year else f"{month} {day.tm_year}"


def date_and_time(moment: int) -> str:
    """Return a day and the time of it: 3 Nov 2024, 17:05."""
    day = time.localtime(moment)
    return f"{day.tm_mday} {_month(day)} {day.tm_year}, {day.tm_hour:02}:{day.tm_min:02}"


def _month(day: time.struct_time) -> str:
    return wording().lines("statistics.months")[day.tm_mon - 1]


def percent(share: float | None, digits: int = 0) -> str:
    """Return a share in percent, with a space before the sign."""
    return NOTHING if share is None else f"{share * 100:.{digits}f} %"


def seconds(milliseconds: int | None) -> str:
    """Return a time in seconds, cut off and never rounded up."""
    return NOTHING if milliseconds is None else seconds_text(milliseconds)


def clock(milliseconds: int, decimals: int = 2) -> str:
    """Return a time in seconds with its unit, cut off and never rounded up."""
    return f"{seconds_text(milliseconds, decimals)} s"


def per_second(speed: float | None) -> str:
    """Return a speed in 3BV per second."""
    return NOTHING if speed is None else f"{speed:.2f}"


def grouped(number: int) -> str:
    """Return a large number with its thousands apart."""
    return f"{number:,}".replace(",", " ")
