"""The lobby: the connections, the rooms in memory, and the rooms of each player."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from contextlib import suppress
from typing import TYPE_CHECKING

from ... import _kernel
from ...errors import SapperError
from ...history.store import StoreError
from ...phrase import Phrase
from ..nodes.room_follower import RoomFollower
from ..operations.memory import NoMemory
from ..operations.workers import Busy
from ..opponents.opponents import Opponents
from ..parties.ids import is_of_party
from ..parties.parties import Parties
from ..protocol.refusal import Refusal, as_sentence
from ..socket.frames import RESTART
from ..socket.networks import network_of
from ..tournaments.tournaments import Tournaments
from . import daily_rooms, open_games, secrecy, start
from .expiry import Expiry
from .room import Room

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..http.cookies import Player
    from ..services import Services
    from ..socket.connection import Connection

log = logging.getLogger("sapper.server")

_SWEEP = 2.0  # seconds between looks for idle rooms and stalled clients
_SLICE = 500  # of them between turns for others
_RETURNS = 2_000  # clients a second that another server can take
_POLL = 0.001  # seconds between looks at what is under way


class Lobby:
    """Finds rooms in memory or in the store, makes new ones, and unloads empty ones."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.rooms: dict[str, Room] = {}
        self.connections: set[Connection] = set()
        self.is_closing = False
        self._at: defaultdict[str, set[Connection]] = defaultdict(set)
        self._rooms_of: defaultdict[bytes, set[str]] = defaultdict(set)
        self._loading: dict[tuple[str, bytes], asyncio.Task[Room | None]] = {}
        self._used = (0, 0)  # memory that was reserved, and jobs that were done, when freed memory was given back
        self.follower = RoomFollower(services, self.rooms)
        self.parties = Parties(services, self)
        self.tournaments = Tournaments(services, self.parties)
        self.opponents = Opponents(services)
        self._sweeper = asyncio.create_task(self._sweep())
        self.expiry = Expiry(self)
        self._expirer = asyncio.create_task(self.expiry.run())
        self._noter = asyncio.create_task(open_games.watch(self))
        self._stayer = asyncio.create_task(services.time.stay(services.writer)) if services.is_shared else None

    # Connections

    def admit(self, address: str) -> str | None:
        """Return why one more connection from an address is too many, None if it is not."""
        limits = self.services.limits
        if self.is_closing:
            return "closing"
        if len(self.connections) >= limits.connections:
            return "full"
        if len(self._at.get(network_of(address), ())) >= limits.connections_per_address:
            return "address"
        return None

    def add(self, connection: Connection) -> None:
        """Add a connection."""
        self.connections.add(connection)
        self._at[network_of(connection.address)].add(connection)

    def remove(self, connection: Connection) -> None:
        """Remove a connection that was closed."""
        self.connections.discard(connection)
        network = network_of(connection.address)
        here = self._at[network]
        here.discard(connection)
        if not here:
            del self._at[network]

    # Rooms

    def new_room(self, player: Player) -> Room | None:
        """Make a room; return None if there are too many."""
        if not self._make_room(player.key):
            return None
        return self.add_room(Room(self.services, self, self.services.new_id(), player.key))

    def _make_room(self, owner: bytes) -> bool:
        """Return whether one more room of a player fits into memory; the one idle for longest may be unloaded."""
        limits = self.services.limits
        own = [room for room in self._rooms_of.get(owner, ()) if self.rooms[room].owner == owner]
        if len(own) >= limits.rooms_per_player:
            idle = [found for room in own if not ((found := self.rooms[room]).members or found.policy)]
            if not idle:
                return False
            min(idle, key=lambda room: room.idle_since).unload()
        return len(self.rooms) < limits.rooms

    def check_room(self) -> None:
        """Raise `Refusal` if there are too many rooms in memory for one more of a party."""
        if len(self.rooms) >= self.services.limits.rooms:
            raise Refusal("limit", Phrase("refusal.too-many-rooms"))

    def add_room(self, room: Room) -> Room:
        """Add a room to those in memory."""
        self.rooms[room.id] = room
        for player in room.players:
            self._rooms_of[player].add(room.id)
        self.follower.add(room)
        return room

    def add_player(self, room: Room, player: bytes) -> None:
        """Note that a room in memory has the game of one more player."""
        room.players.add(player)
        self._rooms_of[player].add(room.id)

    def forget(self, room: Room) -> None:
        """Remove a room from memory. Its log stays in the store, and the room can be loaded again."""
        self.rooms.pop(room.id, None)
        self.follower.remove(room)
        for player in room.players:
            own = self._rooms_of[player]
            own.discard(room.id)
            if not own:
                del self._rooms_of[player]

    def seats_of(self, player: bytes) -> dict[Room, int]:
        """Return the rooms in memory where a player plays, each with the seat, which is 0 outside parties."""
        rooms = [self.rooms[room] for room in self._rooms_of.get(player, ())]
        return {room: seat for room in rooms if (seat := room.seat_of(player)) is not None}

    def seats_at(self, address: str) -> dict[Room, int]:
        """Return the rooms where a client at an address plays, each with the seat, the lowest of several."""
        seats: dict[Room, int] = {}
        for connection in self._at.get(network_of(address), ()):
            room = connection.room
            seat = room.seat_of(connection.player.key) if room is not None else None
            if room is not None and seat is not None:
                seats[room] = min(seat, seats.get(room, seat))
        return seats

    def is_open(self, room_id: str) -> bool:
        """Return whether a room is in memory, or on its way there."""
        return room_id in self.rooms or any(loading == room_id for loading, _ in self._loading)

    async def find(self, room_id: str, player: Player, address: str = "") -> Room | None:
        """Return a room of a player, from memory or from the store; None if there is none or it is not the player's.

        Raise `Refusal` if there is no memory for it, and `StoreError` if the store cannot be read.
        """
        if is_of_party(room_id):
            return None
        room = self.rooms.get(room_id)
        if room is not None and room.owner == player.key:
            return room
        # A room of another player is looked for in the store like any other: the time of the answer does not reveal it.
        return await self._load(room_id, player.key, address)

    async def _load(self, room_id: str, owner: bytes, address: str) -> Room | None:
        key = (room_id, owner)
        waiting = self._loading.get(key)
        if waiting is None:
            waiting = self._loading[key] = asyncio.create_task(self._load_now(room_id, owner, address))
            waiting.add_done_callback(lambda done: self._loaded(key, done))
        return await asyncio.shield(waiting)

    def _loaded(self, key: tuple[str, bytes], done: asyncio.Task[Room | None]) -> None:
        del self._loading[key]
        if not done.cancelled():
            done.exception()  # marks it as seen: the client may be gone

    async def _load_now(self, room_id: str, owner: bytes, address: str) -> Room | None:
        room = Room(self.services, self, room_id, owner)
        is_loaded = False
        try:
            is_loaded = await self.load_into(room, address)
        except NoMemory as error:
            raise Refusal("limit", as_sentence(error)) from None
        except Busy as error:  # it is there, and can be loaded later
            raise StoreError(str(error)) from None
        except StoreError as error:
            log.warning("a room could not be read: %s", error)
            raise
        except (SapperError, MemoryError) as error:
            log.warning("a room could not be loaded: %s", error)
        finally:
            if not is_loaded:
                room.release()
        return self.add_room(room) if is_loaded else None

    async def load_into(self, room: Room, address: str) -> bool:
        """Load the last game of a room, memory first; return False if there is no such room of its owner."""
        found = await self.services.reader.run(lambda store: start.last_game(store, room.id, room.owner))
        if found is None:
            return False
        if not self._make_room(room.owner):
            raise Refusal("limit", Phrase("refusal.too-many-rooms"))
        await room.load(found, address)
        return True

    async def _sweep(self) -> None:
        today = daily_rooms.today(self.services)
        while True:
            await asyncio.sleep(_SWEEP)
            now = self.services.seconds()
            if today != (today := daily_rooms.today(self.services)):
                with suppress(StoreError):  # the next look of `Expiry` opens what is left
                    await secrecy.open_day(self)
            await self._in_slices([connection.check for connection in self.connections], now)
            await self._in_slices([room.unload_if_idle for room in self.rooms.values()], now)
            with suppress(SapperError):  # a busy server gives back later
                await self._give_back_memory()

    async def _in_slices(self, checks: list[Callable[[float], None]], now: float) -> None:
        """Make many checks without a pause that others would notice; what one raises ends there."""
        for first in range(0, len(checks), _SLICE):
            for check in checks[first : first + _SLICE]:
                try:
                    check(now)
                except Exception as error:
                    self.services.counters.errors += 1
                    log.error("a check failed: %s", type(error).__name__, exc_info=error)
            await asyncio.sleep(0)

    async def _give_back_memory(self) -> None:
        """Give back what rooms and jobs have freed since the last time, once no job runs."""
        memory, workers = self.services.memory, self.services.workers
        used = (memory.reserved, workers.done)
        if used != self._used and not workers.waiting:
            self._used = used
            await workers.run(lambda _: _kernel.give_back_memory())

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
            and self.parties.is_idle
            and self.tournaments.is_idle
            and self.follower.is_idle
            and all(connection.is_idle for connection in self.connections)
        )

    async def close(self, within: float = 1.0, *, farewell: str = "") -> None:
        """Play and acknowledge what has arrived, close every connection, and close the services.

        After a farewell no client comes back.
        What cannot be finished within some seconds is left: its clients have no acknowledgement, and send it again.
        """
        self.is_closing = True
        self._sweeper.cancel()
        self._expirer.cancel()
        self._noter.cancel()
        if self._stayer is not None:
            self._stayer.cancel()
        for connection in self.connections:
            connection.stop_reading()
        await self._wait(lambda: self._is_idle, within / 2)
        retry_in = 0.0 if farewell else return_after(len(self.connections))
        for connection in list(self.connections):
            why = farewell or Phrase("refusal.server-stopping")
            connection.close(RESTART, why, retry_in=retry_in)
        await self._wait(lambda: not self.connections, within / 2)
        for connection in list(self.connections):
            connection.abort()
        self.tournaments.stop()
        await self.parties.close()
        self.follower.stop()
        for room in list(self.rooms.values()):
            room.stop()
        await self.services.close()

    async def _wait(self, is_done: Callable[[], bool], seconds: float) -> None:
        deadline = asyncio.get_running_loop().time() + seconds
        while not is_done() and asyncio.get_running_loop().time() < deadline:
            await asyncio.sleep(_POLL)


def return_after(clients: int) -> float:
    """Return the seconds after which clients of a server that stops come back: few at once, many one after another.

    Each adds or takes away up to half of it, by chance.
    """
    return min(2.0, max(0.2, clients / _RETURNS))
