"""The best move, from nothing but what is visible."""

from __future__ import annotations

from enum import StrEnum

from .. import _kernel
from ..coordinates import cell_name
from ..value import Value
from .odds import SolverError, check_result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..board import Board


class Strength(StrEnum):
    """How hard to think: the safest cell, a quick look ahead, or the best that is known."""

    SAFEST = "safest"
    FAST = "fast"
    BEST = "best"

    @classmethod
    def parse(cls, text: str) -> Strength:
        """Read a strength; the error names all of them."""
        try:
            return cls(text)
        except ValueError:
            raise SolverError(f"there is no strength {text!r}: choose {', '.join(cls)}") from None

    @property
    def _kernel(self) -> _kernel.Strength:
        return _STRENGTHS[self]


_STRENGTHS = {
    Strength.SAFEST: _kernel.Strength.SAFEST,
    Strength.FAST: _kernel.Strength.FAST,
    Strength.BEST: _kernel.Strength.BEST,
}


class MoveReason(StrEnum):
    """Why a move was chosen."""

    CERTAIN = "certain"
    FIRST = "first"
    FIFTY_FIFTY = "fifty-fifty"
    ENDGAME = "endgame"
    LOOK_AHEAD = "look-ahead"
    SAFEST = "safest"
    ONLY = "only"

    @property
    def sentence(self) -> str:
        """The reason in words."""
        return _SENTENCES[self]


_SENTENCES = {
    MoveReason.CERTAIN: "it is certainly safe",
    MoveReason.FIRST: "nothing is open yet, and a corner is the likeliest square to open an area",
    MoveReason.FIFTY_FIFTY: "nothing can ever tell these squares apart, so waiting does not help",
    MoveReason.ENDGAME: "no other choice wins more often, over every arrangement that is left",
    MoveReason.LOOK_AHEAD: "it has the best prospects over all that it may show",
    MoveReason.SAFEST: "it has the least risk",
    MoveReason.ONLY: "no other guess is worth a look",
}
_REASONS = {getattr(_kernel.MoveReason, reason.name): reason for reason in MoveReason}


class Move(Value):
    """A cell to open, the chance that it is safe, the estimated chance to win, and why."""

    row: int
    col: int
    safe: float
    win: float
    why: MoveReason

    def __str__(self) -> str:
        return (
            f"open {cell_name(self.row, self.col)} (row {self.row}, column {self.col}): {self.safe:.2%} safe, "
            f"about {self.win:.1%} to win; {self.why.sentence}"
        )


def best_move(board: Board, strength: Strength | str = Strength.BEST) -> Move:
    """Choose the cell to open. The same board and strength always give the same move."""
    return _move(board, _kernel.choose(board._cells, Strength.parse(strength)._kernel))


def exact_move(board: Board, *, arrangements: int = 10_000, work: int = 10**9) -> Move:
    """Choose the cell that wins most often, by playing out every arrangement; `win` is then exact.

    Raises `OutOfBudget` where more arrangements remain, in a part of the board that cannot be divided, or more
    work would be needed.
    """
    return _move(board, _kernel.exact_move(board._cells, arrangements, work))


def _move(board: Board, choice: _kernel.Choice) -> Move:
    check_result(board, choice.verdict)
    if choice.why == _kernel.MoveReason.NOTHING:
        raise SolverError("every safe square is open: there is nothing left to choose")
    row, col = board.level.cell(choice.cell)
    return Move(row, col, choice.safe, choice.win, _REASONS[choice.why])
