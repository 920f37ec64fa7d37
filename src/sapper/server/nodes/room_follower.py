"""Lets the rooms of a server follow what other servers of the same store play in them.

A hint on the bus makes a room look at its log. Hints may be lost, so that all rooms are compared with the store again
and again, in one query: seldom while the bus is up, and several times a second while it is down.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from ...history.store import StoreError
from .catch_up import read_news

if TYPE_CHECKING:
    from ..rooms.room import Room
    from ..services import Services
    from .catch_up import Known, News

log = logging.getLogger("sapper.server")

_SLOWLY = 2.0  # seconds between looks at all rooms, while hints arrive
_QUICKLY = 0.25  # the same while they do not
_LONGEST = 8.0  # the same while the store fails
_BURST = 0.02  # seconds between hints about the same room


class Follower:
    """Looks at the logs of the rooms in memory. A store that no other server uses is never looked at."""

    def __init__(self, services: Services, rooms: dict[str, Room]) -> None:
        self._services = services
        self._rooms = rooms
        self._asked: list[tuple[Known, asyncio.Future[News | None]]] = []
        self._reading: asyncio.Task[None] | None = None
        self._hinted: dict[str, bool] = {}  # rooms that others were notified of a moment ago: whether to do it again
        self._polling = asyncio.create_task(self._poll()) if services.is_shared else None
        self.polls = 0

    @property
    def is_idle(self) -> bool:
        """Whether no room waits for its news."""
        return self._reading is None

    # Rooms

    def add(self, room: Room) -> None:
        """Listen to the hints about a room."""
        if self._services.is_shared:
            self._services.bus.subscribe(_topic(room.id), lambda _: room.follow())

    def remove(self, room: Room) -> None:
        """Stop listening."""
        if self._services.is_shared:
            self._services.bus.unsubscribe(_topic(room.id))

    def publish(self, room: str) -> None:
        """Notify the other servers that a room has gone on. Of a burst, the first and the last are passed on."""
        if not self._services.is_shared:
            return
        if room in self._hinted:
            self._hinted[room] = True
            return
        self._hinted[room] = False
        self._services.bus.publish(_topic(room))
        asyncio.get_running_loop().call_later(_BURST, self._burst_is_over, room)

    def _burst_is_over(self, room: str) -> None:
        if self._hinted.pop(room, False):
            self.publish(room)

    # Looking at the log

    async def news(self, known: Known) -> News | None:
        """Return what is new in a room, None if nothing is; raise `StoreError`. Many rooms are read at once."""
        waiting: asyncio.Future[News | None] = asyncio.get_running_loop().create_future()
        self._asked.append((known, waiting))
        if self._reading is None:
            self._reading = asyncio.create_task(self._read())
        return await waiting

    async def _read(self) -> None:
        try:
            while self._asked:
                asked, self._asked = self._asked, []
                rooms = [known for known, _ in asked]
                try:
                    found = await self._services.reader.run(lambda store: read_news(store, rooms))  # noqa: B023
                except Exception as error:
                    for _, waiting in asked:
                        if not waiting.done():
                            waiting.set_exception(error)
                    continue
                for (_, waiting), news in zip(asked, found, strict=True):
                    if not waiting.done():
                        waiting.set_result(news)
        finally:
            self._reading = None

    async def _poll(self) -> None:
        """Compare all rooms with the store until the task is cancelled."""
        failed = 0.0  # seconds to wait, while the store fails
        while True:
            await asyncio.sleep(failed or (_SLOWLY if self._services.bus.is_up else _QUICKLY))
            try:
                await self.poll()
            except StoreError as error:
                if not failed:
                    log.warning("rooms cannot follow the other servers: %s", error)
                failed = min(_LONGEST, 2 * failed or _QUICKLY)
            except Exception as error:
                self._services.counters.errors += 1
                log.error("rooms cannot follow the other servers: %s", type(error).__name__, exc_info=error)
            else:
                if failed:
                    log.warning("rooms follow the other servers again")
                failed = 0.0

    async def poll(self) -> None:
        """Compare all rooms with the store, and let those that are behind catch up."""
        self.polls += 1
        rooms = list(self._rooms.values())
        if not rooms:
            return
        heads = await self._services.reader.run(lambda store: store.heads([room.id for room in rooms]))
        for room in rooms:
            head = heads.get(room.id)
            if head is not None and room.known.is_behind(head):
                room.follow()

    def stop(self) -> None:
        """Stop at once."""
        for task in (self._polling, self._reading):
            if task is not None:
                task.cancel()


def _topic(room: str) -> str:
    return f"room:{room}"
