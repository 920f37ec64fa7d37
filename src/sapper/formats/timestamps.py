"""Time stamps of games as programs write them, as seconds since 1970."""

from __future__ import annotations

import re

from ..calendar_days import SECONDS, date_of, day_number

_YEAR_FIRST = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})[T .]+(\d{1,2}):(\d{2})(?::(\d{2}))?")
_DAY_FIRST = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})[ .]+(\d{1,2}):(\d{2})(?::(\d{2}))?")


def parse(text: str) -> int:
    """Read a time stamp; what is not understood is 0. Local times are taken as they are: files name no time zone.

    >>> parse("17.4.2018.19:45:57:5503"), parse("1523994357503"), parse("one morning")
    (1523994357, 1523994357, 0)
    """
    text = text.strip()
    if text.isascii() and text.isdecimal() and len(text) <= 17:
        return _seconds(int(text))
    found = _YEAR_FIRST.match(text)
    if found:
        year, month, day, *clock = found.groups()
    else:
        found = _DAY_FIRST.match(text)
        if found is None:
            return 0
        day, month, year, *clock = found.groups()
    hour, minute, second = (int(part or 0) for part in clock)
    if not (int(year) >= 1970 and 1 <= int(month) <= 12 and 1 <= int(day) <= 31 and hour < 24 and minute < 60):
        return 0
    return day_number(int(year), int(month), int(day)) * SECONDS + hour * 3600 + minute * 60 + min(second, 59)


def write(seconds: int) -> str:
    """Write a time as `parse` reads it.

    >>> write(1523994357)
    '2018-04-17T19:45:57Z'
    """
    days, rest = divmod(seconds, SECONDS)
    year, month, day = date_of(days)
    if year > 9999:
        return str(seconds)
    hour, minute, second = rest // 3600, rest // 60 % 60, rest % 60
    return f"{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z"


def _seconds(number: int) -> int:
    """Return seconds, from seconds, milliseconds or microseconds, distinguished by their size."""
    for unit in (1, 1000, 1_000_000):
        if number // unit < 10_000_000_000:
            return number // unit
    return 0
