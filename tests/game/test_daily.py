"""Daily boards: a pure function of the date, the calendar that it needs, and streaks."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import some

from sapper.analysis.proof import prove
from sapper.daily import GRADES, Streak, daily_board, day_of, seconds_left, streak
from sapper.errors import SapperError
from sapper.generator import generate

days = st.dates(date(1970, 1, 1), date(9999, 12, 31))


@pytest.mark.parametrize(
    ("level", "seed", "first"),
    [
        ("beginner", "3Z4F3567433A39BXPPAH9TFGN8", (2, 3)),
        ("intermediate", "4Z45S7J1XSSK56Q2JRVGTQGWXW", (10, 14)),
        ("expert", "3JZ9TWTNBPH8G8ZR9HSSSBNGYY", (14, 5)),
    ],
)
def test_the_boards_of_a_day_never_change(level: str, seed: str, first: tuple[int, int]) -> None:
    board = daily_board("2026-11-16", level)
    assert (board.seed.text, board.first) == (seed, first)


@pytest.mark.parametrize("level", GRADES)
def test_days_have_boards_of_their_grade_that_need_no_guess(level: str) -> None:
    start = date(2026, 11, 1)
    count, seeds = some(100), set()
    for number in range(count):
        board = daily_board((start + timedelta(number)).isoformat(), level)
        field = generate(board.rules.level, board.first, board.seed, GRADES[level]).minefield
        difficulty = prove(field, board.first).difficulty
        assert not difficulty.needs_guess
        assert difficulty.hardest is None or difficulty.hardest.number <= GRADES[level].number
        seeds.add(board.seed)
    assert len(seeds) == count


@given(days, st.integers(0, 86_399))
def test_a_day_is_the_date_in_utc(day: date, second: int) -> None:
    moment = (day - date(1970, 1, 1)).days * 86_400 + second
    assert day_of(moment) == day.isoformat()
    assert seconds_left(moment) == 86_400 - second
    assert daily_board(day.isoformat(), "expert").day == day.isoformat()


@pytest.mark.parametrize(
    "day",
    [
        "",
        "today",
        "2026-1-1",
        "2026-02-29",
        "2026-13-01",
        "2026-00-10",
        "2026-01-00",
        "0000-01-01",
        "\N{FULLWIDTH DIGIT TWO}026-01-01",
    ],
)
def test_what_is_no_day_is_refused(day: str) -> None:
    with pytest.raises(SapperError, match="is not a day"):
        daily_board(day, "expert")


def test_what_is_no_level_is_refused() -> None:
    with pytest.raises(SapperError, match="choose beginner, intermediate, expert"):
        daily_board("2026-11-16", "custom")


@given(st.sets(st.integers(0, 40)))
def test_a_streak_is_the_days_in_a_row_until_today_or_yesterday(solved: set[int]) -> None:
    start, today = date(2024, 2, 20), 40
    found = streak(((start + timedelta(day)).isoformat() for day in solved), (start + timedelta(today)).isoformat())
    last = today if today in solved else today - 1
    now = next(length for length in range(50) if last - length not in solved)
    runs = [next(length for length in range(50) if day + length not in solved) for day in range(41)]
    assert found == Streak(now, max(runs))
