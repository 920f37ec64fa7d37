"""Health and metrics: what operators read is true, also when the disk or the database is not what it was."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sqlite3
import sys
import threading
import time
from contextlib import closing
from typing import TYPE_CHECKING

import httpx
import pytest
from redis_server import RedisServer
from server.playground import Client, open_lobby, settle
from waiting import PATIENCE
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from sapper.server.http.origins import Origins, names_machine, origins_of
from sapper.server.operations import health
from sapper.server.operations.counters import Histogram, measure_lag
from sapper.server.operations.health import Readiness, make_health

if sys.platform != "win32":
    import resource

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from postgres import Postgres
    from server.conftest import Running, Start
    from starlette.applications import Starlette

    from sapper.history.store import Store


def metrics(server: Running) -> dict[str, float]:
    """Return every sample of the metrics by its name and labels."""
    lines = httpx.get(server.health + "/metrics").text.splitlines()
    return {line.rpartition(" ")[0]: float(line.rpartition(" ")[2]) for line in lines if not line.startswith("#")}


def readiness(server: Running) -> tuple[int, str]:
    answer = httpx.get(server.health + "/readyz", timeout=PATIENCE)
    assert answer.text.count("\n") == 1
    return answer.status_code, answer.text.strip()


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def play(server: Running, moves: int) -> None:
    with server.connect() as client:
        client.send(json.dumps({"t": "hello"}))
        client.send(json.dumps({"t": "new", "n": 0, "rules": "modern expert"}))
        while (message := json.loads(client.recv(PATIENCE)))["t"] != "board":
            pass
        for n in range(1, moves + 1):
            client.send(json.dumps({"t": "play", "game": message["game"], "n": n, "kind": "flag", "cell": n}))
            while json.loads(client.recv(PATIENCE)).get("n") != n:
                pass


def test_latencies_queues_files_and_the_process_are_measured(start: Start) -> None:
    server = start()
    play(server, 10)
    httpx.get(server.url + "/api/me")
    wait_for(lambda: metrics(server)["sapper_loop_lag_seconds_count"] > 0)
    found = metrics(server)
    assert found["sapper_moves_total"] == 10
    assert found["sapper_acknowledge_seconds_count"] >= 10
    assert 1 <= found["sapper_commit_seconds_count"] <= 10
    assert found["sapper_commit_seconds_sum"] > 0
    assert found['sapper_waiting{queue="writer"}'] >= 0
    assert found['sapper_waiting{queue="reader"}'] >= 0
    assert found['sapper_waiting{queue="reports"}'] == 0
    assert found['sapper_waiting{queue="inboxes"}'] >= 0
    assert found["sapper_oldest_job_seconds"] == 0
    assert found["sapper_store_errors_total"] == 0
    assert found["sapper_database_bytes"] > 4096
    assert found["sapper_wal_bytes"] > 0
    assert found["sapper_disk_free_bytes"] > 0
    assert found['sapper_requests_total{status="200"}'] == 1
    assert found['sapper_sent_bytes_total{protocol="http"}'] > 10
    if sys.platform == "linux":
        assert found["process_resident_memory_bytes"] > 1e6
        assert 0 < found["process_open_fds"] < found["process_max_fds"]


def test_frames_and_bytes_of_web_sockets_are_counted(start: Start) -> None:
    server = start()
    with server.connect() as client:
        client.send('{"t":"hello"}')
        client.recv(PATIENCE)
        client.ping().wait(PATIENCE)
        client.send(["{", "}"])
        client.recv(PATIENCE)
        found = metrics(server)
    assert found['sapper_frames_total{kind="ping"}'] == 1
    assert found['sapper_frames_total{kind="text"}'] == 1
    assert found['sapper_frames_total{kind="continuation"}'] == 2
    received, sent = (
        'sapper_received_bytes_total{protocol="websocket"}',
        'sapper_sent_bytes_total{protocol="websocket"}',
    )
    assert found[received] > 20
    assert found[sent] > 100
    wait_for(lambda: metrics(server)["sapper_connections"] == 0)
    after = metrics(server)
    assert after[received] > found[received]  # by the frame that closed
    assert after[sent] == found[sent]


def test_rejected_handshakes_are_counted_by_reason(start: Start) -> None:
    server = start()
    with pytest.raises(InvalidStatus, match="403"):
        server.connect(origin="http://evil.example")
    assert metrics(server)['sapper_rejected_total{reason="origin"}'] == 1


def test_a_histogram_counts_every_duration_once() -> None:
    histogram = Histogram()
    for seconds in (0.0, 0.0005, 0.0006, 0.3, 10.0, 11.0):
        histogram.observe(seconds)
    buckets = dict(histogram.buckets())
    assert (buckets["0.0005"], buckets["0.001"], buckets["0.2"], buckets["0.5"]) == (2, 3, 3, 4)
    assert (buckets["10.0"], buckets["+Inf"]) == (5, 6)
    assert histogram.total == pytest.approx(21.3011)


def test_a_blocked_event_loop_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    async def block() -> Histogram:
        lag, loop = Histogram(), asyncio.get_running_loop()
        task, read = asyncio.create_task(measure_lag(lag)), loop.time
        await asyncio.sleep(0)
        monkeypatch.setattr(loop, "time", lambda: read() + 11)  # as if something had taken 11 seconds
        while not sum(lag.counts):
            await asyncio.sleep(0)
        task.cancel()
        return lag

    buckets = dict(asyncio.run(block()).buckets())
    assert (buckets["10.0"], buckets["+Inf"]) == (0, 1)


def test_the_age_of_the_oldest_job_is_known(tmp_path: Path) -> None:
    async def work() -> None:
        async with open_lobby(tmp_path) as lobby:
            workers, done = lobby.services.workers, threading.Event()
            jobs = [asyncio.create_task(workers.run(lambda _: done.wait(PATIENCE))) for _ in range(2)]
            await asyncio.sleep(0)
            first = workers.oldest
            assert first > 0
            await asyncio.sleep(0.01)
            assert workers.oldest > first
            done.set()
            await asyncio.gather(*jobs)
            assert workers.oldest == 0

    asyncio.run(work())


def test_messages_in_inboxes_are_counted(tmp_path: Path) -> None:
    async def post() -> None:
        async with open_lobby(tmp_path) as lobby:
            client = await Client(lobby).connect()
            await client.hello()
            await client.new()
            (room,) = lobby.rooms.values()
            room.unload()
            assert room.waiting == 1
            await settle(lobby)
            assert room.waiting == 0

    asyncio.run(post())


@pytest.mark.parametrize(("host", "status"), [("localhost:1", 200), ("127.0.0.1", 200), ("[::1]:80", 200)])
@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics"])
def test_the_health_port_answers_to_this_machine(server: Running, path: str, host: str, status: int) -> None:
    assert httpx.get(server.health + path, headers={"host": host}).status_code == status


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "", "127.0.0.1.", "localhost:x", "[::2]:1"])
def test_the_health_port_answers_to_no_other_name(server: Running, host: str) -> None:
    assert not names_machine(host)
    for path in ("/healthz", "/readyz", "/metrics"):
        assert httpx.get(server.health + path, headers={"host": host}).status_code in (400, 421)


# A busy event loop


def asked_while_blocked(folder: Path, path: str) -> tuple[int, str]:
    """Return the answer of the health port while the event loop of the players does not turn."""

    async def ask(app: Starlette) -> httpx.Response:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://localhost") as client:
            return await client.get(path)

    async def block() -> tuple[int, str]:
        async with open_lobby(folder) as lobby:
            app, found = make_health(lobby.services, lobby), []
            thread = threading.Thread(target=lambda: found.append(asyncio.run(ask(app))))
            thread.start()
            thread.join(60)
            return found[0].status_code, found[0].text

    return asyncio.run(block())


def test_health_answers_while_the_event_loop_is_busy(tmp_path: Path) -> None:
    assert asked_while_blocked(tmp_path, "/healthz") == (200, "alive\n")


def test_an_event_loop_that_is_stuck_is_not_alive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_STUCK", 0.0)
    status, why = asked_while_blocked(tmp_path, "/healthz")
    assert (status, "no player has been served" in why) == (503, True)


@pytest.mark.parametrize("path", ["/readyz", "/metrics"])
def test_what_a_busy_event_loop_does_not_answer_in_time_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr(health, "_LOOP_SECONDS", -health._STORE_SECONDS)
    assert asked_while_blocked(tmp_path, path) == (503, "the server is too busy to answer\n")


# Every address


@pytest.mark.skipif(sys.platform != "linux", reason="only there are all of 127.0.0.0/8 addresses of the machine")
def test_a_server_on_every_address_answers_there(start: Start) -> None:
    server = start("--host", "0.0.0.0")
    machine = os.uname().nodename.lower()
    for host in ("127.0.0.1", "localhost", "127.0.0.3", machine, f"{machine}.local", machine.upper()):
        answer = httpx.get(server.url + "/api/me", headers={"host": f"{host}:{server.port}"})
        assert answer.status_code == 200, host
    for host in ("evil.example", "192.0.2.77", "0.0.0.0", "127.0.0.1.evil.example"):
        answer = httpx.get(server.url + "/api/me", headers={"host": f"{host}:{server.port}"})
        assert answer.status_code == 421, host
    other = f"http://127.0.0.3:{server.port}"
    with connect(f"ws://127.0.0.3:{server.port}/play", origin=Origin(other), compression=None):
        pass
    with pytest.raises(InvalidStatus, match="403"):
        connect(f"ws://127.0.0.3:{server.port}/play", origin=Origin("http://192.0.2.77"), compression=None)


def test_a_page_of_another_address_is_no_page_of_ours() -> None:
    everywhere = Origins(origins_of("0.0.0.0", 8181), 8181)
    here = Origins(origins_of("127.0.0.1", 8181, ["https://Mines.example/"]))
    assert everywhere.has_origin("http://127.0.0.9:8181")
    for origin in ("https://127.0.0.9:8181", "http://127.0.0.9:8182", "http://192.0.2.77:8181", "null", ""):
        assert not everywhere.has_origin(origin)
    assert here.has_origin("https://mines.example")
    assert here.is_secure("MINES.example")
    assert not here.has_host("127.0.0.9:8181")


# Readiness


def test_a_deleted_database_is_not_ready(start: Start) -> None:
    server = start()
    assert readiness(server) == (200, "ready")
    (server.folder / "games.db").unlink()
    status, why = readiness(server)
    assert status == 503
    assert "gone" in why or "deleted" in why
    assert metrics(server)["sapper_store_up"] == 0


def test_a_replaced_database_is_not_ready(start: Start) -> None:
    server = start()
    database = server.folder / "games.db"
    with closing(sqlite3.connect(database)) as here, closing(sqlite3.connect(server.folder / "copy")) as there:
        here.backup(there)
    os.replace(server.folder / "copy", database)
    status, why = readiness(server)
    assert status == 503
    assert "replaced" in why


def test_a_damaged_database_is_not_ready(start: Start) -> None:
    server = start()
    with open(server.folder / "games.db", "r+b") as file:
        file.write(bytes(65536))
    status, why = readiness(server)
    assert status == 503
    assert "not a database" in why or "damaged" in why


@pytest.mark.skipif(sys.platform != "linux", reason="the limit of another process can be set on Linux only")
def test_a_full_disk_is_not_ready_until_there_is_space_again(start: Start) -> None:
    server = start()
    play(server, 3)
    pid = server.process.pid
    usual = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (1000, usual[1]))
    status, why = readiness(server)
    assert status == 503
    assert "disk" in why
    assert metrics(server)["sapper_store_errors_total"] > 0
    resource.prlimit(pid, resource.RLIMIT_FSIZE, usual)
    assert readiness(server) == (200, "ready")


def test_a_server_says_which_of_its_services_is_gone_until_it_is_back(
    start: Start, postgres: Postgres, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    redis = RedisServer(tmp_path_factory.mktemp("redis"))
    try:
        monkeypatch.setenv("SAPPER_BUS", redis.url)
        server = start("--database", postgres.new_database())
        assert readiness(server) == (200, "ready")
        play(server, 3)
        wait_for(lambda: metrics(server)["sapper_hints_sent_total"] > 0)
        redis.stop()
        wait_for(lambda: readiness(server)[1].startswith("ready, degraded: the bus does not answer"))
        assert readiness(server)[0] == 200
        assert metrics(server)["sapper_bus_up"] == 0
        play(server, 3)
        assert metrics(server)["sapper_hints_dropped_total"] > 0
        redis.start()
        wait_for(lambda: readiness(server) == (200, "ready"))
    finally:
        redis.stop()
    postgres.stop()
    try:
        status, why = readiness(server)
        assert status == 503
        assert "PostgreSQL 127.0.0.1" in why or "has not answered" in why
        found = metrics(server)
    finally:
        postgres.start()
    assert found["sapper_store_up"] == 0
    assert "sapper_database_bytes" not in found
    wait_for(lambda: readiness(server)[0] == 200)


def test_a_store_that_hangs_is_not_ready(start: Start) -> None:
    server = start()
    with closing(sqlite3.connect(server.folder / "games.db", isolation_level=None)) as other:
        other.execute("begin immediate")
        status, why = readiness(server)
        assert status == 503
        assert "has not answered" in why
        other.execute("rollback")
    wait_for(lambda: readiness(server)[0] == 200)


def test_readiness_does_not_wait_for_reports_and_asks_once_at_a_time(tmp_path: Path) -> None:
    async def ask() -> tuple[list[str | None], int]:
        async with open_lobby(tmp_path) as lobby:
            services, done = lobby.services, threading.Event()
            report = asyncio.create_task(services.reader.run(lambda _: done.wait(PATIENCE)))
            await asyncio.sleep(0)
            before = services.writer.commits
            asker = Readiness(services.writer, seconds=20)
            answers = await asyncio.gather(*(asker.problem() for _ in range(5)))
            asked = services.writer.commits - before
            done.set()
            await report
            return answers, asked

    assert asyncio.run(ask()) == ([None] * 5, 1)


def test_a_server_without_its_bus_is_ready_and_says_so(tmp_path: Path) -> None:
    async def ask() -> list[tuple[int, str]]:
        async with open_lobby(tmp_path) as lobby:
            asked = httpx.ASGITransport(app=make_health(lobby.services, lobby))
            async with httpx.AsyncClient(transport=asked, base_url="http://localhost") as client:
                lobby.services.bus.is_up = False
                answers = [await client.get("/readyz"), await client.get("/metrics")]
                lobby.services.bus.is_up = True
                answers += [await client.get("/readyz")]
        return [(answer.status_code, answer.text) for answer in answers]

    without, metrics, again = asyncio.run(ask())
    assert without[0] == 200
    assert without[1].startswith("ready, degraded: the bus does not answer")
    assert "sapper_bus_up 0.0" in metrics[1]
    assert again == (200, "ready\n")


def test_a_probe_that_is_late_is_asked_for_once(tmp_path: Path) -> None:
    async def ask() -> tuple[list[str | None], int]:
        async with open_lobby(tmp_path) as lobby:
            writer, done = lobby.services.writer, threading.Event()

            def block(_: Store) -> None:
                done.wait(PATIENCE)

            blocking = asyncio.create_task(writer.run(block))
            await asyncio.sleep(0.01)
            asker = Readiness(writer, seconds=0.01)
            answers = [await asker.problem() for _ in range(3)]
            waiting = writer.waiting
            done.set()
            await blocking
            return answers, waiting

    answers, waiting = asyncio.run(ask())
    assert waiting == 1
    assert all(answer is not None and re.search("not answered", answer) for answer in answers)
