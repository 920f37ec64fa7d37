"""Threads for long work: few of them, with a bounded queue and budgets, so that moves never wait for it."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections import Counter, OrderedDict
from concurrent.futures import Future
from queue import SimpleQueue
from typing import TYPE_CHECKING, TypeVar

from ... import _kernel
from ...errors import SapperError
from ...interrupt import Interruptible
from ...phrase import Phrase
from ..socket.networks import network_of
from .memory import TABLES, NoMemory
from .priority import give_way

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..limits import Limits
    from .memory import Memory, Reservation

T = TypeVar("T")

_TICK = 0.1  # seconds between looks at how long the jobs take
_TURNS = 2  # jobs of the server itself that run at the same time for one address
_MOST_ADDRESSES = 10_000  # whose turns are remembered


class Busy(SapperError):
    """Too many jobs wait already."""


class Cancelled(SapperError):
    """The job was stopped because no caller waits for it any more."""


class TookTooLong(SapperError):
    """The job was stopped at the end of its time."""


class Work:
    """A job in a thread, with a budget of bytes and seconds. It can be stopped, also inside the kernel.

    `began` is when it began to run, `share` how far it is. The memory that it reserves is released when it ends.
    """

    __slots__ = ("_is_late", "_limits", "_memory", "asked", "began", "seconds", "share")

    def __init__(self, seconds: float | None = None) -> None:
        self._limits = _kernel.CallLimits(bytes=TABLES)
        self._is_late = False
        self._memory: Reservation | None = None
        self.asked = 0.0
        self.began: float | None = None
        self.seconds = seconds
        self.share = 0.0

    def stop(self) -> None:
        """Stop the job at its next check."""
        self._limits.stop()

    def stop_if_late(self, now: float) -> bool:
        """Stop the job if it has run, or waited, for longer than it may; return whether it has."""
        since = self.asked if self.began is None else self.began
        if self.seconds is None or now - since <= self.seconds:
            return False
        self._is_late = True
        self._limits.stop()
        return True

    def check(self, share: float = 0.0) -> None:
        """Raise `Cancelled` or `TookTooLong` if the job was stopped; otherwise note how far it is."""
        if self._limits.is_stopped:
            raise self._stopped()
        self.share = share

    def reserve(self, size: int) -> None:
        """Reserve more bytes until the job ends, or raise `NoMemory`."""
        if self._memory is not None:
            self._memory.resize(self._memory.size + size)

    def run(self, job: Callable[[Work], T], memory: Reservation | None, clock: Callable[[], float]) -> T:
        """Run a job within its limits and return its result, or raise `Cancelled` or `TookTooLong`."""
        self.check()
        self.began = clock()
        self._memory = memory
        try:
            with Interruptible(self._limits):
                return job(self)
        except _kernel.Stopped:
            raise self._stopped() from None
        except SapperError:
            raise
        except MemoryError:
            raise NoMemory from None
        finally:
            if memory is not None:
                memory.release()

    def _stopped(self) -> SapperError:
        if self._is_late:
            return TookTooLong(Phrase("refusal.too-long"))
        return Cancelled(Phrase("refusal.request-cancelled"))


class Workers:
    """Runs jobs in threads. When too many wait, the next one is refused at once.

    Threads are daemons: a job that does not stop never holds up the end of the process.
    """

    def __init__(self, limits: Limits, memory: Memory | None = None) -> None:
        self._limits = limits
        self._memory = memory
        self._pool = _Threads(limits.threads, "sapper-work", gives_way=True)
        self._own = _Threads(limits.threads, "sapper-own")
        self._asked: Counter[bytes | str] = Counter()
        self._turns: OrderedDict[str, asyncio.Semaphore] = OrderedDict()
        self._running: dict[Work, Future[object]] = {}
        self._timer: asyncio.TimerHandle | None = None
        self.waiting = 0
        self.done = 0

    async def run(
        self, job: Callable[[Work], T], *, work: Work | None = None, player: bytes | None = None, address: str = ""
    ) -> T:
        """Run a job in a thread and return its result. When the caller is cancelled, the job is stopped.

        The jobs of a player are limited, for the player and for the address, in number and in time. The server's own
        jobs, without a player, have threads of their own; those for the same address take turns.
        """
        if player is not None:
            return await self._run_for(player, address, job, work or Work(self._limits.job_seconds))
        if not address:
            return await self._run(self._own, job, work or Work(), None)
        async with self._turn(network_of(address)):
            return await self._run(self._own, job, work or Work(), None)

    async def _run_for(self, player: bytes, address: str, job: Callable[[Work], T], work: Work) -> T:
        network = network_of(address)
        self._count(player, network)
        memory = self._memory.reserve(0, player=player, address=address) if self._memory is not None else None
        loop = asyncio.get_running_loop()
        return await self._run(self._pool, job, work, memory, lambda _: _call(loop, self._done, player, network))

    async def _run(
        self,
        threads: _Threads,
        job: Callable[[Work], T],
        work: Work,
        memory: Reservation | None,
        done: Callable[[Future[T]], None] | None = None,
    ) -> T:
        loop = asyncio.get_running_loop()
        work.asked = loop.time()
        future = threads.submit(lambda: work.run(job, memory, loop.time))
        if done is not None:
            future.add_done_callback(done)
        self._running[work] = future  # type: ignore[assignment]
        if self._timer is None:
            self._timer = loop.call_later(_TICK, self._tick)
        try:
            return await asyncio.wrap_future(future)
        except asyncio.CancelledError:
            work.stop()
            future.cancel()
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            raise Busy(Phrase("refusal.server-busy")) from None  # it waited for too long
        finally:
            del self._running[work]

    def _tick(self) -> None:
        """Stop the jobs that run for too long, and refuse those that have waited for too long."""
        loop = asyncio.get_running_loop()
        for work, future in list(self._running.items()):
            if work.stop_if_late(loop.time()):
                future.cancel()  # has no effect once it runs
        self._timer = loop.call_later(_TICK, self._tick) if self._running else None

    def _turn(self, network: str) -> asyncio.Semaphore:
        turn = self._turns.get(network)
        if turn is None:
            turn = self._turns[network] = asyncio.Semaphore(_TURNS)
            if len(self._turns) > _MOST_ADDRESSES:
                self._turns.popitem(last=False)
        return turn

    def _count(self, player: bytes, network: str) -> None:
        limits = self._limits
        too_many = self._asked[player] >= limits.jobs_per_player or self._asked[network] >= limits.jobs_per_address
        if self.waiting >= limits.jobs or too_many:
            raise Busy(Phrase("refusal.server-busy"))
        self.waiting += 1
        self._asked[player] += 1
        self._asked[network] += 1

    def _done(self, player: bytes, network: str) -> None:
        self.waiting -= 1
        self.done += 1
        for key in (player, network):
            self._asked[key] -= 1
            if self._asked[key] <= 0:
                del self._asked[key]

    @property
    def oldest(self) -> float:
        """The seconds since the oldest job that is not done was asked for, 0 if there is none."""
        now = asyncio.get_running_loop().time()
        return now - min((work.asked for work in self._running), default=now)

    def close(self) -> None:
        """Start no more jobs, and stop those that run."""
        if self._timer is not None:
            self._timer.cancel()
        for work, future in self._running.items():
            work.stop()
            future.cancel()
        self._pool.close()
        self._own.close()


class _Threads:
    """Some daemon threads that run what is submitted, in turn. They are started when they are needed."""

    def __init__(self, count: int, name: str, *, gives_way: bool = False) -> None:
        self._count = count
        self._name = name
        self._gives_way = gives_way
        self._threads: list[threading.Thread] = []
        self._calls: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._is_closed = False

    def submit(self, call: Callable[[], T]) -> Future[T]:
        future: Future[T] = Future()
        if self._is_closed:
            future.cancel()
            return future
        self._calls.put(lambda: _settle(future, call))
        if len(self._threads) < self._count:
            thread = threading.Thread(target=self._work, name=self._name, daemon=True)
            self._threads.append(thread)
            thread.start()
        return future

    def _work(self) -> None:
        if self._gives_way:
            give_way()
        while (call := self._calls.get()) is not None:
            call()
            del call  # holds the job and its result

    def close(self) -> None:
        """Start no more calls: the threads end after those that run."""
        self._is_closed = True
        for _ in self._threads:
            self._calls.put(None)


def _settle(future: Future[T], call: Callable[[], T]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = call()
    except BaseException as error:
        future.set_exception(error)
    else:
        future.set_result(result)


def _call(loop: asyncio.AbstractEventLoop, call: Callable[..., None], *values: object) -> None:
    with contextlib.suppress(RuntimeError):  # the loop is closed: the server has stopped
        loop.call_soon_threadsafe(call, *values)
