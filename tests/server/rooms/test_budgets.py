"""Budgets of work: the time and number of jobs, clients that are gone, pages of steps, and what an undo costs."""

from __future__ import annotations

import asyncio
import signal
import socket
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from server.playground import Client, open_lobby, settle
from waiting import PATIENCE

from sapper import Game, Rules, Seed, _kernel
from sapper.action import Action, Kind
from sapper.errors import SapperError
from sapper.interrupt import Interruptible, check_stopped
from sapper.live_game import LiveGame
from sapper.replay.model import Replay
from sapper.server.limits import Limits
from sapper.server.operations.memory import JOB, Memory, NoMemory
from sapper.server.operations.workers import Busy, Cancelled, TookTooLong, Work, Workers
from sapper.server.protocol import views
from sapper.server.protocol.game_messages import View
from sapper.server.rooms import replica as replicas

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from server.conftest import Running, Start


def search(_: Work) -> object:
    """Search in the kernel for a board that nobody finds."""
    return _kernel.generate(100, 100, 5000, 0, _kernel.Grade.FULL, False, [bytes(16)], 10**15)


def endless_loop(_: Work) -> object:
    """Play a game in Python that never ends."""

    def marks() -> Iterator[Action]:
        while True:
            yield Action(Kind.FLAG, 0, 0)

    return Game.replay(Rules("beginner"), 1, actions=marks())


async def begun(job: Callable[[Work], object], workers: Workers, **of: object) -> asyncio.Future[object]:
    """Start a job, and wait until it runs."""
    event = threading.Event()

    def run(work: Work) -> object:
        event.set()
        return job(work)

    running = asyncio.ensure_future(workers.run(run, **of))  # type: ignore[arg-type]
    assert await asyncio.get_running_loop().run_in_executor(None, event.wait, PATIENCE)
    return running


@pytest.mark.parametrize("job", [search, endless_loop])
def test_a_job_ends_with_its_time(job: Callable[[Work], object]) -> None:
    async def ask() -> None:
        workers = Workers(Limits(threads=1, job_seconds=0.2))
        with pytest.raises(TookTooLong):
            async with asyncio.timeout(PATIENCE):
                await workers.run(job, player=b"a", address="x")
        async with asyncio.timeout(PATIENCE):
            while workers.waiting:
                await asyncio.sleep(0.001)
            assert await workers.run(lambda _: 5, player=b"a", address="x") == 5, "its thread is free again"
        workers.close()

    asyncio.run(ask())


@pytest.mark.parametrize("job", [search, endless_loop])
def test_a_job_ends_when_nobody_waits_for_it(job: Callable[[Work], object]) -> None:
    async def ask() -> None:
        workers = Workers(Limits(threads=1, job_seconds=600))
        running = await begun(job, workers, player=b"a", address="x")
        running.cancel()
        async with asyncio.timeout(PATIENCE):
            while workers.waiting:
                await asyncio.sleep(0.001)
        workers.close()

    asyncio.run(ask())


def test_a_job_that_waits_for_too_long_is_refused() -> None:
    async def ask() -> None:
        workers = Workers(Limits(threads=1, job_seconds=0.3, search_seconds=600))
        running = await begun(search, workers, player=b"a", address="x", work=Work(600))
        with pytest.raises(Busy):
            async with asyncio.timeout(PATIENCE):
                await workers.run(lambda _: 5, player=b"b", address="x")
        assert workers.waiting == 1
        workers.close()
        with pytest.raises(Cancelled):
            await running

    asyncio.run(ask())


def test_jobs_of_the_server_for_one_address_take_turns() -> None:
    async def ask() -> None:
        workers, go = Workers(Limits(threads=4)), threading.Event()
        slow = [asyncio.ensure_future(workers.run(lambda _: go.wait(PATIENCE), address="x")) for _ in range(8)]
        async with asyncio.timeout(PATIENCE):
            assert await workers.run(lambda _: 5, address="y") == 5
            assert await workers.run(lambda _: 6) == 6
            assert not any(job.done() for job in slow)
            go.set()
            assert await asyncio.gather(*slow) == [True] * 8
        workers.close()

    asyncio.run(ask())


