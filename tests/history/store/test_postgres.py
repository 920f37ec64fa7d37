"""PostgreSQL: writers at the same time, connections that are lost, and databases that cannot be used."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import socket
import tempfile
import threading
import time
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from history.samples import RULES, SUMMARY, begin, entries, entry
from postgres import Postgres

from sapper import Seed
from sapper.daily import daily_board
from sapper.history.store import Append, StoreError, open_store
from sapper.history.store.databases import postgres_database
from sapper.history.store.databases.postgres import PostgresStore
from sapper.history.store.databases.postgres_errors import place_of
from sapper.history.store.databases.sqlite import SqliteStore
from sapper.history.store.rows import NewRound
from sapper.history.store.schema import migrations
from sapper.history.transfer.server_key import known_server_key, server_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SECRET = "hunter2"
STEPS = migrations("postgres")


def opened(url: str) -> closing[PostgresStore]:
    return closing(PostgresStore(url))


@pytest.fixture
def store(postgres_url: str) -> Iterator[PostgresStore]:
    with opened(postgres_url) as store:
        yield store


def at_once(*works: Callable[[], None]) -> None:
    """Run functions in threads that begin together; raise what one of them raised."""
    gate, errors = threading.Barrier(len(works)), list[BaseException]()

    def run(work: Callable[[], None]) -> None:
        gate.wait()
        try:
            work()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


def test_of_two_servers_that_append_to_the_same_games_each_action_is_stored_once(postgres_url: str) -> None:
    with open_store(postgres_url) as store:
        games = [begin(store, str(number)) for number in range(8)]
    accepted: dict[int, list[int]] = {game: [] for game in games}

    def play(writer: int) -> Callable[[], None]:
        def run() -> None:
            order = random.Random(writer)
            lengths = dict.fromkeys(games, 0)
            with open_store(postgres_url) as store:
                for turn in range(30):
                    chosen = order.sample(games, 6)  # in another order than the other writer's
                    marks = dict.fromkeys(chosen, writer * 1000000 + turn * 1000)
                    count = order.randint(1, 3)
                    batch = [Append(game, lengths[game], entries(marks[game], count)) for game in chosen]
                    for game, is_stored in zip(chosen, store.append_many(batch), strict=True):
                        if is_stored:
                            accepted[game] += range(marks[game], marks[game] + count)
                            lengths[game] += count
                        else:
                            lengths[game] = store.load(game).seq

        return run

    at_once(play(1), play(2))
    with open_store(postgres_url) as store:
        for game in games:
            stored = store.load(game)
            assert stored.seq == len(stored.entries)
            assert sorted(one.at for one in stored.entries) == sorted(accepted[game])


def test_of_an_append_and_a_finish_at_once_one_succeeds(postgres_url: str) -> None:
    with opened(postgres_url) as one, opened(postgres_url) as other, opened(postgres_url) as third:
        for number in range(12):
            game = begin(one, str(number), 2)
            done: dict[str, bool] = {}

            def finish(store: PostgresStore, name: str, game: int = game, done: dict[str, bool] = done) -> None:
                done[name] = store.finish(game, 2, name.encode(), SUMMARY)

            def append(game: int = game, done: dict[str, bool] = done) -> None:
                done["append"] = third.append(game, 2, entries(2, 3))

            at_once(append, lambda: finish(one, "one"), lambda: finish(other, "other"))
            assert sum(done.values()) == 1, done
            stored = one.load(game)
            assert stored.finished == (not done["append"])
            assert (stored.seq, len(stored.entries)) == ((5, 5) if done["append"] else (2, 0))
            assert stored.replay is None or done[stored.replay.decode()]


@pytest.mark.parametrize(
    ("work", "result", "left"),
    [
        (lambda store, game: store.append(game, 2, entries(9, 1)), False, 4),
        (lambda store, game: store.append(game, 4, entries(4, 1)), False, 4),  # it was asked before there were four
        (lambda store, game: store.finish(game, 2, b"replay", SUMMARY), False, 4),
        (lambda store, game: store.delete([game]), 1, None),
        (lambda store, game: store.discard(game), True, None),
    ],
    ids=["append", "append later", "finish", "delete", "discard"],
)
def test_who_waits_for_another_writer_sees_what_was_written(
    work: Callable[[PostgresStore, int], object],
    result: object,
    left: int | None,
    store: PostgresStore,
    postgres: Postgres,
    postgres_url: str,
) -> None:
    game = begin(store, count=2)
    found: list[object] = []

    def run() -> None:
        with opened(postgres_url) as other:
            found.append(work(other, game))

    thread = threading.Thread(target=run)
    waiting = "select count(*) from pg_stat_activity where datname = 'shared' and wait_event_type = 'Lock'"
    with store._commit():
        assert store._append([Append(game, 2, entries(2, 2))]) == [True]
        thread.start()
        while thread.is_alive() and not postgres.execute(waiting):
            thread.join(0.01)
    thread.join()
    assert found == [result]
    assert [one.seq for one in store.unfinished()] == ([] if left is None else [left])
    assert left is None or len(store.load(game).entries) == left


def test_games_that_are_played_are_discarded_and_deleted_whole(postgres_url: str) -> None:
    with open_store(postgres_url) as store:
        games = [begin(store, str(number), 3) for number in range(6)]

    def play() -> None:
        with open_store(postgres_url) as store:
            for seq in range(3, 30):
                store.append_many([Append(game, seq, [entry(seq)]) for game in games])

    def delete() -> None:
        with open_store(postgres_url) as store:
            assert store.delete(games[3::-1][:3]) == 3
            assert store.discard(games[4])

    at_once(play, delete)
    with open_store(postgres_url) as store:
        assert [(one.id, one.seq) for one in store.unfinished()] == [(games[5], 30), (games[0], 30)]


def test_the_same_replay_and_the_same_daily_try_are_stored_once(postgres_url: str) -> None:
    added: list[int | None] = []
    board = daily_board("2026-11-16", "expert")

    def add() -> None:
        with open_store(postgres_url) as store:
            for _ in range(5):
                number = store.add(b"r", SUMMARY, rules=RULES, seed=None, length=1, created_at=5, source="import")
                added.append(number)
            name = str(threading.get_ident())
            store.begin_daily(
                board, entry(0), NewRound(public_id=name, room=name, player=b"p", created_at=1), played_at=1
            )

    at_once(add, add, add)
    with open_store(postgres_url) as store:
        assert [number for number in added if number] == [one.id for one in store.games()]
        assert len(store.unfinished()) == len(store.daily_tries(b"p")) == 1


def test_many_servers_may_start_on_an_empty_database_at_once(postgres: Postgres) -> None:
    url = postgres.new_database()
    at_once(*[lambda: open_store(url).close()] * 4)
    with open_store(url) as store:
        assert begin(store, count=1) == 1


def test_both_schemas_have_the_same_tables_and_columns(store: PostgresStore) -> None:
    with closing(SqliteStore(":memory:")) as other:
        tables = [name for (name,) in other._database.rows("select name from sqlite_master where type = 'table'")]
        sqlite = {
            table: {row[1] for row in other._database.rows(f"select * from pragma_table_info('{table}')")}
            for table in tables
        }
    found: dict[str, set[str]] = {}
    columns = "select table_name, column_name from information_schema.columns where table_schema = current_schema()"
    for table, column in store._database.rows(columns):
        found.setdefault(table, set()).add(column)
    assert found == sqlite
    assert set(STEPS) == {number for number in migrations("sqlite") if number >= min(STEPS)}


def end_connections(postgres: Postgres, store: PostgresStore) -> None:
    """End every connection to the database of this test, as a restart of the server does."""
    name = "shared"
    postgres.execute(f"select pg_terminate_backend(pid) from pg_stat_activity where datname = '{name}'; select 1")
    postgres.disconnect()
    connection = store._database._connection
    while connection is not None and not connection.is_closed():
        store._database._wait(asyncio.sleep(0.01))


def test_a_connection_that_was_closed_is_replaced(store: PostgresStore, postgres: Postgres) -> None:
    game = begin(store, count=1)
    for seq in (1, 2):
        end_connections(postgres, store)
        assert store.load(game).seq == seq if seq == 2 else store.append(game, 1, entries(1, 1))


def test_a_connection_that_is_lost_in_a_transaction_undoes_it(store: PostgresStore, postgres: Postgres) -> None:
    game = begin(store, count=1)

    def change() -> None:
        with store._commit():
            store._database.run("update game set rules = 'x' where id = $1", game)
            end_connections(postgres, store)
            store._database.run("update game set source = 'x' where id = $1", game)

    with pytest.raises(StoreError, match="connection was lost"):
        change()
    assert (store.load(game).rules, store.load(game).source) == (RULES, "text")


class Cutter:
    """Passes a connection on until it is armed; then the next request is still answered, but the answer is lost."""

    def __init__(self, port: int) -> None:
        self._target = port
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = self._server.getsockname()[1]
        self.is_armed = False
        self._sockets = [self._server]
        self._threads: list[threading.Thread] = []
        self._start(self._accept)

    def _start(self, work: Callable[..., None], *values: object) -> None:
        thread = threading.Thread(target=work, args=values, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._server.accept()
                server = socket.create_connection(("127.0.0.1", self._target))
                self._sockets += [client, server]
                self._start(self._copy, client, server, False)
                self._start(self._copy, server, client, True)

    def _copy(self, source: socket.socket, target: socket.socket, is_answer: bool) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if is_answer and self.is_armed:
                    self.is_armed = False
                    break
                target.sendall(data)
        for one in (source, target):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._server.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        for one in self._sockets:
            one.close()


@contextmanager
def cut(postgres: Postgres, url: str) -> Iterator[tuple[PostgresStore, Cutter]]:
    cutter = Cutter(postgres.port)
    with opened(url.replace(f":{postgres.port}/", f":{cutter.port}/") + "?sslmode=disable") as store:
        yield store, cutter
    cutter.close()


def test_an_append_whose_answer_is_lost_is_an_error_and_not_applied_twice(
    postgres: Postgres, postgres_url: str
) -> None:
    with cut(postgres, postgres_url) as (store, cutter):
        game = begin(store, count=2)
        assert store.append(game, 2, entries(2, 1))
        cutter.is_armed = True
        with pytest.raises(StoreError, match="whether the last change was stored is not known"):
            store.append(game, 3, entries(3, 2))
        with open_store(postgres_url) as other, suppress(StoreError):
            while other.load(game).seq == 3:  # the server is still at it
                pass
        assert not store.append(game, 3, entries(3, 2))
        assert list(store.load(game).entries) == entries(0, 5)


def test_a_commit_whose_answer_is_lost_is_an_error(postgres: Postgres, postgres_url: str) -> None:
    with cut(postgres, postgres_url) as (store, cutter):
        game = begin(store, count=1)

        def change() -> None:
            with store._commit():
                store._database.run("update game set source = 'x' where id = $1", game)
                cutter.is_armed = True

        with pytest.raises(StoreError, match="not known"):
            change()
        assert store.load(game).seq == 1
        assert not store._database._in_transaction


def test_a_database_that_stalls_does_not_hang_the_server(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with opened(postgres_url) as holder:
        game = begin(holder, count=1)
        settings = postgres_database._SETTINGS | {"lock_timeout": "50ms"}
        monkeypatch.setattr(postgres_database, "_SETTINGS", settings)
        with opened(postgres_url) as store, holder._commit():
            holder._claim_games([game])
            with pytest.raises(StoreError, match="locked for too long"):
                store.append(game, 1, entries(1, 1))
            monkeypatch.setattr(postgres_database, "_SETTINGS", settings | {"lock_timeout": "0"})
            store._database._drop()
            with pytest.raises(StoreError, match="does not answer"):
                store._database._perform(lambda connection: connection.execute("select pg_sleep(60)"), patience=0.2)
        assert holder.append(game, 1, entries(1, 1))


def test_a_query_can_be_interrupted(store: PostgresStore) -> None:
    errors: list[StoreError] = []

    def ask() -> None:
        try:
            store._database.rows("select pg_sleep(60)")
        except StoreError as error:
            errors.append(error)

    thread = threading.Thread(target=ask)
    thread.start()
    while thread.is_alive():
        store.interrupt()
        thread.join(0.05)
    assert "the query was stopped" in str(errors[0])
    store.interrupt()
    assert begin(store, count=1)


def test_a_server_that_crashed_and_came_back_is_used_again() -> None:
    with tempfile.TemporaryDirectory() as folder:
        server = Postgres(Path(folder), ("shared_buffers=16MB",))  # what it acknowledges is on the disk
        server.start()
        try:
            with opened(server.new_database()) as store:
                game = begin(store, count=3)
                server.stop(signal.SIGQUIT)
                with pytest.raises(StoreError, match=r"connection was lost|cannot be reached"):
                    store.append(game, 3, entries(3, 1))
                with pytest.raises(StoreError, match="cannot be reached"):
                    store.probe()
                server.start()
                assert list(store.load(game).entries) == entries(0, 3)
                assert store.append(game, 3, entries(3, 1))
                store.probe()
        finally:
            server.close()


def test_a_database_that_turned_read_only_is_named_and_used_again_afterwards(
    store: PostgresStore, postgres: Postgres
) -> None:
    game = begin(store, count=1)
    try:
        postgres.execute("alter database shared set default_transaction_read_only = on")
        end_connections(postgres, store)
        assert store.load(game).seq == 1
        with pytest.raises(StoreError, match="it is read-only"):
            store.append(game, 1, entries(1, 1))
        with pytest.raises(StoreError, match="it is read-only"):
            store.probe()
    finally:
        postgres.execute("alter database shared reset default_transaction_read_only")
        end_connections(postgres, store)
    assert store.append(game, 1, entries(1, 1))


def test_a_read_only_database_is_looked_for_again_but_not_for_every_write(
    store: PostgresStore, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write() -> int:
        with pytest.raises(StoreError, match="it is read-only"):
            store.append(game, 1, entries(1, 1))
        ((process,),) = store._database.rows("select pg_backend_pid()")
        return int(process)

    game = begin(store, count=1)
    try:
        postgres.execute("alter database shared set default_transaction_read_only = on")
        end_connections(postgres, store)
        monkeypatch.setattr(postgres_database, "_STANDBY", 3600)
        assert len({write() for _ in range(3)}) == 1
        monkeypatch.setattr(postgres_database, "_STANDBY", 0)
        assert len({write() for _ in range(3)}) == 3
    finally:
        postgres.execute("alter database shared reset default_transaction_read_only")
        end_connections(postgres, store)


@pytest.mark.parametrize(
    ("state", "words"), [("53100", "its disk is full"), ("42501", "may not do that"), ("57014", "took too long")]
)
def test_what_the_server_says_becomes_a_sentence(store: PostgresStore, state: str, words: str) -> None:
    with pytest.raises(StoreError, match=words) as raised:
        store._database.run(f"do $$ begin raise exception 'no' using errcode = '{state}'; end $$")
    assert str(raised.value).startswith("PostgreSQL 127.0.0.1:")


def test_databases_that_are_not_there_or_not_ours_are_named(postgres: Postgres) -> None:
    url = postgres.new_database()
    name = url.rpartition("/")[2]
    postgres.execute("create table other (id integer)", name)
    with pytest.raises(StoreError, match="belongs to another program"):
        open_store(url)
    postgres.execute("drop table other", name)
    open_store(url).close()
    postgres.execute("update schema_version set version = 9999", name)
    with pytest.raises(StoreError, match=r"newer Sapper \(its format is 9999"):
        open_store(url)
    with pytest.raises(StoreError, match="no database of that name"):
        open_store(postgres.url("nothing"))


@pytest.mark.parametrize(
    "url",
    [
        f"postgresql://ada:{SECRET}@127.0.0.1:1/games",
        f"postgresql://ada:{SECRET}@127.0.0.1:none/games",
        f"postgresql://ada:a?{SECRET}@127.0.0.1/games",
        f"postgresql://ada:a/{SECRET}@127.0.0.1:1/games",
        f"postgresql://127.0.0.1:1/games?password={SECRET}",
        f"postgresql://127.0.0.1:1/games?password=x@{SECRET}",
        f"postgres://ada:{SECRET}@[::1/games",
    ],
)
def test_no_message_shows_the_password(url: str) -> None:
    assert SECRET not in place_of(url)
    with pytest.raises(StoreError) as raised:
        open_store(url)
    assert SECRET not in f"{raised.value!r} {raised.value}"


def test_a_wrong_password_is_named_without_it(postgres: Postgres) -> None:
    with pytest.raises(StoreError, match="refuses the user"):
        open_store(f"postgresql://nobody:{SECRET}@127.0.0.1:{postgres.port}/shared")


@pytest.mark.parametrize(("chosen", "used"), [("off", "on"), ("local", "local"), ("remote_apply", "remote_apply")])
def test_a_commit_waits_for_the_log_of_the_database_whatever_is_set_there(
    postgres: Postgres, chosen: str, used: str
) -> None:
    url = postgres.new_database()
    postgres.execute(f"alter database {url.rpartition('/')[2]} set synchronous_commit = {chosen}")
    with opened(url) as store:
        assert store.database.rows("show synchronous_commit") == [(used,)]


def test_a_store_works_in_a_thread_with_an_event_loop(store: PostgresStore) -> None:
    async def run() -> int:
        return store.create(RULES, Seed.of("a"), created_at=1)

    assert store.load(asyncio.run(run())).seq == 0


def test_the_time_is_that_of_the_database(postgres_url: str) -> None:
    with open_store(postgres_url) as store:
        before = time.time_ns() // 1_000_000
        now = store.now_ms()
        assert now is not None
        assert before <= now <= time.time_ns() // 1_000_000


# What a database of each version held, so that every step is taken with something in it.
HELD = {
    12: f"""
    insert into game (id, rules, seed, created_at, source, length)
    values (1, '{RULES}', '\\x{Seed.of("a").bits.hex()}', 5, 'web', 1);
    insert into action (game_id, seq, at_ms, player, kind, row, col, device) values (1, 1, 0, 0, 0, 0, 0, 'mouse');
    insert into round (game_id, public_id, room, player, salt) values (1, 'g', 'r', '\\x07', '\\x01');
    insert into party values ('p', 1, null, 'own', true, 'playing', 4);
    """,
    13: "update action set played_at = 7; update round set open_at = 8;",
    14: "insert into presence values ('p', 'n', '{}');",
    15: "insert into server_key values (1, '\\x00');",
    16: "update round set previous = 0;",
    17: "insert into page_release values ('0123456789abcdef', '\\x00', 5);",
    18: "insert into sealed (game_id, until) values (1, 5); delete from sealed;",
    19: "insert into daily_end values ('2026-11-16', 'expert', 'a1', 'h');",
    20: "update game set clock_ms = 9;",
    21: """
    insert into answer values ('\\x', 'trainer', '0123456789abcdef', 1800000000000, 3, 900);
    insert into study (game_id, version, moments) select id, 1, '[]' from game limit 1;
    """,
    22: """
    insert into finished_round (public_id, party, number, mode, terms, started_at, ended_at, objections)
    values ('r', 'p', 1, 'race', '{}', 1800000000000, 1800000009000, '');
    insert into finished_seat select id, 0, '\\x07', 'Ada', false, '', 1, 'won', 1.0, 9000, 0, 1 from finished_round;
    """,
    23: "insert into link_code values ('\\x01', '\\x07', 1800000000);",
    24: "insert into rating values ('race', 'expert', false, '\\x07', 1600, 90, 0.06, 9, 3, 1650, 1800000000000);",
    25: "insert into balance select id, 1, 4000, 3000, -1000, true from game limit 1;",
    26: """insert into tournament values ('hourly-1', 1, 3600, 4800, false, 0);
