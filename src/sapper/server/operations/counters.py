"""Counters and histograms of the server, for its metrics."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections import Counter
from time import monotonic

_LAG_INTERVAL = 0.1  # seconds between looks at how late the event loop is


#: The upper bounds of the buckets of durations, in seconds.
_SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
_SIZES = (1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0)


class Histogram:
    """A histogram of durations or sizes. Observing costs well under a microsecond.

    One more bucket than there are bounds holds everything above them.
    """

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: tuple[float, ...] = _SECONDS) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.total = 0.0

    def observe(self, value: float) -> None:
        """Count one duration or size."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value

    def buckets(self) -> list[tuple[str, float]]:
        """Return the upper bounds as text and how many values were not above them, as Prometheus wants them."""
        found: list[tuple[str, float]] = []
        count = 0
        for bound, own in zip((*map(str, self.bounds), "+Inf"), self.counts, strict=True):
            count += own
            found.append((bound, count))
        return found


class LoopLag(Histogram):
    """The lateness of a timer of the event loop, and the time since its last turn. Any thread may ask."""

    __slots__ = ("_served",)

    def __init__(self) -> None:
        super().__init__()
        self._served = monotonic()

    def observe(self, value: float) -> None:
        """Count how late the timer was."""
        super().observe(value)
        self._served = monotonic()

    @property
    def silence(self) -> float:
        """The seconds since the event loop served its timer."""
        return monotonic() - self._served


class Counters:
    """Totals since the server started. Only the event loop changes them, and only the writer's thread its commits."""

    def __init__(self) -> None:
        self.acknowledge = Histogram()  # from the arrival of a message until its answer was sent
        self.commit = Histogram()  # of a batch, in the writer's thread
        self.batch = Histogram(_SIZES)  # the actions in it
        self.request = Histogram()  # from the head of an HTTP request until its answer was sent
        self.loop_lag = LoopLag()
        self.messages = 0
        self.frames: Counter[str] = Counter()  # of WebSockets from clients that are not whole messages, by kind
        self.received_bytes: Counter[str] = Counter()  # by protocol; of WebSockets, when they are closed
        self.sent_bytes: Counter[str] = Counter()
        self.requests: Counter[int] = Counter()  # HTTP, by status
        self.moves = 0
        self.games = 0
        self.finished: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.closed: Counter[int] = Counter()
        self.overflows = 0
        self.stalled = 0
        self.conflicts = 0
        self.errors = 0
        self.aborted = 0  # requests whose client left before it had sent everything
        self.rejected: Counter[str] = Counter()  # handshakes and requests, by reason


async def measure_lag(lag: Histogram) -> None:
    """Measure how late the event loop is, until the task is cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + _LAG_INTERVAL
        await asyncio.sleep(_LAG_INTERVAL)
        lag.observe(max(0.0, loop.time() - due))
