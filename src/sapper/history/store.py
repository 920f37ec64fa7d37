"""The store of games: their rules, seeds and actions, and the replays that they are packed into.

The log is the lock: a game grows only by `Store.append`, which takes the length that the writer expects. Of two writers
one is faster, and the other is refused. Everything else in a store is computed from logs and replays.
"""

from __future__ import annotations

from abc import abstractmethod
from contextlib import nullcontext
from typing import TYPE_CHECKING

from ..errors import SapperError
from ..extras import require
from .rows import BOT, OWN, PEOPLE, Append, Filter, Head, Listed, MessageId, Played, Round, Stored, Summary, Tail
from .store_daily import StoreDaily
from .store_nodes import StoreNodes
from .store_pages import StorePages
from .store_parties import StoreParties
from .store_players import StorePlayers
from .store_queries import StoreQueries
from .store_rounds import StoreRounds
from .store_seals import StoreSeals
from .store_summaries import StoreSummaries

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager
    from os import PathLike
    from types import TracebackType

    from ..action import LogEntry
    from ..seed import Seed
    from .seals import Seal

__all__ = [
    "BOT",
    "OWN",
    "PEOPLE",
    "Append",
    "Filter",
    "GameElsewhere",
    "GameInUse",
    "Head",
    "Listed",
    "MessageId",
    "Played",
    "RoomWentOn",
    "Round",
    "Store",
    "StoreError",
    "Stored",
    "Summary",
    "Tail",
    "open_store",
]

POSTGRES_SCHEMES = ("postgresql", "postgres")


class StoreError(SapperError):
    """A store that cannot be read or written, with a sentence that says why and what to do.

    `cause` is the reason in a few words, for a title or a tag.
    """

    def __init__(self, sentence: str, cause: str = "") -> None:
        super().__init__(sentence)
        self.cause = cause or sentence


class GameElsewhere(StoreError):
    """A game that goes on somewhere else: in another process, or in the browser."""


class GameInUse(GameElsewhere):
    """A game that another process is playing."""

    def __init__(self, process: int) -> None:
        super().__init__(f"this game is being played in {another_window(process)}: leave it there first")
        self.process = process


class RoomWentOn(StoreError):
    """A room that has gone on to another game, which another server began."""

    def __init__(self) -> None:
        super().__init__("this room has started another game")


def another_window(process: int) -> str:
    """Return the words for another process, 0 if its number is not known."""
    return f"another window (process {process})" if process else "another window"


