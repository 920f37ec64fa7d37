"""How the cost of reading something grows with what was sent.

The measure is processor time, the least of several runs, of one input and of one that is sixteen times as long. What is
linear takes sixteen times as long, what is quadratic 256 times. A busy machine, on which two threads share a core, may
double what a run costs; the bound is two and a half times what is linear, and a repeated measurement decides. The
collector of garbage is off, because its cost is that of all objects that other tests have left.
"""

from __future__ import annotations

import gc
from time import process_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

GROWTH = 16
MOST_GROWTH = 40.0
LEAST = 0.010  # seconds: less is not measured
PER_BYTE = 20e-6  # seconds for each byte of the longer input, unpacked
AT_ALL = 0.25  # seconds in addition to that
USUAL = 0.002  # seconds of a fixed piece of work on a quiet machine: both bounds are multiples of what it takes now
_RUNS = 2
_ATTEMPTS = 12


class TooCostly(AssertionError):
    """Something costs more than what was sent pays for."""


def check_cost(name: str, short: Callable[[], object], long: Callable[[], object], size: int) -> None:
    """Raise `TooCostly` if a call costs too much for `size` bytes, or much more than 16 times that of a sixteenth."""
    least_short = least_long = float("inf")
    for _ in range(_ATTEMPTS):
        least_long = min(least_long, _cost(long))
        if least_long > LEAST:
            least_short = min(least_short, _cost(short))
        growth = least_long / max(LEAST / GROWTH, least_short) if least_long > LEAST else 0.0
        if growth <= MOST_GROWTH and least_long <= (AT_ALL + PER_BYTE * size) * _slowness():
            return
    raise TooCostly(f"{name}: {least_long:.3f} s for {size} bytes, {growth:.1f} times as much as for a sixteenth of it")


def _slowness() -> float:
    """Return how many times as long as usual a fixed piece of work takes now, at least 1."""
    return max(1.0, _cost(lambda: [str(number) for number in range(20_000)]) / USUAL)


def _cost(call: Callable[[], object]) -> float:
    least = float("inf")
    gc.disable()
    try:
        for _ in range(_RUNS):
            before = process_time()
            call()
            least = min(least, process_time() - before)
            if least > AT_ALL:
                break
    finally:
        gc.enable()
    return least
