"""Opens that look like a slip: where the numbers, taken with the player's own flags, say that there is a mine.

The page has the same rule in `misclick-guard.js`.
"""

from __future__ import annotations

from ..board import CellState

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..board import Board

    Cell = tuple[int, int]

PATIENCE_MS = 2000  # in which a second open counts as meant
_UNDECIDED = (CellState.HIDDEN, CellState.QUESTION)
_FLAGGED = (CellState.FLAG, CellState.EXPLODED)


def is_mine_by_flags(board: Board, cell: Cell) -> bool:
    """Return whether a number next to a closed cell needs a mine in every closed cell that the player has not flagged.

    >>> from sapper import Board
    >>> board = Board.parse('''
    ... 3x2/2
    ... 2F.
    ... 221
    ... ''')
    >>> [cell for cell in board if is_mine_by_flags(board, cell)]
    [(0, 2)]
    """
    near = board.neighbours(*cell) if board[cell] in _UNDECIDED else []
    return any(_needs_all(board, number) for number in near if 1 <= board[number] <= 8)


def _needs_all(board: Board, number: Cell) -> bool:
    seen = [board[near] for near in board.neighbours(*number)]
    flagged, undecided = (sum(value in kinds for value in seen) for kinds in (_FLAGGED, _UNDECIDED))
    return board[number] - flagged == undecided


class MisclickGuard:
    """Lets an open through, or asks for it a second time."""

    def __init__(self) -> None:
        self._asked: Cell | None = None
        self._until = 0

    def asks(self, board: Board, cell: Cell, at: int) -> bool:
        """Return whether to ask before a cell is opened at a time in milliseconds: a second open in time is a yes."""
        is_meant = cell == self._asked and at <= self._until
        asks = not is_meant and is_mine_by_flags(board, cell)
        self._asked = cell if asks else None
        self._until = at + PATIENCE_MS
        return asks
