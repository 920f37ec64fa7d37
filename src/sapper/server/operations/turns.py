"""Measures how much of the processor an event loop uses before it gets to what is new: until then it answers nobody.

Another thread asks, and the loop answers. Time of the loop's thread on the processor counts and no other, so that a
busy machine makes nothing longer, and what another thread does is not counted. The other thread can ask only once the
interpreter gives it a turn, so that what is found may be 5 ms too short, and never too long.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType


class Turns:
    """The turns of the event loop that runs in this thread; `name` says where a thread is, by its innermost frame."""

    def __init__(self, limit: float, name: Callable[[FrameType | None], str]) -> None:
        self.count = 0
        self.slow = 0  # longer than the limit
        self.longest, self.where = 0.0, ""  # seconds of the processor, and where the loop was then
        self._limit = limit
        self._name = name
        self._loop = asyncio.get_running_loop()
        self._thread = threading.get_ident()
        self._clock = time.pthread_getcpuclockid(self._thread) if hasattr(time, "pthread_getcpuclockid") else None
        self._asked: float | None = None
        self._seen = ""

    def look(self) -> None:
        """Ask, or look where the loop is if it has not answered for long. Another thread calls this again and again."""
        if self._clock is None:
            return
        now = time.clock_gettime(self._clock)
        if self._asked is None:
            self._asked = now
            with contextlib.suppress(RuntimeError):  # the loop is closed
                self._loop.call_soon_threadsafe(self._answer)
        elif now - self._asked > self._limit and not self._seen:
            self._seen = self._name(sys._current_frames().get(self._thread))

    def _answer(self) -> None:
        if self._asked is None:
            return
        took, seen = time.thread_time() - self._asked, self._seen
        self._asked, self._seen = None, ""
        self.count += 1
        self.slow += took > self._limit
        if took > self.longest:
            self.longest, self.where = took, seen

    @property
    def report(self) -> dict[str, Any]:
        """The longest turn in milliseconds, where it was, how many were too long, and how many there were."""
        return {
            "turn": round(self.longest * 1000, 1),
            "turn where": self.where,
            "slow turns": self.slow,
            "turns": self.count,
        }