def test_a_job_reserves_memory_until_it_ends() -> None:
    async def ask() -> None:
        limits = Limits(threads=1, memory=JOB + 100, memory_for_small=0, player_memory=100, address_memory=100)
        memory = Memory(limits)
        workers = Workers(limits, memory)

        def reserve(work: Work) -> int:
            work.reserve(60)
            work.reserve(40)
            return memory.reserved - JOB

        def too_much(work: Work) -> None:
            work.reserve(60)
            work.reserve(41)

        assert await workers.run(reserve, player=b"a", address="x") == 100
        assert memory.reserved == JOB
        with pytest.raises(NoMemory):
            await workers.run(too_much, player=b"b", address="x")
        assert memory.reserved == JOB
        workers.close()

    asyncio.run(ask())


def test_loops_are_stopped_only_in_the_thread_that_entered_the_limits() -> None:
    limits = _kernel.CallLimits(bytes=1 << 20)
    limits.stop()
    check_stopped()
    with Interruptible(limits):
        with pytest.raises(_kernel.Stopped):
            check_stopped()
        check_stopped(1)
        with pytest.raises(_kernel.Stopped):
            Replay.unpack(long_replay(100))
        with ThreadPoolExecutor(1) as pool:
            pool.submit(check_stopped).result()
    check_stopped()


def long_replay(moves: int) -> bytes:
    """Return a replay of a practice game with many flags, and all of them undone."""
    game = Game(Rules.parse("modern 100x100/1000 practice=on"), Seed.of(7))
    for cell in range(moves):
        game.flag(*divmod(cell, 100))
    for _ in range(moves):
        game.play(Action(Kind.UNDO))
    game.play(Action(Kind.RESIGN))
    return Replay.of(game, Seed.of(7)).pack()


def test_a_replay_is_played_by_the_kernel_however_much_is_undone(monkeypatch: pytest.MonkeyPatch) -> None:
    data = long_replay(8000)
    assert len(data) < 4096
    played = count_moves(monkeypatch)
    assert len(Replay.unpack(data)) == 16_001
    assert played() == 0


