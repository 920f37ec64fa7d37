"""The thread that owns a connection to the store, and commits for many rooms at once."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from queue import SimpleQueue
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from ..history.store import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..action import LogEntry
    from ..history.store import Store

T = TypeVar("T")
_COMPANY = 0.002  # seconds to wait for more
_QUIET = 0.01  # seconds since the last batch, after which nobody else is expected


class _Append(NamedTuple):
    game: int
    seq: int
    entries: Sequence[LogEntry]
    done: asyncio.Future[bool]


class _Call(NamedTuple):
    work: Callable[[Store], object]
    done: asyncio.Future[object]


class Writer:
    """Collects what rooms want to keep while the last commit runs, and then keeps all of it in one.

    Only one batch is under way at a time. When it is quiet, it goes as soon as the event loop has heard everybody who
    is ready. When commits follow each other, it waits two milliseconds for company: a commit costs about the same for
    one action as for fifty.
    """

    def __init__(self, opener: Callable[[], Store]) -> None:
        self._loop = asyncio.get_running_loop()
        self._opener = opener
        self._waiting: list[_Append | _Call] = []
        self._batches: SimpleQueue[list[_Append | _Call] | None] = SimpleQueue()
        self._is_busy = True  # until the store is open
        self._is_closing = False
        self._last = 0.0  # when the last batch was kept
        self._idle = asyncio.Event()
        self._opened: asyncio.Future[None] = self._loop.create_future()
        self._thread = threading.Thread(target=self._work, name="sapper-store", daemon=True)
        self.commits = 0
        self.kept = 0

    async def opened(self) -> None:
        """Open the store, or raise why it cannot be opened."""
        if self._thread.ident is None:
            self._thread.start()
        await asyncio.shield(self._opened)

    def append(self, game: int, seq: int, entries: Sequence[LogEntry]) -> asyncio.Future[bool]:
        """Add actions to a game; what this gives comes true when they are kept, or false when another was faster."""
        done: asyncio.Future[bool] = self._loop.create_future()
        self._put(_Append(game, seq, entries, done))
        return done

    async def run(self, work: Callable[[Store], T]) -> T:
        """Do something else with the store, in its turn."""
        done: asyncio.Future[object] = self._loop.create_future()
        self._put(_Call(work, done))
        return await done  # type: ignore[return-value]

    async def close(self) -> None:
        """Finish everything that was asked for, and let the store go."""
        self._is_closing = True
        if self._is_busy or self._waiting:
            self._idle.clear()
            await self._idle.wait()
        self._batches.put(None)
        await self._loop.run_in_executor(None, self._thread.join)

    def _put(self, item: _Append | _Call) -> None:
        self._waiting.append(item)
        if not self._is_busy and len(self._waiting) == 1:
            self._schedule()

    def _schedule(self) -> None:
        if self._is_closing or self._loop.time() - self._last > _QUIET:
            self._loop.call_soon(self._send)
        else:
            self._loop.call_later(_COMPANY, self._send)

    def _send(self) -> None:
        if self._waiting and not self._is_busy:
            self._is_busy = True
            batch, self._waiting = self._waiting, []
            self._batches.put(batch)

    def _finished(self, results: list[tuple[asyncio.Future[object], object]]) -> None:
        self._is_busy = False
        for done, result in results:
            if done.cancelled():
                continue
            if isinstance(result, BaseException):
                done.set_exception(result)
                done.exception()  # whoever waited may be gone: that is no complaint
            else:
                done.set_result(result)
        self._last = self._loop.time()
        if self._waiting:
            self._schedule()
        else:
            self._idle.set()

    def _work(self) -> None:
        try:
            store = self._opener()
        except Exception as error:
            self._tell(self._failed, error)
            return
        self._tell(self._ready)
        with contextlib.closing(store):
            while (batch := self._batches.get()) is not None:
                results = [result for part in _parts(batch) for result in _perform(store, part)]
                self.commits += 1
                self.kept += len(results)
                self._tell(self._finished, results)

    def _tell(self, call: Callable[..., None], *values: object) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(call, *values)

    def _ready(self) -> None:
        self._opened.set_result(None)
        self._finished([])

    def _failed(self, error: Exception) -> None:
        self._opened.set_exception(error)
        self._opened.exception()


def _parts(batch: list[_Append | _Call]) -> list[list[_Append | _Call]]:
    """Cut a batch where the kind changes: appends that follow each other are one commit."""
    parts: list[list[_Append | _Call]] = []
    for item in batch:
        if parts and isinstance(item, _Append) and isinstance(parts[-1][0], _Append):
            parts[-1].append(item)
        else:
            parts.append([item])
    return parts


def _perform(store: Store, part: list[_Append | _Call]) -> list[tuple[asyncio.Future[object], object]]:
    first = part[0]
    try:
        if isinstance(first, _Call):
            return [(first.done, first.work(store))]
        appends = [(item.game, item.seq, item.entries) for item in part if isinstance(item, _Append)]
        kept: Sequence[object] = store.append_many(appends)
    except Exception as error:
        if not isinstance(error, StoreError):
            error = StoreError(f"the store failed: {type(error).__name__}")
        return [(item.done, error) for item in part]  # type: ignore[misc]
    return [(item.done, result) for item, result in zip(part, kept, strict=True)]  # type: ignore[misc]
