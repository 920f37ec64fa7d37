"""The database of a store, as every part of the store uses it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from ...value import Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from contextlib import AbstractContextManager
    from typing import Any

    from .sql import Statement


class Table(Value):
    """A table: its columns, those of its primary key, those that take a bool, and those that always take a number."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]
    booleans: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()


class SqlDatabase(Protocol):
    """A connection to a database. Errors are `StoreError`."""

    def form(self, statement: Statement) -> str:
        """Return the form of a statement for this database."""

    def run(self, statement: Statement, *values: object) -> int:
        """Execute a statement and return how many rows it changed."""

    def run_many(self, statement: Statement, rows: Iterable[tuple[Any, ...]]) -> None:
        """Execute a statement with each of these rows."""

    def insert(self, statement: str, *values: object) -> int:
        """Insert a row into a table that numbers its rows, and return its number."""

    def rows(self, statement: Statement, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""

    def named_rows(self, statement: Statement, *values: object) -> list[dict[str, Any]]:
        """Return the rows of a query, each with its columns by name."""

    def transaction(self, *, reading: bool = False) -> AbstractContextManager[None]:
        """Run a block in one transaction: everything or nothing. One that only reads sees a single state."""

    def overwriting(self) -> AbstractContextManager[None]:
        """Overwrite rows that a block deletes, as far as the database can."""

    def wipe(self) -> None:
        """Remove deleted rows from the files, as far as the database can."""

    def tables(self) -> list[Table]:
        """Return all tables."""

    def probe(self) -> None:
        """Write something, read it back through a new connection, and compare; raise `StoreError` if that fails."""

    def interrupt(self) -> None:
        """Stop the query that another thread is running: it raises `StoreError`. Without one, nothing happens."""

    def close(self) -> None:
        """Close the connection."""


class Base:
    """A part of a store."""

    _database: SqlDatabase
    place: str  # the path or address of the database, for messages

    def _commit(self, *, reading: bool = False) -> AbstractContextManager[None]:
        """Run a block in one transaction: everything or nothing."""
        return self._database.transaction(reading=reading)

    def _value(self, statement: Statement, *values: object) -> Any | None:
        """Return the first value of the first row, None if there is no row."""
        rows = self._database.rows(statement, *values)
        return rows[0][0] if rows else None

    def _column(self, statement: Statement, *values: object) -> list[Any]:
        """Return the first value of each row."""
        return [row[0] for row in self._database.rows(statement, *values)]

    def _claim(self, *key: bytes) -> None:
        """Make other writers that claim the same key wait until the transaction ends, where several write at once."""

    def _claim_games(self, games: Iterable[int]) -> None:
        """Make other writers of these games wait until the transaction ends, where several write at once."""

    def _forget_lengths(self, games: Sequence[int]) -> None:
        """Drop cached lengths of these games."""
