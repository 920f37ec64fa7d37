"""The end of a server that is asked to stop: in time, whatever still runs."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from contextlib import contextmanager
from queue import SimpleQueue
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

STOPPING = 1.8  # seconds from the signal to the end of the process, at most


@contextmanager
def stopping_on_signals(stopped: asyncio.Event, exiting: SimpleQueue[float]) -> Iterator[None]:
    """Set an event when this process is asked to end, and let it end in time even if the event loop is busy."""
    loop = asyncio.get_running_loop()

    def stop(*_: object) -> None:
        exiting.put(STOPPING)
        loop.call_soon_threadsafe(stopped.set)

    numbers = (signal.SIGTERM, signal.SIGINT) if threading.current_thread() is threading.main_thread() else ()
    before = {number: signal.signal(number, stop) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def exit_when_asked() -> SimpleQueue[float]:
    """Return where to put the seconds after which the process ends. What was acknowledged is in the store.

    A thread waits for them, because a handler of signals must not start one.
    """
    exiting: SimpleQueue[float] = SimpleQueue()

    def wait() -> None:
        time.sleep(exiting.get())
        os._exit(0)

    threading.Thread(target=wait, name="sapper-exit", daemon=True).start()
    return exiting