def test_an_undo_plays_nothing_again_however_long_the_game_is(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Rules.parse("modern 100x100/1000 practice=on")
    replica = replicas.GameReplica(rules, Seed.of(7), bytes(16), "x")
    for cell in range(5000):
        replica.game.flag(*divmod(cell, 100))
    played = count_moves(monkeypatch)
    delta = replica.apply(replica.entry(Action(Kind.UNDO), 0), 0)
    assert (played(), len(delta), replica.game.undo_count) == (0, 1, 4999)


def count_moves(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Return a function that returns how many moves games have played since now."""
    played = 0
    move = Game._move

    def counted(self: Game, action: Action) -> _kernel.Changes:
        nonlocal played
        played += 1
        return move(self, action)

    monkeypatch.setattr(Game, "_move", counted)
    return lambda: played


def test_a_large_change_is_announced_without_looking_at_its_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game(Rules.parse("modern 200x200/40"), 3)
    delta = game.open(100, 100)
    assert len(delta) > views._LARGE

    class Unread:
        def __len__(self) -> int:
            return len(delta)

    assert views.changed(Unread(), game.rules.level) == list(range(16))  # type: ignore[arg-type]


# Clients that leave


def test_help_and_searches_stop_when_everybody_has_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sapper.server.rooms.help import messages as help_messages

    event = threading.Event()

    def answer(*_: object) -> object:
        event.set()
        return search(Work())

    monkeypatch.setattr(help_messages, "answer", answer)

    async def leave() -> None:
        async with open_lobby(tmp_path, limits=Limits(job_seconds=600, search_seconds=600)) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            game = (await client.new())["game"]
            await client.play(game, "open", 40)
            client.send("help", game=game, n=5, topic="odds")
            assert await asyncio.get_running_loop().run_in_executor(None, event.wait, PATIENCE)
            await client.leave()
            await settle(lobby)

    asyncio.run(leave())


def test_a_search_for_a_board_ends_with_its_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LiveGame, "preparation", lambda *_: lambda: search(Work()))

    async def play() -> None:
        async with open_lobby(tmp_path, limits=Limits(search_seconds=0.3)) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            game = (await client.new("modern beginner layout=no-guess"))["game"]
            answer = await client.play(game, "open", 40)
            assert answer["code"] == "no-board"
            assert "too long" in answer["why"]

    asyncio.run(play())


def metric(server: Running, name: str) -> float:
    metrics = httpx.get(server.health + "/metrics").text
    return float(next(line for line in metrics.splitlines() if line.startswith(f"{name} ")).split()[1])


def jobs(server: Running) -> float:
    return metric(server, "sapper_jobs")


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


ENDLESS = ("--limit", "replay-undone=1000000000000")


def slow_replay() -> bytes:
    """Return a small replay that takes minutes to verify: a million cells open and close again and again."""
    game = Game(Rules.parse("modern 1000x1000/10 practice=on"), Seed.of(3))
    game.open(500, 500)
    for _ in range(3):
        game.play(Action(Kind.UNDO))
        game.play(Action(Kind.REDO))
    game.play(Action(Kind.UNDO))
    game.play(Action(Kind.RESIGN))
    replay = Replay.of(game, Seed.of(3))
    *opened, resigned = replay.entries
    entries = [*opened, *opened[2:4] * 10_000, resigned]
    return Replay(replay.rules, replay.seed, replay.minefield, entries, status=replay.status).pack()


def test_a_request_stops_when_its_client_hangs_up(start: Start) -> None:
    server = start("--limit", "job-seconds=600", *ENDLESS)
    with _posted(server, slow_replay()):
        wait_until(lambda: jobs(server) == 1)
    wait_until(lambda: jobs(server) == 0)
    with httpx.Client(base_url=server.url, headers={"origin": server.url}) as web:
        assert web.post("/api/replays/verify", content=b"x").status_code == 200
    assert "sapper_errors_total 0.0" in httpx.get(server.health + "/metrics").text


def test_a_request_that_takes_too_long_is_refused(start: Start) -> None:
    server = start("--limit", "job-seconds=0.3", *ENDLESS)
    headers = {"origin": server.url}
    answer = httpx.post(server.url + "/api/replays/verify", content=slow_replay(), headers=headers, timeout=PATIENCE)
    assert answer.status_code == 422
    assert "longer" in answer.json()["error"]


def test_jobs_do_not_hold_up_the_end_of_the_process_and_are_asked_for_again(start: Start) -> None:
    server = start("--limit", "job-seconds=600", *ENDLESS)
    with ExitStack() as stack:
        asked = [stack.enter_context(_posted(server, slow_replay())) for _ in range(2)]
        wait_until(lambda: jobs(server) == 2)
        assert server.stop(signal.SIGTERM) == 0
        for one in asked:
            answer = b"".join(iter(partial(one.recv, 1 << 16), b""))
            assert answer.startswith(b"HTTP/1.1 503 "), answer
            assert b"\r\nretry-after: 2\r\n" in answer


STUCK = """
import asyncio, threading
from sapper.server.limits import Limits
from sapper.server.operations.workers import Workers

async def ask():
    workers, began = Workers(Limits()), threading.Event()
    waiting = asyncio.ensure_future(workers.run(lambda _: (began.set(), threading.Event().wait()), player=b"a"))
    await asyncio.get_running_loop().run_in_executor(None, began.wait)
    workers.close()

asyncio.run(ask())
"""


def test_a_job_that_cannot_be_stopped_does_not_hold_it_up_either() -> None:
    assert subprocess.run([sys.executable, "-c", STUCK], timeout=PATIENCE, check=False).returncode == 0


def _posted(server: Running, data: bytes) -> socket.socket:
    """Return a connection that has asked whether a replay is genuine, and has no answer yet."""
    head = f"POST /api/replays/verify HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Length: {len(data)}\r\n\r\n"
    client = socket.create_connection(("127.0.0.1", server.port))
    client.sendall(head.encode() + data)
    return client


# Answers in pages


def test_steps_come_in_pages(start: Start) -> None:
    server = start("--limit", "answer=50000")
    game = Game(Rules.parse("modern 60x60/100 practice=on"), Seed.of(3))
    game.open(30, 30)
    assert not game.status.is_over
    for _ in range(30):
        game.play(Action(Kind.UNDO))
        game.play(Action(Kind.REDO))
    for cell in range(30):
        game.flag(0, cell)
    game.play(Action(Kind.RESIGN))
    replay = Replay.of(game, Seed.of(3))
    with httpx.Client(base_url=server.url, headers={"origin": server.url}, timeout=PATIENCE) as web:
        number = web.post("/api/replays", content=replay.pack()).json()["id"]
        steps: list[Any] = []
        first: int | None = 0
        pages = 0
        while first is not None:
            answer = web.get(f"/api/games/{number}/steps", params={"from": first})
            assert len(answer.content) < 100_000
            page = answer.json()
            assert page["from"] == first == len(steps)
            steps += page["steps"]
            first, pages = page["next"], pages + 1
        assert 10 < pages < len(replay)
        assert [step["kind"] for step in steps] == [str(entry.action.kind) for entry in replay.entries]
        few = web.get(f"/api/games/{number}/steps?from=61&limit=5").json()
        assert (few["steps"], few["next"]) == (steps[61:66], 66)
        end = web.get(f"/api/games/{number}/steps?from={len(replay)}").json()
        assert (end["steps"], end["next"]) == ([], None)
        assert web.get(f"/api/games/{number}/steps?from=-1").status_code == 422
        assert web.get(f"/api/games/{number}/steps?limit=1000000").status_code == 422


def test_a_long_text_arrives_whole(start: Start) -> None:
    server = start(*ENDLESS)
    replay = Replay.unpack(long_replay(6000))
    with httpx.Client(base_url=server.url, headers={"origin": server.url}, timeout=PATIENCE) as web:
        number = web.post("/api/replays", content=replay.pack()).json()["id"]
        answer = web.get(f"/api/games/{number}/replay")
        assert len(answer.content) > 100_000
        assert Replay.parse(answer.text).entries == replay.entries
        wait_until(lambda: metric(server, "sapper_reserved_bytes") == Limits().threads * JOB)


# Views


def test_odds_are_of_the_part_of_the_board_that_is_there(tmp_path: Path) -> None:
    async def ask() -> None:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            large = await client.new("modern 300x300/9000")
            room = lobby.rooms[large["room"]]
            await client.play(large["game"], "open", 45_150)
            client.send("hello")
            await client.until("welcome")
            small = await client.new("modern 70x70/700")
            assert small["room"] != large["room"]
            await client.play(small["game"], "open", 2485)
            view = View(game=large["game"], top=200, left=200, height=90, width=90)
            room.post(client.connection, view)  # it was still in the inbox when the client moved
            await settle(lobby)
            assert client.connection.view is None, "the view of another game is not taken over"
            client.connection.view = (0, 60, 100, 290)
            client.send("help", game=small["game"], n=9, topic="odds")
            odds = await client.until("odds", "refused")
            assert odds["t"] == "odds"
            assert all(cell % 70 >= 60 for cell in odds["cells"])
            client.connection.view = (200, 200, 290, 290)
            client.send("help", game=small["game"], n=10, topic="odds")
            assert (await client.until("odds", "refused"))["cells"] == []

    asyncio.run(ask())


def test_errors_of_budgets_are_sentences() -> None:
    for kind in (Busy, Cancelled, TookTooLong, NoMemory):
        assert issubclass(kind, SapperError)
