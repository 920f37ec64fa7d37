"""The parts that need no server: documents, chunks, names, tokens, seals, threads."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import threading
import time
import unicodedata
from contextlib import closing
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any

import pytest
import uvicorn
from hypothesis import given, settings
from hypothesis import strategies as st
from waiting import PATIENCE

from sapper import Board, Rules, Seed, _kernel
from sapper.action import Action, LogEntry
from sapper.board import SYMBOLS
from sapper.errors import SapperError
from sapper.game import Game
from sapper.generator import generate
from sapper.history.store import Append, RoomWentOn, Store, StoreError, Tail, open_store
from sapper.history.store.databases.sqlite import SqliteStore
from sapper.history.store.rows import NewRound
from sapper.history.transfer.server_key import known_server_key, signing_key
from sapper.live_game import LiveGame
from sapper.replay.seal import is_opened_by, seal
from sapper.rules import Grade, LayoutKind, Level
from sapper.server.http.cookies import Guests, tidy_name
from sapper.server.http.proxies import Proxies
from sapper.server.limits import Limits
from sapper.server.operations.stopping import STOPPING, stopping_on_signals
from sapper.server.operations.workers import Busy, Cancelled, Work, Workers
from sapper.server.protocol import game_messages, views
from sapper.server.protocol.document import messages, rewrite
from sapper.server.rooms.background import watch
from sapper.server.rooms.help import solver_answers
from sapper.server.rooms.lobby import return_after
from sapper.server.serve import _Server
from sapper.server.services import ID_BYTES
from sapper.server.socket.transport import HttpSocket
from sapper.server.store.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Callable

DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.parametrize("name", ["protocol.md", "server.md"])
def test_the_documents_match_the_structs(name: str) -> None:
    text = (DOCS / name).read_text("utf-8")
    assert rewrite(text) == text, f"python -m sapper.server.protocol.document docs/{name}"


def test_every_message_is_described() -> None:
    described = messages()
    for kind in (*game_messages.Inbound.__args__, *game_messages.Outbound.__args__):
        assert f"### `{kind.__name__.lower()}`" in described
        assert kind.__struct_config__.tag == kind.__name__.lower()


def test_only_the_end_can_hold_a_secret() -> None:
    for kind in game_messages.Outbound.__args__:
        if kind is not game_messages.Over:
            assert not {"seed", "salt", "field", "minefield"} & set(kind.__struct_fields__)
    assert game_messages.Board.__annotations__["mines"] == "int"


@settings(max_examples=60)
@given(
    width=st.integers(1, 200),
    height=st.integers(1, 140),
    seed=st.integers(0, 99),
    top=st.integers(0, 300),
    left=st.integers(0, 300),
    rows=st.integers(0, 2**31 - 1),
    cols=st.integers(0, 2**31 - 1),
)
def test_chunks_are_the_board_cut_up(
    width: int, height: int, seed: int, top: int, left: int, rows: int, cols: int
) -> None:
    level = Level(width, height, width * height // 9)
    rules = Rules(level, first="any")
    game = Game(rules, seed)
    for cell in range(0, width * height, 37):
        if not game.status.is_over:
            game.open(*divmod(cell, width))
    found = dict(views.chunks(game.board, views.in_view(level, top, left, rows, cols)))
    assert len(found) <= game_messages.MOST_CHUNKS
    if top < height and left < width and rows <= 64 and cols <= 64:
        assert views.across(level) * (top // 64) + left // 64 in found
    lines = [bytes(row) for row in game.board.rows()]
    for chunk, cells in found.items():
        row, col = divmod(chunk, views.across(level))
        part = [line[col * 64 : col * 64 + 64] for line in lines[row * 64 : row * 64 + 64]]
        drawn = "".join(SYMBOLS[value] for line in part for value in line)
        assert cells == drawn or (len(cells) == 1 and drawn == cells * len(drawn))


def test_chunks_of_very_wide_boards_are_read_by_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board.parse("130x2/1\n" + "0" * 129 + "1\n" + "0" * 129 + ".")
    copied = views.chunks(board, [0, 1, 2])
    monkeypatch.setattr(views, "_WIDE", 1)
    assert views.chunks(board, [0, 1, 2]) == copied == [(0, "0"), (1, "0"), (2, "010.")]


@settings(max_examples=30)
@given(width=st.integers(1, 150), height=st.integers(1, 150), seed=st.integers(0, 99))
def test_changed_chunks_are_those_that_hold_a_changed_cell(width: int, height: int, seed: int) -> None:
    rules = Rules(Level(width, height, (width * height - 1) // 40), first="cell")
    delta = Game(rules, seed).open(height // 2, width // 2)
    expected = {row // 64 * views.across(rules.level) + col // 64 for row, col, _ in delta}
    assert views.changed(delta, rules.level) == sorted(expected)


@given(st.text(max_size=60))
def test_names_hold_nothing_that_deceives(text: str) -> None:
    name = tidy_name(text)
    assert tidy_name(name) == name
    assert len([letter for letter in name if not unicodedata.category(letter).startswith("M")]) <= 24
    assert name == name.strip()
    for letter in name:
        assert unicodedata.category(letter)[0] != "C"
        assert letter == " " or unicodedata.category(letter)[0] != "Z"


def test_names_that_people_have_are_left_alone() -> None:
    for name in ("Ada Lovelace", "Zoë", "王小明", "Søren Aabye", "Ada 2", "नमस्ते", "O'Neil"):
        assert tidy_name(name) == unicodedata.normalize("NFC", name)
    for text, name in (
        ("  Ada \n Lovelace ", "Ada Lovelace"),
        ("Ada\u202eecalevoL", "AdaecalevoL"),
        ("A\u200bd\u2060a\ufeff", "Ada"),
        ("\x1b[31mAda\x07", "[31mAda"),
        ("e\u0301", "é"),
        ("Z" + "\u0335" * 50, "Z" + "\u0335" * 4),
        ("x" * 99, "x" * 24),
        ("\u3164\u2800", ""),
    ):
        assert tidy_name(text) == name


def test_a_token_is_recognised_and_no_other() -> None:
    import secrets

    guests = Guests(b"k" * 32, secrets.token_bytes)
    player = guests.new()
    again = guests.recognise(player.token)
    assert again is not None
    assert (again.key, again.id) == (player.key, player.id)
    assert player.token not in repr(player)
    for place in range(len(player.token)):
        other = "A" if player.token[place] != "A" else "B"
        assert guests.recognise(player.token[:place] + other + player.token[place + 1 :]) is None
    for token in (None, "", "x", "é", "=" * 64, "A" * 10_000, player.token + "A", player.token + "="):
        assert guests.recognise(token) is None
    assert Guests(b"l" * 32, secrets.token_bytes).recognise(player.token) is None
    assert len({guests.new().token for _ in range(1000)}) == 1000
    assert ID_BYTES * 8 >= 96


def test_the_signing_key_is_made_once_where_there_are_no_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(os, "link", refuse)
    first = signing_key(tmp_path / "key", os.urandom)
    assert (tmp_path / "key").read_bytes() == first == signing_key(tmp_path / "key", os.urandom)
    assert [path.name for path in tmp_path.iterdir()] == ["key"]


def test_signals_stop_the_server_and_set_its_last_moment() -> None:
    async def interrupt() -> None:
        stopped, exiting = asyncio.Event(), SimpleQueue[float]()
        before = signal.getsignal(signal.SIGINT)
        with stopping_on_signals(stopped, exiting):
            signal.raise_signal(signal.SIGINT)
            assert exiting.get_nowait() == STOPPING, "it ends even if the event loop never turns again"
            await asyncio.wait_for(stopped.wait(), 60)
        assert signal.getsignal(signal.SIGINT) == before

    asyncio.run(interrupt())


def test_a_uvicorn_whose_signals_cannot_be_left_alone_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(uvicorn.Server, "capture_signals")
    with pytest.raises(SapperError, match="capture_signals"):
        _Server(uvicorn.Config(""))


def test_http_is_served_by_a_protocol_that_nothing_is_overridden_of() -> None:
    assert HttpSocket.__mro__ == (HttpSocket, asyncio.Protocol, asyncio.BaseProtocol, object)


def test_the_more_clients_a_server_sends_away_the_later_they_come_back() -> None:
    waits = [return_after(clients) for clients in (0, 1, 30, 1000, 10_000)]
    assert waits == [0.2, 0.2, 0.2, 0.5, 2.0]


def test_a_proxy_is_an_address_or_any_of_a_network() -> None:
    proxies = Proxies(["10.0.0.1", "192.0.2.0/24", "2001:db8::/32"])
    for address in ("10.0.0.1", "192.0.2.0", "192.0.2.255", "2001:db8::1"):
        assert address in proxies
    for address in ("10.0.0.2", "192.0.3.1", "2001:db9::1", "", "testclient", "10.0.0.1:80", "::ffff:10.0.0.1"):
        assert address not in proxies
    assert "10.0.0.1" not in Proxies([])


def test_servers_in_containers_make_one_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of them is process 1, and another one begins while the first has named its file and not removed it yet."""
    monkeypatch.setattr(os, "getpid", lambda: 1)
    link, keys = os.link, []

    def link_and_wait(source: Path, target: Path) -> None:
        monkeypatch.setattr(os, "link", link)
        link(source, target)
        target.rename(tmp_path / "not seen yet")
        keys.append(signing_key(target, os.urandom))
        (tmp_path / "not seen yet").rename(target)

    monkeypatch.setattr(os, "link", link_and_wait)
    first = signing_key(tmp_path / "key", os.urandom)
    assert (tmp_path / "key").read_bytes() == first != keys[0]


