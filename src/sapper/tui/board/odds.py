"""The odds of one position as they are shown: as marks on the board, and in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...board import CellState
from ...coordinates import cell_name
from ...display.chances import chance, count
from ...display.wording import message, wording
from ...errors import SapperError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ...analysis.odds import Odds
    from ...board import Board
    from .marks import Marks

    Cell = tuple[int, int]

_FREE = (CellState.HIDDEN, CellState.QUESTION)


class OddsReport(NamedTuple):
    """Computed once for a position and then only shown. Where the odds are not known, only the sentence is there."""

    sentence: str
    chances: Mapping[Cell, float] = {}  # of closed cells next to a number
    lowest: frozenset[Cell] = frozenset()

    def mark(self, marks: Marks) -> None:
        """Add the odds to what is marked on the board."""
        marks.odds, marks.best = self.chances, self.lowest


def report(board: Board, find: Callable[[], Odds]) -> OddsReport:
    """Return the odds of a board as they are shown; `find` computes them, and an error becomes the sentence.

    Flags stay as they are: the player has decided about them. The sentence names one that cannot be right.
    """
    try:
        odds = find()
    except (SapperError, MemoryError) as error:
        return OddsReport(_failure(error))
    safe, mines = odds.safe, odds.mines
    closed = [(row, col) for row, line in enumerate(board.rows()) for col, seen in enumerate(line) if seen in _FREE]
    bordering = [cell for cell in closed if any(board[near] <= 8 for near in board.neighbours(*cell))]
    chances = {cell: 0.0 if cell in safe else 1.0 if cell in mines else odds[cell] or 0.0 for cell in bordering}
    least = min(chances.values(), default=0.0)
    lowest = frozenset(cell for cell, risk in chances.items() if risk == least)
    return OddsReport(_sentence(board, odds, closed), chances, lowest)


def _failure(error: SapperError | MemoryError) -> str:
    from ...analysis.odds import OutOfBudget

    if isinstance(error, OutOfBudget):
        return message("odds.too-long")
    return message("odds.not-known", reason=wording().error(error) or message("game.no-memory"))


def _sentence(board: Board, odds: Odds, free: list[Cell]) -> str:
    """Return over how many arrangements the odds are exact, how low they go, and what is to be said about flags."""
    lowest = min((odds[cell] or 0.0 for cell in free), default=0.0)
    words = [message("odds.exact", count=count(odds.log_arrangements), risk=chance(lowest))]
    if board.flags:
        flags = [cell for cell in board.closed() if board[cell] == CellState.FLAG]
        wrong = sorted(odds.safe.intersection(flags))
        doubt, flag = min(((odds[cell] or 0.0, cell) for cell in flags), default=(1.0, (0, 0)))
        if wrong:
            words.insert(0, message("odds.wrong-flag", square=cell_name(*wrong[0])))
        elif doubt < lowest:
            words.append(message("odds.flagged", square=cell_name(*flag), risk=chance(doubt)))
    return " ".join(words)
