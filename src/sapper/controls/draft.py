"""Suppositions of a player about closed cells: pencil marks on a layer of their own, which open and flag nothing."""

from __future__ import annotations

from ..action import Action, Kind
from ..board import CellState

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..board import Board

    Cell = tuple[int, int]

_BLANK = (CellState.HIDDEN, CellState.QUESTION)
_KNOWN_MINES = (CellState.FLAG, CellState.EXPLODED, CellState.MINE)


class Draft:
    r"""Cells that are supposed to be mines, or safe. A cell with a flag or a number takes no mark.

    >>> from sapper import Board
    >>> board, draft = Board.parse("3x1/1\n.1."), Draft()
    >>> draft.mark(board, (0, 0), is_mine=True), draft.mines, draft.mark(board, (0, 1), is_mine=True)
    (True, {(0, 0)}, False)
    """

    def __init__(self) -> None:
        self.mines: set[Cell] = set()
        self.safe: set[Cell] = set()

    def __len__(self) -> int:
        return len(self.mines) + len(self.safe)

    def mark(self, board: Board, cell: Cell, *, is_mine: bool) -> bool:
        """Suppose that a cell is a mine, or safe; remove the mark that is there already. Return whether it changed."""
        if board[cell] not in _BLANK:
            return False
        marks, others = (self.mines, self.safe) if is_mine else (self.safe, self.mines)
        others.discard(cell)
        marks.symmetric_difference_update({cell})
        return True

    def clear(self) -> None:
        """Remove all marks."""
        self.mines.clear()
        self.safe.clear()

    def follow_board(self, board: Board) -> None:
        """Remove the marks of cells that are open or flagged by now."""
        for marks in (self.mines, self.safe):
            marks.difference_update([cell for cell in marks if board[cell] not in _BLANK])

    def flags(self) -> list[Action]:
        """Return the actions that set a flag on each supposed mine."""
        return [Action(Kind.FLAG, row, col) for row, col in sorted(self.mines)]

    def clashes(self, board: Board) -> list[Cell]:
        """Return the numbers that the marks leave too many mines or too few cells, by counting around each alone."""
        near = {number for cell in (*self.mines, *self.safe) for number in board.neighbours(*cell)}
        return sorted(number for number in near if board[number] <= 8 and self._is_clash(board, number))

    def _is_clash(self, board: Board, number: Cell) -> bool:
        mines = sum(board[cell] in _KNOWN_MINES or cell in self.mines for cell in board.neighbours(*number))
        open_to = sum(self._is_undecided(board, cell) for cell in board.neighbours(*number))
        return not mines <= board[number] <= mines + open_to

    def _is_undecided(self, board: Board, cell: Cell) -> bool:
        return board[cell] in _BLANK and cell not in self.mines and cell not in self.safe

    def __iter__(self) -> Iterator[tuple[Cell, bool]]:
        """Yield the marked cells, row by row, and whether each is supposed to be a mine."""
        return iter(sorted([(cell, True) for cell in self.mines] + [(cell, False) for cell in self.safe]))
