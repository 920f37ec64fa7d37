"""Days of the calendar, compared with the standard library's."""

from __future__ import annotations

from datetime import date

from hypothesis import example, given
from hypothesis import strategies as st

from sapper.calendar_days import date_of, day_number

EPOCH = date(1970, 1, 1)


@given(st.dates())
@example(date.min)
@example(date.max)
@example(date(1970, 1, 1))
@example(date(1969, 12, 31))
@example(date(2000, 2, 29))
@example(date(2000, 12, 31))
@example(date(1900, 3, 1))
def test_days_have_the_numbers_and_dates_of_the_standard_library(day: date) -> None:
    number = (day - EPOCH).days
    assert day_number(day.year, day.month, day.day) == number
    assert date_of(number) == (day.year, day.month, day.day)


def test_every_day_of_400_years_follows_the_one_before() -> None:
    dates = [date_of(number) for number in range(-146_097, 1)]
    assert dates == sorted(set(dates))
    assert [day_number(*found) for found in dates] == list(range(-146_097, 1))
