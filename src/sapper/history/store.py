"""What is kept: games as their rules, seed and actions, and the replays they are packed into.

The log is the lock: a game grows only by `Store.append`, which says how long the game was. Of two writers one is
faster, and the other is told. Everything else in a store follows from logs and replays.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from ..errors import SapperError
from .rows import Filter, Listed, Played, Round, Stored, Summary

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from os import PathLike
    from types import TracebackType

    from ..action import LogEntry
    from ..seed import Seed

__all__ = ["Filter", "Listed", "Played", "Round", "Store", "StoreError", "Stored", "Summary", "open_store"]

EVERYTHING = Filter()


class StoreError(SapperError):
    """A store that cannot be read or written, with a sentence that says why and what to do."""


class Store(ABC):
    """Where games are kept. What a method has returned from is kept; what it raised from has changed nothing."""

    @abstractmethod
    def create(self, rules: str, seed: Seed, *, created_at: int, source: str = "", known_board: bool = False) -> int:
        """Begin a game without actions and return its number. A board may be chosen instead of new."""

    def append(self, game: int, expected_seq: int, entries: Sequence[LogEntry]) -> bool:
        """Add actions to a game that has `expected_seq` of them: all, or none.

        False says that the game is longer or shorter by now, finished, or not there: load it and try again.
        """
        return self.append_many([(game, expected_seq, entries)])[0]

    @abstractmethod
    def append_many(self, batch: Sequence[tuple[int, int, Sequence[LogEntry]]]) -> list[bool]:
        """Append to many games in one commit, each as `append` does: one that is refused hinders no other."""

    @abstractmethod
    def finish(self, game: int, expected_seq: int, replay: bytes, summary: Summary) -> bool:
        """Pack a game of `expected_seq` actions into its replay, and let its actions go."""

    @abstractmethod
    def keep(
        self,
        replay: bytes,
        summary: Summary,
        *,
        rules: str,
        seed: Seed | None,
        length: int,
        created_at: int,
        source: str,
    ) -> int | None:
        """Take up a game that was played elsewhere and return its number, None if the very same is there already."""

    @abstractmethod
    def sign(self, game: int, replay: bytes, summary: Summary) -> bool:
        """Put another replay of the same finished game in its place: one that says who played it."""

    @abstractmethod
    def delete(self, games: Sequence[int]) -> int:
        """Remove games, in play or finished, with all that is known of them, and say how many there were."""

    @abstractmethod
    def delete_all(self) -> int:
        """Remove every game and leave nothing of it in the file."""

    @abstractmethod
    def load(self, game: int) -> Stored:
        """Read a whole game."""

    @abstractmethod
    def replay(self, game: int) -> bytes | None:
        """Read the replay of a finished game, None for any other."""

    @abstractmethod
    def unfinished(self) -> list[Listed]:
        """List the games still in play, the newest first."""

    @abstractmethod
    def games(self, limit: int = 50, offset: int = 0, only: Filter = EVERYTHING) -> list[Listed]:
        """List finished games, the newest first."""

    @abstractmethod
    def count(self, only: Filter = EVERYTHING) -> int:
        """Count the finished games that `games` lists."""

    def opener(self) -> Callable[[], Store] | None:
        """Give what opens the same store once more in another thread; None where it can only be used from here."""
        return None

    @abstractmethod
    def played(self, only: Filter = EVERYTHING) -> list[Played]:
        """Give every finished game that is meant, the oldest first."""

    @abstractmethod
    def fastest(
        self,
        rules: str,
        *,
        ranked: bool = True,
        least_bbbv: int = 0,
        after: int = 0,
        since: int | None = None,
        until: int | None = None,
        limit: int = 10,
    ) -> list[Listed]:
        """List the won games of a configuration, the fastest first: those that are ranked, or those that are not.

        `after` leaves out the games up to that number.
        """

    @abstractmethod
    def configurations(self, only: Filter = EVERYTHING) -> list[tuple[str, str, int]]:
        """List what was played: rules, level and the number of the newest game, in the order of the newest."""

    @abstractmethod
    def begin_round(
        self,
        rules: str,
        seed: Seed,
        *,
        created_at: int,
        source: str,
        known_board: bool,
        public_id: str,
        room: str,
        player: bytes,
        salt: bytes,
    ) -> int:
        """Begin a game in a room of a server, as `create` does, and return its number."""

    @abstractmethod
    def round(self, game: int) -> Round | None:
        """Find what a server knows of a game, None if it was not played on one."""

    @abstractmethod
    def last_round(self, room: str) -> Round | None:
        """Find the newest game of a room."""

    @abstractmethod
    def rounds_in_play(self, player: bytes, limit: int = 50) -> list[Round]:
        """List the games that a player has not finished, the newest first."""

    @abstractmethod
    def numbers_of(self, player: bytes) -> set[int]:
        """Give the numbers of all games that a player began on a server."""

    @abstractmethod
    def games_of(self, player: bytes, limit: int = 50, offset: int = 0) -> list[Listed]:
        """List the finished games of a player on a server, the newest first."""

    @abstractmethod
    def finished(self, game: int) -> Listed | None:
        """Find one finished game."""

    @abstractmethod
    def set_name(self, player: bytes, name: str, *, created_at: int) -> None:
        """Put a name to a player."""

    @abstractmethod
    def name_of(self, player: bytes) -> str:
        """Give the name of a player, empty if there is none."""

    @abstractmethod
    def is_stale(self) -> bool:
        """Tell whether games lack what is derived from them, so that it has to be rebuilt."""

    @abstractmethod
    def rebuild(self, summarise: Callable[[bytes], Summary]) -> int:
        """Drop everything derived, make it again from the replays, and say from how many."""

    @abstractmethod
    def close(self) -> None:
        """Let the database go. Nothing waits to be written, so leaving this out loses nothing."""

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_store(where: str | PathLike[str], *, synchronous: str = "normal", patience: float = 5.0) -> Store:
    """Open the store at a path, at `sqlite:///path`, or `:memory:`, and make it if there is none.

    What is acknowledged survives the end of the program, however sudden; with `synchronous="full"` also that of the
    power. `patience` is how many seconds to wait for another program that writes.
    """
    from os import fspath

    path = fspath(where)
    scheme, separator, rest = path.partition("://")
    if separator:
        if scheme != "sqlite" or not rest.startswith("/"):
            raise StoreError(f"games cannot be kept at {scheme}://: give a path, or sqlite:/// and a path")
        path = rest[1:]
    from .sqlite import SqliteStore

    return SqliteStore(path, synchronous=synchronous, patience=patience)
