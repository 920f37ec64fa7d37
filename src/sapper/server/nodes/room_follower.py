"""Rooms follow the games that other servers play in them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ...history.store.rows import Head
from .catch_up import read_news
from .follower import Follower

if TYPE_CHECKING:
    from ..rooms.room import Room
    from ..services import Services
    from .catch_up import Known, News

_BURST = 0.02  # seconds between hints about the same room
_RECENT = 1.0  # seconds since a hint of another server, which plays in the room and may wait for its turn


class RoomFollower(Follower["Room"]):
    """Looks at the logs of the rooms in memory."""

    kind = "room"

    def __init__(self, services: Services, rooms: dict[str, Room]) -> None:
        super().__init__(services)
        self._rooms = rooms
        self._hinted: dict[str, bool] = {}  # rooms with a hint a moment ago: whether to send another one
        self._heard: dict[str, float] = {}  # when another server was last heard of, by room
        self._asked: list[tuple[Known, asyncio.Future[News | None]]] = []

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
            self._hinted[name] = True
        elif self._is_on:
            self._hinted[name] = False
            super().publish(name, payload)
            loop.call_later(_BURST, self._burst_is_over, name)

    def _burst_is_over(self, name: str) -> None:
        if self._hinted.pop(name, False):
            self.publish(name)

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

    async def news(self, known: Known) -> News | None:
        """Return what is new in a room, None if nothing is; raise `StoreError`. Many rooms are read at once."""
        waiting: asyncio.Future[News | None] = asyncio.get_running_loop().create_future()
        self._asked.append((known, waiting))
        self._run("read", self._read)
        return await waiting

    async def _read(self) -> None:
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
