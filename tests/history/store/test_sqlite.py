"""The SQLite file: its versions, what can go wrong with it, and the errors."""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from history.samples import ENVIRONMENT, RULES, SUMMARY, begin, entries, rebuilt
from waiting import PATIENCE

from sapper import Action, Seed
from sapper.action import LogEntry
from sapper.history import rebuild, summary
from sapper.history.store import (
    Append,
    Filter,
    MessageId,
    Store,
    StoreError,
    Summary,
    Tail,
    filters,
    open_store,
)
from sapper.history.store.databases import sqlite_database
from sapper.history.store.databases.locks import SERVER_LOCK
from sapper.history.store.databases.sqlite import SqliteStore
from sapper.history.store.databases.sqlite_database import SqliteDatabase, to_sqlite
from sapper.history.store.schema import VERSION, migrations

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# What a database of each version held, so that every step is taken with something in it. A game with two actions,
# numbered 1, and a packed one, numbered 2, as the first version wrote them; later versions add what is theirs.
HELD = {
    1: f"""
    insert into game (id, rules, seed, created_at, front)
    values (1, '{RULES}', x'{Seed.of("a").bits.hex()}', 5, 'text');
    insert into action values (1, 1, 0, 0, 0, 0, 0, 'mouse', null, null), (1, 2, 1, 0, 0, 1, 1, 'mouse', null, null);
    insert into game (id, rules, seed, created_at, front, length, replay)
    values (2, '{RULES}', x'{Seed.of("b").bits.hex()}', 6, 'tui', 9, x'00ff');
    """,
    2: f"""
    insert into game (id, rules, seed, created_at, front, chosen)
    values (3, '{RULES}', x'{Seed.of("c").bits.hex()}', 7, 'text', true);
    """,
    3: f"""
    create table summary (game_id integer primary key references game (id), configuration text not null);
    insert into summary values (2, 'modern');
    insert into player values (x'07', 'Ada', 8);
    insert into game (id, rules, seed, created_at, front)
    values (4, '{RULES}', x'{Seed.of("d").bits.hex()}', 9, 'web');
    insert into round values (4, 'g', 'r', x'07', x'0102');
    """,
    4: f"""
    insert into game (id, rules, seed, created_at, source, known_board)
    values (5, '{RULES}', x'{Seed.of("e").bits.hex()}', 10, 'terminal', true);
    insert into action (game_id, seq, at_ms, player, kind, row, col, device) values (5, 1, 0, 0, 0, 0, 0, 'mouse');
    """,
    5: "insert into custom_level values (x'', '20x20/40', 5);",
    6: """
    insert into action (game_id, seq, at_ms, player, kind, row, col, device, tab, number)
    values (5, 2, 0, 0, 0, 0, 0, 'mouse', 'tab', 7);
    insert into recent_ids values (2, '[["tab",1,2]]');
    """,
    7: f"""
    insert into game (id, rules, seed, created_at, source)
    values (6, '{RULES}', x'{Seed.of("f").bits.hex()}', 11, 'web');
    insert into round values (6, 'h', 's', x'07', x'0102', false, 12);
    """,
    8: "update probe set value = 3;",
    9: "insert into ban values ('203.0.113.7', null, 'rude', 5);",
    10: "insert into daily_try values (x'07', '2026-11-16', 'expert', 6);",
    11: """
    insert into party values ('p', 1, 'CODE', 'CODE', 1, 'waiting', 12);
    insert into party_event values ('p', 1, x'7b7d');
    """,
    12: "insert into game_player values (x'09', 2);",
    13: """
    update action set played_at = 1800000000000 where game_id = 5 and seq = 2;
    update round set open_at = 1800000001000 where game_id = 6;
    update service set started_at = 1800000000000, alive_at = 1800000002000;
    """,
    14: """
    insert into presence values ('p', 'n', '{}');
    update party set match_key = 'm';
    """,
    15: "insert into server_key values (1, zeroblob(32));",
    16: "update round set previous = 0 where game_id = 6;",
    17: "insert into page_release values ('0123456789abcdef', x'00', 5);",
    18: "insert into sealed (game_id, until) values (6, 5);",
    19: "insert into daily_end values ('2026-11-16', 'expert', 'a1', 'h');",
    20: "update game set clock_ms = 9 where id = 6;",
    21: """
    insert into answer values (x'', 'trainer', '0123456789abcdef', 1800000000000, 3, 900);
    insert into study values (2, 1, '[]');
    """,
    22: """
    insert into finished_round values (1, 'r', 'p', 1, 'race', '{}', 1800000000000, 1800000009000, '');
    insert into finished_seat values (1, 0, x'07', 'Ada', 0, '', 1, 'won', 1.0, 9000, 0, 2);
    """,
    23: "insert into link_code values (x'01', x'07', 1800000000);",
    24: "insert into rating values ('race', 'expert', false, x'07', 1600, 90, 0.06, 9, 3, 1650, 1800000000000);",
    25: "insert into balance values (2, 1, 4000, 3000, -1000, 1);",
    26: """insert into tournament values ('hourly-1', 1, 3600, 4800, false, 0);
insert into tournament_event values ('hourly-1', 1, x'7b7d');
insert into tournament_race values ('party', 'hourly-1');""",
    27: "insert into ended_key values (x'0a');",
    28: """insert into blocked values (x'07', x'08');
insert into challenge values (x'07', x'08', 'party', 1800000000);
insert into player_report values (x'07', x'08', 'Ada', 'other', 'words', 1800000000);""",
}
UNFINISHED = {
    0: [],
    1: [1],
    2: [3, 1],
    3: [4, 3, 1],
    **{version: [5, 4, 3, 1] for version in (4, 5, 6)},
    **{version: [6, 5, 4, 3, 1] for version in range(7, len(HELD) + 1)},
}
STEPS = migrations("sqlite")


