"""A SQLite file: opening it, its schema, transactions, and errors as sentences."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ....errors import os_reason
from ....phrase import Phrase
from ... import summary
from .. import summaries
from ..base import Table
from ..errors import StoreError
from ..schema import HAS_GAMES, PROBE, PROBED, SET_VERSION, VERSION, migrations
from ..sql import Sql
from ..summaries import create_summaries
from .safety_copy import copy_before, remove_copies

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from ..sql import Statement

NO_FOLDER = Phrase("machine-error.no-folder")
_LEAST_BYTES = 512  # of a SQLite file: one page of the smallest size
_BRIEFLY_MS = 250
_REASONS = {  # the code of a phrase; that of its cause in a few words ends with -cause
    sqlite3.SQLITE_FULL: "machine-error.store-full",
    sqlite3.SQLITE_READONLY: "machine-error.store-read-only",
    sqlite3.SQLITE_PERM: "machine-error.store-denied",
    sqlite3.SQLITE_CANTOPEN: "machine-error.store-not-opened",
    sqlite3.SQLITE_NOTADB: "machine-error.store-no-database",
    sqlite3.SQLITE_CORRUPT: "machine-error.store-damaged",
    sqlite3.SQLITE_INTERRUPT: "machine-error.store-stopped",
    sqlite3.SQLITE_IOERR: "machine-error.store-disk",
    sqlite3.SQLITE_BUSY: "machine-error.store-busy",
    sqlite3.SQLITE_LOCKED: "machine-error.store-busy",
}


class SqliteDatabase:
    """A connection to a file of this version's schema, migrated from an older one if necessary."""

    def __init__(self, path: str, *, synchronous: str, patience: float) -> None:
        self.path = path
        self._file: tuple[int, int] | None = None  # the device and number of the opened file
        self.is_inside = False  # a transaction that is open
        if path != ":memory:":
            self._create_file()
        with self.translated_errors():
            self.connection = sqlite3.connect(path, timeout=patience, isolation_level=None)
        try:
            with self.translated_errors():
                self._migrate()
                self._configure(synchronous)
            if path != ":memory:":
                self._file = self._identity()
        except BaseException:
            self.connection.close()
            raise

    def form(self, statement: Statement) -> str:
        """Return the form of a statement for SQLite."""
        return statement.sqlite if isinstance(statement, Sql) else statement

    def run(self, statement: Statement, *values: object) -> int:
        """Execute a statement and return how many rows it changed."""
        with self.translated_errors():
            return self._execute(statement, *values).rowcount

    def run_many(self, statement: Statement, rows: Iterable[tuple[Any, ...]]) -> None:
        """Execute a statement with each of these rows."""
        with self.translated_errors():
            self.connection.executemany(to_sqlite(statement), rows)

    def insert(self, statement: str, *values: object) -> int:
        """Insert a row into a table that numbers its rows, and return its number."""
        with self.translated_errors():
            number = self._execute(statement, *values).lastrowid
        assert number is not None
        return number

    def _execute(self, statement: Statement, *values: object) -> sqlite3.Cursor:
        return self.connection.execute(to_sqlite(statement), values)

    def rows(self, statement: Statement, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        with self.translated_errors():
            return self._execute(statement, *values).fetchall()

    def named_rows(self, statement: Statement, *values: object) -> list[dict[str, Any]]:
        """Return the rows of a query, each with its columns by name."""
        with self.translated_errors():
            cursor = self._execute(statement, *values)
            names = [column[0] for column in cursor.description]
            return [dict(zip(names, row, strict=True)) for row in cursor]

    @contextmanager
    def transaction(self, *, reading: bool = False) -> Iterator[None]:
        """Run the block in one transaction: everything or nothing. Of those that write there is one at a time."""
        if self.is_inside:
            with self._savepoint():
                yield
            return
        execute = self.connection.execute
        try:
            execute("begin" if reading else "begin immediate")
            try:
                yield
                self.check_file()
                execute("commit")
            except BaseException:
                if self.connection.in_transaction:
                    execute("rollback")
                raise
        except sqlite3.Error as error:
            raise self.failure(error) from error
        if not reading:
            self.check_file()  # the commit took its time

    @contextmanager
    def inside_one(self) -> Iterator[None]:
        """Make the transactions of a block parts of the one that is open: each is still everything or nothing."""
        self.is_inside = True
        try:
            yield
        finally:
            self.is_inside = False

    @contextmanager
    def _savepoint(self) -> Iterator[None]:
        """Run the block as a part of the transaction that is open."""
        execute = self.connection.execute
        with self.translated_errors():
            if not self.connection.in_transaction:  # an earlier part failed so badly that SQLite has rolled back
                raise self._because(sqlite3.SQLITE_IOERR)
            execute("savepoint part")
            try:
                yield
            except BaseException:
                if self.connection.in_transaction:
                    execute("rollback to part")
                    execute("release part")
                raise
            execute("release part")

    def check_file(self) -> None:
        """Raise `StoreError` if the path no longer names the file that is open: writes to it are lost."""
        if self._file is not None and self._identity() != self._file:
            raise StoreError(
                Phrase("machine-error.store-moved", place=self.path),
                Phrase("machine-error.store-moved-cause"),
            )

    def _identity(self) -> tuple[int, int] | None:
        """Return the device and the number of the file at the path, None if there is none."""
        try:
            found = os.stat(self.path)
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def probe(self) -> None:
        """Write, read it back by another connection, and look at every table; raise `StoreError` on failure."""
        with self.transaction():
            self.run(PROBE)
            written = self.rows(PROBED[0])[0][0]
        if self._file is None:
            return
        with self.translated_errors(), closing(self._connect_again()) as other:
            found = [other.execute(to_sqlite(statement)).fetchone()[0] for statement in PROBED]
        if found[0] < written:  # another server may have written since
            raise StoreError(
                Phrase("machine-error.store-lost-writes", place=self.path),
                Phrase("machine-error.store-damaged-cause"),
            )
        self.check_file()

    def _connect_again(self) -> sqlite3.Connection:
        """Open the file at the path for reading, as it is on the disk.

        Only SQLite may open it: when a process closes a file, it loses every lock that it has on it.
        """
        return sqlite3.connect(f"{Path(self.path).absolute().as_uri()}?mode=ro", uri=True)

    def tables(self) -> list[Table]:
        """Return all tables."""
        found = []
        for (name,) in self.rows("select name from sqlite_master where type = 'table'"):
            columns = self.rows("select name, pk from pragma_table_info($1)", name)
            key = sorted((place, column) for column, place in columns if place)
            found.append(Table(name, tuple(column for column, _ in columns), tuple(column for _, column in key)))
        return found

    def wipe(self) -> None:
        """Rewrite the file without deleted rows, and remove copies that still have them."""
        with self.translated_errors():
            self.connection.execute("vacuum")
            self.connection.execute("pragma wal_checkpoint(truncate)")
        if self._file is not None:
            remove_copies(Path(self.path))

    @contextmanager
    def overwriting(self) -> Iterator[None]:
        """Overwrite the rows that the block deletes; the file keeps its size."""
        with self.translated_errors():
            self.connection.execute("pragma secure_delete = on")
            try:
                yield
            finally:
                self.connection.execute("pragma secure_delete = off")

    def interrupt(self) -> None:
        """Stop the query that another thread is running."""
        self.connection.interrupt()

    def close(self) -> None:
        """Close the connection."""
        with self.translated_errors():
            self.connection.close()

    @contextmanager
    def translated_errors(self) -> Iterator[None]:
        """Raise the errors of SQLite as `StoreError`."""
        try:
            yield
        except sqlite3.Error as error:
            raise self.failure(error) from error

    def failure(self, error: sqlite3.Error) -> StoreError:
        """Return an error of SQLite as a sentence."""
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the other bits are detail
        if code == sqlite3.SQLITE_BUSY:
            self._wait_less()
        return self._because(code, str(error))

    def _wait_less(self) -> None:
        """Wait only briefly from now on: the next move tries again anyway."""
        with suppress(sqlite3.Error, AttributeError):  # the connection may not be open yet
            self.connection.execute(f"pragma busy_timeout = {_BRIEFLY_MS}")

    def _because(self, code: int, otherwise: str = "") -> StoreError:
        reason: Phrase | str = Phrase(_REASONS[code]) if code in _REASONS else otherwise
        cause = Phrase(f"{_REASONS[code]}-cause") if code in _REASONS else otherwise.partition(":")[0]
        return StoreError(Phrase("machine-error.store-unusable", place=self.path, reason=reason), cause)

    def _create_file(self) -> None:
        path = Path(self.path)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            reason = os_reason(error)
            raise StoreError(Phrase("machine-error.store-folder", place=str(path), reason=reason), NO_FOLDER) from error
        with suppress(OSError):  # SQLite reports problems of the place
            if not path.exists():
                path.touch(0o600)  # it holds the seeds of games in play; SQLite gives its other files the same mode
            if path.is_file() and 0 < path.stat().st_size < _LEAST_BYTES:
                raise self._because(sqlite3.SQLITE_NOTADB)  # SQLite would treat such a short file as empty

    def _configure(self, synchronous: str) -> None:
        execute = self.connection.execute
        execute("pragma foreign_keys = on")
        journal = self._use_write_ahead_log()
        if journal not in ("wal", "memory"):
            synchronous = "full"  # a rollback journal, as on network folders, is only safe with it
        execute(f"pragma synchronous = {synchronous}")

    def _use_write_ahead_log(self, attempts: int = 100) -> str:
        """Return the journal in use. Where others open a new file at the same moment, SQLite itself does not wait."""
        try:
            return str(self.connection.execute("pragma journal_mode = wal").fetchone()[0])
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or attempts == 1:
                raise
        with self.transaction():  # this waits until the others are done
            pass
        return self._use_write_ahead_log(attempts - 1)

    def _version(self) -> int:
        """Return the version of the schema, 0 for an empty database."""
        tables = {name for (name,) in self._execute("select name from sqlite_master where type = 'table'")}
        if "schema_version" in tables:
            version = self._execute(VERSION).fetchone()
            if version is not None:
                return int(version[0])
        if tables:
            raise StoreError(
                Phrase("machine-error.store-foreign", place=self.path),
                Phrase("machine-error.store-foreign-cause"),
            )
        return 0

    def _migrate(self) -> None:
        steps = migrations("sqlite")
        version = self._version()
        if version > len(steps):
            raise StoreError(
                Phrase("machine-error.store-newer", place=self.path, version=version, known=len(steps)),
                Phrase("machine-error.store-newer-cause"),
            )
        if version < len(steps) or not self._summaries_are_current():
            with self.transaction():  # one, because each waits for the disk
                self._take_steps(steps)
                if not self._summaries_are_current():
                    create_summaries(self)

    def _take_steps(self, steps: dict[int, Path]) -> None:
        """Bring the schema to this version, inside the transaction that is open."""
        version = self._version()  # another program may have been faster since
        if 0 < version < len(steps):
            self._copy(len(steps))
        for number in range(version + 1, len(steps) + 1):
            self._script(steps[number])
            self.run(SET_VERSION, number)

    def _copy(self, version: int) -> None:
        """Copy a database with games to its folder, before it is brought to a version."""
        if self.path == ":memory:" or not self._execute(HAS_GAMES).fetchone()[0]:
            return
        try:
            with closing(self._connect_again()) as source:
                copy_before(source, Path(self.path), version)
        except (OSError, sqlite3.Error) as error:
            raise StoreError(
                Phrase("machine-error.store-older", place=self.path, reason=str(error)),
                Phrase("machine-error.store-older-cause"),
            ) from error

    def _summaries_are_current(self) -> bool:
        """Return whether the table of summaries has every column, computed as this version does."""
        try:
            self._execute(summaries.PROBE)
            found = self._execute(summaries.VERSION).fetchone()
        except sqlite3.OperationalError as error:
            if (error.sqlite_errorcode & 0xFF) != sqlite3.SQLITE_ERROR:
                raise
            return False
        return found is not None and found[0] == summary.VERSION

    def _script(self, path: Path) -> None:
        """Execute the statements of a file inside the transaction that is open, which `executescript` would end."""
        statement = ""
        for line in path.read_text("utf-8").splitlines(keepends=True):
            statement += line
            if sqlite3.complete_statement(statement):
                self.connection.execute(statement)
                statement = ""


@cache
def to_sqlite(statement: Statement) -> str:
    """Return a statement for SQLite, with the placeholders that it binds fastest: by position."""
    first, *rest = (statement.sqlite if isinstance(statement, Sql) else statement).split("$")
    words = [word.lstrip("0123456789") for word in rest]
    if any(f"{number}{word}" != whole for number, (word, whole) in enumerate(zip(words, rest, strict=True), 1)):
        raise ValueError(f"placeholders are $1, $2, ... in order, each used once: {statement}")
    return "?".join([first, *words])
