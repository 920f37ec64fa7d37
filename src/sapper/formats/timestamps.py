"""When a game was played: the time stamps that programs write, as seconds since 1970."""

from __future__ import annotations

import re
from calendar import timegm

_LATEST = 1 << 40  # far beyond any date that a program wrote
_YEAR_FIRST = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})[T .]+(\d{1,2}):(\d{2})(?::(\d{2}))?")
_DAY_FIRST = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})[ .]+(\d{1,2}):(\d{2})(?::(\d{2}))?")
_DAYS_TO_1970 = 719_468  # from the first of March of year 0


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
    return timegm((int(year), int(month), int(day), hour, minute, min(second, 59)))


def write(seconds: int) -> str:
    """Write a time as `parse` reads it.

    >>> write(1523994357)
    '2018-04-17T19:45:57Z'
    """
    days, rest = divmod(seconds, 86_400)
    era, day_of_era = divmod(days + _DAYS_TO_1970, 146_097)
    year_of_era = (day_of_era - day_of_era // 1460 + day_of_era // 36_524 - day_of_era // 146_096) // 365
    day_of_year = day_of_era - (365 * year_of_era + year_of_era // 4 - year_of_era // 100)
    month_from_march = (5 * day_of_year + 2) // 153
    day = day_of_year - (153 * month_from_march + 2) // 5 + 1
    month = month_from_march + 3 if month_from_march < 10 else month_from_march - 9
    year = year_of_era + 400 * era + (month <= 2)
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
