"""The promise of the rules to the first click, which is all that advice can use before it."""

from __future__ import annotations

from ..board import CellState
from ..phrase import Phrase
from ..rules import FirstClick
from .best_move import Move, MoveReason

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..board import Board
    from ..phrase import PhraseValue
    from ..rules import Level, Rules

    Cell = tuple[int, int]


def is_untouched(board: Board) -> bool:
    """Return whether nothing was opened yet; flags do not count."""
    return not board.opened and board.mines_left == board.level.mines - board.flags


def promise(rules: Rules) -> FirstClick:
    """Return the promise that really holds: an area only where one fits around every square."""
    first = rules.first if rules.layout.grade is None else FirstClick.OPENING
    if first is FirstClick.OPENING and not _fits_an_area(rules.level):
        return FirstClick.CELL
    if rules.judges_guesses and first in (FirstClick.ANY, FirstClick.TOP_LEFT):
        return FirstClick.CELL  # nothing is certain, so the guess is forced, and safe
    return first


def is_promised(rules: Rules, cell: Cell) -> bool:
    """Return whether a cell is safe if it is the first to be opened."""
    first = promise(rules)
    return first in (FirstClick.CELL, FirstClick.OPENING) or (first is FirstClick.TOP_LEFT and cell == (0, 0))


def promise_phrase(rules: Rules) -> Phrase:
    """Return the promise as a phrase."""
    first = promise(rules)
    corner: dict[str, PhraseValue] = {"square": (0, 0)} if first is FirstClick.TOP_LEFT else {}
    return Phrase(f"first-click.{first.value}", **corner)


def sentence(rules: Rules) -> str:
    """Return the promise in English."""
    return str(promise_phrase(rules))


def best_first(board: Board, rules: Rules) -> Move | None:
    """Return the best first cell where the choice matters: a corner without a flag. None where the rules say it all."""
    level = rules.level
    if rules.layout.grade is not None or rules.first not in (FirstClick.CELL, FirstClick.ANY):
        return None
    safe = 1.0 if promise(rules) is FirstClick.CELL else 1 - level.mines / level.cells
    for row, col in ((0, 0), (0, level.width - 1), (level.height - 1, 0), (level.height - 1, level.width - 1)):
        if board[row, col] != CellState.FLAG:
            return Move(row, col, safe, None, MoveReason.FIRST)
    return None


def _fits_an_area(level: Level) -> bool:
    """Return whether a square in the middle and all its neighbours can be free of mines."""
    return level.cells - level.mines >= min(level.width, 3) * min(level.height, 3)
