"""Days of the calendar as numbers since 1970-01-01. The library does not use `datetime`, which also reads clocks.

>>> day_number(1970, 1, 1), day_number(2026, 11, 16), date_of(20_773)
(0, 20773, (2026, 11, 16))
"""

from __future__ import annotations

SECONDS = 24 * 3600
_MONTHS = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)  # days before each, without a leap day


def day_number(year: int, month: int, day: int) -> int:
    """Return the number of a day. One after the end of its month is a day of the next month."""
    past = year - 1
    is_leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    before = past * 365 + past // 4 - past // 100 + past // 400 - 719_162
    return before + _MONTHS[month - 1] + (is_leap and month > 2) + day - 1


def date_of(number: int) -> tuple[int, int, int]:
    """Return year, month and day of a number."""
    year = 1970 + number * 400 // 146_097  # at most one year off
    while day_number(year, 1, 1) > number:
        year -= 1
    while day_number(year + 1, 1, 1) <= number:
        year += 1
    month = max(month for month in range(1, 13) if day_number(year, month, 1) <= number)
    return year, month, number - day_number(year, month, 1) + 1
