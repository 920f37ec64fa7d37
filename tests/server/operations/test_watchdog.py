"""The watchdog notices a call that holds the interpreter or the event loop, and no thread or machine that is busy."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from server.conftest import LONGEST_TURN, check_holds
from waiting import PATIENCE

from sapper.server.operations.turns import Turns
from sapper.server.operations.watchdog import LIMIT, Watchdog, _own_line, held

if TYPE_CHECKING:
    from collections.abc import Callable

    from server.conftest import Start


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


def watched(work: Callable[[], object], *, until: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    """Return what a watchdog finds while an event loop does some work again and again."""

    async def run() -> dict[str, Any]:
        watchdog = Watchdog(turns=Turns(LIMIT, _own_line))
        watchdog.start()
        async with asyncio.timeout(PATIENCE):
            while not until(watchdog.report):
                work()
                await asyncio.sleep(0.001)
        watchdog.stop()
        return watchdog.report

    return asyncio.run(run())


def test_a_callback_that_holds_the_event_loop_is_found_with_its_place_and_fails_a_test() -> None:
    found = watched(lambda: rebuild_slowly(compute), until=lambda report: report["turn"] > 2 * LONGEST_TURN)
    assert found["turn"] > LONGEST_TURN
    assert found["slow turns"] >= 1
    with pytest.raises(AssertionError):
        check_holds(found)


def rebuild_slowly(work: Callable[[float], object]) -> None:
    work(3 * LONGEST_TURN / 1000)


def test_work_of_another_thread_makes_no_turn_of_the_event_loop_longer() -> None:
    """Nor does a busy machine: the loop is answered late then, and has used no more of the processor."""
    is_over = threading.Event()

    def others() -> None:
        while not is_over.is_set():
            compute(0.2)

    thread = threading.Thread(target=others)
    thread.start()
    found = watched(lambda: None, until=lambda report: report["turns"] > 100)
    is_over.set()
    thread.join()
    check_holds({"turn": found["turn"]})


def test_a_server_is_watched_and_its_file_says_how_long_its_turns_are(start: Start) -> None:
    server = start()
    httpx.get(f"{server.url}/api/me")
    server.stop()
    assert 0 <= server.held["turn"] < LONGEST_TURN
    assert server.held["turns"] > 0


def compute(seconds: float) -> None:
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass
