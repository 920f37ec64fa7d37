"""Threads for long work: few of them, with a bounded queue, so that moves never wait for it."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from ..errors import SapperError

if TYPE_CHECKING:
    from collections.abc import Callable

T = TypeVar("T")


class Busy(SapperError):
    """Too many jobs wait already."""


class Cancelled(SapperError):
    """The job was stopped because nobody waits for it any more."""


class Work:
    """The handle of a job in a thread: it can be stopped, and knows how far the job is."""

    __slots__ = ("_stopped", "share")

    def __init__(self) -> None:
        self._stopped = threading.Event()
        self.share = 0.0

    def stop(self) -> None:
        """Stop the job at its next check."""
        self._stopped.set()

    def check(self, share: float = 0.0) -> None:
        """Raise `Cancelled` if the job was stopped; otherwise note how far it is."""
        if self._stopped.is_set():
            raise Cancelled("The request was cancelled.")
        self.share = share


class Workers:
    """Runs jobs in threads. When too many wait, the next one is refused at once."""

    def __init__(self, threads: int, most: int, most_each: int, most_address: int) -> None:
        self._pool = ThreadPoolExecutor(max_workers=threads, thread_name_prefix="sapper-work")
        self._own = ThreadPoolExecutor(max_workers=threads, thread_name_prefix="sapper-own")
        self._most = most
        self._most_each = most_each
        self._most_address = most_address
        self._asked: Counter[bytes | str] = Counter()
        self.waiting = 0

    async def run(
        self, job: Callable[[Work], T], *, work: Work | None = None, player: bytes | None = None, address: str = ""
    ) -> T:
        """Run a job in a thread and return its result. When the caller is cancelled, the job is stopped.

        The jobs of a player are limited, for the player and for the address. The server's own jobs, without a player,
        have threads of their own.
        """
        work = work or Work()

        def guarded() -> T:
            work.check()
            return job(work)

        if player is None:
            future = self._own.submit(guarded)
        else:
            self._count(player, address)
            loop = asyncio.get_running_loop()
            future = self._pool.submit(guarded)
            future.add_done_callback(lambda _: _call(loop, self._done, player, address))
        try:
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            work.stop()
            future.cancel()
            raise

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

    def close(self) -> None:
        """Start no more jobs. Those that run end with the program."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._own.shutdown(wait=False, cancel_futures=True)


def _call(loop: asyncio.AbstractEventLoop, call: Callable[..., None], *values: object) -> None:
    with contextlib.suppress(RuntimeError):  # the loop is closed: the server has stopped
        loop.call_soon_threadsafe(call, *values)
