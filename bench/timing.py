"""The common parts of the benches: processor time, and figures in a row."""

from __future__ import annotations

import time
from statistics import mean, median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def least_cpu(work: Callable[[], object], repeats: int) -> float:
    """Take the least process time of some repeats, in seconds."""
    best = float("inf")
    for _ in range(repeats):
        started = time.process_time()
        work()
        best = min(best, time.process_time() - started)
    return best


def least_wall(work: Callable[[], object], repeats: int) -> float:
    """Take the least time by the finest clock, in seconds, for calls too short for the processor's."""
    best = float("inf")
    for _ in range(repeats):
        started = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - started)
    return best


def spread(seconds: Sequence[float]) -> str:
    """Write mean, median, 99th percentile and worst in microseconds."""
    ordered = sorted(seconds)
    late = ordered[min(int(len(ordered) * 0.99), len(ordered) - 1)]
    figures = (mean(seconds), median(seconds), late, ordered[-1])
    return "mean {:9.1f}  median {:9.1f}  p99 {:9.1f}  worst {:9.1f}".format(*(figure * 1e6 for figure in figures))
