"""The reward of a step."""

from __future__ import annotations

from ..errors import SapperError
from ..value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..rules import Level


class RewardsError(SapperError, ValueError):
    """Rewards that there are not."""


class Rewards(Value):
    """The reward of a step: the sum of what applies to it.

    >>> from sapper import Level
    >>> Rewards(win=1, board=1).of(level=Level(3, 3, 1), opened=4, won=False)
    0.5
    """

    win: float = 0.0  # the step wins the game
    loss: float = 0.0  # the step loses the game
    mine: float = 0.0  # for each mine that explodes, also the one that ends the game
    cell: float = 0.0  # for each safe cell that opens
    board: float = 0.0  # for all safe cells together: each that opens brings its share
    step: float = 0.0  # every step
    wasted: float = 0.0  # the step changes nothing

    @classmethod
    def parse(cls, given: Rewards | str) -> Rewards:
        """Return rewards by their name; the error names all of them."""
        if isinstance(given, Rewards):
            return given
        if not isinstance(given, str) or given not in REWARDS:
            raise RewardsError(f"there are no rewards {given!r}: choose {', '.join(REWARDS)}, or give Rewards(...)")
        return REWARDS[given]

    def for_cell(self, level: Level) -> float:
        """Return the reward of each safe cell on boards of a level."""
        return float(self.cell + self.board / (level.cells - level.mines))

    def of(
        self,
        *,
        level: Level,
        opened: int = 0,
        exploded: int = 0,
        won: bool = False,
        lost: bool = False,
        wasted: bool = False,
    ) -> float:
        """Return the reward of a step by the numbers of cells that it opened and exploded."""
        reward = float(self.step)
        if wasted:
            return reward + self.wasted
        reward += self.mine * exploded
        reward += self.for_cell(level) * opened
        return reward + (self.loss if lost else self.win if won else 0.0)


#: The rewards that have a name.
REWARDS = {
    "progress": Rewards(win=1.0, loss=-1.0, board=1.0, wasted=-0.1),
    "outcome": Rewards(win=1.0, loss=-1.0),
    "win": Rewards(win=1.0),
    "cells": Rewards(cell=1.0),
}
