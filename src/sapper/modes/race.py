"""A race: everybody has the same board, and the first to solve it wins."""

from __future__ import annotations

from ..game import Status
from .mode import Mode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..game import Game

RACE = Mode(
    "race", order=2, rules="modern intermediate layout=no-guess", wins_by="time", least=2, is_secret=True, is_match=True
)
_ORDER = {Status.WON: 0, Status.LOST: 1, Status.ABANDONED: 2}


def share_of(game: Game) -> float:
    """Return the share of the safe cells that are open."""
    level = game.rules.level
    return round(game.board.opened / (level.cells - level.mines), 4)


def places(results: Sequence[tuple[Status, int, float]]) -> list[int]:
    """Return the place of each result, which is a status, a time and a share. Equal results share a place.

    First come those who won, by their time, then those who lost, by what they opened, then those who gave up.
    """
    keys = [_key(*result) for result in results]
    better = sorted(keys)
    return [1 + better.index(key) for key in keys]


def _key(status: Status, at: int, share: float) -> tuple[int, float]:
    """Return what a result is compared by, the best first."""
    return _ORDER[status], at if status is Status.WON else -share if status is Status.LOST else 0
