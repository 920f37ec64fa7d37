"""Finds calls that hold the interpreter: while one runs in any thread, the event loop answers no client.

Tests and `make soak` name a file in `SAPPER_WATCHDOG`. Then a thread wakes up every few milliseconds, notes how long it
waits for the interpreter, and writes what it found into that file. Time in which the machine had no processor for this
thread is not counted, nor more than the processor time of the process. It also asks the event loop for an answer
(`turns`), which takes time of its thread on the processor: on a busy machine that is the same, and tests fail by it.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from .turns import Turns

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

LIMIT = 0.010  # seconds that a call may hold the interpreter
_EVERY = 0.005  # seconds
_BUCKET = 0.001  # seconds: the resolution of the percentiles


class Hold(NamedTuple):
    """A call that held the interpreter for some seconds, and where the threads were when it let go."""

    seconds: float
    where: str


@contextmanager
def watching() -> Iterator[None]:
    """Watch this process and the event loop of this thread, if the environment names a file for what is found."""
    path = os.environ.get("SAPPER_WATCHDOG")
    if not path:
        yield
        return
    watchdog = Watchdog(Path(path), turns=Turns(LIMIT, _own_line))
    watchdog.start()
    try:
        yield
    finally:
        watchdog.stop()


class Watchdog:
    """Watches the threads of this process until it is stopped."""

    def __init__(self, file: Path | None = None, limit: float = LIMIT, turns: Turns | None = None) -> None:
        self._turns = turns
        self._file = file
        self._limit = limit
        self._is_stopped = False
        self._waits: Counter[int] = Counter()  # in milliseconds
        self._thread = threading.Thread(target=self._watch, name="sapper-watchdog", daemon=True)
        self.longest = Hold(0.0, "")
        self.holds = 0  # longer than the limit

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def stop(self) -> None:
        """End."""
        self._is_stopped = True
        self._thread.join()
        self._write()

    @property
    def report(self) -> dict[str, Any]:
        """The percentiles and the longest hold in milliseconds, how many were longer than the limit, and the turns."""
        found: dict[str, Any] = {f"p{share:g}": self._percentile(share) for share in (50, 99, 99.9)}
        longest, where = self.longest
        found |= {"longest": round(longest * 1000, 1), "where": where, "holds": self.holds}
        return found | (self._turns.report if self._turns is not None else {})

    def _write(self) -> None:
        if self._file is not None:
            self._file.write_text(json.dumps(self.report), "utf-8")

    def _percentile(self, share: float) -> float:
        rest = self._waits.total() * share / 100
        for wait, count in sorted(self._waits.items()):
            rest -= count
            if rest <= 0:
                return wait * _BUCKET * 1000
        return 0.0

    def _watch(self) -> None:
        delays = _RunDelays()
        before = time.perf_counter(), time.process_time(), delays.read()
        while not self._is_stopped:
            if self._turns is not None:
                self._turns.look()
            time.sleep(_EVERY)
            now = time.perf_counter(), time.process_time(), delays.read()
            self._note(held(*(new - old for new, old in zip(now, before, strict=True))))
            before = time.perf_counter(), time.process_time(), delays.read()
        delays.close()

    def _note(self, held: float) -> None:
        self._waits[int(held / _BUCKET)] += 1
        self.holds += held > self._limit
        if held > self.longest.seconds:
            self.longest = Hold(held, _where())
            if held > self._limit:
                self._write()


def held(elapsed: float, used: float, delayed: float) -> float:
    """Return for how many of the seconds that a short sleep took the interpreter was held.

    The process `used` some of the processor meanwhile, and was `delayed` because the machine had none for this thread.
    """
    return max(0.0, min(elapsed - _EVERY - delayed, used))


class _RunDelays:
    """The seconds in which the calling thread was ready to run and had no processor; 0 where they are not counted."""

    def __init__(self) -> None:
        try:
            self._file = os.open(f"/proc/self/task/{threading.get_native_id()}/schedstat", os.O_RDONLY)
        except OSError:
            self._file = -1

    def read(self) -> float:
        return int(os.pread(self._file, 100, 0).split()[1]) / 1e9 if self._file >= 0 else 0.0

    def close(self) -> None:
        if self._file >= 0:
            os.close(self._file)


def _where() -> str:
    """Return the innermost line of this program in each other thread."""
    own = threading.get_ident()
    frames = [_own_line(frame) for ident, frame in sys._current_frames().items() if ident != own]
    return ", ".join(sorted({line for line in frames if line}))


def _own_line(frame: FrameType | None) -> str:
    while frame is not None:
        name = frame.f_globals.get("__name__", "")
        if name.startswith("sapper."):
            return f"{name.removeprefix('sapper.')}:{frame.f_lineno} {frame.f_code.co_name}"
        frame = frame.f_back
    return ""
