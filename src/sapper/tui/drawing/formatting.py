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
    words = wording()
    if day.tm_year == today.tm_year:
        return words.day(day.tm_mon, day.tm_mday)
    return words.month(day.tm_year, day.tm_mon)


def longest_days() -> list[str]:
    """Return days as `when` writes them, one for each month."""
    words = wording()
    months = range(1, 13)
    return [
        message("times.today"),
        *(words.day(month, 28) for month in months),
        *(words.month(2028, month) for month in months),
    ]


def date_and_time(moment: int) -> str:
    """Return a day and the time of it: 3 Nov 2024, 17:05."""
    day = time.localtime(moment)
    return wording().moment(wording().date(day.tm_year, day.tm_mon, day.tm_mday), day.tm_hour, day.tm_min)


def percent(share: float | None, digits: int = 0) -> str:
    """Return a share in percent."""
    return NOTHING if share is None else wording().percent(share, digits)


def seconds(milliseconds: int | None) -> str:
    """Return a time in seconds, cut off and never rounded up."""
    return NOTHING if milliseconds is None else wording().decimal(seconds_text(milliseconds))


def clock(milliseconds: int, decimals: int = 2) -> str:
    """Return a time in seconds with its unit, cut off and never rounded up."""
    return wording().seconds(seconds_text(milliseconds, decimals))


def whole_seconds(number: int) -> str:
    """Return a number of seconds with its unit."""
    return wording().seconds(str(number))


def per_second(speed: float | None) -> str:
    """Return a speed in 3BV per second."""
    return NOTHING if speed is None else wording().decimal(f"{speed:.2f}")


def grouped(number: int) -> str:
    """Return a large number with its thousands apart."""
    return wording().number(number)
