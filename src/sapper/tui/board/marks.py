"""What is drawn on top of the cells: hints, odds, the last move, the end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

Cell = tuple[int, int]
_NONE: frozenset[Cell] = frozenset()


@dataclass
class Marks:
    """Sets of cells by what is said of them."""

    region: tuple[range, range] | None = None  # rows and columns where to look
    reason: frozenset[Cell] = _NONE  # numbers that prove it
    shared: frozenset[Cell] = _NONE  # closed cells that these numbers touch
    safe: frozenset[Cell] = _NONE
    mine: frozenset[Cell] = _NONE
    was_safe: frozenset[Cell] = _NONE
    odds: Mapping[Cell, float] = field(default_factory=dict)
    best: frozenset[Cell] = _NONE  # the lowest risk
    last: Cell | None = None
    mistake: Cell | None = None  # a risk that was not needed
    guess: Cell | None = None
