"""Who is where: the connections, the rooms in memory, and the rooms of each player."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from ..errors import SapperError
from .expiry import Expiry
from .frames import RESTART
from .room import Room

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..history.rows import Round
    from ..history.store import Store, Stored
    from .connection import Connection
    from .guests import Player
    from .services import Services

log = logging.getLogger("sapper.server")

_COLLECT = 300.0  # seconds between full garbage collections
_SWEEP = 2.0  # seconds between looks for idle rooms and stalled clients
_SLICE = 500  # of them between turns for others
_POLL = 0.001  # seconds between looks at what is under way


class Lobby:
    """Finds rooms in memory or in the store, makes new ones, and unloads empty ones."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.rooms: dict[str, Room] = {}
        self.connections: set[Connection] = set()
        self.is_closing = False
        self._addresses: Counter[str] = Counter()
        self._rooms_of: defaultdict[bytes, set[str]] = defaultdict(set)
        self._loading: dict[str, asyncio.Future[Room | None]] = {}
        self._sweeper = asyncio.create_task(self._sweep())
        self.expiry = Expiry(self)
        self._expirer = asyncio.create_task(self.expiry.run())

    # Connections

    def admit(self, address: str) -> str | None:
        """Return why one more connection from an address is too many, None if it is not."""
        limits = self.services.limits
        if self.is_closing:
            return "closing"
        if len(self.connections) >= limits.connections:
            return "full"
        if self._addresses[address] >= limits.connections_per_address:
            return "address"
        return None

    def add(self, connection: Connection) -> None:
        """Add a connection."""
        self.connections.add(connection)
        self._addresses[connection.address] += 1

    def remove(self, connection: Connection) -> None:
        """Remove a connection that was closed."""
        self.connections.discard(connection)
        self._addresses[connection.address] -= 1
        if self._addresses[connection.address] <= 0:
            del self._addresses[connection.address]

    # Rooms

    def new_room(self, player: Player) -> Room | None:
        """Make a room; return None if there are too many."""
        limits = self.services.limits
        own = self._rooms_of.get(player.key, set())
        if len(own) >= limits.rooms_per_player:
            idle = [self.rooms[room] for room in own if not self.rooms[room].members]
            if not idle:
                return None
            min(idle, key=lambda room: room.idle_since).unload()
        if len(self.rooms) >= limits.rooms:
            return None
        return self._add(Room(self.services, self, self.services.new_id(), player.key))

    def _add(self, room: Room) -> Room:
        self.rooms[room.id] = room
        self._rooms_of[room.owner].add(room.id)
        return room

    def forget(self, room: Room) -> None:
        """Remove a room from memory. Its log stays in the store, and the room can be loaded again."""
        self.rooms.pop(room.id, None)
        own = self._rooms_of[room.owner]
        own.discard(room.id)
        if not own:
            del self._rooms_of[room.owner]

    @property
    def live_cells(self) -> int:
        """The number of cells of all boards in memory."""
        return sum(room.cells for room in self.rooms.values())

    def is_open(self, room_id: str) -> bool:
        """Return whether a room is in memory, or on its way there."""
        return room_id in self.rooms or room_id in self._loading

    async def find(self, room_id: str, player: Player) -> Room | None:
        """Return a room of a player, from memory or from the store; None if there is none or it is not the player's."""
        room = self.rooms.get(room_id)
        if room is None:
            room = await self._load(room_id)
        return room if room is not None and room.owner == player.key else None

    async def _load(self, room_id: str) -> Room | None:
        waiting = self._loading.get(room_id)
        if waiting is not None:
            return await asyncio.shield(waiting)
        self._loading[room_id] = waiting = asyncio.get_running_loop().create_future()
        room = None
        try:
            found = await self.services.reader.run(lambda store: _read(store, room_id))
            if found is not None and len(self.rooms) < self.services.limits.rooms:
                room = Room(self.services, self, room_id, found[0].player)
                await room.load(*found)
                self._add(room)
        except (SapperError, MemoryError) as error:
            room = None
            log.warning("a room could not be loaded: %s", error)
        finally:
            del self._loading[room_id]
            waiting.set_result(room)
        return room

    async def _sweep(self) -> None:
        collected = self.services.seconds()
        while True:
            await asyncio.sleep(_SWEEP)
            now = self.services.seconds()
            if now - collected > _COLLECT:
                gc.collect()
                collected = now
            await _in_slices([connection.check for connection in self.connections], now)
            await _in_slices([room.unload_if_idle for room in self.rooms.values()], now)

    # The end

    async def idle(self) -> None:
        """Wait until every message that arrived is answered and nothing is under way."""
        await asyncio.sleep(0)  # a message that was just delivered wakes its connection first
        while not self._is_idle:
            await asyncio.sleep(_POLL)

    @property
    def _is_idle(self) -> bool:
        return (
            self.services.is_idle
            and not self._loading
            and all(room.is_idle for room in self.rooms.values())
            and all(connection.is_idle for connection in self.connections)
        )

    async def close(self, within: float = 1.0) -> None:
        """Play and acknowledge what has arrived, close every connection, and close the services.

        What cannot be finished within some seconds is left: its clients have no acknowledgement, and send it again.
        """
        self.is_closing = True
        self._sweeper.cancel()
        self._expirer.cancel()
        for connection in self.connections:
            connection.stop_reading()
        await self._wait(lambda: self._is_idle, within / 2)
        for connection in list(self.connections):
            connection.close(RESTART, "The server is stopping. Your game is saved.", retry_in=2.0)
        await self._wait(lambda: not self.connections, within / 2)
        for connection in list(self.connections):
            connection.abort()
        for room in list(self.rooms.values()):
            room.stop()
        await self.services.close()

    async def _wait(self, is_done: Callable[[], bool], seconds: float) -> None:
        deadline = asyncio.get_running_loop().time() + seconds
        while not is_done() and asyncio.get_running_loop().time() < deadline:
            await asyncio.sleep(_POLL)


async def _in_slices(checks: list[Callable[[float], None]], now: float) -> None:
    """Make many checks without a pause that others would notice."""
    for start in range(0, len(checks), _SLICE):
        for check in checks[start : start + _SLICE]:
            check(now)
        await asyncio.sleep(0)


def _read(store: Store, room_id: str) -> tuple[Round, Stored] | None:
    round_ = store.last_round(room_id)
    return None if round_ is None else (round_, store.load(round_.game))
