"""A PostgreSQL database: connecting to it, its schema, transactions, and statements that wait for their result."""

from __future__ import annotations

import asyncio
import threading
from contextlib import contextmanager, nullcontext, suppress
from typing import TYPE_CHECKING, Any, TypeVar

import asyncpg

from ....phrase import Phrase
from ... import summary
from .. import summaries
from ..base import Table
from ..errors import StoreError
from ..schema import PROBE, PROBED, SET_VERSION, VERSION, migrations
from ..sql import Sql
from ..summaries import create_summaries
from .postgres_errors import LOST, STOPPED, failure, is_lost, place_of, unreachable, unusable

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator
    from contextlib import AbstractContextManager
    from pathlib import Path

    from ..sql import Statement

T = TypeVar("T")
_MIGRATING = 0x5341_5050_4552  # the number of the advisory lock of migrations
_CONNECTING = 10.0  # seconds
_SETTINGS = {
    "application_name": "sapper",
    "statement_timeout": "30s",
    "lock_timeout": "10s",
    "idle_in_transaction_session_timeout": "60s",
}
# A commit survives a crash of PostgreSQL, whatever the default of the server is.
_DURABLE = """
select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'
"""
_ANSWERING = 40.0  # seconds, after which a database that should have given up is not there
_UPGRADING = 3600.0  # seconds that a migration may take, or wait for the one of another server
_IDLE = 0.5  # seconds, after which a connection may have been closed by the other side
_STANDBY = 1.0  # seconds, after which a read-only database is looked for again: another one may take writes

_COLUMNS = """
select c.table_name, c.column_name, c.data_type, c.is_nullable, k.ordinal_position
from information_schema.columns as c
left join information_schema.table_constraints as t
  on t.table_schema = c.table_schema and t.table_name = c.table_name and t.constraint_type = 'PRIMARY KEY'
left join information_schema.key_column_usage as k
  on k.constraint_schema = t.constraint_schema and k.constraint_name = t.constraint_name
  and k.column_name = c.column_name
where c.table_schema = current_schema() order by c.table_name, c.ordinal_position
"""


