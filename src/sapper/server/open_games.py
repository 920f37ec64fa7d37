"""Notes in the store which games somebody has open, so that any node knows how long their clocks have run."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from ..history.store import StoreError

if TYPE_CHECKING:
    from .lobby import Lobby

log = logging.getLogger("sapper.server")

_OFTEN = 4  # times in `Limits.idle`, after which a game that nobody notes counts as left alone
_AT_ONCE = 200  # games in one commit


async def watch(lobby: Lobby) -> None:
    """Note the open games regularly until the task is cancelled."""
    while True:
        await asyncio.sleep(_interval(lobby))
        try:
            await note(lobby)
        except StoreError as error:
            log.warning("the games that are open could not be noted: %s", error)


async def note(lobby: Lobby) -> None:
    """Note the games in play that somebody has open; those that were played a moment ago say so themselves."""
    services, quiet = lobby.services, round(_interval(lobby) * 1000)
    now = services.clock()
    games = [room.replica.number for room in lobby.rooms.values() if room.replica and room.is_waited_in(now, quiet)]
    at = services.time.wall(now)
    for start in range(0, len(games), _AT_ONCE):
        part = [game for game in games[start : start + _AT_ONCE] if game is not None]
        await services.writer.run(lambda store: store.note_open(part, at))  # noqa: B023


def _interval(lobby: Lobby) -> float:
    return lobby.services.limits.idle / _OFTEN
