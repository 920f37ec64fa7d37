"""Marks on top of the cells: hints, odds, the last move, the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from ...board import CellState

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...analysis.hint_marks import HintMarks
    from ...analysis.verdict import Verdict
    from ...board import Board

Cell = tuple[int, int]
_NONE: frozenset[Cell] = frozenset()


class Person(NamedTuple):
    """Another player on the same board: a letter, and the token of a colour."""

    initial: str
    token: str


@dataclass
class Marks:
    """Sets of cells by what is marked on them."""

    region: tuple[range, range] | None = None  # rows and columns where to look
    reason: frozenset[Cell] = _NONE  # numbers that prove it
    shared: frozenset[Cell] = _NONE  # closed cells that these numbers touch
    safe: frozenset[Cell] = _NONE
    mine: frozenset[Cell] = _NONE
    was_safe: frozenset[Cell] = _NONE
    odds: Mapping[Cell, float] = field(default_factory=dict)
    best: frozenset[Cell] = _NONE  # the lowest risk
    if_mine: frozenset[Cell] = _NONE  # supposed in the draft
    if_safe: frozenset[Cell] = _NONE
    clash: frozenset[Cell] = _NONE  # numbers that cannot be right with the draft
    last: Cell | None = None
    mistake: Cell | None = None  # a risk that was not needed
    guess: Cell | None = None
    wrong_flag: Cell | None = None  # a flag that cannot be right
    owners: Mapping[Cell, Person] = field(default_factory=dict)  # by whom a flag was set, or a mine opened
    finds: frozenset[Cell] = _NONE  # mines that were found, and count as points
    pointers: Mapping[Cell, Person] = field(default_factory=dict)  # of the other players
    lit: frozenset[Cell] = _NONE  # cells that a player points out
    ghost: frozenset[Cell] = _NONE  # cells that another player has open
    trail: frozenset[Cell] = _NONE  # cells that the recorded pointer has just left
    heat: Mapping[Cell, float] = field(default_factory=dict)  # how long it stayed, as a share of the longest stay

    def show_hint(self, hint: HintMarks, risk: float) -> None:
        """Mark what a stage of a hint points out; a guess shows its risk."""
        self.reason, self.shared, self.safe, self.mine = hint.reason, hint.scope, hint.safe, hint.mine
        if hint.guess:
            self.odds, self.best = {hint.guess: risk}, frozenset({hint.guess})
        self.wrong_flag = hint.wrong_flag

    def show_loss(self, loss: Verdict, board: Board) -> None:
        """Mark what was safe before a losing move, why, and the cell to open instead."""
        self.was_safe = loss.safe
        if loss.explanation:
            self.reason = frozenset(loss.explanation.numbers)
        best = loss.best
        if best is None or board[best] != CellState.HIDDEN:
            return
        if best in loss.safe:
            self.safe = frozenset({best})
        else:
            self.odds, self.best = {best: loss.best_risk}, frozenset({best})

    def rows_unlike(self, other: Marks) -> set[int]:
        """Return the rows that look different with other marks."""
        rows: set[int] = set()
        sets = ("reason", "shared", "safe", "mine", "was_safe", "best", "finds", "lit", "ghost", "trail")
        for name in (*sets, "if_mine", "if_safe", "clash"):
            rows.update(row for row, _ in getattr(self, name) ^ getattr(other, name))
        for name in ("odds", "owners", "pointers", "heat"):
            ours, theirs = getattr(self, name), getattr(other, name)
            rows.update(cell[0] for cell in ours.keys() | theirs.keys() if ours.get(cell) != theirs.get(cell))
        for name in ("last", "mistake", "guess", "wrong_flag"):
            cells = {getattr(self, name), getattr(other, name)}
            rows.update(cell[0] for cell in cells if cell and len(cells) > 1)
        if self.region != other.region:
            for region in (self.region, other.region):
                rows.update(region[0] if region else ())
        return rows
