"""An open that is a mine by the player's own flags is asked for twice: the same rule as on the page."""

from __future__ import annotations

import pytest

from sapper import Board
from sapper.controls.misclick_guard import PATIENCE_MS, MisclickGuard, is_mine_by_flags


def board_of(*rows: str) -> Board:
    return Board.parse("\n".join([f"{len(rows[0])}x{len(rows)}/3", *rows]))


@pytest.mark.parametrize(
    ("rows", "mines"),
    [
        (("1.", "11"), [(0, 1)]),
        (("2..", "221"), [(0, 1), (0, 2)]),
        (("1..", "..."), []),
        (("...", "..."), []),
        (("2F.", "221"), [(0, 2)]),
        (("1F.", "1F0"), []),
        (("1F", ".."), []),
        (("1FF", "..."), []),
        (("1?", "11"), [(0, 1)]),
        (("2!", "2."), [(1, 1)]),
    ],
)
def test_numbers_and_flags_make_mines_as_on_the_page(rows: tuple[str, ...], mines: list[tuple[int, int]]) -> None:
    board = board_of(*rows)
    assert [cell for cell in board if is_mine_by_flags(board, cell)] == mines


def test_a_second_open_of_the_same_cell_in_time_is_meant() -> None:
    board, guard = board_of("2..", "221"), MisclickGuard()
    assert guard.asks(board, (0, 1), 0)
    assert not guard.asks(board, (0, 1), PATIENCE_MS)
    assert guard.asks(board, (0, 1), PATIENCE_MS), "and that was used up"
    assert guard.asks(board, (0, 1), 2 * PATIENCE_MS + 1), "too late"
    assert guard.asks(board, (0, 2), 2 * PATIENCE_MS + 2), "another cell starts over"
    assert guard.asks(board, (0, 1), 2 * PATIENCE_MS + 3)
