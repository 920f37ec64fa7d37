"""Moving everything from one kind of store to another: nothing is lost, and nothing is done by halves."""

from __future__ import annotations

import gzip
import json
import signal
import subprocess
import sys
from contextlib import closing, contextmanager
from hashlib import sha256
from typing import TYPE_CHECKING

import pytest
from history.samples import ENVIRONMENT, RULES, SUMMARY, begin, entries, entry
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sapper import Seed
from sapper.cli import main
from sapper.daily import daily_board
from sapper.history.store import Append, MessageId, StoreError, open_store
from sapper.history.store.bans import Ban
from sapper.history.store.databases.postgres import PostgresStore
from sapper.history.store.databases.sqlite import SqliteStore
from sapper.history.store.finished_rounds import FinishedRound, FinishedSeat
from sapper.history.store.learning import Answered
from sapper.history.store.parties import PartyListing
from sapper.history.store.people.met import Report
from sapper.history.store.rows import NewRound
from sapper.history.store.seals import Seal
from sapper.history.store.tournaments import NewParty
from sapper.history.transfer.all_tables import Total, lines_of, stored_tables
from sapper.history.transfer.export_all import export_all
from sapper.history.transfer.import_all import import_all
from sapper.history.transfer.server_key import known_server_key

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from sapper.history.store import Store

KEY = sha256(b"key").digest()


def content(store: Store) -> dict[str, list[object]]:
    """Return how many rows each table has, and their digests."""
    found = {}
    for table in stored_tables(store.database):
        total = Total()
        for line in lines_of(store.database, table, table.columns):
            total.add(line)
        found[table.name] = total.result()
    return found


def fill(store: Store, counts: list[int], names: list[str]) -> None:
    """Put something into every table: games with these numbers of actions, of players with these names."""
    for number, (count, name) in enumerate(zip(counts, names, strict=True)):
        player = sha256(name.encode()).digest()[:16]
        store.set_name(player, name, created_at=number)
        store.add_answer("trainer", Answered(name, 1000 + number, 3, 900), player)
        game = store.begin_round(
            RULES,
            Seed.of(name),
            NewRound(
                public_id=f"g{number}",
                room=f"r{number}",
                player=player,
                salt=b"\x00salt",
                created_at=number,
                source="coop",
                known_board=bool(count % 2),
            ),
        )
        ids = [MessageId(name, at) for at in range(count)]
        assert store.append_many([Append(game, 0, entries(0, count), ids, 5)])[0]
        if number % 3 == 0:
            assert store.finish(game, count, b"\x00\xff%d" % number, SUMMARY, [b"other"], Seal(until=9))
        store.ban(Ban(who=f"10.0.0.{number}", until=None if count % 2 else 7, reason=name, created_at=1))
        listing = PartyListing(is_public=bool(count % 2), stage="waiting")
        assert store.begin_party(f"p{number}", f"code{number}", [b"{}", name.encode()], listing, now=3)
        ended = FinishedRound(f"r{number}", f"p{number}", 1, "race", "{}", 1, 2, (), (finished_seat(player, name),))
        assert store.append_party(f"p{number}", 2, [b"end"], listing, now=4, finished=ended)
        assert store.begin_tournament(f"t{number}", name.encode(), starts_at=1, ends_at=2, now=3)
        race = NewParty(f"race{number}", f"race code{number}", (b"{}",), listing)
        assert store.append_tournament(f"t{number}", 1, [b"race"], now=4, is_over=bool(count % 2), races=[race])
        store.set_custom_level("9x9/9", owner=player)
        board = daily_board("2026-11-16", "expert")
        assert store.begin_daily(
            board,
            entry(0),
            NewRound(public_id=f"d{number}", room=f"d{number}", player=b"%d" % number, created_at=1),
            played_at=9,
        )
        number_of_try = max(store.numbers_of(b"%d" % number))
        assert not store.end_daily(number_of_try, f"d{number}", f"network {number}", since="2026-11-16")
    store.forget_player(b"gone")
    store.set_blocked(b"p0", b"p1", True)
    store.report_player(Report(b"p0", b"p1", "Ada", "other", "words", 1))
    begin(store, "alone", 2)
    replay = b"r" * 100
    store.add(replay, SUMMARY, rules=RULES, seed=None, length=3, created_at=1, source="import")


