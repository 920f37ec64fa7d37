"""The progress of all players for watchers, delayed by some seconds."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_STEPS = 40  # messages that wait at most, however long the delay is


class Delayed:
    """Messages that wait. Of those that are close together the last one stays."""

    def __init__(self, delay: float, first: bytes, send: Callable[[bytes], None]) -> None:
        self._delay = delay
        self._send = send
        self._waiting: deque[tuple[float, bytes]] = deque()  # when each may be shown
        self._timer: asyncio.TimerHandle | None = None
        self.shown = first  # the last one that those who watch were sent

    def put(self, encoded: bytes) -> None:
        """Let a message wait for its time."""
        waiting = self._waiting
        if len(waiting) > 1 and waiting[-1][0] - waiting[-2][0] < self._delay / _STEPS:
            waiting.pop()
        waiting.append((asyncio.get_running_loop().time() + self._delay, encoded))
        self._schedule()

    def _schedule(self) -> None:
        if self._timer is None and self._waiting:
            self._timer = asyncio.get_running_loop().call_at(self._waiting[0][0], self._release)

    def _release(self) -> None:
        self._timer = None
        _, self.shown = self._waiting.popleft()
        self._send(self.shown)
        self._schedule()

    def release_all(self) -> None:
        """Send the last message at once: there is nothing to hide any more."""
        self.stop()
        if self._waiting:
            _, self.shown = self._waiting.pop()
            self._waiting.clear()
            self._send(self.shown)

    def stop(self) -> None:
        """Send nothing more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
