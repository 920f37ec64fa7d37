"""Summaries of finished games, computed from their replays."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .rows import Summary


class StoreSummaries(ABC):
    """The part of a store that has what is derived from replays."""

    def is_stale(self) -> bool:
        """Return whether games lack their summary."""
        return self.missing() > 0

    @abstractmethod
    def missing(self) -> int:
        """Count the finished games that lack their summary, because it is computed in another way than before."""

    @abstractmethod
    def without_summary(self, after: int, limit: int) -> list[tuple[int, bytes]]:
        """Return finished games that lack their summary, with their replays, in order from the number `after` on."""

    @abstractmethod
    def summarise(self, games: Sequence[tuple[int, bytes, Summary]]) -> None:
        """Add the summaries of replays. A game that was deleted, changed or summarised since is left as it is."""

    @abstractmethod
    def drop_summaries(self) -> None:
        """Drop all summaries: every finished game lacks its own until it is computed again."""
