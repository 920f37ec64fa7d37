"""The best guess and its alternatives: how risky each is, and how often it wins. The two are not the same."""

from __future__ import annotations

from math import exp

from .. import _kernel
from ..board import CellState
from ..value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..board import Board
    from .best_move import Move
    from .odds import Odds

Cell = tuple[int, int]

_LISTED = 5
_LOOKED_AT = 10  # the safest cells, among which the listed ones are found
_EXACT = 300, 1_000_000  # arrangements and work of playing out a position that is nearly decided
_BUDGET = 1 << 24  # of the odds after a guess


class Candidate(Value):
    """A cell to guess at: the chance of a mine, and the chance to win after opening it, None where it is not known."""

    cell: Cell
    risk: float
    win: float | None


def candidates(board: Board, chances: Odds, best: Move, check: Callable[[], object] = int) -> list[Candidate]:
    """Return the best move and other guesses after it, those that win most often first.

    The chance to win after a guess is the mean over the numbers that it may show, in proportion to that of the best
    move, whose chance is known better. A deeper search found the best move, so no other guess is said to win more
    often. Where no chance is known, the least risk comes first. `check` is called now and then, and may raise.
    """
    first = (best.row, best.col)
    scale = _scale(board, chances, best)
    free = sorted(
        (risk, (row, col))
        for row, line in enumerate(chances.rows())
        for col, risk in enumerate(line)
        if risk is not None and risk < 1 and (row, col) != first and board[row, col] != CellState.FLAG
    )
    found = []
    for risk, cell in free[:_LOOKED_AT]:
        check()
        win = None if scale is None else _chance_to_win(board, chances, cell)
        found.append(Candidate(cell, risk, None if win is None or scale is None else min(win * scale, best.win or 0)))
    found.sort(key=lambda other: (-(other.win or 0), other.risk))
    listed = found[: _LISTED - 1]
    if found and not any(other.cell == free[0][1] for other in listed):
        listed[-1] = next(other for other in found if other.cell == free[0][1])  # the least risk is always listed
    return [Candidate(first, 1 - best.safe, best.win), *listed]


def _scale(board: Board, chances: Odds, best: Move) -> float | None:
    """Return the known chance of the best move relative to the mean over its numbers; None if it is not known."""
    mean = None if best.win is None else _chance_to_win(board, chances, (best.row, best.col))
    return best.win / mean if mean and best.win is not None else None


def _chance_to_win(board: Board, chances: Odds, cell: Cell) -> float | None:
    """Return the chance to win after opening a cell, the mean over what it may show; None where that takes too long."""
    level, total = board.level, 0.0
    seen = bytearray(board.to_bytes())
    place = level.index(*cell)
    for number in range(len(level.neighbours(*cell)) + 1):
        seen[place] = number
        after = type(board).from_bytes(level, bytes(seen))
        answer = _kernel.odds(after._cells, _BUDGET, False)
        if answer.verdict == _kernel.Verdict.OUT_OF_BUDGET:
            return None
        if answer.verdict == _kernel.Verdict.SOLVED:
            total += exp(answer.log_arrangements - chances.log_arrangements) * _value(after)
    return min(total, 1.0)


def _value(board: Board) -> float:
    """Return the chance to win from a board: exact where it is nearly decided, else estimated."""
    choice = _kernel.exact_move(board._cells, *_EXACT)
    if choice.verdict != _kernel.Verdict.SOLVED:
        choice = _kernel.choose(board._cells, _kernel.Strength.BEST)
    return 1.0 if choice.why == _kernel.MoveReason.NOTHING else choice.win
