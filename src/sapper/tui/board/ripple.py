"""Openings that spread outward: an animation of what has already happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...game import Delta

    Cell = tuple[int, int]

RING_MS = 16
LONGEST_MS = 320
MOST_CELLS = 20_000


class Ripple:
    """The cells that an opening has not reached yet, by the order in which it reaches them."""

    def __init__(self, delta: Delta, before: dict[Cell, int], now: int) -> None:
        order = [(row, col) for row, col, _ in delta]
        rings = max(int(len(order) ** 0.5 / 2), 1)
        span = min(LONGEST_MS, rings * RING_MS)
        self._start = now
        self._due = {cell: span * place // len(order) for place, cell in enumerate(order) if cell in before}
        self._before = before

    def pending(self, cell: Cell) -> int | None:
        """Return the old value of a cell; None once the wave has passed it."""
        return self._before[cell] if cell in self._due else None

    def advance(self, now: int) -> Iterable[Cell]:
        """Let time pass, and return the cells that the wave has reached."""
        passed = now - self._start
        reached = [cell for cell, due in self._due.items() if due <= passed]
        for cell in reached:
            del self._due[cell]
        return reached

    @property
    def waiting(self) -> Iterable[Cell]:
        """The cells that the wave has not reached."""
        return self._due

    @property
    def is_over(self) -> bool:
        """Whether the wave has passed everywhere."""
        return not self._due
