"""Threads whose work can wait give way to those that play."""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress

_NICE = 10


def give_way() -> None:
    """Lower the priority of this thread. Only Linux knows priorities of threads; elsewhere nothing happens."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICE)
