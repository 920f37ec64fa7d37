"""The techniques of the game: what the simplest proof on a board has to use."""

from __future__ import annotations

from enum import StrEnum

from ..analysis.explanations import pattern_of
from ..board import CellState
from ..rules import Grade

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..analysis.explanations import Explanation
    from ..board import Board

Cell = tuple[int, int]


class Technique(StrEnum):
    """The techniques, from the first that a player meets to the last."""

    SINGLE = "single"  # one number, and the mines around it that are known
    ONE_ONE = "1-1"
    ONE_TWO = "1-2"
    REDUCTION = "reduction"  # two numbers, once the known mines are subtracted
    PAIR = "pair"  # two numbers in any other way
    HOLE = "hole"  # two numbers, one of which reaches only squares of the other, or a part of them
    CORNER = "corner"  # the same with numbers that touch at a corner
    ONE_TWO_ONE = "1-2-1"
    ONE_TWO_TWO_ONE = "1-2-2-1"
    CHAIN = "chain"  # three numbers or more
    COUNT = "mine-count"
    CASE_SPLIT = "case-split"


_PATTERNS = {
    "1-1": Technique.ONE_ONE,
    "1-2": Technique.ONE_TWO,
    "reduction": Technique.REDUCTION,
    "hole": Technique.HOLE,
}
_ROWS = {"1-2-1": Technique.ONE_TWO_ONE, "1-2-2-1": Technique.ONE_TWO_TWO_ONE}
_OF_GRADE = {
    Grade.SINGLE: Technique.SINGLE,
    Grade.PAIRS: Technique.PAIR,
    Grade.CHAINS: Technique.CHAIN,
    Grade.COUNT: Technique.COUNT,
    Grade.FULL: Technique.CASE_SPLIT,
}


def technique_of(board: Board, why: Explanation) -> Technique:
    """Return the technique of a proof on a board: the row that its numbers make, or else that of its hardest step."""
    if why.grade in (Grade.PAIRS, Grade.CHAINS) and (row := _row(board, why.numbers)):
        return row
    hardest = max(range(len(why.steps)), key=lambda place: (why.steps[place].grade.number, place))
    step = why.steps[hardest]
    if step.grade is not why.grade or step.grade is not Grade.PAIRS:
        return _OF_GRADE[why.grade]
    named = _PATTERNS.get(pattern_of(board, why, hardest) or "", Technique.PAIR)
    if named is Technique.HOLE and _touch_at_a_corner(*step.numbers):
        return Technique.CORNER
    return named


def argument_of(board: Board, numbers: tuple[Cell, ...]) -> frozenset[Cell]:
    """Return the numbers of a proof: the whole row where they are a part of a 1-2-1 or a 1-2-2-1, else themselves."""
    span = _span(board, numbers)
    return frozenset(span if span and _reading(board, span) in _ROWS else numbers)


def _row(board: Board, numbers: tuple[Cell, ...]) -> Technique | None:
    """Return the technique of three or four numbers in a row or a column, from the first of a proof to the last."""
    span = _span(board, numbers)
    return _ROWS.get(_reading(board, span)) if span else None


def _span(board: Board, numbers: tuple[Cell, ...]) -> list[Cell] | None:
    """Return the open squares from the first number to the last, None if they are not all in one row or column."""
    (top, left), (bottom, right) = min(numbers, default=(0, 0)), max(numbers, default=(1, 1))
    if top != bottom and left != right:
        return None
    span = [(row, col) for row in range(top, bottom + 1) for col in range(left, right + 1)]
    return span if {*numbers} <= {*span} and all(board[cell] <= 8 for cell in span) else None


def _reading(board: Board, cells: list[Cell]) -> str:
    """Return what numbers need beyond the mines that are shown."""
    return "-".join(str(board[cell] - _mines_around(board, cell)) for cell in cells)


def _mines_around(board: Board, cell: Cell) -> int:
    return sum(board[near] == CellState.MINE for near in board.neighbours(*cell))


def _touch_at_a_corner(one: Cell, other: Cell) -> bool:
    return abs(one[0] - other[0]) == abs(one[1] - other[1]) == 1
