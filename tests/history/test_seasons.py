"""Seasons of the daily boards: the table of a span, compared with a plain recomputation of the stored tries."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from history.samples import SUMMARY, entry
from hypothesis import given
from hypothesis import strategies as st

from sapper.daily import GRADES, daily_board, day_of
from sapper.history.seasons import POINTS, days_left, month_of, season_table, week_of
from sapper.history.store.rows import NewRound

if TYPE_CHECKING:
    from sapper.history.store import Store

ADA, BEN, CAT = b"a" * 16, b"b" * 16, b"c" * 16
DAY = 24 * 3600


def play(store: Store, player: bytes, day: str, level: str, elapsed: int, *, status: str, hints: int) -> None:
    """Store a try at a daily board that is over."""
    board, named = daily_board(day, level), f"{day}{level}{player.hex()}"
    new = NewRound(public_id=named, room=f"r{named}", player=player, salt=b"s", created_at=5)
    game = store.begin_daily(board, entry(0), new, played_at=5000)
    assert game is not None
    summary = SUMMARY.replace(status=status, elapsed=elapsed, hints=hints, assisted=hints > 0)
    assert store.finish(game, 1, b"replay", summary)


def test_the_table_of_a_span_is_that_of_a_plain_recomputation_of_all_tries(store: Store) -> None:
    luck = Random(7)
    days = ["2026-11-15", "2026-11-16", "2026-11-18", "2026-11-22", "2026-11-23"]
    won: list[tuple[str, str, int, int, bytes]] = []
    for day in days:
        for level in GRADES:
            for number in range(12):
                player = bytes([number + 1]) * 16
                status, hints = luck.choice(["won", "won", "lost"]), luck.choice([0, 0, 0, 1])
                elapsed = luck.randint(1, 6) * 1000  # many are equally fast: who ended first is before the others
                play(store, player, day, level, elapsed, status=status, hints=hints)
                if status == "won" and not hints:
                    won.append((day, level, elapsed, len(won), player))
    week = week_of("2026-11-18")
    assert (week.first, week.last) == ("2026-11-16", "2026-11-22")
    expected: dict[bytes, list[int]] = {}
    for day, level, elapsed, order, player in won:
        if week.first <= day <= week.last:
            faster = sum(other[:2] == (day, level) and other[2:4] < (elapsed, order) for other in won)
            line = expected.setdefault(player, [0, 0, 0])
            line[0] += POINTS[faster] if faster < len(POINTS) else 1
            line[1] += not faster
            line[2] += 1
    table = season_table(store.daily_places(week.first, week.last))
    assert {line.player: [line.points, line.wins, line.boards] for line in table} == expected
    assert [line.place for line in table] == [
        1 + sum(other > expected[line.player] for other in expected.values()) for line in table
    ]


@pytest.mark.parametrize(
    ("places", "lines"),
    [
        ([], []),
        ([(ADA, 1)], [(1, ADA, 10)]),
        ([(ADA, 9), (BEN, 200)], [(1, BEN, 1), (1, ADA, 1)]),  # equal results share a place
        ([(ADA, 3), (ADA, 3), (BEN, 1), (BEN, 6), (CAT, 2)], [(1, BEN, 14), (2, ADA, 14), (3, CAT, 8)]),
    ],
)
def test_places_count_and_a_win_is_before_equal_points(
    places: list[tuple[bytes, int]], lines: list[tuple[int, bytes, int]]
) -> None:
    assert [(line.place, line.player, line.points) for line in season_table(places)] == lines


@given(st.integers(0, 40_000), st.integers(0, 30))
def test_weeks_and_months_follow_each_other_without_a_gap(number: int, before: int) -> None:
    day = day_of(number * DAY)
    for span_of in (week_of, month_of):
        span = span_of(day)
        assert span.first <= day <= span.last
        assert span_of(span.first) == span_of(span.last) == span
        assert days_left(span, span.last) == 1
        assert days_left(span, day) >= 1
        earlier, later = span_of(day, before + 1), span_of(day, before)
        assert span_of(day_of(_seconds(later.first) - DAY)) == earlier


def _seconds(day: str) -> int:
    from datetime import UTC, datetime

    return int(datetime.fromisoformat(day).replace(tzinfo=UTC).timestamp())
