"""Stores which games are open in a client, so that any node knows how long their clocks have run."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from ...history.store import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...history.store import Store
    from .lobby import Lobby

log = logging.getLogger("sapper.server")

_OFTEN = 4  # times in `Limits.idle`, after which a game without a note counts as left alone
_LEAST = 0.1  # seconds between notes
_AT_ONCE = 200  # rooms in one commit, and between turns for others


async def watch(lobby: Lobby) -> None:
    """Note the open games regularly until the task is cancelled."""
    while True:
        await asyncio.sleep(_interval(lobby))
        try:
            await note(lobby)
        except StoreError as error:
            log.warning("the games that are open could not be noted: %s", error)
        except Exception as error:
            lobby.services.counters.errors += 1
            log.error("the games that are open could not be noted: %s", type(error).__name__, exc_info=error)


async def note(lobby: Lobby) -> None:
    """Note the games in play that are open in a client; those that were played a moment ago need no note."""
    services, quiet = lobby.services, round(_interval(lobby) * 1000)
    rooms = list(lobby.rooms.values())
    for start in range(0, len(rooms), _AT_ONCE):
        now = services.clock()
        waiting = [room.replica for room in rooms[start : start + _AT_ONCE] if room.is_waited_in(now, quiet)]
        games = [replica.number for replica in waiting if replica is not None and replica.number is not None]
        if games:
            await services.writer.run(_noted(games, services.time.wall(now)))
        else:
            await asyncio.sleep(0)


def _noted(games: list[int], now: int) -> Callable[[Store], None]:
    return lambda store: store.note_open(games, now)


def _interval(lobby: Lobby) -> float:
    return max(lobby.services.limits.idle / _OFTEN, _LEAST)