def raw(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, isolation_level=None)


def shape(path: Path) -> dict[str, object]:
    """Describe tables, columns, keys and indexes, however they came about."""
    connection = raw(path)
    tables = [name for (name,) in connection.execute("select name from sqlite_master where type = 'table'")]
    described: dict[str, object] = {
        table: [
            sorted(connection.execute(f"select name, type, \"notnull\", pk from pragma_table_info('{table}')")),
            sorted(connection.execute(f'select "table", "from", "to" from pragma_foreign_key_list(\'{table}\')')),
            sorted(connection.execute(f"select name, \"unique\", partial from pragma_index_list('{table}')")),
        ]
        for table in sorted(tables)
    }
    described["version"] = connection.execute(VERSION).fetchall()
    connection.close()
    return described


def test_steps_are_numbered_without_a_gap_and_each_is_tested() -> None:
    assert list(STEPS) == list(range(1, len(STEPS) + 1))
    assert sorted(HELD) == list(range(1, len(STEPS) + 1)), "write down what the new version holds"


@pytest.mark.parametrize("version", range(len(STEPS) + 1))
def test_a_database_of_every_earlier_version_is_brought_up_to_date(version: int, tmp_path: Path) -> None:
    old, fresh = tmp_path / "old.db", tmp_path / "fresh.db"
    open_store(fresh).close()
    make_version(old, version)
    with open_store(old) as store:
        assert shape(old) == shape(fresh)
        assert [game.id for game in store.unfinished()] == UNFINISHED[version]
        if version:
            assert list(store.load(1).entries) == entries(0, 2)
            assert store.load(1).seed == Seed.of("a")
            assert [store.load(game).source for game in (1, 2)] == ["text", "tui"]
            assert (store.load(2).replay, store.load(2).seq) == (b"\x00\xff", 9)
            assert [game.id for game in store.unfinished() if store.load(game.id).known_board] == [
                game for game in (5, 3) if game in UNFINISHED[version]
            ]
            assert store.append(1, 2, entries(2, 1))
            assert rebuilt(store) == 1
            assert store.games()[0].summary == SUMMARY
    connection = raw(old)
    assert connection.execute("pragma integrity_check").fetchall() == [("ok",)]
    assert connection.execute("pragma foreign_key_check").fetchall() == []
    connection.close()


