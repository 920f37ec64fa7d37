"""The watchdog notices a call that holds the interpreter, and neither a thread that gives way nor a busy machine."""

from __future__ import annotations

import time

import pytest
from waiting import PATIENCE

from sapper.server.operations.watchdog import LIMIT, Watchdog, held


def test_a_call_that_holds_the_interpreter_is_measured() -> None:
    watchdog = Watchdog(limit=10 * LIMIT)
    watchdog.start()
    while not watchdog.holds:
        sum(range(30_000_000))  # one call in C
        time.sleep(LIMIT)
    watchdog.stop()
    assert watchdog.longest.seconds > 10 * LIMIT
    assert watchdog.report["longest"] == round(watchdog.longest.seconds * 1000, 1)


@pytest.mark.parametrize(
    ("elapsed", "used", "delayed", "found"),
    [
        (0.005, 0.0, 0.0, 0.0),  # the sleep alone
        (0.105, 0.1, 0.0, 0.1),
        (0.105, 0.1, 0.08, 0.02),  # the machine had no processor for the watchdog
        (0.105, 0.03, 0.0, 0.03),  # nor for the thread that held the interpreter
        (0.004, 0.1, 0.0, 0.0),
    ],
)
def test_time_without_a_processor_is_no_hold(elapsed: float, used: float, delayed: float, found: float) -> None:
    assert held(elapsed, used, delayed) == pytest.approx(found)


def test_a_thread_that_computes_and_gives_way_is_no_hold() -> None:
    """It gives way after 5 ms of the processor. Half of all waits are short, on a busy machine sooner or later."""
    watchdog, deadline = Watchdog(), time.monotonic() + PATIENCE
    watchdog.start()
    median = LIMIT * 1000
    while median >= LIMIT * 1000:
        assert time.monotonic() < deadline
        compute(0.5)
        median = float(watchdog.report["p50"])
    watchdog.stop()


def compute(seconds: float) -> None:
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass
