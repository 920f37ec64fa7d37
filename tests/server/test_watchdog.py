"""The watchdog notices a call that holds the interpreter, and not a thread that gives way."""

from __future__ import annotations

import time

from sapper.server.operations.watchdog import Watchdog


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
    assert watchdog.longest.seconds > held / 4


def test_a_thread_that_computes_and_gives_way_is_no_hold() -> None:
    watchdog, used = Watchdog(), time.process_time()
    watchdog.start()
    until = time.thread_time() + 0.5
    while time.thread_time() < until:
        pass
    watchdog.stop()
    assert watchdog.longest.seconds < (time.process_time() - used) / 2
