"""The thread that commits for many rooms at once."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from time import perf_counter
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeVar

from ...history.store import StoreError, Tail
from ..operations.counters import Histogram
from .thread import StoreThread, settle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ...history.store import Append, Store

log = logging.getLogger("sapper.server")

T = TypeVar("T")
_BATCHING = 0.0005  # seconds to wait for more
_QUIET = 0.01  # seconds since the last batch, after which no more appends are expected
_CALLS = 8  # in a batch: each may be a commit of its own, and moves that arrive meanwhile wait for them
_LEAST = 0.005  # seconds of a batch for changes, or as much as its appends took


class _Call(NamedTuple):
    work: Callable[[Store], object]
    done: Callable[[object], None]
    actions: int = 0  # of games that it stores


class _Batch(NamedTuple):
    appends: list[tuple[Append, Callable[[object], None]]]
    changes: deque[_Call]
    calls: list[_Call]


_Results = list[tuple["Callable[[object], None]", object]]


class Writer(StoreThread[_Batch]):
    """Collects the appends of all rooms while the last commit runs, and then commits all of them at once.

    Only one batch is under way at a time. After a pause, a batch starts as soon as the event loop has run everything
    that is ready. When commits follow each other, it waits half a millisecond to batch more: a commit costs about the
    same for one action as for fifty. The appends of a batch go first and are answered first. Changes, such as the
    beginnings and ends of games, share a commit too, and have as much of the time as the appends, so that neither
    starves the other. Of the other calls each batch takes a few. A caller that depends on an earlier call waits for it.
    What one answer raises is logged, and ends there: the other answers are given, and the next batch follows.
    """

    def __init__(
        self, opener: Callable[[], Store], times: Histogram | None = None, sizes: Histogram | None = None
    ) -> None:
        super().__init__(opener, "sapper-store")
        self._appends: list[tuple[Append, Callable[[object], None]]] = []
        self._changes: deque[_Call] = deque()
        self._calls: deque[_Call] = deque()
        self._is_busy = True  # until the store is open
        self._is_due = False  # a batch is scheduled
        self._is_closing = False
        self._last = 0.0  # when the last batch was committed
        self._idle = asyncio.Event()
        self.commits = 0
        self.errors = 0  # of the store
        self._times = times or Histogram()  # of commits
        self._sizes = sizes or Histogram()  # in actions

    @property
    def waiting(self) -> int:
        """The number of appends, changes and calls that wait for the next batch."""
        return len(self._appends) + len(self._changes) + len(self._calls)

    @property
    def is_idle(self) -> bool:
        """Whether nothing waits and nothing is under way."""
        return not (self._is_busy or self.waiting)

    def append(self, what: Append, done: Callable[[object], None]) -> None:
        """Append actions to a game.

        `done` is called with True once they are committed, with what others have appended if another server was faster,
        or with the error.
        """
        self._appends.append((what, done))
        if not (self._is_busy or self._is_due):
            self._schedule()

    async def appended(self, what: Append) -> Literal[True] | Tail:
        """Append actions to a game and return what `append` answers, or raise `StoreError`."""
        waiting: asyncio.Future[Literal[True] | Tail] = self._loop.create_future()
        self.append(what, lambda result: settle(waiting, result))
        return await waiting

    def begin_change(
        self, work: Callable[[Store], object], done: Callable[[object], None], *, actions: int = 0
    ) -> None:
        """Run a short function that changes the store, committed together with other changes.

        `done` is called with its result once that is committed, or with the error. `actions` of a game are counted.
        """
        self._changes.append(_Call(work, done, actions))
        self._wake()

    async def change(self, work: Callable[[Store], T]) -> T:
        """Return the result of a short function that changes the store, committed together with other changes."""
        waiting: asyncio.Future[T] = self._loop.create_future()
        self.begin_change(work, lambda result: settle(waiting, result))
        return await waiting

    async def run(self, work: Callable[[Store], T]) -> T:
        """Return the result of a function of the store, called in its turn and by itself."""
        waiting: asyncio.Future[T] = self._loop.create_future()
        self._calls.append(_Call(work, lambda result: settle(waiting, result)))
        self._wake()
        return await waiting

    async def close(self) -> None:
        """Finish everything that waits, and close the store."""
        self._is_closing = True
        if not self.is_idle:
            self._idle.clear()
            await self._idle.wait()
        await self._join()

    def _wake(self) -> None:
        if not (self._is_busy or self._is_due) and self.waiting:
            self._schedule()

    def _schedule(self) -> None:
        self._is_due = True
        if self._is_closing or self._loop.time() - self._last > _QUIET:
            self._loop.call_soon(self._send)
        else:
            self._loop.call_later(_BATCHING, self._send)

    def _send(self) -> None:
        self._is_due = False
        if self.waiting and not self._is_busy:
            self._is_busy = True
            appends, self._appends = self._appends, []
            changes, self._changes = self._changes, deque()
            calls = [self._calls.popleft() for _ in range(min(_CALLS, len(self._calls)))]
            self._orders.put(_Batch(appends, changes, calls))

    def _change(self, store: Store, changes: deque[_Call], spent: float) -> _Results:
        """Commit changes in as much time as the appends took, and leave the others."""
        started, actions = perf_counter(), [call.actions for call in changes]
        results = _change(store, changes, started + max(_LEAST, spent))
        if played := sum(actions[: len(actions) - len(changes)]):
            self._times.observe(perf_counter() - started)
            self._sizes.observe(played)
        return results

    def _finished(self, results: _Results, rest: Iterable[_Call] = ()) -> None:
        """Answer the end of a batch; `rest` are changes that it had no time for."""
        self._is_busy = False
        self._changes.extendleft(reversed([*rest]))
        try:
            _deliver(results)
        finally:
            self._last = self._loop.time()
            self._wake()
            if self.is_idle:
                self._idle.set()

    def _ready(self) -> None:
        super()._ready()
        self._finished([])

    def _perform(self, store: Store, batch: _Batch, /) -> None:
        results: _Results = []
        started = perf_counter()
        if batch.appends:
            results = self._count_errors(_append(store, batch.appends))
            self._times.observe(perf_counter() - started)
            self._sizes.observe(sum([len(what.entries) for what, _ in batch.appends]))
        if batch.changes:
            self._call(_deliver, results)
            results = self._count_errors(self._change(store, batch.changes, perf_counter() - started))
        if batch.calls:
            self._call(_deliver, results)
            results = self._count_errors([_perform(store, call) for call in batch.calls])
        self.commits += 1
        self._call(self._finished, results, batch.changes)

    def _count_errors(self, results: _Results) -> _Results:
        self.errors += len([result for _, result in results if result is not True and isinstance(result, Exception)])
        return results


def _deliver(results: _Results) -> None:
    for done, result in results:
        try:
            done(result)
        except (Exception, asyncio.CancelledError) as error:
            log.error("an answer of the store was not taken: %s", type(error).__name__, exc_info=error)


def _append(store: Store, appends: list[tuple[Append, Callable[[object], None]]]) -> _Results:
    """Commit the appends of a batch at once, and read what others have appended where they were faster."""
    try:
        stored = store.append_many([what for what, _ in appends])
    except BaseException as error:
        return [(done, _as_store_error(error)) for _, done in appends]
    if all(stored):
        return [(done, True) for _, done in appends]
    late = {what.game: what.seq for (what, _), is_stored in zip(appends, stored, strict=True) if not is_stored}
    tails = _tails(store, late)
    return [
        (done, is_stored or tails.get((what.game, what.seq), Tail()))
        for (what, done), is_stored in zip(appends, stored, strict=True)
    ]


def _tails(store: Store, known: dict[int, int]) -> dict[tuple[int, int], Tail]:
    """Return what follows the known actions of games; nothing if it cannot be read, and has to be read again."""
    try:
        return {(game, known[game]): tail for game, tail in store.entries_after(list(known.items())).items()}
    except BaseException:
        return {}


def _change(store: Store, changes: deque[_Call], until: float) -> _Results:
    """Commit the first of some changes at once, as many as there is time for, and leave the others."""
    results: _Results = []
    try:
        with store.one_commit():
            while changes and (not results or perf_counter() < until):
                results.append(_perform(store, changes.popleft()))
    except BaseException as error:
        failed = [done for done, _ in results] or [changes.popleft().done for _ in range(len(changes))]
        return [(done, _as_store_error(error)) for done in failed]
    return results


def _perform(store: Store, call: _Call) -> tuple[Callable[[object], None], object]:
    try:
        return call.done, call.work(store)
    except BaseException as error:
        return call.done, _as_store_error(error)


def _as_store_error(error: BaseException) -> StoreError:
    return error if isinstance(error, StoreError) else StoreError(f"the store failed: {type(error).__name__}")
