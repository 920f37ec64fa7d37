"""Numbers drawn from a seed, the same on every machine and in every version of Python."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeVar

    from ..seed import Seed

    T = TypeVar("T")


class Draws:
    """Draws from the series of a seed, one after another."""

    def __init__(self, seed: Seed) -> None:
        self._seed = seed
        self._count = 0

    def below(self, bound: int) -> int:
        """Return a number from 0 to `bound` - 1."""
        bits = self._seed.derive(self._count).bits
        self._count += 1
        return int.from_bytes(bits, "big") % bound

    def choice(self, items: Sequence[T]) -> T:
        """Return one of some items."""
        return items[self.below(len(items))]

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """Return `count` different items."""
        left = list(items)
        return [left.pop(self.below(len(left))) for _ in range(count)]
