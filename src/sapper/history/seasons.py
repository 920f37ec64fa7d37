"""Seasons of the daily boards: tables over weeks and months, made of the places in the tables of the days.

A place counts by `POINTS`, any later one a point: to solve every board matters, and to be fast does. Everything follows
from the ranked tries in the store.
"""

from __future__ import annotations

from ..calendar_days import date_of, day_number
from ..value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

#: Points of the first places of a daily board.
POINTS = (10, 8, 7, 6, 5, 4, 3, 2)
_WEEK = 7
_MONDAY = 3  # 1 January 1970 was a Thursday


class Span(Value):
    """The days of a week or of a season, from the first to the last."""

    first: str
    last: str


class SeasonLine(Value):
    """A line in the table of a season."""

    place: int  # from 1; equal results share a place
    player: bytes
    points: int
    wins: int  # boards on which nobody was faster
    boards: int  # that were solved


def week_of(day: str, before: int = 0) -> Span:
    """Return the week of a day, from Monday to Sunday, or one some weeks before it.

    >>> week_of("2026-11-19"), week_of("2026-11-16", before=1)
    (Span(first='2026-11-16', last='2026-11-22'), Span(first='2026-11-09', last='2026-11-15'))
    """
    number = _number(day)
    monday = number - (number + _MONDAY) % _WEEK - before * _WEEK
    return Span(_day(monday), _day(monday + _WEEK - 1))


def month_of(day: str, before: int = 0) -> Span:
    """Return the month of a day, which is a season, or one some months before it.

    >>> month_of("2026-02-05"), month_of("2026-01-31", before=2)
    (Span(first='2026-02-01', last='2026-02-28'), Span(first='2025-11-01', last='2025-11-30'))
    """
    months = int(day[:4]) * 12 + int(day[5:7]) - 1 - before
    first, following = (f"{count // 12:04}-{count % 12 + 1:02}-01" for count in (months, months + 1))
    return Span(first, _day(_number(following) - 1))


def days_left(span: Span, today: str) -> int:
    """Return how many days of a span are left, today among them."""
    return max(0, _number(span.last) - _number(today) + 1)


def points_of(place: int) -> int:
    """Return the points of a place in the table of a daily board."""
    return POINTS[place - 1] if place <= len(POINTS) else 1


def season_table(places: Iterable[tuple[bytes, int]]) -> list[SeasonLine]:
    """Return the table of a span, the best first, from the player and the place of each ranked win.

    Equal points are ordered by the boards that were won, then by those that were solved.
    """
    totals: dict[bytes, tuple[int, int, int]] = {}
    for player, place in places:
        points, wins, boards = totals.get(player, (0, 0, 0))
        totals[player] = points + points_of(place), wins + (place == 1), boards + 1
    lines: list[SeasonLine] = []
    for number, (player, total) in enumerate(sorted(totals.items(), key=lambda one: (one[1], one[0]), reverse=True), 1):
        is_equal = bool(lines) and (lines[-1].points, lines[-1].wins, lines[-1].boards) == total
        lines.append(SeasonLine(lines[-1].place if is_equal else number, player, *total))
    return lines


def _number(day: str) -> int:
    return day_number(int(day[:4]), int(day[5:7]), int(day[8:10]))


def _day(number: int) -> str:
    year, month, day = date_of(number)
    return f"{year:04}-{month:02}-{day:02}"
