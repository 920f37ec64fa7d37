"""Servers that are killed or stopped, disks that fail and clocks that jump: every move is in the log exactly once."""

from __future__ import annotations

import asyncio
import errno
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest
from server.resending import OPTIONS, ResendingClient, check, play_across, until, until_answered

if TYPE_CHECKING:
    from collections.abc import Iterator

    from server.conftest import Running, Start

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="signals, limits and preloading as on Linux")

KILL, TERM = signal.SIGKILL, signal.SIGTERM
WRONG = ("lost", "wrong", "twice", "unacknowledged", "boards", "problems")
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
def fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Load the library that makes calls fail into servers that start now, and return the file that says how."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    library, file = tmp_path / "faults.so", tmp_path / "fault"
    source = Path(__file__).with_name("faults.c")
    subprocess.run([compiler, "-shared", "-fPIC", "-o", str(library), str(source), "-ldl"], check=True)
    monkeypatch.setenv("LD_PRELOAD", str(library))
    monkeypatch.setenv("FAULTS", str(file))
    yield file
    file.unlink(missing_ok=True)


def _set(file: Path, text: str) -> None:
    """Write the file at once, so that nobody reads half of it."""
    part = file.with_suffix(".part")
    part.write_text(text)
    part.replace(file)


@pytest.mark.parametrize(
    "failure", [("write", errno.EIO), ("write", errno.ENOSPC), ("write", errno.EROFS), ("sync", errno.EIO)]
)
def test_a_disk_that_fails_loses_and_repeats_nothing(start: Start, fault: Path, failure: tuple[str, int]) -> None:
    clients = [ResendingClient(number) for number in range(6)]

    async def disturb(server: Running) -> None:
        _set(fault, f"{failure[0]} {failure[1]}")
        await _until_refused(clients)
        fault.unlink()
        await until_answered(clients, 50)
        assert len(server.log) < LOG

    begin = lambda: start("--durability", "full", *OPTIONS)  # noqa: E731
    right(asyncio.run(play_across(begin, clients, [KILL], disturb)), clients)


def test_a_clock_that_jumps_changes_nothing(start: Start, fault: Path) -> None:
    clients = [ResendingClient(number) for number in range(6)]

    async def disturb(server: Running) -> None:
        for jump in (86_400, -3600, -30 * 365 * 86_400, 0):
            _set(fault, f"clock {jump}")
            await until_answered(clients, 50)
        assert "sapper_errors_total 0.0" in httpx.get(server.health + "/metrics").text

    right(asyncio.run(play_across(lambda: start(*OPTIONS), clients, [KILL], disturb)), clients)
