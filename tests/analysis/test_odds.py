"""Exact odds: against known positions, against brute force, at the edges, and at every size."""

from __future__ import annotations

import gzip
import json
import math
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import arrangements
from strategies import levels, many, minefields

from sapper import (
    Board,
    CellState,
    Contradiction,
    FixedLayout,
    Game,
    Level,
    Minefield,
    OutOfBudget,
    Rules,
    SolverError,
    odds,
    odds_many,
)

pytestmark = pytest.mark.kernel

DATA = Path(__file__).parents[1] / "data"
CLOSED = ".F?#"


def known_positions() -> list[dict[str, Any]]:
    with gzip.open(DATA / "positions_expert.json.gz") as file:
        positions: list[dict[str, Any]] = json.load(file)["positions"]
    return positions


@st.composite
def positions(draw: st.DrawFn, most: int = 5) -> Board:
    """A board as it may stand in play, or with a number spoiled so that it may be impossible."""
    level = draw(levels(most))
    field = draw(minefields(level))
    cells = bytearray()
    for row in range(level.height):
        for col in range(level.width):
            if field.is_mine(row, col):
                cells.append(draw(st.sampled_from([9, 9, 9, 10, 11, 12, 13])))
            else:
                cells.append(draw(st.sampled_from([9, 10, field.number(row, col), field.number(row, col)])))
    if draw(st.integers(0, 5)) == 0:
        cells[draw(st.integers(0, level.cells - 1))] = draw(st.integers(0, 8))
    return Board.from_bytes(level, bytes(cells))


def agrees_with_brute_force(board: Board) -> None:
    found = arrangements(str(board))
    if not found:
        with pytest.raises(Contradiction) as caught:
            odds(board)
        numbers = caught.value.numbers
        assert all(board[cell] <= 8 for cell in numbers)
        if numbers:
            needed = bytes(
                value if value > 8 or divmod(place, board.level.width) in numbers else CellState.WRONG_FLAG
                for place, value in enumerate(board.to_bytes())
            )
            impossible = Board.from_bytes(board.level, needed)
            assert not any(
                arrangements(str(Board.from_bytes(Level(board.level.width, board.level.height, mines), needed)))
                for mines in range(impossible.level.cells)
            )
        return
    answer = odds(board)
    counted = Counter(cell for mines in found for cell in mines)
    assert answer.log_arrangements == pytest.approx(math.log(len(found)), abs=1e-9)
    for row in range(board.level.height):
        for col in range(board.level.width):
            chance = answer[row, col]
            if board[row, col] <= 8:
                assert chance is None
                continue
            mined = counted[row, col]
            assert chance == pytest.approx(mined / len(found), abs=1e-12)
            assert ((row, col) in answer.safe) == (mined == 0)
            assert ((row, col) in answer.mines) == (mined == len(found))


def test_known_positions_to_nine_digits() -> None:
    boards = known_positions()
    assert len(boards) == 180
    for position in boards:
        board = Board.parse("\n".join([f"30x16/{position['mines']}", *position["rows"]]))
        answer = odds(board)
        chances = [chance for row in answer.rows() for chance in row if chance is not None]
        assert chances == pytest.approx(position["p"], abs=1e-9)
        assert answer.log_arrangements == pytest.approx(position["log_solutions"], abs=1e-9)


@many(1500)
@given(positions(most=4))
def test_small_boards_agree_with_brute_force(board: Board) -> None:
    agrees_with_brute_force(board)


@many(300)
@given(st.data())
def test_games_in_play_agree_with_brute_force(data: st.DataObject) -> None:
    level = data.draw(st.sampled_from([Level(6, 4, 4), Level(5, 5, 5), Level(1, 16, 6), Level(12, 2, 5)]))
    field = data.draw(minefields(level))
    game = Game(Rules(level, first="any"), layout=FixedLayout(field))
    opens = data.draw(st.permutations(range(level.cells)))[: data.draw(st.integers(0, 12))]
    for cell in opens:
        row, col = divmod(cell, level.width)
        if not field.is_mine(row, col) and not game.status.is_over:
            game.open(row, col)
    agrees_with_brute_force(game.board)


def test_a_board_with_no_information() -> None:
    answer = odds(Board("30x16/99"))
    assert [chance for row in answer.rows() for chance in row] == pytest.approx([99 / 480] * 480)
    assert answer.log_arrangements == pytest.approx(math.log(math.comb(480, 99)))
    assert not answer.safe
    assert not answer.mines


