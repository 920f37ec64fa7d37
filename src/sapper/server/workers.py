"""Threads for long work: few of them, with a bounded queue, so that moves never wait for it."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from .. import _kernel
from ..errors import SapperError

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")

_SOLVER_BYTES = 64 << 20  # of the tables of one job, however hard its board


class Busy(SapperError):
    """Too many jobs wait already."""


class Cancelled(SapperError):
    """The job was stopped because nobody waits for it any more."""


class Work:
    """The handle of a job in a thread: it can be stopped, also inside the kernel, and knows how far the job is."""

    __slots__ = ("_limits", "share", "since")

    def __init__(self) -> None:
        self._limits = _kernel.CallLimits(bytes=_SOLVER_BYTES)
        self.share = 0.0
        self.since = monotonic()  # seconds

    def stop(self) -> None:
        """Stop the job at its next check."""
        self._limits.stop()

    def check(self, share: float = 0.0) -> None:
        """Raise `Cancelled` if the job was stopped; otherwise note how far it is."""
        if self._limits.is_stopped:
            raise Cancelled("The request was cancelled.")
        self.share = share

    def run(self, job: Callable[[Work], T]) -> T:
        """Run a job within the limits and return its result, or raise `Cancelled` if it was stopped."""
        self.check()
        try:
            with self._limits:
                return job(self)
        except _kernel.Stopped:
            raise Cancelled("The request was cancelled.") from None


class Workers:
    """Runs jobs in threads. When too many wait, the next one is refused at once."""

    def __init__(self, threads: int, most: int, most_each: int, most_address: int) -> None:
        self._pool = ThreadPoolExecutor(max_workers=threads, thread_name_prefix="sapper-work")
        self._own = ThreadPoolExecutor(max_workers=threads, thread_name_prefix="sapper-own")
        self._most = most
        self._most_each = most_each
        self._most_address = most_address
        self._asked: Counter[bytes | str] = Counter()
        self._running: set[Work] = set()
        self.waiting = 0

    async def run(
        self, job: Callable[[Work], T], *, work: Work | None = None, player: bytes | None = None, address: str = ""
    ) -> T:
        """Run a job in a thread and return its result. When the caller is cancelled, the job is stopped.

        The jobs of a player are limited, for the player and for the address. The server's own jobs, without a player,
        have threads of their own.
        """
        work = work or Work()

        if player is None:
            future = self._own.submit(work.run, job)
        else:
            self._count(player, address)
            loop = asyncio.get_running_loop()
            future = self._pool.submit(work.run, job)
            future.add_done_callback(lambda _: _call(loop, self._done, player, address))
        self._running.add(work)
        try:
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            work.stop()
            future.cancel()
            raise
        finally:
            self._running.discard(work)

    def _count(self, player: bytes, address: str) -> None:
        too_many = self._asked[player] >= self._most_each or self._asked[address] >= self._most_address
        if self.waiting >= self._most or too_many:
            raise Busy("The server is busy. Try again in a moment.")
        self.waiting += 1
        self._asked[player] += 1
        self._asked[address] += 1

    def _done(self, player: bytes, address: str) -> None:
        self.waiting -= 1
        for key in (player, address):
            self._asked[key] -= 1
            if self._asked[key] <= 0:
                del self._asked[key]

    @property
    def oldest(self) -> float:
        """The seconds since the oldest job that is not done was asked for, 0 if there is none."""
        now = monotonic()
        return now - min((work.since for work in self._running), default=now)

    def close(self) -> None:
        """Start no more jobs, and stop those that run."""
        for work in self._running:
            work.stop()
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._own.shutdown(wait=False, cancel_futures=True)


def _call(loop: asyncio.AbstractEventLoop, call: Callable[..., None], *values: object) -> None:
    with contextlib.suppress(RuntimeError):  # the loop is closed: the server has stopped
        loop.call_soon_threadsafe(call, *values)
