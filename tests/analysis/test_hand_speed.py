"""A win that no hand can have played is recognised by its moves alone."""

from __future__ import annotations

from itertools import count

import pytest

from sapper import Level
from sapper.action import Action, Kind, LogEntry
from sapper.analysis.metrics import hand_speed
from sapper.analysis.metrics.hand_speed import ALLOWANCE, FASTEST, STRETCH
from sapper.replay.action_list import Columns, pack

LEVEL = Level(1000, 6, 10)


def is_too_fast(entries: list[LogEntry]) -> bool:
    return hand_speed.is_too_fast(Columns(pack(entries, LEVEL), LEVEL))


def moves(times: list[int], *, by: int = 0, device: str = "mouse", kind: Kind = Kind.OPEN) -> list[LogEntry]:
    """Return a move at a new square at each of these times."""
    return [LogEntry(Action(kind, 0, col), at, by, device) for col, at in zip(count(), times, strict=False)]


def test_a_hand_that_opens_ten_squares_a_second_is_believed() -> None:
    assert not is_too_fast(moves(list(range(0, 20_000, 100))))


def test_thirty_squares_a_second_are_not() -> None:
    assert is_too_fast(moves(list(range(0, 3000, 33))))


def test_a_burst_after_a_long_thought_is_noticed() -> None:
    thought = [0, 20_000, 40_000]
    assert is_too_fast(moves(thought + list(range(41_000, 42_000, 30))))


@pytest.mark.parametrize("squares", [ALLOWANCE + 2, STRETCH, 3 * STRETCH])
def test_the_limit_is_exact(squares: int) -> None:
    looked_at = min(squares, STRETCH)
    least = (looked_at - 1 - ALLOWANCE) * 1000 / FASTEST
    gap = -(-least // (looked_at - 1))  # rounded up
    assert not is_too_fast(moves([round(gap * number) for number in range(squares)]))
    assert is_too_fast(moves([round((gap - 2) * number) for number in range(squares)]))


def test_some_moves_that_a_network_brings_together_are_believed() -> None:
    assert not is_too_fast(moves([0, 1, 2, 3]))
    slow = [1000 * number for number in range(40)]
    assert not is_too_fast(moves(sorted(slow + [20_000] * 8)))


def test_clicks_on_the_same_square_count_once() -> None:
    clicks = [LogEntry(Action(Kind.OPEN, 0, 0), at, 0, "mouse") for at in range(100)]
    assert not is_too_fast(clicks)


def test_marks_before_the_first_opening_take_no_time() -> None:
    marks = moves([0] * 99, kind=Kind.FLAG)
    assert not is_too_fast([*marks, LogEntry(Action(Kind.OPEN, 5, 5), 0, 0, "mouse")])


def test_each_of_several_players_has_a_hand() -> None:
    hands = [moves(list(range(0, 20_000, 200)), by=by) for by in range(8)]
    together = sorted((entry for hand in hands for entry in hand), key=lambda entry: entry.at)
    assert not is_too_fast(together)
    assert is_too_fast([*together, *moves([20_000] * STRETCH, by=3)])


def test_a_typed_line_may_have_many_moves_but_a_typed_game_takes_its_time() -> None:
    line = [0, *[30_000] * 40, 60_000]
    assert not is_too_fast(moves(line, device="text"))
    assert is_too_fast(moves(line, device="mouse"))
    assert is_too_fast(moves([0, *[500] * 40], device="text"))


def test_nothing_is_no_speed() -> None:
    assert not is_too_fast([])
