"""The largest board with help while it is played: one limit for every front end."""

from __future__ import annotations

from .odds import SolverError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..rules import Level

#: The most cells of a board that hints, odds, best moves and verdicts are given for: see `docs/solver.md`.
MOST_CELLS = 100_000


class TooLarge(SolverError):
    """A board that is too large for help while it is played."""

    def __init__(self) -> None:
        most = f"{MOST_CELLS:,}".replace(",", " ")
        super().__init__(f"on boards of more than {most} squares hints and odds would take too long")


def check_size(level: Level) -> None:
    """Raise `TooLarge` where a board has too many cells for help."""
    if level.cells > MOST_CELLS:
        raise TooLarge