def test_the_signing_key_is_made_once(tmp_path: Path) -> None:
    first = signing_key(tmp_path / "key", os.urandom)
    assert signing_key(tmp_path / "key", os.urandom) == first
    assert [path.name for path in tmp_path.iterdir()] == ["key"]


@pytest.mark.parametrize(
    ("key", "problem"),
    [
        (bytes(range(32)), "can be guessed"),
        (bytes(range(255, 223, -1)), "can be guessed"),
        (bytes(number * 7 % 256 for number in range(32)), "can be guessed"),
        (bytes(32), "can be guessed"),
        (b"k" * 32, "can be guessed"),
        (b"secret" * 5 + b"se", "can be guessed"),
        (b"short", "has 5 bytes instead of 32"),
        (b"", "has 0 bytes instead of 32"),
        (bytes(range(0, 165, 5)), "has 33 bytes instead of 32"),
    ],
)
def test_a_weak_key_is_refused(tmp_path: Path, key: bytes, problem: str) -> None:
    path = tmp_path / "server.key"
    path.write_bytes(key)
    with pytest.raises(StoreError, match=f"server.key {problem}: put the key of a backup there, or delete it"):
        signing_key(path, os.urandom)
    assert path.read_bytes() == key
    assert known_server_key(tmp_path / "games.db") is None


