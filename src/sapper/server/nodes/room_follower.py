"""Rooms follow the games that other servers play in them."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from ...history.store.rows import Head
from ..store.thread import settle
from .catch_up import UNKNOWN, read_news
from .follower import Follower

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..rooms.room import Room
    from ..services import Services
    from .catch_up import Known, News

log = logging.getLogger("sapper.server")

_BURST = 0.02  # seconds between hints about the same room
_RECENT = 1.0  # seconds since a hint of another server, which plays in the room and may wait for its turn


class RoomFollower(Follower["Room"]):
    """Looks at the logs of the rooms in memory."""

    kind = "room"

    def __init__(self, services: Services, rooms: dict[str, Room]) -> None:
        super().__init__(services)
        self._rooms = rooms
        self._hinted: dict[str, bytes | None] = {}  # rooms with a hint a moment ago: the one to send next
        self._heard: dict[str, float] = {}  # when another server was last heard of, by room
        self._asked: list[tuple[Known, Head, Callable[[News | Exception | None], None]]] = []

    @property
    def is_idle(self) -> bool:
        """Whether no room waits for its news."""
        return not self._is_running("read")

    def remove(self, one: Room) -> None:
        """Stop listening."""
        super().remove(one)
        self._heard.pop(one.id, None)

    def hear(self, one: Room, payload: bytes) -> None:
        """Let a room look at its log; the payload may be the numbers of its game and of the last action."""
        self._heard[one.id] = asyncio.get_running_loop().time()
        game, _, seq = payload.partition(b" ")
        if game.isdigit() and seq.isdigit():
            one.follow(Head(int(game), "", int(seq), is_finished=False))
        else:
            one.follow()

    def publish(self, name: str, payload: bytes = b"") -> None:
        """Send the other servers a hint about a room.

        Of a burst, the first and the last are sent, unless another server plays there: it may wait for its turn.
        """
        loop = asyncio.get_running_loop()
        if loop.time() - self._heard.get(name, -_RECENT) < _RECENT:
            super().publish(name, payload)
        elif name in self._hinted:
            self._hinted[name] = b"" if self._hinted[name] == b"" else payload  # a game may have begun or ended
        elif self._is_on:
            self._hinted[name] = None
            super().publish(name, payload)
            loop.call_later(_BURST, self._burst_is_over, name)

    def _burst_is_over(self, name: str) -> None:
        payload = self._hinted.pop(name, None)
        if payload is not None:
            self.publish(name, payload)

    async def poll(self) -> None:
        """Compare all rooms with the store, and let those that are behind catch up."""
        rooms = list(self._rooms.values())
        if not rooms:
            return
        heads = await self._services.reader.run(lambda store: store.heads([room.id for room in rooms]))
        for room in rooms:
            head = heads.get(room.id)
            if head is not None and room.known.is_behind(head):
                room.follow()

    def ask(self, known: Known, hint: Head, done: Callable[[News | Exception | None], None]) -> None:
        """Call `done` with what is new in a room, None if nothing is, or with an error. Many rooms are read at once."""
        self._asked.append((known, hint, done))
        self._run("read", self._read)

    async def news(self, known: Known) -> News | None:
        """Return what is new in a room, None if nothing is; raise `StoreError`."""
        waiting: asyncio.Future[News | None] = asyncio.get_running_loop().create_future()
        self.ask(known, UNKNOWN, lambda found: settle(waiting, found))
        return await waiting

    async def _read(self) -> None:
        while self._asked:
            asked, self._asked = self._asked, []
            rooms = [(known, hint) for known, hint, _ in asked]
            found: Sequence[News | Exception | None]
            try:
                found = await self._services.reader.run(lambda store: read_news(store, rooms))  # noqa: B023
            except Exception as error:
                found = [error] * len(asked)
            for (known, _, done), news in zip(asked, found, strict=True):
                try:
                    done(news)
                except Exception as error:  # ends at its room
                    self._services.counters.errors += 1
                    log.error("room %s: %s", known.room[:4], type(error).__name__, exc_info=error)
