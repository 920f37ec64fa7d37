"""Layouts: how the mines of a game are placed when its first cell is opened."""

from __future__ import annotations

from .generator import generate
from .minefield import Minefield, MinefieldError
from .rules import RulesError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .generator import Progress
    from .rules import Rules
    from .seed import Seed

    #: Returns the minefield of a game whose first cell is opened at (row, col).
    Layout = Callable[[Rules, tuple[int, int]], Minefield]


def random_layout(seed: Seed | str | int) -> Layout:
    """Return the layout of random minefields."""
    return lambda rules, first: Minefield.lay(rules, seed, first)


def no_guess_layout(seed: Seed | str | int, on_progress: Progress | None = None) -> Layout:
    """Return the layout of no-guess minefields of the grade that the rules name; `on_progress` may stop the search."""

    def layout(rules: Rules, first: tuple[int, int]) -> Minefield:
        grade = rules.layout.grade
        if grade is None:
            raise RulesError(f"the layout {rules.layout} has no grade")
        return generate(rules.level, first, seed, grade, on_progress=on_progress).minefield

    return layout


def fixed_layout(minefield: Minefield) -> Layout:
    """Return a layout that is always the same minefield: for tests and puzzles."""

    def layout(rules: Rules, first: tuple[int, int]) -> Minefield:
        if minefield.level != rules.level:
            raise MinefieldError(f"the minefield is {minefield.level}, and the rules play {rules.level}")
        return minefield

    return layout


def layout_of(rules: Rules, seed: Seed | str | int, on_progress: Progress | None = None) -> Layout:
    """Return the layout that a seed means under some rules."""
    return random_layout(seed) if rules.layout.grade is None else no_guess_layout(seed, on_progress)


class PreparedLayout:
    """A layout that remembers its last minefields, so that the work can be done before the first click is played.

    In practice the first click can be undone again and again; `capacity` minefields are remembered.
    """

    __slots__ = ("_capacity", "_layout", "_ready")

    def __init__(self, layout: Layout, capacity: int = 8) -> None:
        self._layout = layout
        self._capacity = capacity
        self._ready: dict[tuple[int, int], Minefield] = {}

    def __call__(self, rules: Rules, first: tuple[int, int]) -> Minefield:
        """Return the minefield for a first cell, made now if it was not prepared."""
        minefield = self._ready.get(first)
        if minefield is None:
            minefield = self._layout(rules, first)
            self.remember(first, minefield)
        return minefield

    def __contains__(self, first: tuple[int, int]) -> bool:
        return first in self._ready

    def remember(self, first: tuple[int, int], minefield: Minefield) -> None:
        """Use this minefield for a first cell."""
        while len(self._ready) >= self._capacity:
            del self._ready[next(iter(self._ready))]
        self._ready[first] = minefield
