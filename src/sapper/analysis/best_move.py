"""The best move, from nothing but what is visible."""

from __future__ import annotations

from enum import StrEnum

from .. import _kernel
from ..board import CellState, require_board
from ..phrase import Phrase, chance, estimate, listed
from ..value import Value
from .odds import SolverError, check_result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..board import Board
    from ..phrase import PhraseValue
    from ..rules import Level


class Strength(StrEnum):
    """The effort for a move: the safest cell, a quick look ahead, or the best that is known."""

    SAFEST = "safest"
    FAST = "fast"
    BEST = "best"

    @classmethod
    def parse(cls, text: str) -> Strength:
        """Read a strength; the error names all of them."""
        try:
            return cls(text)
        except ValueError:
            raise SolverError(Phrase("solver.no-strength", given=repr(text), choices=listed(cls))) from None

    @property
    def _kernel(self) -> _kernel.Strength:
        return _STRENGTHS[self]


_STRENGTHS = {
    Strength.SAFEST: _kernel.Strength.SAFEST,
    Strength.FAST: _kernel.Strength.FAST,
    Strength.BEST: _kernel.Strength.BEST,
}


class MoveReason(StrEnum):
    """The reason for a move."""

    CERTAIN = "certain"
    FIRST = "first"
    FIFTY_FIFTY = "fifty-fifty"
    ENDGAME = "endgame"
    LOOK_AHEAD = "look-ahead"
    SAFEST = "safest"
    ONLY = "only"

    @property
    def phrase(self) -> Phrase:
        """The reason."""
        return Phrase(f"best-move.{self.value}")

    @property
    def sentence(self) -> str:
        """The reason in English."""
        return str(self.phrase)


_REASONS = {getattr(_kernel.MoveReason, reason.name): reason for reason in MoveReason}


# Boards on which the estimated chance to win was found true: on denser ones it is too high by up to ten points.
_MOST_ESTIMATED, _DENSEST_ESTIMATED = 1024, 0.22
_MOST_PLAYED_OUT = 1024
_QUICK = 300, 1_000_000  # arrangements and work of playing out a position that is nearly decided


class Move(Value):
    """A cell to open, the chance that it is safe, the chance to win if that is known or well estimated, and why.

    `flagged` is a cell that would have been better, but has a flag: a flagged cell is never the move.
    """

    row: int
    col: int
    safe: float
    win: float | None
    why: MoveReason
    flagged: tuple[int, int] | None = None

    @property
    def remark_phrase(self) -> Phrase | None:
        """The remark on a better cell that has a flag."""
        return Phrase("best-move.flagged", square=self.flagged) if self.flagged else None

    @property
    def remark(self) -> str:
        """The remark on a better cell that has a flag, in English; empty if there is none."""
        return str(self.remark_phrase or "")

    @property
    def phrase(self) -> Phrase:
        """The move with its chances and why it is chosen."""
        values: dict[str, PhraseValue] = {
            "square": (self.row, self.col),
            "row": self.row,
            "column": self.col,
            "safe": chance(self.safe),
            "why": self.why.phrase,
        }
        move = Phrase("best-move.move", **values)
        if self.win is not None:
            move = Phrase("best-move.move-with-win", **values, win=estimate(self.win))
        remark = self.remark_phrase
        return Phrase("best-move.move-with-remark", move=move, remark=remark) if remark else move

    def __str__(self) -> str:
        return str(self.phrase)


def best_move(board: Board, strength: Strength | str = Strength.BEST) -> Move:
    """Choose the cell to open, never one with a flag. The same board and strength always give the same move."""
    board = require_board(board).copy()  # another thread may play on
    chosen = Strength.parse(strength)._kernel
    choice = _kernel.choose(board._cells, chosen)
    move = _move(board, choice, is_exact=False)
    if not _has_flag(board, move):
        return move
    other = _move(board, _unflagged(_kernel.choose(board._cells, chosen, avoids_flags=True)), is_exact=False)
    return _instead_of(move, other)


def exact_move(board: Board, *, arrangements: int = 10_000, work: int = 10**9) -> Move:
    """Choose the cell that wins most often, by playing out every arrangement; `win` is then exact.

    It is never a cell with a flag. Raises `OutOfBudget` where more arrangements remain, in a part of the board that
    cannot be divided, or more work would be needed.
    """
    board = require_board(board).copy()
    move = _move(board, _kernel.exact_move(board._cells, arrangements, work), is_exact=True)
    if not _has_flag(board, move):
        return move
    choice = _kernel.exact_move(board._cells, arrangements, work, avoids_flags=True)
    other = _move(board, _unflagged(choice), is_exact=True)
    return _instead_of(move, other)


def _instead_of(flagged: Move, other: Move) -> Move:
    """Return the other move, with the flagged one unless it is known not to be better."""
    is_exact = flagged.why is other.why is MoveReason.ENDGAME
    is_as_good = is_exact and flagged.win is not None and other.win is not None and other.win >= flagged.win - 1e-12
    is_as_good = is_as_good or other.why is MoveReason.CERTAIN
    return other if is_as_good else other.replace(flagged=(flagged.row, flagged.col))


def _has_flag(board: Board, move: Move) -> bool:
    return board[move.row, move.col] == CellState.FLAG


def _unflagged(choice: _kernel.Choice) -> _kernel.Choice:
    if choice.verdict == _kernel.Verdict.SOLVED and choice.why == _kernel.MoveReason.NOTHING:
        raise SolverError(Phrase("solver.all-flagged"))
    return choice


def _move(board: Board, choice: _kernel.Choice, *, is_exact: bool) -> Move:
    check_result(board, choice.verdict)
    if choice.why == _kernel.MoveReason.NOTHING:
        raise SolverError(Phrase("solver.all-open"))
    row, col = board.level.cell(choice.cell)
    why = _REASONS[choice.why]
    return Move(row, col, choice.safe, choice.win if is_exact else _chance_to_win(board, choice, why), why)


def _chance_to_win(board: Board, choice: _kernel.Choice, why: MoveReason) -> float | None:
    """Return the chance to win after a move where it is exact or well estimated, else None."""
    if why is MoveReason.ENDGAME or (why is not MoveReason.FIRST and _is_measured(board.level)):
        return choice.win
    if why in (MoveReason.CERTAIN, MoveReason.FIFTY_FIFTY) and board.level.cells <= _MOST_PLAYED_OUT:
        exact = _kernel.exact_move(board._cells, *_QUICK)  # such a move costs nothing, so exact play wins as often
        return exact.win if exact.verdict == _kernel.Verdict.SOLVED else None
    return None


def _is_measured(level: Level) -> bool:
    """Return whether estimates were compared with games on such boards, and agree: see `docs/solver.md`."""
    return level.cells <= _MOST_ESTIMATED and level.mines <= _DENSEST_ESTIMATED * level.cells
