"""The growth of the cost of reading with the size of the input.

`ProcessorTime` compares one input and of one that is sixteen times as long, because most of the work is done in
C, where no calls can be counted. What is linear takes sixteen times as long, what is quadratic 256 times; the bound is
between the two. A busy machine makes a run dearer and never cheaper, so the least of many runs decides: what is linear
passes as soon as one run of each length was not disturbed, and runs are repeated for many seconds before something
is too costly. The collector of garbage is off, because its cost is that of all objects that other tests have left.
"""

from __future__ import annotations

import gc
from time import process_time
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

GROWTH = 16
MOST_GROWTH = 64.0  # as far from 16 as from 256
LEAST = 0.010  # seconds: less is not measured
PER_BYTE = 20e-6  # seconds for each byte of the longer input, unpacked
AT_ALL = 0.25  # seconds in addition to that
USUAL = 0.002  # seconds of a fixed piece of work on a quiet machine: both bounds are multiples of what it takes now
PATIENCE = 20.0  # seconds of the processor until something is too costly


class TooCostly(AssertionError):
    """Something costs more than what was sent pays for."""


class Measure(Protocol):
    """The cost of a longer input compared with that of a shorter one."""

    growth: int  # how many times as long the longer one is

    def shorter(self, usual: int) -> int:
        """Return the size of the shorter input, given the one that is usual."""

    def check(self, name: str, short: Callable[[], object], long: Callable[[], object], size: int) -> None:
        """Raise `TooCostly` if a call costs too much for `size` bytes, or grows much faster than its input."""


class ProcessorTime:
    """Compares the processor time of an input with that of one sixteen times as long, which takes patience."""

    growth = GROWTH

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self.report = ""  # what was measured last

    def shorter(self, usual: int) -> int:
        """Return the usual size."""
        return usual

    def check(self, name: str, short: Callable[[], object], long: Callable[[], object], size: int) -> None:
        """Raise `TooCostly` if a call costs too much for `size` bytes, or grows much faster than its input."""
        least_short = least_long = float("inf")
        end = process_time() + self._patience
        while True:
            least_long = min(least_long, _cost(long, 2))
            if least_long > LEAST:
                least_short = min(least_short, _cost(short, 5))
            growth = least_long / max(LEAST / GROWTH, least_short) if least_long > LEAST else 0.0
            self.report = f"{name}: {least_long:.3f} s for {size} bytes, {growth:.1f} times as much as for a sixteenth"
            if growth <= MOST_GROWTH and least_long <= (AT_ALL + PER_BYTE * size) * _slowness():
                return
            if process_time() > end:
                raise TooCostly(self.report)


def _slowness() -> float:
    """Return how many times as long as usual a fixed piece of work takes now, at least 1."""
    return max(1.0, _cost(lambda: [str(number) for number in range(20_000)], 2) / USUAL)


def _cost(call: Callable[[], object], runs: int) -> float:
    """Return the least processor time of some runs."""
    least = float("inf")
    gc.disable()
    try:
        for _ in range(runs):
            before = process_time()
            call()
            least = min(least, process_time() - before)
            if least > AT_ALL:
                break
    finally:
        gc.enable()
    return least
