"""What is read of games: lists of them, their replays, and what statistics and best times are made of."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from .rows import EVERYTHING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .results import Results
    from .rows import Filter, Listed, Played


class StoreQueries(ABC):
    """The part of a store that lists finished games and compares them."""

    @abstractmethod
    def replay(self, game: int) -> bytes | None:
        """Read the replay of a finished game, None for any other."""

    @abstractmethod
    def unfinished(self) -> list[Listed]:
        """List the games still in play, the newest first."""

    @abstractmethod
    def games(
        self, limit: int = 50, offset: int = 0, only: Filter = EVERYTHING, order: str | None = None
    ) -> list[Listed]:
        """List finished games, by their numbers from the newest on, or in one of `statements.FINISHED_IN_ORDER`."""

    @abstractmethod
    def numbers(self, only: Filter) -> list[int]:
        """Return the numbers of the finished games that `games` lists, in order."""

    @abstractmethod
    def count(self, only: Filter = EVERYTHING) -> int:
        """Count the finished games that `games` lists."""

    @abstractmethod
    def listed(self, games: Sequence[int]) -> list[Listed]:
        """List these games, as far as they are finished, the newest first."""

    @abstractmethod
    def finished(self, game: int) -> Listed | None:
        """Return one finished game, None if there is none with this number."""

    @abstractmethod
    def same_seed(self, game: int, limit: int) -> list[Listed]:
        """List the other finished games with the seed of a finished one, the newest first."""

    @abstractmethod
    def same_replay(self, replay: bytes) -> int | None:
        """Return the number of the game that has this replay, None if there is none."""

    @abstractmethod
    def played(self, only: Filter = EVERYTHING) -> list[Played]:
        """Return every finished game that matches, the oldest first."""

    @abstractmethod
    def results(self, only: Filter = EVERYTHING) -> Results:
        """Return the same as columns, for statistics."""

    @abstractmethod
    def ranked(
        self, rules: str, elapsed: int, *, but: int, after: int = 0, only: Filter = EVERYTHING
    ) -> tuple[int, int, int | None]:
        """Compare a time with the ranked wins of a configuration.

        Return how many there are, how many are at least as fast, and the fastest time. The game `but` and the games up
        to the number `after` do not count.
        """

    @abstractmethod
    def fastest(
        self,
        rules: str,
        *,
        ranked: bool = True,
        least_bbbv: int = 0,
        after: int = 0,
        only: Filter = EVERYTHING,
        limit: int = 10,
    ) -> list[Listed]:
        """List the won games of a configuration, the fastest first: those that are ranked, or those that are not.

        `after` leaves out the games up to that number.
        """

    @abstractmethod
    def configurations(self, only: Filter = EVERYTHING) -> list[tuple[str, str, int]]:
        """List what was played, the newest first: the configuration, its level and the number of its newest game."""
