"""Real servers, each in a process of its own, on a free port of this machine."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
from subprocess import PIPE
from typing import TYPE_CHECKING, Any

import pytest
from processes import start as start_process
from waiting import PATIENCE
from websockets.sync.client import ClientConnection, connect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    Start = Callable[..., "Running"]


LONGEST_TURN = 100  # milliseconds of the processor: 10 are allowed, and no other work on a machine makes this of them
LONGEST_HOLD = 2000  # milliseconds by the clock, of any thread, which other work on the machine makes longer


def check_holds(held: Mapping[str, Any]) -> None:
    """Check what the watchdog of a server has found."""
    assert held.get("turn", 0) < LONGEST_TURN, held
    assert held.get("longest", 0) < LONGEST_HOLD, held


class Running:
    """A server process: its addresses and its log. It may have few file descriptors."""

    def __init__(
        self, folder: Path, *options: str, files: int | None = None, environment: Mapping[str, str] | None = None
    ) -> None:
        self.folder = folder
        command = ["web", "--no-open", "--port", "0", "--data", str(folder), *options]
        self._log = open(folder / "server.log", "ab")  # noqa: SIM115
        self._watchdog = folder / "watchdog.json"
        self.held: dict[str, Any] = {}  # for how long calls held the interpreter, in milliseconds, once it has ended
        variables = os.environ | {"SAPPER_WATCHDOG": str(self._watchdog)} | dict(environment or {})
        self.process = start_process(command, stdout=PIPE, stderr=self._log, files=files, env=variables)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.findall(r"http://127\.0\.0\.1:\d+", line)
        assert len(found) == 2, f"{line!r} {self.log}"
        self.url, self.health = found
        self.port = int(self.url.rpartition(":")[2])

    @property
    def log(self) -> str:
        return (self.folder / "server.log").read_text("utf-8")

    def connect(self, **options: object) -> ClientConnection:
        """Open a WebSocket as a page does."""
        given: dict[str, Any] = {"origin": self.url, "compression": None, "open_timeout": 20, "close_timeout": 5}
        opened: ClientConnection = connect(f"ws://127.0.0.1:{self.port}/play", **(given | options))
        return opened

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Stop the server and return its exit status."""
        self.process.send_signal(number)
        status = self.process.wait(PATIENCE)
        self.close()
        return status

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()
        self._log.close()
        with contextlib.suppress(FileNotFoundError, ValueError):  # it was killed
            self.held = json.loads(self._watchdog.read_text("utf-8"))
        check_holds(self.held)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start servers on the same folder."""
    begun: list[Running] = []

    def begin(*options: str, files: int | None = None) -> Running:
        begun.append(Running(tmp_path, *options, files=files))
        return begun[-1]

    yield begin
    for server in begun:
        server.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Hold one server with its usual limits, for all tests of a file."""
    running = Running(tmp_path_factory.mktemp("server"))
    yield running
    running.close()