class Store(
    StoreQueries,
    StoreRounds,
    StoreSeals,
    StoreNodes,
    StoreDaily,
    StoreParties,
    StorePlayers,
    StoreSummaries,
    StorePages,
):
    """Where games are stored. A method that returns has committed; a method that raises has changed nothing.

    Here is how a game begins, grows, ends and is deleted; a base class for each subject has the rest.
    """

    path = ""  # of its file, empty if it has none
    is_shared = False  # whether several servers use the store at once
    lock_problem: str | None = None  # why games in play cannot be locked here

    @abstractmethod
    def lock(self, game: int) -> None:
        """Reserve a game for this process until `unlock` or its end; raise `GameInUse` if another one plays it."""

    @abstractmethod
    def unlock(self, game: int) -> None:
        """Give up the reservation of a game."""

    @abstractmethod
    def in_use(self) -> dict[int, int]:
        """Return the games that other processes are playing, with the numbers of these processes."""

    @abstractmethod
    def create(self, rules: str, seed: Seed, *, created_at: int, source: str = "", known_board: bool = False) -> int:
        """Begin a game without actions and return its number."""

    def append(self, game: int, expected_seq: int, entries: Sequence[LogEntry]) -> bool:
        """Add actions to a game that has `expected_seq` of them: all, or none.

        False means that the game is longer or shorter by now, finished, or deleted: load it and try again.
        """
        return self.append_many([Append(game, expected_seq, entries)])[0]

    @abstractmethod
    def append_many(self, batch: Sequence[Append]) -> list[bool]:
        """Append to many games in one commit, each as `append` does: a refusal affects no other game."""

    @abstractmethod
    def note_clock(self, game: int, elapsed: int) -> None:
        """Note the playing time of a game in play, in milliseconds: a player who only thinks plays no action."""

    def one_commit(self) -> AbstractContextManager[None]:
        """Let the methods called in a block share a commit at its end, where only one can commit at a time.

        Each still changes everything or nothing. What they changed is stored once the block has ended.
        """
        return nullcontext()

    @abstractmethod
    def finish(
        self,
        game: int,
        expected_seq: int,
        replay: bytes,
        summary: Summary,
        others: Sequence[bytes] = (),
        seal: Seal | None = None,
    ) -> bool:
        """Pack a game of `expected_seq` actions into its replay, and delete the actions.

        The ids of its last 256 actions stay, so that a message that is sent again can be answered. `others` are the
        players beside the one who began it, who find the game among their own. Nobody reads it before its seal opens.
        """

    @abstractmethod
    def add(
        self,
        replay: bytes,
        summary: Summary,
        *,
        rules: str,
        seed: Seed | None,
        length: int,
        created_at: int,
        source: str,
        owner: bytes | None = None,
        public_id: str = "",
        seal: Seal | None = None,
    ) -> int | None:
        """Add a finished game and return its number, None if the same replay is stored already.

        A game of an `owner`, a player of a server, is compared with the player's own games only, and has a public id.
        """

    @abstractmethod
    def holds(self, replay: bytes, owner: bytes | None = None) -> bool:
        """Return whether a replay is stored: of anybody, or of a player of a server."""

    @abstractmethod
    def replace_replay(self, game: int, replay: bytes, summary: Summary) -> bool:
        """Replace the replay of a finished game by one that names its player."""

    @abstractmethod
    def delete(self, games: Sequence[int]) -> int:
        """Delete games, in play or finished, with everything stored about them, and return how many there were.

        A game that another process is playing is not deleted: `GameInUse` is raised before anything changes.
        """

    @abstractmethod
    def delete_own(self, player: bytes, games: Sequence[int]) -> int:
        """Delete finished games of a player of a server and return how many there were; those of others stay.

        A game that somebody else began, and that the player was in, only disappears from the games of the player.
        Unlike `delete`, this takes milliseconds for a few hundred games, and leaves the file as large as it is. What
        was deleted is overwritten in it.
        """

    @abstractmethod
    def delete_all(self) -> int:
        """Delete every game, and leave nothing of it in the file; raise `GameInUse` if another process plays one."""

    @abstractmethod
    def load(self, game: int) -> Stored:
        """Read a whole game."""

    def opener(self) -> Callable[[], Store] | None:
        """Return a function that opens the same store in another thread, None if it can only be used in this one."""
        return None

    @abstractmethod
    def interrupt(self) -> None:
        """Stop the query that another thread is running: it raises `StoreError`. Without one, nothing happens."""

    @abstractmethod
    def probe(self) -> None:
        """Write something, read it back through a new connection, and compare; raise `StoreError` if anything is wrong.

        A file that was deleted or replaced is noticed too. This takes a millisecond, however many games there are.
        """

    @abstractmethod
    def close(self) -> None:
        """Close the database. Nothing waits to be written, so a missing call loses nothing."""

    def __enter__(self) -> Store:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def is_address(where: str | PathLike[str] | None) -> bool:
    """Return whether a store is in a database that is reached by an address."""
    return isinstance(where, str) and where.partition("://")[0] in POSTGRES_SCHEMES and "://" in where


def open_store(where: str | PathLike[str], *, synchronous: str = "normal", patience: float = 5.0) -> Store:
    """Open the store at a path, `sqlite:///path`, `:memory:` or `postgresql://...`, and create it if there is none.

    What is committed survives a crash of the program; with `synchronous="full"` also a loss of power. `patience` is
    how many seconds to wait for another program that writes. Both are for SQLite: PostgreSQL has settings of its own.
    """
    from os import fspath

    path = fspath(where)
    scheme, separator, rest = path.partition("://")
    if is_address(path):
        require("scale")
        from .postgres import PostgresStore

        return PostgresStore(path)
    if separator:
        if scheme != "sqlite" or not rest.startswith("/"):
            raise StoreError(
                f"games cannot be stored at {scheme}://: use a path, sqlite:/// and a path, or postgresql://"
            )
        path = rest[1:]
    from .sqlite import SqliteStore

    return SqliteStore(path, synchronous=synchronous, patience=patience)
