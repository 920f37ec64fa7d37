"""The watchdog notices a call that holds the interpreter, and not a thread that gives way."""

from __future__ import annotations

import time

from sapper.server.watchdog import Watchdog


def test_a_call_that_holds_the_interpreter_is_measured() -> None:
    watchdog = Watchdog()
    watchdog.start()
    time.sleep(0.02)
    before = time.thread_time()
    sum(range(30_000_000))  # one call in C
    held = time.thread_time() - before
    while not watchdog.holds:
        time.sleep(0.001)
    watchdog.stop()
    assert watchdog.report["longest"] == round(watchdog.longest.seconds * 1000, 1)
    assert held / 2 < watchdog.longest.seconds < 2 * held + 0.1


def test_a_thread_that_computes_and_gives_way_is_no_hold() -> None:
    watchdog = Watchdog()
    watchdog.start()
    until = time.thread_time() + 0.5
    while time.thread_time() < until:
        pass
    watchdog.stop()
    assert watchdog.longest.seconds < 0.25