def test_a_migration_that_fails_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.db"
    with open_store(path) as store:
        game = begin(store, count=2)
    before = shape(path)
    broken = tmp_path / "9999.sql"
    broken.write_text("create table half (done integer);\ninsert into nowhere values (1);\n", "utf-8")
    monkeypatch.setattr(sqlite_database, "migrations", lambda _: STEPS | {len(STEPS) + 1: broken})
    with pytest.raises(StoreError, match="nowhere"):
        open_store(path)
    monkeypatch.undo()
    assert shape(path) == before
    with open_store(path) as store:
        assert store.load(game).seq == 2


def test_migrations_that_another_program_ran_first_are_not_run_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = SqliteDatabase._version

    def look_and_be_late(opened: SqliteDatabase) -> int:
        version = look(opened)
        monkeypatch.undo()
        open_store(path).close()
        return version

    monkeypatch.setattr(SqliteDatabase, "_version", look_and_be_late)
    with open_store(path) as store:
        assert begin(store, count=1) == 1


def make_version(path: Path, version: int) -> None:
    """Make a database with games as a version of the schema left it."""
    connection = raw(path)
    for number in range(1, version + 1):
        connection.executescript(STEPS[number].read_text("utf-8"))
        connection.execute("update schema_version set version = ?", (number,))
        connection.executescript(HELD[number])
    connection.close()


def test_an_old_database_is_copied_before_it_is_changed(tmp_path: Path) -> None:
    path, copy = tmp_path / "games.db", tmp_path / f"games.db.before-{len(STEPS)}"
    make_version(path, 5)
    dump = list(raw(path).iterdump())
    earlier = tmp_path / "games.db.before-3"
    earlier.touch()
    mine = tmp_path / "games.db.before-christmas"
    mine.touch()
    for _ in range(2):
        open_store(path).close()
        assert list(raw(copy).iterdump()) == dump
    assert not earlier.exists()
    assert mine.exists()
    if sys.platform != "win32":
        assert copy.stat().st_mode & 0o077 == 0
    os.replace(copy, path)
    with open_store(path) as store:
        assert [game.id for game in store.unfinished()] == UNFINISHED[5]


