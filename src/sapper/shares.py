"""Who did what in a game that several play on one board: computed from its changes, as everything else about it."""

from __future__ import annotations

from .board import CellState

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Shares:
    """What each player opened and flagged, and which mines each has hit. Players are numbered as in the log."""

    __slots__ = ("flags", "found", "hits", "opened")

    def __init__(
        self,
        opened: dict[int, int] | None = None,
        hits: dict[int, int] | None = None,
        flags: dict[int, int] | None = None,
        found: dict[int, int] | None = None,
    ) -> None:
        self.opened = {} if opened is None else opened  # cells, by player
        self.hits = {} if hits is None else hits  # mines that were opened, by player
        self.flags = {} if flags is None else flags  # the player who set a flag, by cell
        self.found = {} if found is None else found  # the player who opened a mine, by cell

    def follow(self, by: int, changes: Iterable[tuple[int, int]]) -> None:
        """Take what an action of a player changed: cells with their new values."""
        for cell, value in changes:
            if value < CellState.HIDDEN:
                self.opened[by] = self.opened.get(by, 0) + 1
                self.flags.pop(cell, None)
            elif value == CellState.FLAG:
                self.flags.setdefault(cell, by)
            elif value == CellState.EXPLODED:
                self.hits[by] = self.hits.get(by, 0) + 1
                self.found[cell] = by
                self.flags.pop(cell, None)
            elif value in (CellState.HIDDEN, CellState.QUESTION):
                self.flags.pop(cell, None)
