"""Fair guessing: the minefield that a game goes on with when a guess is opened, where the rules choose it then.

Until a guess the minefield is that of the seed. At a guess the solver, which sees what the player sees, decides what
the rule demands of the opened cells. A minefield that meets it already stays; else another is drawn among all that fit
what is visible and meet it, each with the same chance, by a generator that starts from the minefield so far, the board
and the cells. So everything follows from the seed and the actions, and nothing from a player or a server.

This is the specification. `kernel/play/fair_guess` does the same for recorded games and for the page.
"""

from __future__ import annotations

from . import _kernel
from .board import CellState
from .rules import Guessing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

#: Steps of the solver. Where they do not suffice the minefield stays, and the guess is an honest one.
BUDGET = _kernel.GUESS_BUDGET
_TITLE = b"sapper guess 1\n"
_UNMARKED = bytes.maketrans(bytes([CellState.FLAG, CellState.QUESTION]), bytes([CellState.HIDDEN] * 2))
_ROUNDING = 1e-9  # chances that differ by less are equal
_CLOSED_SAFE = CellState.WRONG_FLAG  # as the solver reads it: safe, and its number is not seen


class Guess:
    """A guess, and what it was: forced, or needless because some cell was certainly safe."""

    __slots__ = ("field", "is_forced")

    def __init__(self, field: _kernel.Minefield, *, is_forced: bool) -> None:
        self.field = field
        self.is_forced = is_forced


def guess(guessing: Guessing, board: _kernel.Board, field: _kernel.Minefield, cells: Sequence[int]) -> Guess | None:
    """Return what opening some closed cells means; None where no guess is in it, or the solver has no answer.

    Cells that are all certainly safe are no guess, and neither is one that is certainly a mine.
    """
    odds = _kernel.odds(board, BUDGET, False)
    if odds.verdict != _kernel.Verdict.SOLVED or not cells:
        return None
    width = field.width
    safe = {row * width + col for row, col in odds.safe}
    mined = {row * width + col for row, col in odds.mined}
    doubtful = [cell for cell in cells if cell not in safe]
    if not doubtful or mined.intersection(doubtful):
        return None
    if not safe:
        return Guess(_with_states(board, field, doubtful, _CLOSED_SAFE), is_forced=True)
    if guessing is Guessing.PUNISHED and not any(map(field.is_mine, doubtful)):
        chances = {cell: odds.mine(cell) or 0.0 for cell in doubtful}
        highest = max(chances.values())
        riskiest = min(cell for cell, chance in chances.items() if chance >= highest - _ROUNDING)
        field = _with_states(board, field, [riskiest], CellState.MINE)
    return Guess(field, is_forced=False)


def _with_states(
    board: _kernel.Board, field: _kernel.Minefield, cells: Sequence[int], state: CellState
) -> _kernel.Minefield:
    """Return the minefield if all of some cells are what a state says, else another that fits; itself if none does."""
    is_mine = state is CellState.MINE
    if all(field.is_mine(cell) is is_mine for cell in cells):
        return field
    seen = board.copy()
    seen.put(list(cells), state)
    drawn = _kernel.draw(seen, _key(board, field, cells), 1)
    return drawn[0] if drawn else field


def _key(board: _kernel.Board, field: _kernel.Minefield, cells: Sequence[int]) -> bytes:
    """Return the start of the generator: the first 16 bytes of the SHA-256 of the minefield, the board, the cells.

    Flags and question marks are left out: they decide nothing.
    """
    from hashlib import sha256

    places = b"".join(cell.to_bytes(4, "big") for cell in cells)
    return sha256(_TITLE + field.to_bits() + board.seen().translate(_UNMARKED) + places).digest()[:16]
