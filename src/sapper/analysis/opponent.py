"""The solver as an opponent: the next square that it opens on a visible board, and how long it takes to find it.

The time between two openings is that of people, fitted to 426 openings of eight videos (`bench/opponent_pace.py`): a
pace that differs from player to player, longer for squares further away and for harder reasoning, and spread as a
logarithm of a normal distribution. A slip opens a square next to the one that was meant; one opening in 454 hit a mine
in those videos.
"""

from __future__ import annotations

from math import cos, exp, hypot, log, pi, sqrt

from .. import _kernel
from ..board import CellState
from ..value import Value
from .best_move import Strength, best_move
from .odds import check_result, odds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ..board import Board

    Cell = tuple[int, int]
    Draw = Callable[[], float]  # returns a random number, from 0 up to 1

AWAY = 0.70  # the power of 1 + distance, in cells, with which the time grows
HARDER = 0.40  # the logarithm of the time that each grade of reasoning costs over the one before
SPREAD = 0.56  # the standard deviation of the logarithm of a time
LONGEST = 12.0  # seconds for a move, however hard it is

GRADES = {
    grade: number
    for number, grade in enumerate(
        (_kernel.Grade.SINGLE, _kernel.Grade.PAIRS, _kernel.Grade.CHAINS, _kernel.Grade.COUNT, _kernel.Grade.FULL)
    )
}
_GUESS = len(GRADES)
_CLOSED = (CellState.HIDDEN, CellState.QUESTION)


class Skill(Value):
    """The strength of an opponent: the seconds for the easiest move next to the last one, and its share of slips."""

    pace: float
    slips: float


#: The strengths by their names, the weakest first.
SKILLS = {"slow": Skill(0.5, 0.006), "steady": Skill(0.26, 0.0025), "fast": Skill(0.12, 0.001)}

DEFAULT_STRENGTH = "steady"


class Thought(Value):
    """A square to open, the seconds until it is found, and whether it is a guess."""

    cell: Cell
    seconds: float
    is_guess: bool = False


def think(
    board: Board, skill: Skill, draw: Draw, last: Cell | None = None, *, wants_mines: bool = False
) -> Thought | None:
    """Return the next move of an opponent who opened `last` before, None if every closed square has a flag.

    It knows the visible board alone. With `wants_mines` it looks for mines, where they are points.
    """
    closed = {cell for cell in board.closed() if board[cell] in _CLOSED}
    if not closed:
        return None
    last = last or (board.level.height // 2, board.level.width // 2)
    certain = _certain(board, closed, wants_mines=wants_mines)
    if certain:
        cell = min(certain, key=lambda one: (_effort(one, certain[one], last), one))
        grade = certain[cell]
    else:
        cell, grade = _guess(board, closed, wants_mines=wants_mines), _GUESS
    seconds = min(LONGEST, skill.pace * _effort(cell, grade, last) * exp(SPREAD * _normal(draw)))
    if draw() < skill.slips * (1 + grade):
        cell = _beside(board, cell, closed.difference(certain), draw)
    return Thought(cell, seconds, is_guess=not certain)


def _effort(cell: Cell, grade: int, last: Cell) -> float:
    """Return how many times as long a move takes as the easiest one on the same square."""
    return float((1 + hypot(cell[0] - last[0], cell[1] - last[1])) ** AWAY * exp(HARDER * grade))


def _certain(board: Board, closed: set[Cell], *, wants_mines: bool) -> dict[Cell, int]:
    """Return the closed cells that are certainly safe, or certainly mines, each with the grade of the reasoning."""
    found = _kernel.conclude(board._cells, _kernel.Grade.FULL)
    check_result(board, found.verdict)
    certain: dict[Cell, int] = {}
    for conclusion in found.conclusions:
        if conclusion.safe is not wants_mines:
            for row, col in conclusion.cells:
                if (row, col) in closed:
                    certain.setdefault((row, col), GRADES[conclusion.grade])
    return certain


def _guess(board: Board, closed: set[Cell], *, wants_mines: bool) -> Cell:
    """Return the closed cell that is most likely safe, or a mine."""
    if not wants_mines:
        move = best_move(board, Strength.SAFEST)
        if (move.row, move.col) in closed:
            return move.row, move.col
    chances = odds(board)
    sign = -1 if wants_mines else 1
    return min(closed, key=lambda cell: (sign * chances.risk(cell), cell))


def _beside(board: Board, cell: Cell, wrong: Iterable[Cell], draw: Draw) -> Cell:
    """Return a closed neighbour that is not certain, if there is one."""
    near = sorted(set(board.neighbours(*cell)).intersection(wrong))
    return near[int(draw() * len(near))] if near else cell


def _normal(draw: Draw) -> float:
    """Return a number of the standard normal distribution."""
    return sqrt(-2 * log(1 - draw())) * cos(2 * pi * draw())
