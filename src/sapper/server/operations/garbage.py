"""Garbage collection of a server, in pieces that no client notices.

A full collection looks at every object, some hundreds for each game in memory, and holds the interpreter meanwhile. So
what has survived a collection of young objects is frozen: no later one looks at it. Connections and rooms are freed by
their counts of references, without a collection (`test_memory.py`). Cycles that die after they were frozen are
collected while no client is connected.
"""

from __future__ import annotations

import asyncio
import gc
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..rooms.lobby import Lobby

_THRESHOLDS = (4_000, 2, 1_000_000)  # new objects, collections of those before one of young ones, and none of all
_EVERY = 300.0  # seconds between full collections, at least


def tune() -> None:
    """Set up garbage collection of this process for a server."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_THRESHOLDS)
    gc.callbacks.append(_freeze_survivors)


def _freeze_survivors(phase: str, info: dict[str, int]) -> None:
    if phase == "stop" and info["generation"]:
        gc.freeze()


async def watch(lobby: Lobby) -> None:
    """Collect everything now and then, while no client is connected, until the task is cancelled."""
    while True:
        await asyncio.sleep(_EVERY)
        if not lobby.connections:
            gc.unfreeze()
            gc.collect()