def finished_seat(player: bytes, name: str) -> FinishedSeat:
    return FinishedSeat(0, player, name, False, "", 1, "won", 0.25, 9000, 0, None)


_OTHERS = (  # the tables that deleting all games leaves
    "answer",
    "ban",
    "player",
    "party_event",
    "party",
    "finished_seat",
    "finished_round",
    "server_key",
    "ended_key",
    "blocked",
    "player_report",
    "tournament",
    "tournament_event",
    "tournament_race",
)
text = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=5)


@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.lists(st.tuples(st.integers(0, 5), text), min_size=1, max_size=6, unique_by=lambda item: item[1]))
def test_there_and_back_everything_is_the_same(data: list[tuple[int, str]], postgres_url: str, tmp_path: Path) -> None:
    file, back = tmp_path / "all.gz", tmp_path / "back.gz"
    with closing(SqliteStore(":memory:")) as first, closing(PostgresStore(postgres_url)) as second:
        fill(first, [count for count, _ in data], [name for _, name in data])
        second.delete_all()
        for table in _OTHERS:
            second.database.run(f"delete from {table}")
        before = content(first)
        assert {name for name, (rows, _) in before.items() if not rows} <= {"recent_ids"}
        rows = export_all(first, KEY, file, program="test", created_at=1)
        assert rows == {name: found[0] for name, found in before.items()}
        assert import_all(second, file) == rows
        assert content(second) == before
        assert second.server_key() == KEY
        game = begin(second, "next", 1)  # the numbers go on, and the logs too
        assert second.append(game, 1, entries(1, 1))
        assert second.delete([game]) == 1
        for one in second.unfinished():
            assert second.append(one.id, one.seq, [])
        export_all(second, second.server_key(), back, program="test", created_at=1)
        listing = PartyListing(is_public=True, stage="waiting")
        ended = FinishedRound("next", "p0", 2, "race", "{}", 1, 2, (), ())
        assert second.append_party("p0", 3, [b"end"], listing, now=5, finished=ended)
    assert back.read_bytes() == file.read_bytes()
    with closing(SqliteStore(":memory:")) as third:
        import_all(third, back)
        assert content(third) == before


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    file = tmp_path / "all.gz"
    with closing(SqliteStore(":memory:")) as store:
        fill(store, [3, 2, 1], ["Ada", "Bo", "Eve"])
        export_all(store, KEY, file, program="test", created_at=1)
    return file


def refused(store: Store, file: Path, words: str) -> None:
    before = content(store)
    with pytest.raises(StoreError, match=words):
        import_all(store, file)
    assert content(store) == before


def test_a_store_that_has_something_is_not_imported_into(exported: Path) -> None:
    with closing(SqliteStore(":memory:")) as store:
        store.set_name(b"a", "Ada", created_at=1)
        refused(store, exported, "is not empty")


