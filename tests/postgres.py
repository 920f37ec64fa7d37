"""A real PostgreSQL for tests, started on loopback with a data folder of its own, and a database for each test."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import parts
import pytest
from waiting import PATIENCE

from sapper.history.store import open_store

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator, Mapping

# A crash of the machine is not tested, and what a crash of the server needs does not wait for the disk.
FAST = (
    "fsync=off",
    "full_page_writes=off",
    "shared_buffers=32MB",
    "max_connections=100",
    "autovacuum=off",
    "synchronous_commit=off",
)
_SHARED = "shared"
# Quicker than a new database, which takes half a second.
_EMPTY = """
select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid();
do $$ declare name text; begin
  set local session_replication_role = replica;
  for name in select table_name from information_schema.tables where table_schema = current_schema()
    and table_name not in ('schema_version', 'summary_version', 'probe', 'service') loop
    execute format('delete from %I', name);
  end loop;
end $$;
update service set started_at = 0, alive_at = 0;
select setval('game_id_seq', 1, false);
"""


class Postgres:
    """A server that can be stopped and started again."""

    def __init__(
        self, folder: Path, settings: tuple[str, ...] = FAST, environment: Mapping[str, str] | None = None
    ) -> None:
        self.port = _free_port()
        self._bin = Path(parts.need("postgresql")).parent
        self._settings = settings
        self._environment = os.environ | dict(environment or {})
        self._process: subprocess.Popen[bytes] | None = None
        self._numbers = count(1)
        self._loop = asyncio.new_event_loop()
        self._thread = ThreadPoolExecutor(1)  # in which no other event loop runs, as that of a browser does
        self._connections: dict[str, Any] = {}
        self._log = folder / "log"
        if os.geteuid() == 0:  # it refuses to run as root
            shutil.chown(folder, "postgres", "postgres")
        words = ["initdb", "--no-sync", "-A", "trust", "-U", "sapper", "-E", "UTF8", "--locale=C", "-D", "data"]
        made = self._run(*words)
        assert made.wait(PATIENCE) == 0, self.log

    def start(self, *settings: str) -> None:
        """Start it and wait until it answers."""
        given = [word for one in (*self._settings, *settings) for word in ("-c", one)]
        where = ["-D", "data", "-p", str(self.port), "-h", "127.0.0.1", "-c", "unix_socket_directories="]
        self._process = process = self._run("postgres", *where, *given)
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self.execute("select 1", "postgres")
                return
            except Exception:
                if process.poll() is not None or time.monotonic() > end:
                    raise AssertionError(self.log) from None
                time.sleep(0.02)

    def _run(self, program: str, *words: str) -> subprocess.Popen[bytes]:
        user: dict[str, Any] = {}
        if os.geteuid() == 0:
            user = {"user": "postgres", "group": "postgres", "extra_groups": []}
        with self._log.open("ab") as log:
            return subprocess.Popen(
                [str(self._bin / program), *words],
                stdout=log,
                stderr=log,
                cwd=self._log.parent,
                env=self._environment,
                **user,
            )

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it: by SIGINT in order, by SIGQUIT as a crash would."""
        if self._process is not None:
            self.disconnect()
            self._process.send_signal(how)
            self._process.wait(PATIENCE)
            self._process = None

    @property
    def log(self) -> str:
        return self._log.read_text("utf-8", "replace")

    def freeze(self) -> None:
        """Let all of its processes stand still: connections stay open, and nothing is answered."""
        self._signal_all(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let a frozen one go on."""
        self._signal_all(signal.SIGCONT)

    def _signal_all(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)
        parent = self._process.pid
        for child in Path(f"/proc/{parent}/task/{parent}/children").read_text().split():
            with suppress(ProcessLookupError):
                os.kill(int(child), number)

    def set_read_only(self, is_read_only: bool) -> None:
        """Refuse to write, as a standby does, or take writes again."""
        self.execute(f"alter system set default_transaction_read_only = {'on' if is_read_only else 'off'}")
        self.execute("select pg_reload_conf()")

    def url(self, name: str) -> str:
        return f"postgresql://sapper@127.0.0.1:{self.port}/{name}"

    def execute(self, statement: str, database: str = "postgres") -> Any:
        """Execute a statement and return its first value."""
        import asyncpg

        async def run() -> Any:
            if database not in self._connections:
                self._connections[database] = await asyncpg.connect(self.url(database), timeout=PATIENCE)
            connection = self._connections[database]
            return await (connection.execute if ";" in statement else connection.fetchval)(statement)

        return self._wait(run())

    def disconnect(self) -> None:
        """Close the connections of `execute`."""
        for connection in self._connections.values():
            with suppress(Exception):
                self._wait(connection.close())
        self._connections.clear()

    def _wait(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self._thread.submit(self._loop.run_until_complete, work).result()

    def close(self) -> None:
        self.stop(signal.SIGQUIT)
        self._thread.shutdown()
        self._loop.close()

    def new_database(self) -> str:
        """Create a database without tables and return its address."""
        name = f"test_{next(self._numbers)}"
        self.execute(f"create database {name} template template0")
        return self.url(name)

    def emptied(self) -> str:
        """Return the address of the database that tests share one after the other, without anything in it."""
        if not self.execute(f"select count(*) from pg_database where datname = '{_SHARED}'"):
            self.execute(f"create database {_SHARED} template template0")
            open_store(self.url(_SHARED)).close()
        self.execute(_EMPTY, _SHARED)
        return self.url(_SHARED)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Start the server of this run."""
    with tempfile.TemporaryDirectory() as folder:
        server = Postgres(Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.close()


@pytest.fixture
def postgres_url(postgres: Postgres) -> str:
    """Return the address of an empty store in PostgreSQL."""
    return postgres.emptied()


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])
