"""The odds of a board, as they are marked and said."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .hint_steps import around

if TYPE_CHECKING:
    from ...board import Board
    from ..board.marks import Marks


def mark(board: Board, marks: Marks) -> None:
    """Put the chances of all closed cells at a number on the board, the lowest marked."""
    from ...analysis.solver import odds

    chances = odds(board)
    closed = [(row, col) for row, line in enumerate(board.rows()) for col, seen in enumerate(line) if seen > 8]
    near = [cell for cell in closed if any(board[place] <= 8 for place in around(board, cell))]
    shown = {cell: chance for cell in near if (chance := chances[cell]) is not None}
    sure = dict.fromkeys(chances.safe, 0.0) | dict.fromkeys(chances.mines, 1.0)
    marks.odds = shown | {cell: chance for cell, chance in sure.items() if cell in shown}
    lowest = min(marks.odds.values(), default=0)
    marks.best = frozenset(cell for cell, chance in marks.odds.items() if chance == lowest)


def sentence(board: Board) -> str:
    """Say over how much the odds are exact, and how low they go."""
    from ...analysis.solver import odds

    chances = odds(board)
    power = chances.log_arrangements / 2.302585
    count = f"about 10^{round(power)}" if power > 6 else f"{round(10**power)}"
    free = [chance for row in chances.rows() for chance in row if chance is not None]
    lowest = min(free, default=0.0)
    return f"Exact, over {count} arrangements. Lowest risk {percent(lowest)}."


def percent(share: float) -> str:
    """Write a share in whole percent, with its space."""
    return f"{share * 100:.0f} %"
