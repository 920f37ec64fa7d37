"""The store of games: their rules, seeds and actions, and the replays that they are packed into.

The log is the lock: a game grows only by `Store.append`, which takes the length that the writer expects. Of two writers
one is faster, and the other is refused. Everything else in a store is computed from logs and replays.
"""

from __future__ import annotations

from os import fspath
from typing import TYPE_CHECKING

from ...extras import require
from ...phrase import Phrase
from .balances import Balances
from .bans import Bans
from .daily import Daily
from .errors import GameElsewhere, GameInUse, RoomWentOn, StoreError
from .learning import Learning
from .nodes import Nodes
from .pages import Pages
from .players import Players
from .rows import (
    BOT,
    OWN,
    PEOPLE,
    Append,
    Filter,
    Head,
    Listed,
    MessageId,
    Played,
    Round,
    Stored,
    Summary,
    Tail,
    games_of_me,
)
from .time import Time
from .tournaments import Tournaments

if TYPE_CHECKING:
    from os import PathLike
    from types import TracebackType

    from .base import SqlDatabase

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
    "games_of_me",
    "is_address",
    "open_store",
]

POSTGRES_SCHEMES = ("postgresql", "postgres")


class Store(Daily, Tournaments, Players, Bans, Learning, Balances, Nodes, Time, Pages):
    """A store of games in a SQL database. A method that returns has committed; one that raises has changed nothing.

    Each base class has the methods of one subject with their SQL. `SqliteStore` and `PostgresStore` override those
    that differ between the databases.
    """

    path = ""  # of its file, empty if it has none
    is_shared = False  # whether several servers use the store at once

    @property
    def database(self) -> SqlDatabase:
        """The database itself, for programs that copy it whole."""
        return self._database

    def after_import(self) -> None:
        """Compute the values that the file of an export does not have, inside the transaction that is open."""

    def interrupt(self) -> None:
        """Stop the query that another thread is running: it raises `StoreError`. Without one, nothing happens."""
        self._database.interrupt()

    def probe(self) -> None:
        """Write something, read it back through a new connection, and compare; raise `StoreError` if anything is wrong.

        A file that was deleted or replaced is noticed too. This takes a millisecond, however many games there are.
        """
        self._database.probe()

    def close(self) -> None:
        """Close the database. Nothing waits to be written, so a missing call loses nothing."""
        self._database.close()

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

    A commit survives a crash of the program; with `synchronous="full"` also a loss of power. `patience` is
    how many seconds to wait for another program that writes. Both are for SQLite: PostgreSQL has settings of its own.
    """
    path = fspath(where)
    scheme, separator, rest = path.partition("://")
    if is_address(path):
        require("scale")
        from .databases.postgres import PostgresStore

        return PostgresStore(path)
    if separator:
        if scheme != "sqlite" or not rest.startswith("/"):
            raise StoreError(Phrase("machine-error.store-address", scheme=scheme))
        path = rest[1:]
    from .databases.sqlite import SqliteStore

    return SqliteStore(path, synchronous=synchronous, patience=patience)
