"""Limits for the calls of a thread: another thread stops them, tables stay small, and memory is given back."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sapper import Board, Level, OutOfBudget, _kernel, best_move, odds
from sapper.analysis.best_move import exact_move

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.kernel

MEGABYTE = 1 << 20
SEED = bytes(16)


def closed(level: str) -> Board:
    size = Level.parse(level)
    return Board.parse("\n".join([level, *["." * size.width] * size.height]))


def field_of_numbers(side: int) -> Board:
    """Return a board whose numbers, in every second row and column, all depend on each other: tables of many states."""
    rows = ["".join("3" if row % 2 and col % 2 else "." for col in range(side)) for row in range(side)]
    return Board.parse("\n".join([f"{side}x{side}/{side * side // 4}", *rows]))


ENDLESS: dict[str, Callable[[], object]] = {
    "odds": lambda: odds(field_of_numbers(60), budget=10**15),
    "the exact move": lambda: exact_move(closed("60x50/1500"), arrangements=10**7, work=10**15),
    "a no-guess board": lambda: _kernel.generate(100, 100, 3000, 0, _kernel.Grade.FULL, False, [SEED], 10**15),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_a_call_that_would_not_end_is_stopped_by_another_thread(name: str) -> None:
    limits = _kernel.CallLimits(bytes=1 << 40)
    has_begun = threading.Event()
    ended: list[BaseException | None] = []

    def run() -> None:
        try:
            with limits:
                has_begun.set()
                while True:
                    ENDLESS[name]()
        except (_kernel.Stopped, OutOfBudget) as error:
            ended.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    has_begun.wait()
    limits.stop()
    thread.join(60)
    assert [type(error) for error in ended] == [_kernel.Stopped]


def test_a_stopped_opening_of_a_huge_board() -> None:
    limits = _kernel.CallLimits(bytes=MEGABYTE)
    field = _kernel.Minefield.lay(3000, 3000, 1, SEED, [0])
    board = _kernel.Board(3000, 3000, 1)
    limits.stop()
    with limits, pytest.raises(_kernel.Stopped):
        board.open(field, [0], False, False)


def test_tables_beyond_the_bytes_are_out_of_budget() -> None:
    board = field_of_numbers(24)
    with pytest.raises(OutOfBudget), _kernel.CallLimits(bytes=4096):
        odds(board)


def test_calls_after_the_limits_are_as_before() -> None:
    board = Board.parse("5x1/2\n.1...")
    before = odds(board)[0, 0]
    limits = _kernel.CallLimits(bytes=MEGABYTE)
    limits.stop()
    with limits, pytest.raises(_kernel.Stopped):
        _kernel.generate(9, 9, 10, 0, _kernel.Grade.FULL, False, [SEED], 10**6)
    assert odds(board)[0, 0] == before
    assert best_move(board).safe


def test_limits_within_limits() -> None:
    outer, inner = _kernel.CallLimits(bytes=MEGABYTE), _kernel.CallLimits(bytes=MEGABYTE)
    outer.stop()
    with outer:
        with inner:
            assert _kernel.generate(9, 9, 10, 0, _kernel.Grade.SINGLE, False, [SEED], 10**6)
        with pytest.raises(_kernel.Stopped):
            _kernel.generate(9, 9, 10, 0, _kernel.Grade.SINGLE, False, [SEED], 10**6)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="reads the memory of the process from /proc")
@pytest.mark.skipif("SAPPER_SANITIZED" in os.environ, reason="the sanitizer holds freed memory back")
def test_memory_is_given_back() -> None:
    board = field_of_numbers(40)
    before = resident()
    with _kernel.CallLimits(bytes=1 << 30):
        with pytest.raises(OutOfBudget):
            odds(board, budget=10**7)
        used = resident() - before
    assert used > 50 * MEGABYTE, "this board does not need enough memory for the test"
    assert resident() - before < 10 * MEGABYTE


def resident() -> int:
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * 4096
