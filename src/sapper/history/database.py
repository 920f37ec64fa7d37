"""A SQLite file: opening it, its schema, transactions, and errors as sentences."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from . import statements, summary
from .store import StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

MIGRATIONS = Path(__file__).parent / "migrations"

NO_FOLDER = "the data folder cannot be created"
_LEAST_BYTES = 512  # of a SQLite file: one page of the smallest size
_BRIEFLY_MS = 250
_MAGIC = b"SQLite format 3\0"  # what a database begins with
_MOST_PROBES = 1 << 30
_ELSEWHERE = "choose another data folder"
_REASONS = {
    sqlite3.SQLITE_FULL: f"the disk is full: free some space, or {_ELSEWHERE}",
    sqlite3.SQLITE_READONLY: f"it is read-only: make it writable, or {_ELSEWHERE}",
    sqlite3.SQLITE_PERM: f"access is denied: change its permissions, or {_ELSEWHERE}",
    sqlite3.SQLITE_CANTOPEN: f"it cannot be opened or created: check that its folder is writable, or {_ELSEWHERE}",
    sqlite3.SQLITE_BUSY: "another program is using it: close that program and try again",
    sqlite3.SQLITE_LOCKED: "another program is using it: close that program and try again",
    sqlite3.SQLITE_NOTADB: f"it is not a database: move it away, or {_ELSEWHERE}",
    sqlite3.SQLITE_CORRUPT: f"it is damaged: replace it by a backup, or {_ELSEWHERE}",
    sqlite3.SQLITE_INTERRUPT: "the query was stopped",
    sqlite3.SQLITE_IOERR: f"the disk failed or is full: check it, or {_ELSEWHERE}",
}


class Database:
    """A connection to a file of this version's schema, migrated from an older one if need be."""

    def __init__(self, path: str, *, synchronous: str, patience: float) -> None:
        self.path = path
        if path != ":memory:":
            self._create_file()
        with self.reasons():
            self.connection = sqlite3.connect(path, timeout=patience, isolation_level=None)
        try:
            with self.reasons():
                self._migrate()
                self._configure(synchronous)
            self._file = None if path == ":memory:" else os.stat(path)
        except BaseException:
            self.connection.close()
            raise

    def run(self, statement: str, *values: object) -> sqlite3.Cursor:
        """Execute a statement."""
        return self.connection.execute(bound(statement), values)

    def rows(self, statement: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        with self.reasons():
            return self.run(statement, *values).fetchall()

    def named_rows(self, statement: str, *values: object) -> list[dict[str, Any]]:
        """Return the rows of a query, each with its columns by name."""
        with self.reasons():
            cursor = self.run(statement, *values)
            names = [column[0] for column in cursor.description]
            return [dict(zip(names, row, strict=True)) for row in cursor]

    @contextmanager
    def transaction(self, kind: str = "immediate") -> Iterator[None]:
        """Run the block in one transaction: everything or nothing."""
        execute = self.connection.execute
        try:
            execute(f"begin {kind}")
            try:
                yield
                execute("commit")
            except BaseException:
                if self.connection.in_transaction:
                    execute("rollback")
                raise
        except sqlite3.Error as error:
            raise self.failure(error) from error

    def create_summaries(self) -> None:
        """Create the table of summaries, inside the transaction that is open; an older one is dropped."""
        for statement in (*statements.DROP_SUMMARIES, *statements.CREATE_SUMMARIES):
            self.run(statement)
        self.run(statements.SET_SUMMARY_VERSION, summary.VERSION)

    def probe(self) -> None:
        """Write a number, read it back by another connection, and check that the path still names the open file."""
        with self.transaction():
            (number,) = self.connection.execute("pragma user_version").fetchone()
            number = (number + 1) % _MOST_PROBES
            self.connection.execute(f"pragma user_version = {number}")
        if self._file is None:
            return
        try:
            if not os.path.samestat(os.stat(self.path), self._file):
                raise StoreError(f"{self.path} was replaced by another file: start the server again")
            with open(self.path, "rb") as file:
                if file.read(len(_MAGIC)) != _MAGIC:
                    raise self._because(sqlite3.SQLITE_NOTADB)
        except OSError as error:
            raise StoreError(f"{self.path} is gone ({error.strerror}): put it back, or restore a backup") from error
        with (
            self.reasons(),
            closing(sqlite3.connect(f"{Path(self.path).absolute().as_uri()}?mode=ro", uri=True)) as other,
        ):
            (found,) = other.execute("pragma user_version").fetchone()
            other.execute("select max(id) from game").fetchone()
        if found != number:
            raise StoreError(f"{self.path} does not return what was written: check its disk")

    def wipe(self) -> None:
        """Rewrite the file without what was deleted."""
        with self.reasons():
            self.connection.execute("vacuum")
            self.connection.execute("pragma wal_checkpoint(truncate)")

    def close(self) -> None:
        """Close the connection."""
        with self.reasons():
            self.connection.close()

    @contextmanager
    def reasons(self) -> Iterator[None]:
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
        """Wait only briefly from now on: whoever waited in vain tries again with the next move."""
        with suppress(sqlite3.Error, AttributeError):  # the connection may not be open yet
            self.connection.execute(f"pragma busy_timeout = {_BRIEFLY_MS}")

    def _because(self, code: int, otherwise: str = "") -> StoreError:
        reason = _REASONS.get(code, otherwise)
        return StoreError(f"{self.path} cannot be used: {reason}", reason.partition(":")[0])

    def _create_file(self) -> None:
        path = Path(self.path)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            why = f"the folder of {path} cannot be created ({error.strerror or error}): {_ELSEWHERE}"
            raise StoreError(why, NO_FOLDER) from error
        with suppress(OSError):  # SQLite reports what is wrong with the place
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
        tables = {name for (name,) in self.run("select name from sqlite_master where type = 'table'")}
        if "schema_version" in tables:
            version = self.run(statements.VERSION).fetchone()
            if version is not None:
                return int(version[0])
        if tables:
            cause = "the file belongs to another program"
            raise StoreError(f"{self.path} belongs to another program: {_ELSEWHERE}", cause)
        return 0

    def _migrate(self) -> None:
        steps = migrations()
        version = self._version()
        if version > len(steps):
            raise StoreError(
                f"{self.path} was written by a newer Sapper (its format is {version}, and this one knows up to "
                f"{len(steps)}): update Sapper, or {_ELSEWHERE}",
                "the file is of a newer Sapper",
            )
        if version < len(steps):
            with self.transaction():
                # Another program may have been faster since.
                for number in range(self._version() + 1, len(steps) + 1):
                    self._script(steps[number - 1])
                    self.run(statements.SET_VERSION, number)
        if not self._summaries_are_current():
            with self.transaction():
                self.create_summaries()

    def _summaries_are_current(self) -> bool:
        """Return whether the table of summaries has every column, computed as this version does."""
        try:
            self.run(statements.PROBE_SUMMARIES)
            found = self.run(statements.SUMMARY_VERSION).fetchone()
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


def is_to_be_migrated(path: Path) -> bool:
    """Return whether there is a database of an older version; False for a file that cannot be read."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
            (version,) = connection.execute(statements.VERSION).fetchone()
    except (sqlite3.Error, TypeError):
        return False
    return bool(0 < version < len(migrations()))


def migrations() -> list[Path]:
    """Return the steps from an empty database to this version, in order."""
    return sorted(MIGRATIONS.glob("[0-9][0-9][0-9][0-9].sql"))


@cache
def bound(statement: str) -> str:
    """Return a statement with placeholders as SQLite binds them fastest: by position."""
    words = statement.split("$")
    return words[0] + "".join("?" + word.lstrip("0123456789") for word in words[1:])
