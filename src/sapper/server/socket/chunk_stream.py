"""Chunks of large boards on their way to a client: no faster than it reads, and within the share of its address."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from ...game import Status
from ..protocol import game_messages, views

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ..rooms.replica import GameReplica
    from ..services import Services
    from .connection import Connection

_AT_ONCE = 4  # chunks that are read from the board together
_PAUSE = 0.05  # seconds, when the share of the address is used up


class ChunkStream:
    """The chunks that a client waits for. One that is out of view again is not sent, and none is sent twice."""

    __slots__ = ("_committed", "_is_committed", "_replica", "_services", "_task", "_wanted")

    def __init__(self, services: Services) -> None:
        self._services = services
        self._replica: GameReplica | None = None
        self._wanted: dict[int, None] = {}
        self._is_committed: Callable[[], bool] = _always
        self._committed = asyncio.Event()  # something was
        self._task: asyncio.Task[None] | None = None

    def want(
        self,
        connection: Connection,
        replica: GameReplica,
        in_view: Iterable[int],
        only: set[int] | None,
        is_committed: Callable[[], bool],
    ) -> None:
        """Add chunks in the view of the connection, all or those in `only`, and drop those that are out of view.

        While `is_committed` says that the board has a move which is not committed yet, nothing is sent.
        """
        self._replica, self._is_committed = replica, is_committed
        self._wanted = {chunk: None for chunk in in_view if only is None or chunk in only or chunk in self._wanted}
        if self._wanted and self._task is None:
            self._task = self._services.spawn(self._send(connection))

    def note_commit(self) -> None:
        """Go on at once, before the next move is played."""
        self._committed.set()

    def clear(self) -> None:
        """Send nothing more: another game starts, or the client is gone."""
        self._wanted.clear()
        self._replica = None

    async def _send(self, connection: Connection) -> None:
        try:
            while self._wanted:
                await connection.drained()
                if not self._may_send(connection):
                    await asyncio.sleep(_PAUSE)
                    continue
                await self._wait_for_commit()
                replica, chunks = self._replica, list(self._wanted)[:_AT_ONCE]
                if replica is None or replica.game.status is Status.PAUSED:
                    self._wanted.clear()
                    break
                for chunk in chunks:
                    del self._wanted[chunk]
                for chunk, cells in views.chunks(replica.game.board, chunks):
                    message = game_messages.Chunk(game=replica.id, seq=replica.game.seq, chunk=chunk, cells=cells)
                    connection.send(message)
                await asyncio.sleep(0)
        finally:
            self._task = None

    async def _wait_for_commit(self) -> None:
        while self._replica is not None and not self._is_committed():
            self._committed.clear()
            with suppress(TimeoutError):
                async with asyncio.timeout(_PAUSE):
                    await self._committed.wait()

    def _may_send(self, connection: Connection) -> bool:
        now = self._services.seconds()
        cost = min(len(self._wanted), _AT_ONCE)
        return self._services.rates.chunks.of(connection.address, now).take(now, cost)


def _always() -> bool:
    return True
