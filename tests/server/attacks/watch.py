"""Watches a server under attack: what another player notices, and how much memory the server takes."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from history.samples import ENVIRONMENT

from sapper.server.limits import Limits

if TYPE_CHECKING:
    from types import TracebackType

_PAUSE = 0.05  # seconds between reports
PROGRAM = 128 << 20  # bytes of the program itself, and of some dozens of connections
#: The resident memory that a server with its usual limits never exceeds, in MB.
CEILING = (getattr(Limits(), "memory", 1 << 30) + PROGRAM) / (1 << 20)


class Report(NamedTuple):
    """The players' view: times in milliseconds, and the server's resident memory in MB."""

    moves: list[float]
    visits: list[float]
    failures: list[str]
    turned_away: list[str]
    unanswered: int
    before: float
    peak: float
    after: float


class Watch:
    """Players beside an attack. Use it in a `with` block, and ask for a report as often as needed."""

    def __init__(self, port: int, pid: int, players: int = 1, rate: float = 10) -> None:
        self._pid = pid
        self._process = run_module("server.attacks.player", port, players, rate)
        if self._line() != "ready":
            self._process.wait()
            raise RuntimeError("the players could not start")
        self.reset()

    def __enter__(self) -> Watch:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.communicate()

    def reset(self) -> None:
        """Begin to measure the memory again."""
        self._before = memory(self._pid, "VmRSS")
        Path(f"/proc/{self._pid}/clear_refs").write_text("5")

    def report(self, moves: int = 0) -> Report:
        """Wait until every move so far and at least `moves` are answered; return what was noticed since last time.

        Nothing more is waited for when a player was disturbed or got no answer.
        """
        found = self._ask()
        while len(found["moves"]) < moves and not found["failures"] and not found["unanswered"]:
            time.sleep(_PAUSE)
            later = self._ask()
            found = {name: value + later[name] for name, value in found.items()}
        peak, after = memory(self._pid, "VmHWM"), memory(self._pid, "VmRSS")
        return Report(**found, before=self._before, peak=peak, after=after)

    def _ask(self) -> dict[str, Any]:
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        found: dict[str, Any] = json.loads(self._line())
        return found

    def _line(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()


def run_module(name: str, *arguments: object) -> subprocess.Popen[str]:
    """Start a module of the tests as a program, to talk to it line by line."""
    return subprocess.Popen(
        [sys.executable, "-m", name, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
        cwd=Path(__file__).parents[2],
    )


def memory(pid: int, name: str = "VmRSS") -> float:
    """Return the memory of a process in MB: `VmRSS` now, `VmHWM` the most since the last reset. A dead one has none."""
    try:
        found = re.search(rf"{name}:\s+(\d+)", Path(f"/proc/{pid}/status").read_text())
    except OSError:
        return 0.0
    return int(found[1]) / 1024 if found else 0.0


def percentile(times: list[float], share: float) -> float:
    """Return the value that a share of the times does not exceed."""
    ordered = sorted(times)
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)] if ordered else 0.0