def test_a_seal_opens_with_what_it_was_made_of_and_nothing_else() -> None:
    rules, seed, salt = Rules("expert"), Seed.of("a"), bytes(range(16))
    digest = seal(rules, seed, salt)
    assert is_opened_by(digest, rules, seed, salt)
    assert is_opened_by(digest.upper(), rules, seed, salt)
    assert not is_opened_by(digest, Rules("beginner"), seed, salt)
    assert not is_opened_by(digest, rules, Seed.of("b"), salt)
    assert not is_opened_by(digest, rules, seed, bytes(16))
    with pytest.raises(ValueError, match="16 bytes"):
        seal(rules, seed, b"short")


def _entry(cell: int) -> LogEntry:
    return LogEntry(Action("flag", 0, cell))


def test_appends_that_arrive_together_share_one_commit(tmp_path: Path) -> None:
    async def write() -> None:
        writer = Writer(lambda: open_store(tmp_path / "games.db"))
        await writer.opened()
        games = [
            await writer.run(lambda store: store.create("modern 8x8/10 v1", Seed.of("a"), created_at=0))
            for _ in range(10)
        ]
        before = writer.commits
        stored = await asyncio.gather(*(writer.appended(Append(game, 0, [_entry(0), _entry(1)])) for game in games))
        assert stored == [True] * 10
        assert writer.commits - before <= 2
        late = [writer.appended(Append(games[0], 0, [_entry(2)])), writer.appended(Append(games[1], 2, [_entry(2)]))]
        assert [await one for one in late] == [Tail((_entry(0), _entry(1)), (None, None)), True]
        results: list[object] = []
        for game in games:
            writer.append(Append(game, 2 + (game == games[1]), [_entry(3)]), results.append)
        await writer.close()
        assert results == [True] * 10, "closing commits what waits"

    asyncio.run(write())


