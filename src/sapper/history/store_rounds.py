"""What a server stores about the games in its rooms: whose they are, and which are left alone."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..seed import Seed
    from .rows import LastGame, Listed, NewRound, Round


class StoreRounds(ABC):
    """The part of a store that knows the rooms and players of games on a server."""

    @abstractmethod
    def begin_round(self, rules: str, seed: Seed, new: NewRound) -> int:
        """Begin a game in a room of a server, as `create` does, and return its number.

        If another game follows `new.after` by now, `RoomWentOn` is raised. A game of this public id that was begun
        before is returned as it is.
        """

    @abstractmethod
    def round(self, game: int) -> Round | None:
        """Return what a server stored about a game, None if it was not played on one."""

    @abstractmethod
    def last_round(self, room: str) -> Round | None:
        """Return the newest game of a room, None if there is none."""

    @abstractmethod
    def last_game(self, room: str, player: bytes, most: int) -> LastGame | None:
        """Read the newest game of a player's room, its actions only if there are at most `most`.

        None means that there is no such room or that it is not the player's.
        """

    @abstractmethod
    def rounds_in_play(self, player: bytes, limit: int = 50) -> list[tuple[Round, Listed]]:
        """List the games of a player alone that are not finished on a server, the newest first."""

    @abstractmethod
    def idle_rounds(self, before: int, limit: int) -> list[Round]:
        """List unfinished games that were last open on a server before a time, the longest left alone first."""

    @abstractmethod
    def surplus_rounds(self, player: bytes, most: int, limit: int) -> list[Round]:
        """List the unfinished games of a player beyond the `most` that were open last."""

    @abstractmethod
    def discard(self, game: int) -> bool:
        """Delete an unfinished game of a server, or the end of a long one; return whether it is gone.

        Unlike `delete`, this takes milliseconds, and leaves the file as large as it is.
        """

    @abstractmethod
    def touch(self, games: Sequence[int], now: int) -> None:
        """Note when games were last open on a server, in seconds since 1970."""

    @abstractmethod
    def numbers_of(self, player: bytes) -> set[int]:
        """Return the numbers of all games that a player began on a server."""

    @abstractmethod
    def games_of(self, player: bytes, limit: int = 50, offset: int = 0) -> list[Listed]:
        """List the finished games of a player on a server, the newest first."""

    @abstractmethod
    def replays_of(self, player: bytes, after: int, most_bytes: int) -> list[tuple[int, bytes]]:
        """Return replays of a player of a server with their numbers, in order from the number `after` on.

        They are as many as fit into so many bytes, but at least one, if there is one.
        """
