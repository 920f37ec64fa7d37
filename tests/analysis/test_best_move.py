"""The best move: certain first, exact at the end, and the same every time."""

from __future__ import annotations

import gzip
import json
from math import comb, exp
from pathlib import Path
from typing import Any

import pytest
from analysis.test_odds import known_positions
from hypothesis import given
from hypothesis import strategies as st
from oracle import neighbours
from strategies import many, minefields

from sapper import (
    Board,
    CellState,
    Contradiction,
    FixedLayout,
    Game,
    Level,
    OutOfBudget,
    Rules,
    SolverError,
    best_move,
    exact_move,
    odds,
)

pytestmark = pytest.mark.kernel

STRENGTHS = ["safest", "fast", "best"]


def optimal_boards() -> list[dict[str, Any]]:
    with gzip.open(Path(__file__).parents[1] / "data" / "optimal_small_boards.json.gz") as file:
        boards: list[dict[str, Any]] = json.load(file)["boards"]
    return boards


def zero_first_arrangements(level: Level, cell: int) -> range:
    """One number for each minefield in which a cell shows 0."""
    around = len(neighbours(level.width, level.height, divmod(cell, level.width)))
    return range(comb(level.cells - 1 - around, level.mines))


def exact_win(board: Board) -> float:
    win = exact_move(board, arrangements=100_000, work=10**11).win
    assert win is not None
    return win


@pytest.mark.parametrize("known", optimal_boards(), ids=lambda known: f"{known['w']}x{known['h']}/{known['mines']}")
def test_exact_play_reproduces_the_known_values(known: dict[str, Any]) -> None:
    level = Level(known["w"], known["h"], known["mines"])
    win = exact_win(Board(level))
    assert win * known["boards"] == pytest.approx(known["wins_any_first"], abs=1e-6)
    assert win == pytest.approx(known["p_first_may_be_mine"], abs=1e-9)
    safe_first = win * known["boards"] / known["safe_first_boards"]
    assert safe_first == pytest.approx(known["p_safe_first"], abs=1e-9)
    values = []
    for cell in range(level.cells):
        cells = bytearray([9]) * level.cells
        cells[cell] = 0
        board = Board.from_bytes(level, bytes(cells))
        if len(found := zero_first_arrangements(level, cell)) > 0:
            won = len(found) == 1
            values.append(1.0 if won else exact_win(board))
    if known.get("p_zero_first") is not None:
        assert max(values) == pytest.approx(known["p_zero_first"], abs=1e-9)


@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_certain_cell_is_taken_first(strength: str) -> None:
    checked = 0
    for position in known_positions():
        board = Board.parse("\n".join(["30x16/99", *position["rows"]]))
        safe = odds(board).safe
        if safe:
            checked += 1
            move = best_move(board, strength)
            assert (move.row, move.col) in safe
            assert (move.safe, move.why) == (1.0, "certain")
    assert checked


@pytest.mark.parametrize("strength", STRENGTHS)
def test_the_chance_to_be_safe_is_the_exact_one(strength: str) -> None:
    for position in known_positions()[::6]:
        board = Board.parse("\n".join(["30x16/99", *position["rows"]]))
        move = best_move(board, strength)
        risk = odds(board)[move.row, move.col]
        assert risk is not None
        assert move.safe == pytest.approx(1 - risk, abs=1e-12)
        assert move.win is not None
        assert 0 <= move.win <= move.safe + 1e-9


@pytest.mark.parametrize("strength", STRENGTHS)
def test_the_same_board_gives_the_same_move(strength: str) -> None:
    boards = [Board.parse("\n".join(["30x16/99", *position["rows"]])) for position in known_positions()[::9]]
    first = [best_move(board, strength) for board in boards]
    assert [best_move(board, strength) for board in reversed(boards)] == first[::-1]


def test_a_fifty_fifty_is_a_coin() -> None:
    move = best_move(Board.parse("2x2/1\n1.\n1."))
    assert (move.safe, move.win) == (0.5, 0.5)


@given(st.data())
def test_a_game_on_a_small_board_always_ends(data: st.DataObject) -> None:
    level = data.draw(st.sampled_from([Level(5, 5, 5), Level(8, 2, 3), Level(1, 9, 3), Level(4, 4, 14)]))
    game = Game(Rules(level, first="any"), layout=FixedLayout(data.draw(minefields(level))))
    strength = data.draw(st.sampled_from(STRENGTHS))
    while not game.status.is_over:
        move = best_move(game.board, strength)
        assert len(game.open(move.row, move.col))


