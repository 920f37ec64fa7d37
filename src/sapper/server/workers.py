"""Threads for hard work: few, with a bounded queue, and never in the way of anybody's moves."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

from ..errors import SapperError
from ..generator import DEFAULT_BUDGET, NoBoard, generate

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..minefield import Minefield
    from ..rules import Rules
    from ..seed import Seed

T = TypeVar("T")
_FIRST_SHARE = 256  # of the budget: the first try is this small, and each one after it twice as large


class Busy(SapperError):
    """Too much is asked for at once."""


class Cancelled(SapperError):
    """The work was stopped because nobody wants it any more."""


class Work:
    """A piece of work that can be told to stop, and tells how far it is."""

    __slots__ = ("_stopped", "share")

    def __init__(self) -> None:
        self._stopped = threading.Event()
        self.share = 0.0

    def stop(self) -> None:
        """Ask it to stop at the next occasion."""
        self._stopped.set()

    def check(self, share: float = 0.0) -> None:
        """Raise `Cancelled` if it was stopped; otherwise note how far it is."""
        if self._stopped.is_set():
            raise Cancelled("the work was cancelled")
        self.share = share


class Workers:
    """Runs work in threads. What is too much is refused at once instead of waiting for ever."""

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
        """Do a job in a thread. When the caller is cancelled, the job is stopped.

        What a player asks for is limited, for the player and for the address. The server's own work, without a player,
        has threads of its own.
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
            future.add_done_callback(lambda _: _tell(loop, self._done, player, address))
        try:
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            work.stop()
            future.cancel()
            raise

    def _count(self, player: bytes, address: str) -> None:
        too_many = self._asked[player] >= self._most_each or self._asked[address] >= self._most_address
        if self.waiting >= self._most or too_many:
            raise Busy("the server is busy with other work: try again in a moment")
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
        """Start nothing more. What runs ends with the program."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._own.shutdown(wait=False, cancel_futures=True)


def _tell(loop: asyncio.AbstractEventLoop, call: Callable[..., None], *values: object) -> None:
    with contextlib.suppress(RuntimeError):  # the loop is closed: nobody counts any more
        loop.call_soon_threadsafe(call, *values)


def lay_without_guessing(rules: Rules, first: tuple[int, int], seed: Seed, work: Work) -> Minefield:
    """Lay a no-guess board in tries of growing budget, so that it can be stopped between them.

    What a budget finds, every larger budget finds too: the result is that of the whole budget at once.
    """
    grade = rules.layout.grade
    assert grade is not None
    budget = max(DEFAULT_BUDGET // _FIRST_SHARE, 1)
    while True:
        work.check(budget / 2 / DEFAULT_BUDGET)
        try:
            return generate(rules.level, first, seed, grade, budget=budget).minefield
        except NoBoard:
            if budget >= DEFAULT_BUDGET:
                raise
        budget = min(budget * 2, DEFAULT_BUDGET)
