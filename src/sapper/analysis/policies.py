"""Policies: functions that choose the cell to open on a board. Those with a name are what others are measured by."""

from __future__ import annotations

from .. import _kernel
from ..board import Board, CellState
from ..errors import SapperError
from ..phrase import Phrase, listed
from .best_move import Strength, best_move

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    #: Chooses a closed cell of a board that shows no mines. The same board always leads to the same cell.
    Policy = Callable[[Board], tuple[int, int]]

#: The policies that have a name, the weakest first.
NAMES = ("random", *Strength)


class PolicyError(SapperError, ValueError):
    """A policy that there is not, or that did what a policy may not do."""


def policy(name: str) -> Policy:
    """Return the policy of a name.

    >>> policy("best")(Board("9x9/10"))
    (0, 0)
    """
    if name == "random":
        return random_cell
    if name not in NAMES:
        raise PolicyError(Phrase("series.no-policy", given=repr(name), choices=listed(NAMES)))
    strength = Strength(name)

    def choose(board: Board) -> tuple[int, int]:
        move = best_move(board, strength)
        return move.row, move.col

    return choose


def random_cell(board: Board) -> tuple[int, int]:
    """Return a closed cell, all with the same chance: a hash of the board decides, so that the choice can be repeated.

    >>> random_cell(Board("9x9/10")) == random_cell(Board("9x9/10"))
    True
    """
    from hashlib import sha256

    cells = board.to_bytes()
    closed = [cell for cell, state in enumerate(cells) if state == CellState.HIDDEN]
    if not closed:
        raise PolicyError(Phrase("series.all-open"))
    word = _kernel.random_words(sha256(b"policy" + cells).digest()[:16], 1)[0]
    return board.level.cell(closed[word * len(closed) >> 64])