def test_all_mines_known_makes_the_rest_safe() -> None:
    answer = odds(Board.parse("4x1/1\n.1.."))
    assert answer.log_arrangements == pytest.approx(math.log(2))
    assert answer.safe == {(0, 3)}
    assert odds(Board.parse("4x1/2\n!1..")).safe == {(0, 2)}


def test_one_hidden_cell_is_what_the_count_says() -> None:
    assert odds(Board.parse("2x1/1\n1.")).mines == {(0, 1)}
    assert odds(Board.parse("2x1/0\n0.")).safe == {(0, 1)}
    assert odds(Board.parse("1x1/0\n.")).safe == {(0, 0)}


def test_the_risk_of_a_closed_cell_is_a_number_and_an_open_one_has_none() -> None:
    chances = odds(Board.parse("4x2/2\n11..\n...."))
    assert chances.risk((1, 3)) == chances[1, 3] == 0.5
    with pytest.raises(SolverError, match="A1 is open"):
        chances.risk((0, 0))


def test_flags_are_opinions_unless_they_are_trusted() -> None:
    board = Board.parse("3x1/1\nF1.")
    assert odds(board)[0, 2] == 0.5
    assert odds(board, trust_flags=True).safe == {(0, 2)}
    with pytest.raises(Contradiction):
        odds(Board.parse("3x1/1\nF1F"), trust_flags=True)


@pytest.mark.parametrize(
    ("diagram", "numbers", "says"),
    [
        ("3x1/1\n.3.", [(0, 1)], "the 3 at B1 cannot be true"),
        ("3x1/1\n10.", [(0, 0)], "the 1 at A1"),
        ("3x1/2\n.1.", [], "do not allow exactly 2 mines"),
        ("3x3/0\n...\n.1.\n...", [], "do not allow exactly 0 mines"),
    ],
)
def test_a_contradiction_names_the_numbers(diagram: str, numbers: list[tuple[int, int]], says: str) -> None:
    with pytest.raises(Contradiction, match=says) as caught:
        odds(Board.parse(diagram))
    assert set(numbers) <= set(caught.value.numbers)
    assert "\n" not in str(caught.value)


def test_a_budget_that_runs_out_says_so() -> None:
    hard = max(known_positions(), key=lambda position: position["kind"] == "hard")
    board = Board.parse("\n".join(["30x16/99", *hard["rows"]]))
    with pytest.raises(OutOfBudget, match="budget ran out"):
        odds(board, budget=3)


def test_counts_that_are_known_in_closed_form() -> None:
    islands = "\n".join(["..." + "." * 27, ".1." + "." * 27, "..." + "." * 27] + ["." * 30] * 13)
    answer = odds(Board.parse("30x16/99\n" + islands))
    assert answer.log_arrangements == pytest.approx(math.log(8 * math.comb(480 - 9, 98)))
    assert answer[0, 0] == pytest.approx(1 / 8)


def test_a_large_half_played_board_is_exact_where_it_is_certain() -> None:
    level = Level(400, 400, 25_600)
    field = Minefield.lay(Rules(level), "large", (200, 200))
    cells = bytearray([9]) * level.cells
    for cell in range(level.cells):
        row, col = divmod(cell, 400)
        if not field.is_mine(row, col) and cell * 7919 % 100 < 50:
            cells[cell] = field.number(row, col)
    answer = odds(Board.from_bytes(level, bytes(cells)))
    assert len(answer.safe) > 1000
    assert not any(field.is_mine(row, col) for row, col in answer.safe)
    assert all(field.is_mine(row, col) for row, col in answer.mines)
    expected = sum(chance for row in answer.rows() for chance in row if chance is not None)
    assert expected == pytest.approx(level.mines, rel=1e-9)


def test_many_boards_at_once_are_the_same_on_any_number_of_threads() -> None:
    boards = [Board.parse("\n".join(["30x16/99", *position["rows"]])) for position in known_positions()[:60]]
    alone = [list(odds(board).rows()) for board in boards]
    for threads in (1, 2, 5):
        assert [list(answer.rows()) for answer in odds_many(boards, threads=threads)] == alone
    assert odds_many([]) == []
    with pytest.raises(Contradiction):
        odds_many([*boards, Board.parse("3x1/1\n.3.")])


def test_many_boards_leave_the_other_threads_running() -> None:
    boards = [Board.parse("\n".join(["30x16/99", *position["rows"]])) for position in known_positions()] * 20
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1

    ticker = threading.Thread(target=tick)
    ticker.start()
    odds_many(boards, threads=1)
    done.set()
    ticker.join()
    assert ticks > 1000