insert into tournament_event values ('hourly-1', 1, '\\x7b7d');
insert into tournament_race values ('party', 'hourly-1');""",
    27: "insert into ended_key values ('\\x0a');",
    28: """insert into blocked values ('\\x07', '\\x08');
insert into challenge values ('\\x07', '\\x08', 'party', 1800000000);
insert into player_report values ('\\x07', '\\x08', 'Ada', 'other', 'words', 1800000000);""",
}


def shape(store: PostgresStore) -> list[tuple[object, ...]]:
    """Describe columns and indexes."""
    columns = "select table_name, column_name, data_type, is_nullable from information_schema.columns"
    here = "where table_schema = current_schema() order by 1, 2"
    return store._database.rows(f"{columns} {here}") + store._database.rows(
        "select tablename, indexdef from pg_indexes where schemaname = current_schema() order by 1, 2"
    )


@pytest.mark.parametrize("version", STEPS)
def test_a_database_of_every_earlier_version_is_brought_up_to_date(version: int, postgres: Postgres) -> None:
    assert set(STEPS) == set(HELD), "write down what the new version holds"
    url = postgres.new_database()
    name = url.rpartition("/")[2]
    for number, path in STEPS.items():
        if number <= version:
            postgres.execute(path.read_text("utf-8") + HELD[number], name)
            postgres.execute(f"update schema_version set version = {number};", name)
    with opened(url) as store, opened(postgres.emptied()) as fresh:
        assert shape(store) == shape(fresh)
        assert len(store.load(1).entries) == 1
        assert store.append(1, 1, entries(1, 1))
        assert store.finish(1, 2, b"replay", SUMMARY)
        assert [game.summary for game in store.games()] == [SUMMARY]
    postgres.disconnect()


def test_a_key_that_can_be_guessed_is_refused_in_the_database_too(postgres_url: str) -> None:
    with opened(postgres_url) as store:
        store.server_key(bytes(range(32)))
    with pytest.raises(StoreError, match="the row of server_key in the database can be guessed"):
        server_key(postgres_url, os.urandom)
    assert known_server_key(postgres_url) is None
