"""A store that is in use and loses its file, its disk or its contents: it says so, and acknowledges nothing."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from history.samples import ENVIRONMENT, SUMMARY, begin, entries
from waiting import PATIENCE

from sapper.history.store import Append, Store, StoreError, open_store
from sapper.history.store.databases.sqlite import SqliteStore

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

unix_only = pytest.mark.skipif(sys.platform == "win32", reason="there an open file cannot be moved or deleted")
GONE = "moved, deleted or replaced"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def test_a_sound_store_passes_and_is_left_as_it_is(path: Path) -> None:
    with open_store(path) as store, open_store(path) as other:
        game = begin(store, count=3)
        for _ in range(3):
            store.probe()
            other.probe()
        assert list(other.load(game).entries) == entries(0, 3)


def test_a_store_in_memory_passes() -> None:
    with open_store(":memory:") as store:
        store.probe()


WRITES: dict[str, Callable[[Store, int], object]] = {
    "append": lambda store, game: store.append(game, 3, entries(3, 1)),
    "append many": lambda store, game: store.append_many([Append(game, 3, entries(3, 2))]),
    "create": lambda store, game: begin(store),
    "finish": lambda store, game: store.finish(game, 3, b"replay", SUMMARY),
    "probe": lambda store, game: store.probe(),
}


@unix_only
@pytest.mark.parametrize("write", WRITES)
def test_nothing_is_acknowledged_into_a_deleted_file(path: Path, write: str) -> None:
    with open_store(path) as store:
        game = begin(store, count=3)
        os.remove(path)
        for _ in range(2):
            with pytest.raises(StoreError, match=GONE) as error:
                WRITES[write](store, game)
            assert "\n" not in str(error.value)
            assert str(error.value.cause) == "the file is gone"


@unix_only
@pytest.mark.parametrize("write", WRITES)
def test_nothing_is_acknowledged_into_a_file_that_was_replaced(path: Path, tmp_path: Path, write: str) -> None:
    with open_store(path) as store:
        game = begin(store, count=3)
        with open_store(tmp_path / "other.db") as other:
            begin(other, count=3)
        os.replace(tmp_path / "other.db", path)
        with pytest.raises(StoreError, match=GONE):
            WRITES[write](store, game)


@unix_only
def test_a_file_that_is_put_back_is_used_again(path: Path, tmp_path: Path) -> None:
    with open_store(path) as store:
        game = begin(store, count=3)
        os.rename(path, tmp_path / "away.db")
        for write in ("append", "append many", "probe"):
            with pytest.raises(StoreError, match=GONE):
                WRITES[write](store, game)
        os.rename(tmp_path / "away.db", path)
        store.probe()
        assert list(store.load(game).entries) == entries(0, 3)
        assert store.append(game, 3, entries(3, 1))
        assert store.append_many([Append(game, 4, entries(4, 2))]) == [True]
    with open_store(path) as store:
        assert list(store.load(game).entries) == entries(0, 6)


@unix_only
def test_a_file_that_is_deleted_during_the_commit_is_noticed_too(path: Path) -> None:
    with open_store(path) as store:
        game = begin(store, count=3)
        assert isinstance(store, SqliteStore)
        checks = []

        def check() -> None:
            checks.append(1)
            original()
            if len(checks) == 1:
                os.remove(path)

        original = store._database.check_file
        store._database.check_file = check  # type: ignore[method-assign]
        with pytest.raises(StoreError, match=GONE):
            store.append_many([Append(game, 3, entries(3, 2))])
        assert len(checks) == 2


def test_damage_is_noticed_where_the_newest_games_are(path: Path) -> None:
    with open_store(path) as store:
        for number in range(50):
            begin(store, str(number), 100)
    shutil.copy(path, path.with_name("copy.db"))
    with open_store(path) as store:
        store.probe()
        with open(path.with_name("copy.db"), "r+b") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(4096)
            file.write(b"\xa5" * (size - 4096))
        damaged = path.with_name("copy.db").read_bytes()
        sqlite_file = os.open(path, os.O_WRONLY)  # left open: closing it would release the locks of SQLite
        os.pwrite(sqlite_file, damaged, 0)
        with pytest.raises(StoreError, match="damaged"):
            store.probe()
    os.close(sqlite_file)


def test_what_was_not_written_is_noticed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_store(path) as store:
        assert isinstance(store, SqliteStore)
        other = path.with_name("other.db")
        open_store(other).close()
        monkeypatch.setattr(store._database, "_connect_again", lambda: sqlite3.connect(other))
        with pytest.raises(StoreError, match="does not hold what was written"):
            store.probe()


def test_a_store_that_turns_read_only_does_not_pass(path: Path) -> None:
    with open_store(path) as store:
        assert isinstance(store, SqliteStore)
        store._connection.execute("pragma query_only = on")
        with pytest.raises(StoreError, match="it is read-only"):
            store.probe()
        store._connection.execute("pragma query_only = off")
        store.probe()


FULL = """
import os, resource, sys
from sapper.history.store import StoreError, open_store
from history.samples import begin
store = open_store(sys.argv[1])
begin(store, count=3)
store.probe()
size = os.path.getsize(sys.argv[1] + "-wal")
resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
try:
    store.probe()
except StoreError as error:
    print(error)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
store.probe()
"""


@unix_only
def test_a_full_disk_does_not_pass(path: Path) -> None:
    command = [sys.executable, "-c", FULL, str(path)]
    done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    assert "the disk failed or is full" in done.stdout
