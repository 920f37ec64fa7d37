"""A duel: two players take turns to find mines on one board.

It is an ordinary game whose mines cost nothing: whoever opens one has found it, gets a point and goes on; any other
square passes the turn. Whose turn it is and who leads are computed from the list of actions.
"""

from __future__ import annotations

from .action import Kind
from .board import CellState

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .game import Delta
    from .rules import Rules


def duel_rules(rules: Rules) -> Rules:
    """Return the rules of a duel: no flags, no chords, and a mine is no loss."""
    return rules.replace(lives=rules.level.mines + 1, flags="off", chord="off", completion="clear", questions=False)


class Duel:
    """The score of a duel and whose turn it is, as far as it was played."""

    __slots__ = ("found", "mines", "turn")

    def __init__(self, mines: int) -> None:
        self.mines = mines
        self.turn = 0  # the player, 0 or 1
        self.found: tuple[list[int], list[int]] = ([], [])  # the cells of the mines that each has found

    def follow(self, delta: Delta, width: int) -> bool:
        """Take what an action changed; return whether it found a mine."""
        if delta.action.kind is not Kind.OPEN or not len(delta.cells):
            return False
        hits = [row * width + col for row, col, value in delta if value == CellState.EXPLODED]
        if not hits:
            self.turn = 1 - self.turn
            return False
        self.found[self.turn].extend(hits)
        return True

    @property
    def points(self) -> tuple[int, int]:
        """How many mines each player has found."""
        return len(self.found[0]), len(self.found[1])

    @property
    def winner(self) -> int | None:
        """The player who has found more than half of the mines, None as long as nobody has."""
        return next((player for player in (0, 1) if 2 * len(self.found[player]) > self.mines), None)

    @property
    def is_drawn(self) -> bool:
        """Whether both have found half of the mines."""
        return 2 * len(self.found[0]) == 2 * len(self.found[1]) == self.mines
