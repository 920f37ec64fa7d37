"""The ranked tries at daily boards."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from . import daily

if TYPE_CHECKING:
    from ..action import LogEntry
    from ..daily import DailyBoard
    from .daily import DailyCounts, DailyResult, DailyTry
    from .rows import NewRound


class StoreDaily(ABC):
    """The part of a store that has the ranked tries at daily boards."""

    @abstractmethod
    def begin_daily(self, board: DailyBoard, first: LogEntry, new: NewRound, *, played_at: int) -> int | None:
        """Begin a player's ranked try at a daily board in a room of a server, with its first action at `played_at`.

        Return its number, None if the player has begun one before: of many who try at once, one succeeds. It is also
        None if the room has gone on to another game.
        """

    @abstractmethod
    def claim_daily(self, board: DailyBoard, game: int, player: bytes = b"") -> bool:
        """Make a game the player's ranked try at a daily board; return False if another one is."""

    @abstractmethod
    def end_daily(self, game: int, public_id: str, network: str, *, since: str) -> bool:
        """Note from which network a ranked try ended, and forget those of days before `since`.

        Return whether another one has ended there before; False for a game that is no ranked try.
        """

    @abstractmethod
    def has_daily_ended(self, day: str, level: str, network: str) -> bool:
        """Return whether a ranked try at a daily board has ended in a network."""

    @abstractmethod
    def daily_tries(self, player: bytes = b"", limit: int = daily.ALL) -> list[DailyTry]:
        """List a player's ranked tries at daily boards, the newest day first; all of them without a limit."""

    @abstractmethod
    def daily_of(self, game: int) -> tuple[str, str] | None:
        """Return day and level of the daily board that a game is the ranked try at, None if it is none."""

    @abstractmethod
    def daily_table(self, day: str, level: str, limit: int) -> list[DailyResult]:
        """List the fastest ranked wins of a daily board."""

    @abstractmethod
    def daily_place(self, tried: DailyTry) -> int:
        """Return the place of a ranked win in the table of its board."""

    @abstractmethod
    def daily_times(self, day: str, level: str) -> list[int]:
        """List the times of the ranked wins of a daily board in milliseconds, the fastest first."""

    @abstractmethod
    def daily_counts(self, day: str, level: str) -> DailyCounts:
        """Count how a daily board was played."""
