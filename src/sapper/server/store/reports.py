"""Reports over the whole history: lists, best times and statistics, in a thread that nothing else waits for."""

from __future__ import annotations

import asyncio
import threading
from collections import Counter, deque
from typing import TYPE_CHECKING, TypeVar

from ...errors import SapperError
from ...history.store import StoreError
from ...phrase import Phrase
from ..socket.networks import network_of
from .thread import StoreThread, settle

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...history.store import Store
    from ..limits import Limits

T = TypeVar("T")
_AGAIN = 0.05  # seconds between interruptions of a report: one has no effect between two queries


class ReportRefused(SapperError):
    """A report that is not made, with the seconds after which to ask again."""

    def __init__(self, sentence: Phrase | str, retry_after: int) -> None:
        super().__init__(sentence)
        self.retry_after = retry_after


class TooManyReports(ReportRefused):
    """An address that has its share of reports waiting already."""


class _Report:
    """A report that a caller waits for."""

    __slots__ = ("done", "is_late", "network", "work")

    def __init__(self, network: str, work: Callable[[Store], object], done: asyncio.Future[object]) -> None:
        self.network = network
        self.work = work
        self.done = done
        self.is_late = False


class Reports(StoreThread[_Report]):
    """Makes one report at a time, by a connection of its own to the store.

    At most `limits.reports` wait, few of each address. A report that takes too long is interrupted, and one whose
    caller is gone is not made.
    """

    def __init__(self, opener: Callable[[], Store], limits: Limits) -> None:
        super().__init__(opener, "sapper-reports", can_wait=True)
        self._limits = limits
        self._waiting: deque[_Report] = deque()
        self._asked: Counter[str] = Counter()
        self._current: _Report | None = None
        self._lock = threading.Lock()  # held to change or to interrupt what the thread is working on
        self._begun: tuple[_Report, Store] | None = None  # by the thread

    @property
    def waiting(self) -> int:
        """The number of reports that are being made or wait."""
        return len(self._waiting) + (self._current is not None)

    @property
    def is_idle(self) -> bool:
        """Whether no report is being made."""
        return self._current is None

    async def run(self, work: Callable[[Store], T], address: str = "") -> T:
        """Return a report, or raise `ReportRefused`. When the caller is cancelled, the report is not made."""
        limits = self._limits
        network = network_of(address)
        if self._asked[network] >= limits.reports_per_address:
            raise TooManyReports(Phrase("refusal.questions-waiting"), 2)
        if len(self._waiting) >= limits.reports:
            raise ReportRefused(Phrase("refusal.too-many-reports"), 5)
        report = _Report(network, work, self._loop.create_future())
        self._asked[network] += 1
        self._waiting.append(report)
        self._start_next()
        try:
            return await report.done  # type: ignore[return-value]
        except asyncio.CancelledError:
            self._give_up(report)
            raise
        except StoreError:
            if report.is_late:
                raise ReportRefused(Phrase("refusal.report-too-long"), 60) from None
            raise

    async def close(self) -> None:
        """Stop the report that is being made, and close the store."""
        for report in list(self._waiting):
            report.done.cancel()
            self._give_up(report)
        if self._current is not None:
            self._stop(self._current)
        await self._join()

    def _start_next(self) -> None:
        if self._current is None and self._waiting:
            self._current = report = self._waiting.popleft()
            self._loop.call_later(self._limits.report_seconds, self._stop, report)
            self._orders.put(report)

    def _give_up(self, report: _Report) -> None:
        if report is self._current:
            self._stop(report)
        elif report in self._waiting:
            self._waiting.remove(report)
            self._forget(report)

    def _stop(self, report: _Report) -> None:
        """Interrupt a report until it has ended."""
        if report is not self._current:
            return
        report.is_late = True
        with self._lock:
            if self._begun is not None and self._begun[0] is report:
                self._begun[1].interrupt()
        self._loop.call_later(_AGAIN, self._stop, report)

    def _forget(self, report: _Report) -> None:
        self._asked[report.network] -= 1
        if self._asked[report.network] <= 0:
            del self._asked[report.network]

    def _finished(self, report: _Report, result: object) -> None:
        self._current = None
        self._forget(report)
        settle(report.done, result)
        self._start_next()

    def _perform(self, store: Store, report: _Report, /) -> None:
        with self._lock:
            self._begun = report, store
        result = _result(store, report)
        with self._lock:
            self._begun = None
        self._call(self._finished, report, result)


def _result(store: Store, report: _Report) -> object:
    """Return a report, or the error that it ended with."""
    if report.is_late:
        return StoreError("the report was stopped")
    try:
        return report.work(store)
    except SapperError as error:
        return error
    except Exception as error:
        return StoreError(f"the store failed: {type(error).__name__}")
