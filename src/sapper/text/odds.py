"""Odds as lines of text."""

from __future__ import annotations

from ..coordinates import cell_name
from ..display.chances import chance, count
from ..display.wording import message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..analysis.odds import Odds
    from ..board import Board


def odds_lines(board: Board, odds: Odds) -> Iterator[str]:
    """Yield the board with percentages, safe cells as ok, mines as *, open cells as they are; and the totals."""
    safe, mined = odds.safe, odds.mines
    for row, (seen, chances) in enumerate(zip(board.rows(), odds.rows(), strict=True)):
        cells = []
        for col, (value, risk) in enumerate(zip(seen, chances, strict=True)):
            if risk is None:
                cells.append(str(value) if value else ".")
            elif (row, col) in safe:
                cells.append("ok")
            elif (row, col) in mined:
                cells.append("*")
            else:
                cells.append(f"{risk * 100:.0f}%")
        yield " ".join(f"{cell:>4}" for cell in cells)
    total = count(odds.log_arrangements)
    yield message("cli-solver.odds", safe=len(safe), mined=len(mined), arrangements=total)


def odds_of_cell(odds: Odds, row: int, col: int) -> str:
    """Return the chance of a mine at one cell, in words."""
    risk, square = odds[row, col], cell_name(row, col)
    if risk is None:
        return message("text.odds-open", square=square)
    if (row, col) in odds.safe or (row, col) in odds.mines:
        return message("text.odds-safe" if (row, col) in odds.safe else "text.odds-mine", square=square)
    return message("text.odds", square=square, chance=chance(risk))