def test_moves_are_answered_before_other_calls_and_no_number_of_calls_holds_them_up(tmp_path: Path) -> None:
    async def write() -> None:
        writer = Writer(lambda: open_store(tmp_path / "games.db"))
        await writer.opened()
        game = await writer.run(lambda store: store.create("modern 8x8/10 v1", Seed.of("a"), created_at=0))
        go, answered = threading.Event(), asyncio.Event()
        calls = [asyncio.ensure_future(writer.run(lambda _: go.wait(60)))]
        calls += [asyncio.ensure_future(writer.run(lambda _: True)) for _ in range(40)]
        await asyncio.sleep(0)
        writer.append(Append(game, 0, [_entry(0)]), lambda _: answered.set())
        await asyncio.wait_for(answered.wait(), 60)  # while the first call still runs
        go.set()
        order: list[str] = []
        writer.append(Append(game, 1, [_entry(1)]), lambda _: order.append("move"))
        calls[-1].add_done_callback(lambda _: order.append("last call"))
        await asyncio.gather(*calls)
        await asyncio.sleep(0)
        assert order == ["move", "last call"]
        await writer.close()

    asyncio.run(write())


def _began(number: int, name: str = "") -> Callable[[Store], int]:
    new = NewRound(public_id=f"game{number}{name}", room=f"room{number}", player=b"p", created_at=0, after=0)
    return lambda store: store.begin_round("modern 8x8/10 v1", Seed.of(number), new)


def test_changes_that_arrive_together_share_one_commit_and_each_has_its_own_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commits: list[str] = []
    monkeypatch.setattr("sapper.server.store.writer._LEAST", 60)

    def opened() -> Store:
        store = SqliteStore(str(tmp_path / "games.db"))
        store._connection.set_trace_callback(lambda text: commits.append(text) if text == "commit" else None)
        return store

    async def write() -> None:
        writer = Writer(opened)
        await writer.opened()
        commits.clear()
        changes = [writer.change(_began(number)) for number in (*range(20), 0)]
        results = await asyncio.gather(*changes, writer.change(_began(0, "other")), return_exceptions=True)
        assert results[:21] == [*range(1, 21), 1]
        assert isinstance(results[21], RoomWentOn)
        assert len(commits) == 1
        await writer.close()

    asyncio.run(write())
    with open_store(tmp_path / "games.db") as store:
        assert [store.round(number) is not None for number in range(1, 23)] == [True] * 20 + [False] * 2


def test_changes_whose_commit_fails_are_all_refused_and_the_next_ones_are_not(tmp_path: Path) -> None:
    async def write() -> None:
        writer = Writer(lambda: SqliteStore(str(tmp_path / "games.db"), patience=0.01))
        await writer.opened()
        with closing(sqlite3.connect(tmp_path / "games.db", isolation_level=None)) as other:
            other.execute("begin immediate")
            changes = [writer.change(_began(number)) for number in range(20)]
            results = await asyncio.gather(*changes, return_exceptions=True)
            assert all(isinstance(result, StoreError) for result in results)
            other.execute("rollback")
        assert await writer.change(_began(0)) == 1
        await writer.close()

    asyncio.run(write())


