"""The cells that each stage of a hint marks on the board: the same in every front end."""

from __future__ import annotations

from ..board import CellState
from ..value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..board import Board
    from ..rules import Level
    from .hints import Hint

Cell = tuple[int, int]

_FREE = (CellState.HIDDEN, CellState.QUESTION)

REGION, REASON, CONCLUSION, MOVE = range(1, 5)  # the stages


class HintMarks(Value):
    """Cells to point out, by what they are. `guess` is the cell of a hint that is not certain."""

    region: tuple[range, range]  # rows and columns to look at
    reason: frozenset[Cell] = frozenset()  # numbers that prove it
    scope: frozenset[Cell] = frozenset()  # closed cells without a flag around these numbers
    safe: frozenset[Cell] = frozenset()
    mine: frozenset[Cell] = frozenset()
    guess: Cell | None = None
    wrong_flag: Cell | None = None


def marks(board: Board, hint: Hint, stage: int) -> HintMarks:
    """Return the marks of a stage; each stage adds to the one before it."""
    region = region_of(board.level, hint.cell)
    why = hint.explanation
    if stage < REASON:
        return HintMarks(region)
    numbers = frozenset(why.numbers) if why else frozenset()
    around = frozenset(near for cell in numbers for near in board.neighbours(*cell) if board[near] in _FREE)
    if stage < CONCLUSION:
        return HintMarks(region, numbers, around)
    if hint.action == "clear":
        return HintMarks(region, numbers, around - {hint.cell}, wrong_flag=hint.cell)
    if why is None or hint.assumed:
        return HintMarks(region, numbers, around - {hint.cell}, guess=hint.cell)
    safe = frozenset(cell for step in why.steps if step.safe for cell in step.cells)
    mine = frozenset(cell for step in why.steps if not step.safe for cell in step.cells)
    return HintMarks(region, numbers, around - safe - mine, safe, mine)


def region_of(level: Level, cell: Cell) -> tuple[range, range]:
    """Return the rows and the columns of the ninth of the board that a cell is in."""
    return _third(cell[0], level.height), _third(cell[1], level.width)


def region_name(level: Level, cell: Cell) -> str:
    """Return the name of the ninth of the board that a cell is in."""
    rows = ("upper", "middle", "lower")[_number(cell[0], level.height)]
    cols = ("left", "middle", "right")[_number(cell[1], level.width)]
    return "middle" if rows == cols == "middle" else f"{rows} {cols}"


def _third(place: int, length: int) -> range:
    """Return the places that are in the same third of a length as a place."""
    if length <= 2:
        return range(place, place + 1)
    third = _number(place, length)
    return range(-(-third * length // 3), -(-(third + 1) * length // 3))


def _number(place: int, length: int) -> int:
    """Return in which third of a length a place is; of two places one is first and one last."""
    return 2 * place if length == 2 else place * 3 // length
