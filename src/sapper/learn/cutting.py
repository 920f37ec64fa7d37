"""Cuts a small position out of a larger one, so that one argument is left on it and no other."""

from __future__ import annotations

from ..analysis.explanations import conclusion, explain
from ..analysis.hints import with_certain_mines
from ..analysis.odds import odds
from ..board import Board, CellState
from ..errors import SapperError
from ..minefield import Minefield
from ..rules import Grade
from ..value import Value
from .techniques import Technique, argument_of, technique_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from ..analysis.explanations import Explanation

Cell = tuple[int, int]

MOST_SQUARES = 90
LEAST_CLOSED = 4  # squares that are neither the answer nor flagged
_MARGINS = (0, 1, 2)


class Position(Value):
    """A position with one argument: its board, the argument, its technique, and all squares that it proves.

    Flags on the board are proven by one number each.
    """

    board: Board
    why: Explanation
    technique: Technique
    cells: frozenset[Cell]

    def __hash__(self) -> int:
        return hash(self.board.to_bytes())


def cuts(field: Minefield, opened: Collection[Cell], why: Explanation) -> Iterator[Position]:
    """Yield the positions that can be cut around an argument, the smallest first."""
    level = field.level
    near = {cell for number in why.numbers for cell in [number, *level.neighbours(*number)]} | set(why.cells)
    rows, cols = [row for row, _ in near], [col for _, col in near]
    for margin in _MARGINS:
        top, left = max(min(rows) - margin, 0), max(min(cols) - margin, 0)
        bottom, right = min(max(rows) + margin, level.height - 1), min(max(cols) + margin, level.width - 1)
        if (bottom - top + 1) * (right - left + 1) > MOST_SQUARES:
            return
        inside = [(row, col) for row in range(top, bottom + 1) for col in range(left, right + 1)]
        mines = [(row - top, col - left) for row, col in inside if field.is_mine(row, col)]
        if not mines:
            continue
        part = Minefield.from_mines(right - left + 1, bottom - top + 1, mines)
        found = position(shown(part, [(row - top, col - left) for row, col in inside if (row, col) in opened]))
        if found is not None:
            yield found


def position(board: Board) -> Position | None:
    """Return the one argument on a board without marks, with flags where one number proves them; None without one.

    There are safe squares, or else mines without a flag, and the same numbers prove every one of them.
    """
    try:
        chances = odds(board)
        if not (chances.safe or chances.mines) or _has_unfinished_opening(board):
            return None
        flagged, flags = _with_flags(board, chances.mines)
        known = with_certain_mines(flagged, chances)
        why = conclusion(known)
        if why is None or why.safe != bool(chances.safe):
            return None
        cells = chances.safe or chances.mines - flags
        if board.level.cells - board.opened - len(flags) - len(cells) < LEAST_CLOSED:
            return None
        if not _is_one_argument(known, why, cells):
            return None
    except SapperError:
        return None
    return Position(flagged, why, technique_of(known, why), frozenset(cells))


def _is_one_argument(board: Board, why: Explanation, cells: Collection[Cell]) -> bool:
    """Return whether one argument proves all of some squares, and no other proves any of them.

    It is the same numbers for all, or the same row of numbers; the mine count is used for all or for none.
    """
    argument = argument_of(board, why.numbers)
    proven: dict[tuple[Cell, ...], set[Cell]] = {why.numbers: set(why.cells)}
    for cell in cells:
        other = why if cell in why.cells else explain(board, *cell)
        if other is None or other.mine_count != why.mine_count:
            return False
        if argument_of(board, other.numbers) != argument:
            return False
        proven.setdefault(other.numbers, set()).add(cell)
    return all(_is_only(board, numbers, some, why.safe) for numbers, some in proven.items())


def _is_only(board: Board, numbers: tuple[Cell, ...], cells: set[Cell], safe: bool) -> bool:
    """Return whether without any one of these numbers all others on the board prove none of some squares."""
    for number in numbers:
        seen = bytearray(board.to_bytes())
        seen[board.level.index(*number)] = CellState.WRONG_FLAG  # to the solver: safe, and its number not known
        chances = odds(Board.from_bytes(board.level, seen))
        if (chances.safe if safe else chances.mines) & cells:
            return False
    return True


def _has_unfinished_opening(board: Board) -> bool:
    """Return whether a blank square touches a closed one, as it never does in a game."""
    return any(board[cell] == 0 and any(board[near] > 8 for near in board.neighbours(*cell)) for cell in board)


def shown(field: Minefield, opened: Collection[Cell]) -> Board:
    """Return the board on which some squares of a minefield are open."""
    cells = bytearray([CellState.HIDDEN]) * field.level.cells
    for cell in opened:
        cells[field.level.index(*cell)] = field.number(*cell)
    return Board.from_bytes(field.level, cells)


def _with_flags(board: Board, mines: Collection[Cell]) -> tuple[Board, set[Cell]]:
    """Return the board with flags on the mines that single numbers prove, and these flags."""
    cells = bytearray(board.to_bytes())
    flags = set[Cell]()
    for cell in mines:
        why = explain(board, *cell)
        if why is not None and why.grade is Grade.SINGLE:
            cells[board.level.index(*cell)] = CellState.FLAG
            flags.add(cell)
    return Board.from_bytes(board.level, cells), flags