class PostgresDatabase:
    """A connection to a database of this version's schema, migrated from an older one if necessary.

    A connection that is lost is replaced with the next transaction. A read is tried again by itself; a write raises
    `StoreError`, because it may have been stored.
    """

    def __init__(self, url: str) -> None:
        self.place = place_of(url)
        self._url = url
        self._loop = asyncio.new_event_loop()
        self._connection: Any = None
        self._in_transaction = False
        self._running: asyncio.Task[Any] | None = None
        self._connected_at = 0.0
        self._used = 0.0
        try:
            self._migrate()
        except BaseException:
            self.close()
            raise

    def form(self, statement: Statement) -> str:
        """Return the form of a statement for PostgreSQL."""
        return statement.postgres if isinstance(statement, Sql) else statement

    def run(self, statement: Statement, *values: object) -> int:
        """Execute a statement and return how many rows it changed."""
        tag: str = self._perform(lambda connection: connection.execute(self.form(statement), *values))
        count = tag.rpartition(" ")[2]
        return int(count) if count.isdecimal() else 0

    def run_many(self, statement: Statement, rows: Iterable[tuple[Any, ...]]) -> None:
        """Execute a statement with each of these rows."""
        self._perform(lambda connection: connection.executemany(self.form(statement), rows))

    def insert(self, statement: str, *values: object) -> int:
        """Insert a row into a table that numbers its rows, and return its number."""
        query = f"{statement} returning id"
        return int(self._perform(lambda connection: connection.fetchval(query, *values)))

    def rows(self, statement: Statement, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a query."""
        return list(map(tuple, self._read(statement, values)))

    def named_rows(self, statement: Statement, *values: object) -> list[dict[str, Any]]:
        """Return the rows of a query, each with its columns by name."""
        return list(map(dict, self._read(statement, values)))

    def changed_rows(self, statement: Statement, *values: object) -> list[tuple[Any, ...]]:
        """Execute a statement that changes rows, and return its result."""
        return list(map(tuple, self._perform(lambda connection: connection.fetch(self.form(statement), *values))))

    def _read(self, statement: Statement, values: tuple[object, ...]) -> list[Any]:
        found: list[Any] = self._perform(
            lambda connection: connection.fetch(self.form(statement), *values), again=not self._in_transaction
        )
        return found

    @contextmanager
    def transaction(self, *, reading: bool = False) -> Iterator[None]:
        """Run the block in one transaction: everything or nothing. One that only reads sees a single state."""
        begin = "begin isolation level repeatable read read only" if reading else "begin"
        self._perform(lambda connection: connection.execute(begin), again=True)
        self._in_transaction = True
        try:
            yield
            if self._perform(lambda connection: connection.execute("commit")) != "COMMIT":
                raise unusable(self.place, Phrase("postgres.change-failed"))
        except BaseException:
            self._roll_back()
            raise
        finally:
            self._in_transaction = False

    def _roll_back(self) -> None:
        try:
            if self._connection is not None and self._connection.is_in_transaction():
                self._perform(lambda connection: connection.execute("rollback"))
        except StoreError:
            self._drop()  # the other side rolls back

    def tables(self) -> list[Table]:
        """Return all tables."""
        found: dict[str, list[tuple[Any, ...]]] = {}
        for table, *column in self.rows(_COLUMNS):
            found.setdefault(table, []).append(tuple(column))
        return [_table(name, columns) for name, columns in found.items()]

    def overwriting(self) -> AbstractContextManager[None]:
        """Do nothing: PostgreSQL overwrites deleted rows when it needs the space."""
        return nullcontext()

    def wipe(self) -> None:
        """Do nothing: PostgreSQL overwrites deleted rows when it needs the space."""

    def probe(self) -> None:
        """Write, read it back by another connection, and look at every table; raise `StoreError` on failure."""
        with self.transaction():
            self.run(PROBE)
            ((written,),) = self.rows(PROBED[0])

        async def found() -> list[Any]:
            other = await self._connected()
            try:
                return [await other.fetchval(self.form(statement)) for statement in PROBED]
            finally:
                await other.close(timeout=_CONNECTING)

        if self._wait(found())[0] < written:
            raise StoreError(Phrase("postgres.not-held", place=self.place), Phrase("machine-error.store-damaged-cause"))

    def interrupt(self) -> None:
        """Stop the query that another thread is running."""
        running = self._running
        if running is not None:
            with suppress(RuntimeError):  # it was closed
                self._loop.call_soon_threadsafe(running.cancel)

    def close(self) -> None:
        """Close the connection."""
        if self._loop.is_closed():
            return
        with suppress(StoreError):
            self._wait(self._end())
        self._loop.close()

    async def _end(self) -> None:
        """Close the connection, and end the background tasks of asyncpg."""
        connection, self._connection = self._connection, None
        if connection is not None and not connection.is_closed():
            try:
                await connection.close(timeout=1)
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
                connection.terminate()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        if others:
            _, slow = await asyncio.wait(others, timeout=1)
            for task in slow:
                task.cancel()
        await _turns()

    def _perform(self, work: Callable[[Any], Awaitable[T]], *, again: bool = False, patience: float = _ANSWERING) -> T:
        """Run `work` on the connection and return its result; with `again`, retry once if the connection was lost."""
        try:
            return self._wait(self._on_connection(work, patience))
        except StoreError as error:
            if not (again and self._connection is None and isinstance(error.__cause__, Exception)):
                raise
            if not is_lost(error.__cause__):
                raise
        return self._wait(self._on_connection(work, patience))

    async def _on_connection(self, work: Callable[[Any], Awaitable[T]], patience: float) -> T:
        if not self._in_transaction:
            await self._connect()
        elif self._connection is None:
            raise unusable(self.place, *LOST)
        async with asyncio.timeout(patience):
            result = await work(self._connection)
        self._used = self._loop.time()
        return result

    async def _connect(self) -> None:
        """Connect, unless there is a connection that is open still."""
        if self._connection is not None:
            if self._loop.time() - self._used > _IDLE:
                await _turns()
            if not self._connection.is_closed():
                return
            self._connection = None
        self._connection = await self._connected()
        self._connected_at = self._loop.time()

    async def _connected(self) -> Any:
        """Return a new connection."""
        try:
            connection = await asyncpg.connect(self._url, timeout=_CONNECTING, server_settings=_SETTINGS)
            await connection.execute(_DURABLE, timeout=_CONNECTING)
            return connection
        except (OSError, ValueError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            raise unreachable(self.place, error) from None

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine to its end and return its result; errors are raised as `StoreError`."""
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return self._wait_here(work)
        return self._wait_elsewhere(work)

    def _wait_here(self, work: Coroutine[Any, Any, T]) -> T:
        self._running = task = self._loop.create_task(work)
        try:
            return self._loop.run_until_complete(task)
        except asyncio.CancelledError as error:
            raise unusable(self.place, *STOPPED) from error
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
            if is_lost(error) or isinstance(error, TimeoutError) or self._is_old_standby(error):
                self._drop()
            raise failure(self.place, error) from error
        except StoreError:
            raise
        except BaseException:
            if not task.done():
                task.cancel()
                self._drop()
            raise
        finally:
            self._running = None

    def _is_old_standby(self, error: BaseException) -> bool:
        """Return whether a database is read-only and was found some time ago: each failed write must stay cheap."""
        is_read_only = isinstance(error, asyncpg.ReadOnlySQLTransactionError)
        return is_read_only and self._loop.time() - self._connected_at > _STANDBY

    def _wait_elsewhere(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait in another thread: this one runs an event loop already."""
        results: list[T] = []
        errors: list[BaseException] = []

        def wait() -> None:
            try:
                results.append(self._wait_here(work))
            except BaseException as error:
                errors.append(error)

        thread = threading.Thread(target=wait)
        thread.start()
        thread.join()
        if errors:
            raise errors[0]
        return results[0]

    def _drop(self) -> None:
        """Give up the connection: the next transaction gets a new one."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()

    def _migrate(self) -> None:
        steps = migrations("postgres")
        newest = max(steps)
        version = self._version()
        if version > newest:
            raise StoreError(
                Phrase("postgres.newer", place=self.place, version=version, known=newest),
                Phrase("postgres.newer-cause"),
            )
        if version == newest and self._summaries_are_current():
            return
        with self._migrating():
            version = self._version()  # another server may have been faster
            with self.transaction():
                for number, path in steps.items():
                    if number > version:
                        self._script(path)
                        self.run(SET_VERSION, number)
            if not self._summaries_are_current():
                with self.transaction():
                    create_summaries(self)

    @contextmanager
    def _migrating(self) -> Iterator[None]:
        """Hold the lock of migrations, without timeouts."""
        for statement in ("set statement_timeout = 0", "set lock_timeout = 0"):
            self.run(statement)
        lock = "select pg_advisory_lock($1)"
        self._perform(lambda connection: connection.execute(lock, _MIGRATING), patience=_UPGRADING)
        try:
            yield
        finally:
            self.run("select pg_advisory_unlock($1)", _MIGRATING)
            for statement in ("reset statement_timeout", "reset lock_timeout"):
                self.run(statement)

    def _script(self, path: Path) -> None:
        """Execute the statements of a file inside the transaction that is open."""
        script = path.read_text("utf-8")
        self._perform(lambda connection: connection.execute(script), patience=_UPGRADING)

    def _version(self) -> int:
        """Return the version of the schema, 0 for an empty database."""
        tables = "select table_name from information_schema.tables where table_schema = current_schema()"
        found = {name for (name,) in self.rows(tables)}
        if {"schema_version", "game"} <= found:
            return int(self.rows(VERSION)[0][0])
        if found:
            raise StoreError(Phrase("postgres.foreign", place=self.place), Phrase("postgres.foreign-cause"))
        ((encoding,),) = self.rows("show server_encoding")
        if encoding != "UTF8":
            raise StoreError(Phrase("postgres.encoding", place=self.place, encoding=encoding))
        return 0

    def _summaries_are_current(self) -> bool:
        """Return whether the table of summaries has every column, computed as this version does."""
        try:
            self.rows(summaries.PROBE)
            found = self.rows(summaries.VERSION)
        except StoreError as error:
            if isinstance(error.__cause__, (asyncpg.UndefinedTableError, asyncpg.UndefinedColumnError)):
                return False
            raise
        return found == [(summary.VERSION,)]


def _table(name: str, columns: list[tuple[Any, ...]]) -> Table:
    """Return a table by its columns: their names, types, whether they can be null, and their places in the key."""
    return Table(
        name,
        tuple(column for column, *_ in columns),
        tuple(column for _, column in sorted((place, column) for column, *_, place in columns if place)),
        frozenset(column for column, kind, *_ in columns if kind == "boolean"),
        frozenset(column for column, kind, is_nullable, _ in columns if kind == "integer" and is_nullable == "NO"),
    )


async def _turns() -> None:
    """Let the loop handle events from the time in which it did not run."""
    for _ in range(3):
        await asyncio.sleep(0)
