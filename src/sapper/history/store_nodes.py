"""What servers of one store need to go on with the same games: how far they are, when they were open, and the time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .rows import Head, Round, Tail


class StoreNodes(ABC):
    """The part of a store that servers follow each other by."""

    @abstractmethod
    def heads(self, rooms: Sequence[str]) -> dict[str, Head]:
        """Return the newest game of each of these rooms, and how far it is; rooms without a game are left out."""

    @abstractmethod
    def entries_after(self, games: Sequence[tuple[int, int]]) -> dict[int, Tail]:
        """Return what was added to games in play after so many actions; games without news are left out."""

    @abstractmethod
    def open_rounds(self, player: bytes, since: int, limit: int) -> list[Round]:
        """List the unfinished games of a player that were played or open on a server since a time, the newest first.

        The time is in milliseconds since 1970.
        """

    @abstractmethod
    def note_open(self, games: Sequence[int], now: int) -> None:
        """Note when somebody had games in play open on a server, in milliseconds since 1970."""

    @abstractmethod
    def last_open(self, game: int) -> int:
        """Return when a game in play was last played or noted as open, in milliseconds since 1970, or 0."""

    def now_ms(self) -> int | None:
        """Return the milliseconds since 1970 by the clock of the store, None if that is the clock of this machine."""
        return None

    @abstractmethod
    def join_service(self, now: int, patience: int) -> int:
        """Note that a server starts, and return since when the service has been up: at least one of its servers.

        It begins now if no server has noted for `patience` milliseconds that it is up. Times are since 1970.
        """

    @abstractmethod
    def stay_in_service(self, now: int) -> int:
        """Note that a server is up, and return since when the service has been."""
