"""The share of each player in a game with several, computed from its changes."""

from __future__ import annotations

from collections import Counter

from .board import CellState

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_HIGHEST_NUMBER = 8


class Shares:
    """The cells that each player has opened, the mines that each has hit, and the owners of the flags."""

    __slots__ = ("flags", "found", "opened")

    def __init__(self) -> None:
        self.opened: Counter[int] = Counter()  # cells, by player
        self.flags: dict[int, int] = {}  # the player who set a flag, by cell
        self.found: dict[int, int] = {}  # the player who opened a mine, by cell

    def follow(self, by: int, cells: Sequence[int], *, is_over: bool = False) -> None:
        """Take a change: index, value, index, value, and so on. The end of a game reveals mines without a flag."""
        opened = 0
        for at in range(0, len(cells), 2):
            cell, value = cells[at], cells[at + 1]
            if value <= _HIGHEST_NUMBER:
                opened += 1
                self.flags.pop(cell, None)
            elif value == CellState.EXPLODED:
                self.found[cell] = by
            elif is_over:
                continue
            elif value == CellState.FLAG:
                self.flags[cell] = by
            else:
                self.flags.pop(cell, None)
        if opened:
            self.opened[by] += opened

    @property
    def hits(self) -> Counter[int]:
        """The mines that were opened, by player."""
        return Counter(self.found.values())
