"""Reports: a thread of their own, a bounded queue, a deadline, and clear refusals."""

from __future__ import annotations

import asyncio
import signal
import sqlite3
import threading
import time
from contextlib import asynccontextmanager, closing
from typing import TYPE_CHECKING, Any

import httpx
import msgspec
import pytest
from server.playground import Client, open_lobby
from waiting import PATIENCE

from sapper import Action, Game, Rules, Seed
from sapper.action import LogEntry
from sapper.history import rebuild
from sapper.history.recorder import import_replay
from sapper.history.store import Filter, Store, StoreError, Summary, open_store
from sapper.history.summary import summary_of_packed
from sapper.layouts import FixedLayout
from sapper.minefield import Minefield
from sapper.replay.model import Replay
from sapper.server.app import App
from sapper.server.http.routes import make_api
from sapper.server.limits import Limits
from sapper.server.store.reports import ReportRefused, Reports, TooManyReports

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from server.conftest import Start

ENDLESS = "with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n"


def endless(store: Store) -> object:
    """Run a query that never ends by itself."""
    return store._database.rows(ENDLESS)


class Held:
    """A report that lasts until it is released."""

    def __init__(self) -> None:
        self.begun = threading.Event()
        self.released = threading.Event()
        self.count = 0

    def __call__(self, store: Store) -> int:
        self.count += 1
        self.begun.set()
        assert self.released.wait(PATIENCE)
        return self.count

    async def has_begun(self) -> None:
        assert await asyncio.to_thread(self.begun.wait, PATIENCE)


@asynccontextmanager
async def open_reports(folder: Path, **limits: float) -> AsyncIterator[Reports]:
    reports = Reports(lambda: open_store(folder / "games.db"), msgspec.structs.replace(Limits(), **limits))
    await reports.opened()
    async with asyncio.timeout(PATIENCE):
        yield reports
        await reports.close()


def test_a_report_is_returned(tmp_path: Path) -> None:
    async def ask() -> None:
        async with open_reports(tmp_path) as reports:
            assert await reports.run(lambda store: store.games()) == []
            assert reports.is_idle

    asyncio.run(ask())


def test_the_error_of_a_report_is_raised_and_the_next_one_is_made(tmp_path: Path) -> None:
    async def ask() -> None:
        async with open_reports(tmp_path) as reports:
            with pytest.raises(StoreError, match="there is no game 7"):
                await reports.run(lambda store: store.load(7))
            with pytest.raises(StoreError, match="ZeroDivisionError"):
                await reports.run(lambda store: 1 // 0)
            assert await reports.run(lambda store: 5) == 5

    asyncio.run(ask())


def test_a_report_that_takes_too_long_is_stopped(tmp_path: Path) -> None:
    async def ask() -> None:
        async with open_reports(tmp_path, report_seconds=0.05) as reports:
            with pytest.raises(ReportRefused, match="took too long"):
                await reports.run(endless)
            assert await reports.run(lambda store: store.games()) == []

    asyncio.run(ask())


def test_the_queue_is_bounded_and_each_address_has_its_share(tmp_path: Path) -> None:
    async def ask() -> None:
        async with open_reports(tmp_path, reports=2, reports_per_address=2) as reports:
            held = Held()
            asked = [asyncio.create_task(reports.run(held, "a")) for _ in range(2)]
            await held.has_begun()
            with pytest.raises(TooManyReports, match="still being answered"):
                await reports.run(held, "a")
            asked.append(asyncio.create_task(reports.run(held, "b")))
            await asyncio.sleep(0)
            with pytest.raises(ReportRefused, match="Too many") as refused:
                await reports.run(held, "c")
            assert not isinstance(refused.value, TooManyReports)
            held.released.set()
            assert sorted(await asyncio.gather(*asked)) == [1, 2, 3]
            assert await reports.run(held, "a") == 4

    asyncio.run(ask())


def test_a_report_that_nobody_waits_for_is_not_made(tmp_path: Path) -> None:
    async def ask() -> None:
        async with open_reports(tmp_path) as reports:
            held, unwanted = Held(), Held()
            first = asyncio.create_task(reports.run(held, "a"))
            await held.has_begun()
            second = asyncio.create_task(reports.run(unwanted, "b"))
            await asyncio.sleep(0)
            assert reports.waiting == 2
            second.cancel()
            await asyncio.wait([second])
            assert reports.waiting == 1
            held.released.set()
            assert await first == 1
            assert await reports.run(lambda store: 2, "b") == 2
            assert unwanted.count == 0

    asyncio.run(ask())


def test_a_running_report_is_stopped_when_nobody_waits_for_it(tmp_path: Path) -> None:
    async def ask() -> None:
        async with open_reports(tmp_path, report_seconds=1000) as reports:
            begun = threading.Event()

            def work(store: Store) -> object:
                begun.set()
                return endless(store)

            asked = asyncio.create_task(reports.run(work))
            assert await asyncio.to_thread(begun.wait, PATIENCE)
            asked.cancel()
            assert await reports.run(lambda store: 1) == 1

    asyncio.run(ask())


def test_closing_stops_a_report(tmp_path: Path) -> None:
    async def ask() -> None:
        async with open_reports(tmp_path, report_seconds=1000) as reports:
            asked = asyncio.create_task(reports.run(endless))
            waiting = asyncio.create_task(reports.run(endless))
            await asyncio.sleep(0)
        done = await asyncio.gather(asked, waiting, return_exceptions=True)
        assert isinstance(done[0], ReportRefused)
        assert isinstance(done[1], asyncio.CancelledError)

    asyncio.run(ask())


@asynccontextmanager
async def open_web(folder: Path, **limits: float) -> AsyncIterator[tuple[httpx.AsyncClient, Reports]]:
    changed = msgspec.structs.replace(Limits(), **limits)
    async with open_lobby(folder, limits=changed) as lobby:
        app = App(lobby.services, lobby, ["http://here"], make_api())
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://here") as web:
            yield web, lobby.services.reports


def finish_games(path: Path, count: int) -> None:
    """Store finished games with real replays."""
    with open_store(path) as store:
        for number in range(count):
            seed = Seed.of(f"{number}")
            game = Game(Rules.parse("modern beginner"), seed)
            game.apply(LogEntry(Action("open", 0, 0)))
            game.apply(LogEntry(Action("resign"), 5))
            replay = Replay.of(game, seed, program="test", played_at=number)
            import_replay(store, replay, "import")


def one_mine(_rules: Rules, _seed: Seed) -> Any:
    """Place one mine in the last corner: the first click wins."""
    return FixedLayout(Minefield.from_text("........\n" * 7 + ".......*"))


def outdate(path: Path) -> None:
    """Leave a store as an earlier version would."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("update summary_version set version = version - 1")


REPORTS = ["/api/games", "/api/best-times", "/api/best-times/own?rules=modern+beginner", "/api/statistics"]


@pytest.mark.parametrize("path", REPORTS)
def test_refusals_are_clear_and_names_and_rooms_do_not_wait(tmp_path: Path, path: str) -> None:
    async def ask() -> None:
        async with open_web(tmp_path, reports=1, reports_per_address=1) as (web, reports):
            held = Held()
            others = [asyncio.create_task(reports.run(held, address)) for address in ("a", "b")]
            await held.has_begun()
            full = await web.get(path)
            assert (full.status_code, full.headers["retry-after"]) == (503, "5")
            assert full.json()["error"].startswith("Too many lists and statistics")
            assert (await web.get("/api/rooms")).json() == []
            assert (await web.get("/api/me")).status_code == 200
            held.released.set()
            await asyncio.gather(*others)
            assert (await web.get(path)).status_code == 200

            held = Held()
            mine = asyncio.create_task(reports.run(held, "127.0.0.1"))
            await held.has_begun()
            again = await web.get(path)
            assert (again.status_code, again.headers["retry-after"]) == (429, "2")
            assert again.json()["error"].startswith("Your last questions")
            held.released.set()
            await mine

    asyncio.run(ask())


def test_a_request_in_flight_when_the_server_stops_is_asked_to_come_back(tmp_path: Path) -> None:
    async def ask() -> None:
        async with open_lobby(tmp_path) as lobby:
            reports = lobby.services.reports
            app = App(lobby.services, lobby, ["http://here"], make_api())
            held = Held()
            running = asyncio.create_task(reports.run(held, "a"))
            await held.has_begun()
            async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://here") as web:
                waiting = asyncio.create_task(web.get("/api/statistics"))
                while reports.waiting < 2:
                    await asyncio.sleep(0)
                closing = asyncio.create_task(lobby.close(0.01))
                answers = [await waiting, await web.get("/api/me")]
            held.released.set()
            await asyncio.gather(closing, running, return_exceptions=True)
            for answer in answers:
                assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
                assert answer.json()["error"] == "The server is restarting. Try again in a moment."

    asyncio.run(ask())


def test_the_report_of_a_client_that_has_gone_is_not_made(tmp_path: Path) -> None:
    async def ask() -> None:
        async with open_lobby(tmp_path) as lobby:
            reports = lobby.services.reports
            app = App(lobby.services, lobby, ["http://here"], make_api())
            held = Held()
            first = asyncio.create_task(reports.run(held, "a"))
            await held.has_begun()
            scope = {
                "type": "http",
                "method": "GET",
                "path": "/api/statistics",
                "query_string": b"",
                "headers": [(b"host", b"here")],
                "client": ("b", 1),
            }
            messages: list[dict[str, object]] = [{"type": "http.request", "body": b""}, {"type": "http.disconnect"}]
            gone = asyncio.Event()

            async def receive() -> dict[str, object]:
                if len(messages) == 1:
                    await gone.wait()
                return messages.pop(0)

            async def send(message: object) -> None:
                pass

            request = asyncio.create_task(app(scope, receive, send))
            async with asyncio.timeout(PATIENCE):
                while reports.waiting < 2:
                    await asyncio.sleep(0.001)
                gone.set()
                await request
            assert reports.waiting == 1
            held.released.set()
            await first

    asyncio.run(ask())


def test_lists_say_that_they_are_being_rebuilt(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    held = threading.Event()

    def summarise(replay: bytes) -> Summary:
        assert held.wait(PATIENCE)
        return summary_of_packed(replay)

    monkeypatch.setattr(rebuild, "summary_of_packed", summarise)
    finish_games(tmp_path / "games.db", 30)
    outdate(tmp_path / "games.db")

    async def ask() -> None:
        async with open_lobby(tmp_path, layout=one_mine) as lobby:
            app = App(lobby.services, lobby, ["http://here"], make_api())
            async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://here") as web:
                for path in REPORTS:
                    refused = await web.get(path)
                    assert (refused.status_code, refused.headers["retry-after"]) == (503, "60")
                    assert refused.json()["error"].startswith("The lists are being rebuilt after an update: 0 of 30")
                assert (await web.post("/api/replays", content=b"x")).status_code == 503
                client = await Client(lobby).connect()
                await client.hello()
                board = await client.new("modern 8x8/1")
                await client.play(board["game"], "open", 0)
                over = await client.until("over")
                assert (over["status"], over["finished_id"]) == ("won", 31)
                assert not {"standing", "objections"} & over.keys()
                held.set()
                async with asyncio.timeout(PATIENCE):
                    while lobby.services.rebuild.is_running:
                        await asyncio.sleep(0.01)
                for path in REPORTS:
                    assert (await web.get(path)).status_code == 200
                assert len((await web.get("/api/games?limit=50")).json()) == 31

    asyncio.run(ask())


def test_a_server_opens_its_port_before_the_lists_are_rebuilt(tmp_path: Path, start: Start) -> None:
    finish_games(tmp_path / "games.db", 60)
    outdate(tmp_path / "games.db")
    server = start()
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as web:
        while (answer := web.get("/api/statistics?source=imported")).status_code != 200:
            assert answer.json()["error"].startswith("The lists are being rebuilt")
            time.sleep(0.05)
        assert answer.json()["abandoned"] == 60
    assert "the lists of 60 games are being rebuilt in the background" in server.log
    assert "the lists of 60 games are rebuilt" in server.log
    assert server.stop() == 0


def test_a_server_that_is_killed_while_it_rebuilds_goes_on(tmp_path: Path, start: Start) -> None:
    finish_games(tmp_path / "games.db", 60)
    outdate(tmp_path / "games.db")
    start().stop(signal.SIGKILL)
    server = start()
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as web:
        while web.get("/api/statistics").status_code != 200:
            time.sleep(0.05)
    server.stop()
    with open_store(tmp_path / "games.db") as store:
        assert store.missing() == 0
        assert store.count(Filter(imported=True)) == 60