def test_flags_do_not_mislead() -> None:
    plain, flagged = Board.parse("4x2/2\n11..\n...."), Board.parse("4x2/2\n11.F\nF.F.")
    assert best_move(plain) == best_move(flagged)


def test_what_cannot_be_answered_says_why() -> None:
    with pytest.raises(SolverError, match="nothing left to choose"):
        best_move(Board.parse("2x1/1\n1."))
    with pytest.raises(Contradiction):
        best_move(Board.parse("3x1/1\n.3."))
    with pytest.raises(SolverError, match="choose safest, fast, best"):
        best_move(Board("beginner"), "divine")
    with pytest.raises(OutOfBudget):
        exact_move(Board("beginner"))


def test_a_flagged_cell_is_never_the_move() -> None:
    board = Board.parse("4x1/1\nF.1.")
    move = best_move(board)
    assert board[move.row, move.col] != CellState.FLAG
    assert (move.flagged, move.remark) == ((0, 0), "A1 would be better, but it has a flag.")
    assert "A1 would be better, but it has a flag" in str(move)
    other_safe = best_move(Board.parse("4x2/2\n11F.\n...."))
    assert ((other_safe.row, other_safe.col), other_safe.safe, other_safe.flagged) == ((1, 2), 1.0, None)
    with pytest.raises(SolverError, match="every square that may be safe has a flag"):
        best_move(Board.parse("3x1/1\nF1F"))


def value_of(board: Board, cell: tuple[int, int]) -> float:
    """Return the chance to win if a cell is opened next: over what it shows, that of exact play without flags."""
    level, cells = board.level, [9 if seen > 8 else seen for _, seen in board.items()]
    fits = Board.from_bytes(level, bytes(cells))
    total, value = odds(fits).log_arrangements, 0.0
    for number in range(9):
        cells[level.index(*cell)] = number
        after = Board.from_bytes(level, bytes(cells))
        try:
            chance = exp(odds(after).log_arrangements - total)
        except Contradiction:
            continue
        is_won = sum(seen > 8 for seen in cells) == level.mines
        value += chance * (1.0 if is_won else exact_win(after))
    return value


@many(200)
@given(st.data())
def test_with_flags_the_move_is_the_best_of_the_others(data: st.DataObject) -> None:
    level = data.draw(st.sampled_from([Level(5, 2, 4), Level(4, 3, 4), Level(7, 1, 3), Level(3, 3, 3), Level(6, 2, 5)]))
    mines = data.draw(minefields(level))
    game = Game(Rules(level, first="any"), layout=FixedLayout(mines))
    for row, col in data.draw(st.lists(st.tuples(st.integers(0, level.height - 1), st.integers(0, level.width - 1)))):
        if not mines.is_mine(row, col):
            game.open(row, col)
        if game.status.is_over:
            return
    closed = [cell for cell, seen in game.board.items() if seen > 8]
    flags = data.draw(st.sets(st.sampled_from(closed), max_size=len(closed) - 1))
    for row, col in flags:
        game.flag(row, col)
    values = {cell: value_of(game.board, cell) for cell in closed if cell not in flags}
    best = max(values.values())
    if best == 0:
        with pytest.raises(SolverError, match="has a flag"):
            exact_move(game.board)
        return
    exact = exact_move(game.board)
    assert exact.win == pytest.approx(best, abs=1e-9)
    assert values[exact.row, exact.col] == pytest.approx(best, abs=1e-9)
    move = best_move(game.board)
    assert values[move.row, move.col] == pytest.approx(best, abs=1e-9)
    assert move.flagged is None or move.flagged in flags


@pytest.mark.parametrize("board", ["400x400/20000", "20x20/100", "expert"])
def test_no_chance_to_win_is_claimed_without_a_ground(board: str) -> None:
    """An empty board, a huge one and one denser than any that was measured have no estimate."""
    move = best_move(Board(board))
    assert move.win is None
    assert "to win" not in str(move)


def test_a_chance_to_win_is_exact_or_measured() -> None:
    assert best_move(Board.parse("2x2/1\n1.\n1.")).win == 0.5  # exact, although too dense to estimate
    dense = Board.parse("20x20/100\n3" + "." * 19 + ("\n" + "." * 20) * 19)
    assert best_move(dense).win is None
    position = Board.parse("\n".join(["30x16/99", *known_positions()[0]["rows"]]))
    assert best_move(position).win is not None
