"""The largest board with help while it is played: one limit for every front end."""

from __future__ import annotations

from ..phrase import Figure, Phrase
from .odds import SolverError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..rules import Level

#: The most cells of a board that hints, odds, best moves and verdicts are given for: see `docs/solver.md`.
MOST_CELLS = 100_000


class TooLarge(SolverError):
    """A board that is too large for help while it is played."""

    def __init__(self) -> None:
        super().__init__(Phrase("solver.too-large", most=Figure("number", MOST_CELLS)))


def check_size(level: Level) -> None:
    """Raise `TooLarge` where a board has too many cells for help."""
    if level.cells > MOST_CELLS:
        raise TooLarge