def test_work_is_bounded_for_each_and_for_all() -> None:
    async def ask() -> None:
        workers, go = Workers(Limits(threads=2, jobs=3, jobs_per_player=1, jobs_per_address=2)), threading.Event()

        def wait(_: Work) -> bool:
            return go.wait(PATIENCE)

        running = [
            asyncio.ensure_future(workers.run(wait, player=b"%d" % number, address="ab"[number // 2]))
            for number in range(3)
        ]
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await workers.run(wait, player=b"9", address="z")
        workers._limits = Limits(threads=2, jobs=9, jobs_per_player=1, jobs_per_address=2)
        with pytest.raises(Busy):
            await workers.run(wait, player=b"0", address="z")
        with pytest.raises(Busy):
            await workers.run(wait, player=b"8", address="a")
        assert await workers.run(lambda _: 5) == 5, "the server's own work does not wait for others"
        go.set()
        assert await asyncio.gather(*running) == [True] * 3
        async with asyncio.timeout(PATIENCE):
            while workers.waiting:
                await asyncio.sleep(0.001)
        workers.close()

    asyncio.run(ask())


def test_work_that_nobody_wants_any_more_stops() -> None:
    async def ask() -> None:
        workers, began, ended = (
            Workers(Limits(threads=1)),
            threading.Event(),
            threading.Event(),
        )

        def endless(work: Work) -> None:
            try:
                while True:
                    work.check(0.1)
                    began.set()
                    time.sleep(0.001)
            except Cancelled:
                ended.set()
                raise

        running = asyncio.ensure_future(workers.run(endless, player=b"a"))
        assert await asyncio.get_running_loop().run_in_executor(None, began.wait, 20)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        assert await asyncio.get_running_loop().run_in_executor(None, ended.wait, 20)
        workers.close()

    asyncio.run(ask())


def test_closing_stops_a_search_inside_the_kernel() -> None:
    async def ask() -> None:
        workers, began = Workers(Limits(threads=1)), threading.Event()

        def endless(_: Work) -> object:
            began.set()
            return _kernel.generate(100, 100, 3000, 0, _kernel.Grade.FULL, False, [bytes(16)], 10**15)

        running = asyncio.ensure_future(workers.run(endless, player=b"a"))
        assert await asyncio.get_running_loop().run_in_executor(None, began.wait, 20)
        workers.close()
        with pytest.raises(Cancelled):
            async with asyncio.timeout(PATIENCE):
                await running

    asyncio.run(ask())


@settings(max_examples=20)
@given(seed=st.integers(0, 10**6), grade=st.sampled_from(list(Grade)), level=st.sampled_from(["9x9/20", "16x16/60"]))
def test_a_watched_search_finds_the_board_of_the_whole_budget(seed: int, grade: Grade, level: str) -> None:
    rules = Rules(level, layout=LayoutKind.of(grade))
    live = LiveGame(rules, Seed.of(seed))
    live.preparation((4, 4), watch(Work()))()
    assert live.layout(rules, (4, 4)) == generate(rules.level, (4, 4), seed, grade).minefield


def test_a_search_stops_when_its_work_is_stopped() -> None:
    work = Work()
    work.stop()
    live = LiveGame(Rules("expert", layout="no-guess"), Seed.of("a"))
    with pytest.raises(Cancelled):
        live.preparation((0, 0), watch(work))()
    assert (0, 0) not in live.layout


def test_a_search_reports_how_much_of_its_budget_is_used() -> None:
    work, shares = Work(), []
    on_progress = watch(work)
    for _ in range(40):
        on_progress(0)
        shares.append(work.share)
    assert shares == sorted(shares)
    assert 0 < shares[0] < 0.01
    assert shares[-1] == 1


@pytest.mark.parametrize("stage", [1, 2, 3, 4])
def test_a_hint_that_is_a_guess_solves_the_board_once(stage: int, monkeypatch: pytest.MonkeyPatch) -> None:
    solved, solve = [], _kernel.odds

    def count(*given: Any) -> Any:
        solved.append(given)
        return solve(*given)

    monkeypatch.setattr(_kernel, "odds", count)
    hint = solver_answers.hint(Board.parse("4x2/2\n1...\n...."), stage, Work())
    assert (hint.certain, len(solved)) == (False, 1)