def test_games_that_are_deleted_stay_in_no_copy(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    make_version(path, 5)
    with open_store(path) as store:
        assert store.delete([1]) == 1
    assert [file.name for file in tmp_path.iterdir() if "before" in file.name] == []


def test_a_new_database_and_one_without_games_are_not_copied(tmp_path: Path) -> None:
    open_store(tmp_path / "new.db").close()
    connection = raw(tmp_path / "empty.db")
    connection.executescript(STEPS[1].read_text("utf-8"))
    connection.execute("update schema_version set version = 1")
    connection.close()
    open_store(tmp_path / "empty.db").close()
    open_store(":memory:").close()
    assert [file.name for file in tmp_path.iterdir() if "before" in file.name] == []


def test_a_database_that_cannot_be_copied_is_not_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.db"
    make_version(path, 4)
    dump = list(raw(path).iterdump())

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(sqlite_database, "copy_before", fail)
    with pytest.raises(StoreError, match="No space left on device") as error:
        open_store(path)
    one_line(error, "cannot be copied before it is updated", "free some space")
    assert list(raw(path).iterdump()) == dump


def test_every_field_of_a_filter_has_its_condition() -> None:
    assert tuple(filters._CONDITIONS) == Filter.field_names()


def test_summaries_of_another_version_are_dropped_and_rebuilt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.db"
    with open_store(path) as store:
        game = begin(store, count=1)
        assert store.finish(game, 1, b"replay", SUMMARY)
        assert not store.is_stale()
    open_store(path).close()
    monkeypatch.setattr(summary, "VERSION", summary.VERSION + 1)
    with open_store(path) as store:
        assert store.is_stale()
        assert [(one.id, one.summary) for one in store.games()] == [(game, None)]
        assert rebuilt(store) == 1
    with open_store(path) as store:
        assert store.games()[0].summary == SUMMARY


def test_summaries_come_back_after_they_were_dropped(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with open_store(path) as store:
        game = begin(store, count=1)
        assert store.finish(game, 1, b"replay", SUMMARY)
    connection = raw(path)
    connection.execute("drop table summary")
    connection.execute("drop table summary_version")
    connection.close()
    with open_store(path) as store:
        assert [(one.id, one.summary) for one in store.games()] == [(game, None)]
        assert rebuilt(store) == 1
        assert store.games()[0].summary == SUMMARY


@pytest.mark.skipif(sys.platform == "win32", reason="permissions")
def test_nobody_else_can_read_the_seeds_of_games_in_play(tmp_path: Path) -> None:
    with open_store(tmp_path / "games.db") as store:
        begin(store, count=1)
        assert {file.stat().st_mode & 0o077 for file in tmp_path.iterdir()} == {0}


def test_placeholders_are_in_order_each_used_once() -> None:
    assert to_sqlite("select $1, $2") == "select ?, ?"
    for wrong in ("select $2", "select $1, $1", "select $2, $1", "select $", "select $01"):
        with pytest.raises(ValueError, match="in order"):
            to_sqlite(wrong)


@pytest.mark.parametrize(("synchronous", "number"), [("normal", 1), ("full", 2)])
def test_the_log_is_written_ahead(tmp_path: Path, synchronous: str, number: int) -> None:
    store = open_store(tmp_path / "games.db", synchronous=synchronous)
    assert isinstance(store, SqliteStore)
    settings = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
    values = [store._connection.execute(f"pragma {name}").fetchone()[0] for name in settings]
    store.close()
    assert values == ["wal", number, 1, 5000]
    with pytest.raises(ValueError, match="normal or full"):
        open_store(tmp_path / "games.db", synchronous="off")


def test_a_finished_game_leaves_no_rows_behind(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with open_store(path) as store:
        game = begin(store, count=300)
        other = begin(store, "b", 5)
        assert store.finish(game, 300, b"replay", SUMMARY)
    connection = raw(path)
    assert connection.execute("select game_id, count(*) from action group by game_id").fetchall() == [(other, 5)]
    connection.close()


@pytest.mark.parametrize(
    ("work", "index"),
    [
        (lambda store: store.unfinished(), "game_in_play"),
        (lambda store: store.rounds_in_play(b""), "round_in_play (player=?)"),
        (lambda store: store.idle_rounds(0, 1), "round_idle (touched_at<?)"),
        (lambda store: store.in_use(), "USING INDEX round_idle"),
    ],
)
def test_games_in_play_are_found_without_reading_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, work: Callable[[Store], object], index: str
) -> None:
    statements: list[str] = []
    with closing(SqliteStore(str(tmp_path / "games.db"))) as store:
        monkeypatch.setattr(store._locks, "held", lambda: {f"{SERVER_LOCK}1": 1})
        store._connection.set_trace_callback(statements.append)
        work(store)
        store._connection.set_trace_callback(None)
        (statement,) = statements
        plan = " ".join(row[3] for row in store._connection.execute(f"explain query plan {statement}"))
    assert index in plan
    assert "B-TREE" not in plan


def test_a_log_that_sqlite_joins_is_the_log_of_its_rows(path: Path) -> None:
    pointed = [one._replace(pointer=(0.1 + 0.2, 1e-300), device="mouse", by=3) for one in entries(0, 2)]
    with closing(SqliteStore(str(path))) as store:
        game, other = begin(store), begin(store)
        ids = [MessageId('t"\u20ac', 7), None]
        assert store.append_many([Append(game, 0, pointed, ids, 99), Append(other, 0, entries(0, 3))]) == [True, True]
        assert store.append_many([Append(game, 2, entries(2, 2), (), 55)]) == [True]
        for one in (game, other):
            assert store._log(one) == Store._log(store, one)
        assert store.load(game).entries[0].pointer == (0.1 + 0.2, 1e-300)
        assert store.load(game).played_at == 55
        assert store._log(other + 1) == Tail()


def test_a_game_that_is_packed_while_it_is_read_is_read_whole(tmp_path: Path) -> None:
    with open_store(tmp_path / "games.db") as store, open_store(tmp_path / "games.db") as other:
        game = begin(store, count=3)
        packed: list[bool] = []

        def pack(statement: str) -> None:
            if "from action" in statement and not packed:
                packed.append(other.finish(game, 3, b"replay", SUMMARY))

        connection_of(store).set_trace_callback(pack)
        stored = store.load(game)
        assert packed == [True]
        assert list(stored.entries) == entries(0, 3)
        assert store.load(game).replay == b"replay"


def test_a_game_that_is_packed_during_a_rebuild_is_not_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_store(tmp_path / "games.db") as store, open_store(tmp_path / "games.db") as other:
        games = [begin(store, seed, 1) for seed in "ab"]
        assert store.finish(games[0], 1, b"first", SUMMARY)

        def summarise(replay: bytes) -> Summary:
            if replay == b"first":
                assert other.finish(games[1], 1, b"second", SUMMARY)
            return SUMMARY

        monkeypatch.setattr(rebuild, "summary_of_packed", summarise)
        assert list(rebuild.rebuild(store, [])) == [1]
        assert [game.summary for game in store.games()] == [SUMMARY, SUMMARY]


def test_a_store_is_opened_by_path_or_address(tmp_path: Path) -> None:
    with open_store(str(tmp_path / "new" / "folder" / "games.db")) as store:
        game = begin(store, count=1)
    with open_store(f"sqlite:///{tmp_path}/new/folder/games.db") as store:
        assert store.load(game).seq == 1
    with open_store(":memory:") as store:
        assert store.unfinished() == []
    for address in ("mysql://host/games", "sqlite://games.db", "https://example.org"):
        with pytest.raises(StoreError, match="cannot be stored at"):
            open_store(address)


# What can go wrong. Each failure is reported in one line, and changes nothing.


def one_line(error: pytest.ExceptionInfo[StoreError], *words: str) -> None:
    text = str(error.value)
    assert "\n" not in text
    assert ": " in text
    for word in words:
        assert word in text


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


def connection_of(store: Store) -> sqlite3.Connection:
    assert isinstance(store, SqliteStore)
    return store._connection


def test_actions_without_a_pointer_bind_nothing_empty(path: Path) -> None:
    """Python looks for a way to adapt each empty value, which takes longer than the row."""
    pointed, plain = LogEntry(Action("flag", 0, 1), 5, 0, "mouse", (1.5, 0.25)), LogEntry(Action("open", 0, 2), 7)
    with open_store(path) as store:
        game = begin(store)
        inserted: list[str] = []
        connection_of(store).set_trace_callback(inserted.append)
        ids = [MessageId("tab", 1), MessageId("tab", 2)]
        assert store.append_many([Append(game, 0, [pointed, plain], ids, 9)]) == [True]
        connection_of(store).set_trace_callback(None)
        assert not any("NULL" in statement for statement in inserted)
        assert (store.load(game).entries, store.load(game).ids) == ((pointed, plain), tuple(ids))


WRITES: dict[str, Callable[[Store, int], object]] = {
    "append": lambda store, game: [store.append(game, 2 + seq, entries(2 + seq, 1)) for seq in range(10_000)],
    "append a lot": lambda store, game: store.append(game, 2, entries(2, 10_000)),
    "append to many": lambda store, game: store.append_many(
        [Append(game + 1, 0, entries(0, 9)), Append(game, 2, entries(2, 9999))]
    ),
    "create": lambda store, game: [begin(store, str(number)) for number in range(10_000)],
    "finish": lambda store, game: store.finish(game, 2, bytes(300_000), SUMMARY),
}


@pytest.mark.parametrize("write", WRITES)
def test_a_full_disk_is_named_and_nothing_acknowledged_is_lost(path: Path, write: str) -> None:
    with open_store(path) as store:
        game = begin(store, count=2)
        begin(store, "b")
        connection = connection_of(store)
        (pages,) = connection.execute("pragma page_count").fetchone()
        connection.execute(f"pragma max_page_count = {pages + 2}")
        with pytest.raises(StoreError) as error:
            WRITES[write](store, game)
        one_line(error, "the disk is full", "free some space")
        stored = store.load(game)
        assert list(stored.entries) == entries(0, stored.seq)
        assert write == "append" or stored.seq == 2
        assert not stored.finished
        assert write == "create" or len(store.unfinished()) == 2
        assert store.load(game + 1).seq == 0
        connection.execute("pragma max_page_count = 1000000")
        assert store.append(game, stored.seq, entries(stored.seq, 1000))
        assert list(store.load(game).entries) == entries(0, stored.seq + 1000)
    assert raw(path).execute("pragma integrity_check").fetchone() == ("ok",)


def run(script: str, *arguments: object) -> str:
    command = [sys.executable, "-c", script, *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, timeout=PATIENCE)
    assert done.returncode == 0, done.stderr
    return done.stdout


FILE_LIMIT = """
import resource, sys
from sapper.history.store import StoreError, open_store
from history.samples import begin, entry
store = open_store(sys.argv[1])
game = begin(store)
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, resource.RLIM_INFINITY))
seq = 0
try:
    while store.append(game, seq, [entry(seq)]):
        seq += 1
except StoreError as error:
    print(seq, error)
assert store.load(game).seq == seq
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
assert store.append(game, seq, [entry(seq)])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="limits of file sizes are those of Unix")
def test_a_file_that_may_not_grow_loses_nothing(path: Path) -> None:
    number, _, sentence = run(FILE_LIMIT, path).partition(" ")
    assert int(number) > 10
    assert "the disk failed or is full" in sentence
    with open_store(path) as store:
        assert list(store.load(1).entries) == entries(0, int(number) + 1)


READ_ONLY = """
import ctypes, os, sys
from pathlib import Path
from sapper.history.store.databases import sqlite
from sapper.history.store import StoreError, open_store
os.chmod(sys.argv[1], 0o555)
if os.getuid() == 0:  # permissions bind root only without its capabilities; another user might not read this checkout
    header, none = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    assert ctypes.CDLL(None).capset(header, none) == 0
try:
    store = open_store(Path(sys.argv[1]) / sys.argv[2])
except StoreError as error:
    print(error)
"""


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that others may read too."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        yield Path(folder)
        os.chmod(folder, 0o755)


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are those of Unix")
@pytest.mark.parametrize("name", ["new.db", "old.db", "deep/new.db"])
def test_a_read_only_folder_is_named(open_folder: Path, name: str) -> None:
    with open_store(open_folder / "old.db") as store:
        begin(store, count=2)
    os.chmod(open_folder / "old.db", 0o444)
    printed = run(READ_ONLY, open_folder, name)
    assert name in printed
    assert re.search("folder is writable|it is read-only|Permission denied", printed)
    assert printed.count("\n") == 1
    assert sorted(os.listdir(open_folder)) == ["old.db"]
    os.chmod(open_folder, 0o755)
    with open_store(open_folder / "old.db") as store:
        assert store.load(1).seq == 2


def test_a_store_that_turns_read_only_reports_it_and_loses_nothing(path: Path) -> None:
    with open_store(path) as store:
        game = begin(store, count=2)
        connection_of(store).execute("pragma query_only = on")
        writes: list[Callable[[], object]] = [
            lambda: store.append(game, 2, entries(2, 1)),
            lambda: store.append(game, 2, entries(2, 2)),
            lambda: store.finish(game, 2, b"replay", SUMMARY),
            lambda: begin(store),
            store.drop_summaries,
        ]
        for write in writes:
            with pytest.raises(StoreError) as error:
                write()
            one_line(error, "it is read-only", "make it writable")
        assert store.load(game).seq == 2
        connection_of(store).execute("pragma query_only = off")
        assert store.append(game, 2, entries(2, 1))


def test_a_folder_that_cannot_be_created_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    for path in (tmp_path / "file" / "games.db", tmp_path / "file" / "deep" / "games.db"):
        with pytest.raises(StoreError) as error:
            open_store(path)
        one_line(error, "cannot be created", "choose another")
    with pytest.raises(StoreError) as error:
        open_store(tmp_path)
    one_line(error, "cannot be opened")


@pytest.mark.parametrize(
    "content", [b"x", b"These are notes, not games.\n" * 100, b"SQLite format 3\0" + b"junk" * 999]
)
def test_a_file_that_is_no_database_is_refused_and_left_alone(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(StoreError) as error:
        open_store(path)
    one_line(error, "not a database")
    assert path.read_bytes() == content


@pytest.mark.parametrize("schema", ["create table notes (text)", "create table schema_version (version)"])
def test_a_database_of_another_program_is_refused_and_left_alone(path: Path, schema: str) -> None:
    connection = raw(path)
    connection.execute(schema)
    connection.close()
    content = path.read_bytes()
    with pytest.raises(StoreError) as error:
        open_store(path)
    one_line(error, "belongs to another program")
    assert path.read_bytes() == content


def test_a_database_from_a_newer_version_is_refused_and_left_alone(path: Path) -> None:
    with open_store(path) as store:
        begin(store, count=2)
    connection = raw(path)
    connection.execute("update schema_version set version = 77")
    connection.close()
    content = path.read_bytes()
    with pytest.raises(StoreError) as error:
        open_store(path)
    one_line(error, "newer Sapper", "77", "update Sapper")
    assert path.read_bytes() == content


def test_an_action_from_a_newer_version_is_not_guessed_at(path: Path) -> None:
    with open_store(path) as store:
        game = begin(store, count=2)
        connection_of(store).execute("update action set kind = 99 where seq = 2")
        with pytest.raises(StoreError) as error:
            store.load(game)
        one_line(error, "does not know", "update Sapper")


def test_a_damaged_file_is_named(path: Path) -> None:
    with open_store(path) as store:
        game = begin(store, count=3000)
    content = bytearray(path.read_bytes())
    content[4096 * 6 :] = b"\xa5" * (len(content) - 4096 * 6)
    path.write_bytes(content)
    with pytest.raises(StoreError) as error, open_store(path) as store:
        store.load(game)
    one_line(error, "damaged")


def test_a_database_that_another_program_holds_is_named_and_can_still_be_read(path: Path) -> None:
    with open_store(path, patience=0.05) as store:
        game = begin(store, count=2)
        other = raw(path)
        other.execute("begin immediate")
        with pytest.raises(StoreError) as error:
            store.append(game, 2, entries(2, 1))
        one_line(error, "another program is using it", "try again")
        assert list(store.load(game).entries) == entries(0, 2)
        with open_store(path, patience=0.05) as third:
            assert third.unfinished() == store.unfinished()
        other.execute("rollback")
        other.close()
        assert store.append(game, 2, entries(2, 1))


def test_a_closed_store_reports_it(path: Path) -> None:
    store = open_store(path)
    game = begin(store)
    store.close()
    store.close()
    for use in (lambda: store.append(game, 0, entries(0, 1)), lambda: store.load(game), store.unfinished):
        with pytest.raises(StoreError, match="closed"):
            use()


def test_an_interrupt_in_the_middle_leaves_the_store_usable(path: Path) -> None:
    class Interrupting(list[object]):
        def __iter__(self) -> Iterator[object]:
            yield from entries(2, 1)
            raise KeyboardInterrupt

    with open_store(path) as store:
        game = begin(store, count=2)
        with pytest.raises(KeyboardInterrupt):
            store.append(game, 2, Interrupting())  # type: ignore[arg-type]
        assert store.load(game).seq == 2
        assert store.append(game, 2, entries(2, 2))
        assert list(store.load(game).entries) == entries(0, 4)


def test_after_sqlite_itself_rolled_back_a_shared_commit_nothing_of_it_is_stored(tmp_path: Path) -> None:
    store = SqliteStore(str(tmp_path / "games.db"))
    game = begin(store)

    def append_two() -> None:
        with store.one_commit():
            assert store.append(game, 0, entries(0, 1))
            store._connection.execute("rollback")  # as on a full disk
            with pytest.raises(StoreError):
                store.append(game, 1, entries(1, 1))

    with store:
        with pytest.raises(StoreError):
            append_two()
        assert store.load(game).seq == 0
        assert store.append(game, 0, entries(0, 1))


def test_a_new_file_waits_for_the_disk_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun, transaction = [], SqliteDatabase.transaction

    def counted(self: SqliteDatabase) -> object:
        begun.append(1)
        return transaction(self)

    monkeypatch.setattr(SqliteDatabase, "transaction", counted)
    SqliteStore(str(tmp_path / "games.db")).close()
    assert len(begun) == 1
