"""The watchdog notices a call that holds the interpreter, and not a thread that gives way."""

from __future__ import annotations

import time

from sapper.server.operations.watchdog import LIMIT, Watchdog


def test_a_call_that_holds_the_interpreter_is_measured() -> None:
    watchdog = Watchdog(limit=10 * LIMIT)
    watchdog.start()
    while not watchdog.holds:
        sum(range(30_000_000))  # one call in C
        time.sleep(LIMIT)
    watchdog.stop()
    assert watchdog.longest.seconds > 10 * LIMIT
    assert watchdog.report["longest"] == round(watchdog.longest.seconds * 1000, 1)


def test_a_thread_that_computes_and_gives_way_is_no_hold() -> None:
    watchdog = Watchdog()
    watchdog.start()
    until = time.thread_time() + 0.5
    while time.thread_time() < until:
        pass
    watchdog.stop()
    median = watchdog.report["p50"]
    assert isinstance(median, float)
    assert median < 1000 * LIMIT
