"""Servers that are killed or stopped, disks that fail and clocks that jump: every move is in the log exactly once."""

from __future__ import annotations

import asyncio
import errno
import signal
import sys
from typing import TYPE_CHECKING

import httpx
import pytest
from server.fault_library import Fault, compile_faults
from server.resending import OPTIONS, ResendingClient, check, play_across, until, until_answered

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from server.conftest import Running, Start

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="signals, limits and preloading as on Linux")

KILL, TERM = signal.SIGKILL, signal.SIGTERM
WRONG = ("lost", "wrong", "twice", "gaps", "unacknowledged", "boards", "problems")
LOG = 64 * 1024  # bytes


def right(folder: Path, clients: list[ResendingClient]) -> None:
    found = check(folder / "games.db", clients)
    assert {name: found[name] for name in WRONG} == dict.fromkeys(WRONG, 0), [client.problems for client in clients]
    assert found["answered"] > 0


def test_a_move_that_is_sent_again_after_an_end_is_in_the_log_once(start: Start) -> None:
    clients = [ResendingClient(number) for number in range(10)]
    right(asyncio.run(play_across(lambda: start(*OPTIONS), clients, [KILL, TERM, KILL, KILL])), clients)


def test_sigterm_acknowledges_everything_that_it_logs(start: Start) -> None:
    clients = [ResendingClient(number, sends_again=False) for number in range(20)]
    server = start(*OPTIONS)

    async def play() -> None:
        playing = [asyncio.create_task(client.play(server.port)) for client in clients]
        await until_answered(clients, 300)
        server.process.send_signal(TERM)
        assert await asyncio.to_thread(server.process.wait, 20) == 0
        await asyncio.gather(*playing)

    asyncio.run(play())
    found = check(server.folder / "games.db", clients)
    assert (found["lost"], found["wrong"], found["twice"], found["unacknowledged"]) == (0, 0, 0, 0)
    assert found["answered"] >= 300


def test_a_file_that_may_not_grow_loses_and_repeats_nothing(start: Start) -> None:
    clients = [ResendingClient(number) for number in range(6)]

    async def disturb(server: Running) -> None:
        log = server.folder / "games.db-wal"
        _limit_size(server, log.stat().st_size)
        await _until_refused(clients)
        _limit_size(server, None)
        await until_answered(clients, 50)
        assert len(server.log) < LOG

    right(asyncio.run(play_across(lambda: start(*OPTIONS), clients, [TERM, KILL], disturb)), clients)


def _limit_size(server: Running, size: int | None) -> None:
    """Let no file of a server grow beyond a size."""
    import resource  # which Windows has not

    most = resource.RLIM_INFINITY if size is None else size
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, resource.RLIM_INFINITY))


async def _until_refused(clients: list[ResendingClient]) -> None:
    """Wait until many moves could not be saved."""
    before = sum(client.not_saved for client in clients)
    await until(lambda: sum(client.not_saved for client in clients) >= before + 200)


@pytest.fixture
def fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Fault]:
    """Load the library that makes calls fail into servers that start now."""
    found = Fault(tmp_path, compile_faults(tmp_path))
    for name, value in found.environment.items():
        monkeypatch.setenv(name, value)
    yield found
    found.clear()


@pytest.mark.parametrize(
    "failure", [("write", errno.EIO), ("write", errno.ENOSPC), ("write", errno.EROFS), ("sync", errno.EIO)]
)
def test_a_disk_that_fails_loses_and_repeats_nothing(start: Start, fault: Fault, failure: tuple[str, int]) -> None:
    clients = [ResendingClient(number) for number in range(6)]

    async def disturb(server: Running) -> None:
        fault.set(*failure)
        await _until_refused(clients)
        fault.clear()
        await until_answered(clients, 50)
        assert len(server.log) < LOG

    begin = lambda: start("--durability", "full", *OPTIONS)  # noqa: E731
    right(asyncio.run(play_across(begin, clients, [KILL], disturb)), clients)


def test_a_clock_that_jumps_changes_nothing(start: Start, fault: Fault) -> None:
    clients = [ResendingClient(number) for number in range(6)]

    async def disturb(server: Running) -> None:
        for jump in (86_400, -3600, -30 * 365 * 86_400, 0):
            fault.set("clock", jump)
            await until_answered(clients, 50)
        assert "sapper_errors_total 0.0" in httpx.get(server.health + "/metrics").text

    right(asyncio.run(play_across(lambda: start(*OPTIONS), clients, [KILL], disturb)), clients)
