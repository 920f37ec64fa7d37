"""Layouts: how the mines of a game are placed when its first cell is opened."""

from __future__ import annotations

from .errors import shown
from .generator import generate
from .minefield import Minefield, MinefieldError
from .rules import RulesError
from .seed import Seed
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .generator import Progress
    from .rules import Rules

    #: Returns the minefield of a game whose first cell is opened at (row, col).
    Layout = Callable[[Rules, tuple[int, int]], Minefield]


class RandomLayout(Value):
    """The layout of random minefields."""

    seed: Seed

    def __call__(self, rules: Rules, first: tuple[int, int]) -> Minefield:
        """Return the minefield of this seed for a first cell."""
        return Minefield.lay(rules, self.seed, first)


class NoGuessLayout(Value):
    """The layout of no-guess minefields of the grade that the rules name. A copy does not report progress."""

    seed: Seed
    on_progress: Progress | None = None

    def __call__(self, rules: Rules, first: tuple[int, int]) -> Minefield:
        """Return the minefield of this seed for a first cell; what `on_progress` raises stops the search."""
        grade = rules.layout.grade
        if grade is None:
            raise RulesError(f"the layout {rules.layout} has no grade")
        return generate(rules.level, first, self.seed, grade, on_progress=self.on_progress).minefield

    def __reduce__(self) -> tuple[Any, ...]:
        return NoGuessLayout, (self.seed,)


class FixedLayout(Value):
    """A layout that is always the same minefield: for tests and puzzles."""

    minefield: Minefield

    def __call__(self, rules: Rules, first: tuple[int, int]) -> Minefield:
        """Return the minefield if the rules play its level."""
        return check_level(self.minefield, rules)


def layout_of(rules: Rules, seed: Seed | str | int, on_progress: Progress | None = None) -> Layout:
    """Return the layout of a seed: random or no-guess, as the rules say."""
    seed = Seed.of(seed)
    return RandomLayout(seed) if rules.layout.grade is None else NoGuessLayout(seed, on_progress)


def check_level(minefield: Minefield, rules: Rules) -> Minefield:
    """Return a minefield that rules can be played on; raise `MinefieldError` if its size or mines are others."""
    if not isinstance(minefield, Minefield):
        raise MinefieldError(f"a layout returns a Minefield, not {shown(minefield)}")
    if minefield.level != rules.level:
        raise MinefieldError(f"the minefield is {minefield.level}, and the rules play {rules.level}")
    return minefield


class PreparedLayout:
    """A layout that remembers its last `capacity` minefields.

    The work can then be done before the first click is played, and is not repeated when that is undone.
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

    @property
    def seed(self) -> Seed | None:
        """The seed of the layout, if it has one."""
        return getattr(self._layout, "seed", None)

    def __contains__(self, first: tuple[int, int]) -> bool:
        return first in self._ready

    def remember(self, first: tuple[int, int], minefield: Minefield) -> None:
        """Use this minefield for a first cell."""
        while len(self._ready) >= self._capacity:
            del self._ready[next(iter(self._ready))]
        self._ready[first] = minefield
