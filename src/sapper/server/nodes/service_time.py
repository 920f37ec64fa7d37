"""The time that all nodes of a service agree on, and how much of it counts as playing time."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from ...game import Status
from ...history.store import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...history.store import Stored
    from ..rooms.replica import GameReplica
    from ..store.writer import Writer

log = logging.getLogger("sapper.server")

_READINGS = 5  # at most, of the clock of the machine or of the store when a node starts
_BEAT = 3.0  # seconds between notes that a node is up
_DEAD = 15_000  # milliseconds without such a note, after which no node was up


class ServiceTime:
    """Milliseconds since 1970 that never jump, and since when the service has been up.

    The clock of the machine is read once, and then counts on with a monotonic one. Nodes that share a store follow the
    clock of the store instead. The service is up while at least one node is: a node that has a store for itself is the
    service, and others note in the store that they are up.
    """

    def __init__(self, clock: Callable[[], int], read: Callable[[], int]) -> None:
        self._clock = clock
        self._offset = _offset(clock, read)
        self.started_at = self.wall()

    def wall(self, now: int | None = None) -> int:
        """Return the milliseconds since 1970, at present or at a time of the monotonic clock."""
        return (self._clock() if now is None else now) + self._offset

    async def join(self, writer: Writer) -> None:
        """Join the nodes that share a store: take its clock, and the time since when one of them has been up."""
        allowed = [found for _ in range(_READINGS) if (found := await self._allowed(writer)) is not None]
        if allowed:
            least, most = zip(*allowed, strict=True)
            self._offset = (max(least) + min(most)) // 2
        self.started_at = await writer.run(lambda store: store.join_service(self.wall(), _DEAD))

    async def stay(self, writer: Writer) -> None:
        """Note again and again that this node is up, until the task is cancelled."""
        while True:
            await asyncio.sleep(_BEAT)
            try:
                await self.beat(writer)
            except StoreError as error:
                log.warning("it could not be stored that this server is up: %s", error)

    async def beat(self, writer: Writer) -> None:
        """Note that this node is up, and correct its time where the clock of the store proves it wrong."""
        allowed = await self._allowed(writer)
        if allowed is not None:
            least, most = allowed
            self._offset = min(max(self._offset, least), most)
        self.started_at = await writer.run(lambda store: store.stay_in_service(self.wall()))

    async def _allowed(self, writer: Writer) -> tuple[int, int] | None:
        """Return the least and the greatest offset by the clock of the store, None if it has none.

        It is read at some moment between the question and the answer, however long that takes.
        """
        asked = self._clock()
        read = await writer.run(lambda store: store.now_ms())
        return None if read is None else (read - self._clock(), read - asked)

    # Playing time

    def played_at(self, replica: GameReplica, now: int) -> int:
        """Return when the last action of a game was played, in milliseconds since 1970."""
        live = replica.live
        return now + self._offset - (live.clock.elapsed(now) - live.game.log[-1].at)

    def left_at(self, stored: Stored, idle: float) -> int:
        """Return when a stored game counts as left alone: no client has had it open for `idle` seconds."""
        return max(stored.played_at or 0, stored.open_at) + round(idle * 1000)

    def run_clock(self, replica: GameReplica, played_at: int | None, now: int, left_at: int | None = None) -> None:
        """Let the clock of a game whose log was read go on as if it had run here since the last action.

        Time in which no node was up is not counted, and none after `left_at`: then the replica says that the game has
        to be paused.
        """
        live, present, played = replica.live, self.wall(now), played_at or 0
        replica.left_alone = None
        if live.game.status is not Status.PLAYING:
            live.restart_clock(now)
            return
        since = max(played, self.started_at) if self.started_at <= present else played
        until = present if left_at is None else min(present, left_at)
        live.restart_clock(now, live.game.log[-1].at + max(0, until - since))
        if until < present:
            replica.left_alone = now


def _offset(clock: Callable[[], int], read: Callable[[], int]) -> int:
    """Return the milliseconds between two clocks, read within one millisecond unless the process is held up."""
    for _ in range(_READINGS):
        before = clock()
        offset = read() - before
        if clock() == before:
            break
    return offset