def test_a_store_in_memory_writes_no_key(exported: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    monkeypatch.chdir(empty)
    with closing(SqliteStore(":memory:")) as store:
        import_all(store, exported)
    assert list(empty.iterdir()) == []


def test_a_commit_that_fails_leaves_the_key_that_was_there(
    exported: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "data"
    with closing(SqliteStore(str(folder / "games.db"))) as store:
        (folder / "server.key").write_bytes(b"o" * 32)
        whole = store.database.transaction

        @contextmanager
        def failing() -> Iterator[None]:
            with whole():
                yield
                raise StoreError("the disk is full")

        monkeypatch.setattr(store.database, "transaction", failing)
        with pytest.raises(StoreError, match="full"):
            import_all(store, exported)
        assert (folder / "server.key").read_bytes() == b"o" * 32
        assert not list(folder.glob("server.key.*"))
        monkeypatch.undo()
        import_all(store, exported)
        assert (folder / "server.key").read_bytes() == KEY


def test_a_key_that_can_be_guessed_is_not_imported(tmp_path: Path) -> None:
    file = tmp_path / "all.gz"
    with closing(SqliteStore(":memory:")) as first, closing(SqliteStore(":memory:")) as second:
        fill(first, [1], ["Ada"])
        export_all(first, bytes(range(32)), file, program="test", created_at=1)
        refused(second, file, "the key in .* can be guessed: delete server.key where it was exported")


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_a_file_that_was_changed_or_cut_leaves_the_store_empty(
    kind: str, exported: Path, request: pytest.FixtureRequest
) -> None:
    lines = gzip.decompress(exported.read_bytes()).splitlines(keepends=True)
    packed = exported.read_bytes()
    spoilt = {
        "cut": packed[: len(packed) // 2],
        "no end": gzip.compress(b"".join(lines[:-1])),
        "a row less": gzip.compress(b"".join(lines[:5] + lines[6:])),
        "a row changed": gzip.compress(b"".join(lines).replace(b'"Ada"', b'"Eva"')),
        "more": gzip.compress(b"".join([*lines, lines[2]])),
        "no file of ours": gzip.compress(b"{}\n"),
        "no lines": gzip.compress(b""),
        "text": b"game over",
        "rows of nothing": gzip.compress(lines[0] + b'["nothing",[1]]\n' + lines[-1]),
    }
    opened: Store
    opened = SqliteStore(":memory:") if kind == "sqlite" else PostgresStore(request.getfixturevalue("postgres_url"))
    with closing(opened) as store:
        for data in spoilt.values():
            exported.write_bytes(data)
            refused(store, exported, r"damaged|not a file of sapper export-all|cannot be imported")
        exported.write_bytes(packed)
        import_all(store, exported)
        assert (store.count(), store.missing()) == (1, 2)  # one is sealed


def test_a_file_of_a_newer_version_is_refused(exported: Path) -> None:
    lines = gzip.decompress(exported.read_bytes()).splitlines(keepends=True)
    head = json.loads(lines[0])
    head["tables"]["game"].append("mood")
    body = json.dumps(head).encode() + b"\n" + b"".join(lines[1:-1])
    end = json.loads(lines[-1]) | {"sha256": sha256(body).hexdigest()}
    exported.write_bytes(gzip.compress(body + json.dumps(end).encode() + b"\n"))
    with closing(SqliteStore(":memory:")) as store:
        refused(store, exported, "newer Sapper")


KILLED = """
import os, signal, sys
from pathlib import Path
from sapper.history.transfer import import_all
from sapper.history.store import open_store

def die(*_):
    print("written", flush=True)
    signal.pause()

import_all._compare = die
import_all.import_all(open_store(sys.argv[1]), Path(sys.argv[2]))
"""


def test_an_import_that_is_killed_leaves_nothing(where: str, exported: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, where, str(exported)], stdout=subprocess.PIPE, env=ENVIRONMENT
    )
    assert process.stdout is not None
    with process.stdout as said:
        assert said.readline() == b"written\n"
        process.send_signal(signal.SIGKILL)
        process.wait()
    with open_store(where) as store:
        assert (store.unfinished(), store.missing(), store.players()) == ([], 0, set())
        import_all(store, exported)
        assert len(store.players()) >= 3


def test_the_commands_move_a_data_folder_and_its_key(
    tmp_path: Path, postgres_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new, file = tmp_path / "old", tmp_path / "new", str(tmp_path / "all.gz")
    assert main(["export-all", file, "--data", str(old)]) == 2
    with closing(SqliteStore(str(old / "games.db"))) as store:
        fill(store, [1, 2], ["Ada", "Bo"])
        (old / "server.key").write_bytes(KEY)
        before = content(store)
    assert main(["export-all", file, "--data", str(old)]) == 0
    assert main(["export-all", file, "--data", str(old)]) == 2
    assert (tmp_path / "all.gz").stat().st_mode & 0o777 == 0o600
    assert main(["import-all", file, "--database", postgres_url]) == 0
    assert "6 games, 2 names" in capsys.readouterr().out
    assert main(["import-all", file, "--database", postgres_url]) == 2
    assert "is not empty" in capsys.readouterr().err
    assert main(["export-all", file, "--database", postgres_url, "--force"]) == 0
    assert main(["import-all", file, "--data", str(new)]) == 0
    assert known_server_key(new / "games.db") == KEY
    with closing(SqliteStore(str(new / "games.db"))) as store:
        assert content(store) == before
    assert main(["import-all", str(tmp_path / "nothing"), "--data", str(new)]) == 2
