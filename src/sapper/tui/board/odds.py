"""The odds of one position as they are shown: as marks on the board, and in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...display.wording import message
from ...errors import SapperError
from ..drawing.formatting import percent

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ...analysis.odds import Odds
    from ...board import Board
    from .marks import Marks

    Cell = tuple[int, int]

_LN_10 = 2.302585


class OddsReport(NamedTuple):
    """Computed once for a position and then only shown. Where the odds are not known, only the sentence is there."""

    sentence: str
    chances: Mapping[Cell, float] = {}  # of closed cells beside a number
    lowest: frozenset[Cell] = frozenset()

    def mark(self, marks: Marks) -> None:
        """Add the odds to what is marked on the board."""
        marks.odds, marks.best = self.chances, self.lowest


def report(board: Board, find: Callable[[], Odds]) -> OddsReport:
    """Return the odds of a board as they are shown; `find` computes them, and an error becomes the sentence."""
    try:
        odds = find()
    except (SapperError, MemoryError) as error:
        return OddsReport(_failure(error))
    closed = [(row, col) for row, line in enumerate(board.rows()) for col, seen in enumerate(line) if seen > 8]
    beside = [cell for cell in closed if any(board[near] <= 8 for near in board.neighbours(*cell))]
    chances = {cell: chance for cell in beside if (chance := odds[cell]) is not None}
    chances |= {cell: 0.0 for cell in odds.safe if cell in chances} | {
        cell: 1.0 for cell in odds.mines if cell in chances
    }
    least = min(chances.values(), default=0.0)
    lowest = frozenset(cell for cell, chance in chances.items() if chance == least)
    return OddsReport(_sentence(odds), chances, lowest)


def _failure(error: SapperError | MemoryError) -> str:
    from ...analysis.odds import OutOfBudget

    if isinstance(error, OutOfBudget):
        return message("odds.too-long")
    return message("odds.not-known", reason=str(error) or message("game.no-memory"))


def _sentence(odds: Odds) -> str:
    """Return over how many arrangements the odds are exact, and how low they go."""
    power = odds.log_arrangements / _LN_10
    count = message("odds.about", count=f"10^{round(power)}") if power > 6 else f"{round(10**power)}"
    lowest = min((chance for row in odds.rows() for chance in row if chance is not None), default=0.0)
    return message("odds.exact", count=count, risk=percent(lowest))
