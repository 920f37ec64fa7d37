"""What the rooms have in common: clocks, entropy, the store, threads, limits, and who is where."""

from __future__ import annotations

import asyncio
import gc
import logging
from base64 import urlsafe_b64encode
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from ..errors import SapperError
from ..history.store import StoreError
from ..layouts import layout_of
from ..rules import Rules
from .connection import RESTART, Connection
from .guests import tidy_name
from .limits import Buckets, Limits
from .replica import GameReplica
from .room import Room
from .workers import Workers
from .writer import Writer

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..history.rows import Round
    from ..history.store import Store, Stored
    from ..layouts import Layout
    from ..seed import Seed
    from .guests import Guests, Player

log = logging.getLogger("sapper.server")

ID_BYTES = 12  # 96 bits: nobody finds a room by trying
_COLLECT = 300.0  # seconds between looks at all objects there are
_SWEEP = 2.0  # seconds between looks at who is idle or stalled


class Counters:
    """What is counted, for the metrics."""

    def __init__(self) -> None:
        self.messages = 0
        self.moves = 0
        self.games = 0
        self.finished: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.closed: Counter[int] = Counter()
        self.overflows = 0
        self.stalled = 0
        self.conflicts = 0
        self.errors = 0
        self.rejected: Counter[str] = Counter()  # handshakes and requests, by reason


class Lobby:
    """Finds rooms in memory or in the log, makes new ones, and lets those go that nobody is in."""

    def __init__(
        self,
        *,
        opener: Callable[[], Store],
        guests: Guests,
        clock: Callable[[], int],
        now: Callable[[], int],
        entropy: Callable[[int], bytes],
        limits: Limits | None = None,
        program: str = "",
        layout: Callable[[Rules, Seed], Layout] = layout_of,
    ) -> None:
        self.limits = limits or Limits()
        self.guests = guests
        self.clock = clock  # milliseconds, only forward
        self.now = now  # seconds since 1970
        self.entropy = entropy
        self.program = program
        self.layout = layout
        self.figures = Counters()
        self.writer = Writer(opener)
        self.reader = Writer(opener)
        self.workers = Workers(
            self.limits.threads, self.limits.jobs, self.limits.jobs_per_player, self.limits.jobs_per_address
        )
        self.rooms: dict[str, Room] = {}
        self.connections: set[Connection] = set()
        self.addresses: Counter[str] = Counter()
        limits = self.limits
        self.message_buckets = Buckets(limits.address_messages_per_second, limits.address_message_burst)
        self.begin_buckets = Buckets(limits.rooms_per_minute / 60, limits.room_burst)
        self.request_buckets = Buckets(limits.requests_per_second, limits.request_burst)
        self._loading: dict[str, asyncio.Future[Room | None]] = {}
        self._rooms_of: defaultdict[bytes, set[str]] = defaultdict(set)
        self._tasks: set[asyncio.Task[None]] = set()
        self.is_closing = False
        self.sweeper = asyncio.create_task(self._sweep())

    async def opened(self) -> None:
        """Wait until the store can be used."""
        await self.writer.opened()
        await self.reader.opened()

    def seconds(self) -> float:
        """Read the clock in seconds."""
        return self.clock() / 1000

    def new_id(self) -> str:
        """Make an id that nobody can guess."""
        return urlsafe_b64encode(self.entropy(ID_BYTES)).decode()

    def spawn(self, work: object) -> asyncio.Task[None]:
        """Start a task and hold it, so that it is not collected."""
        task: asyncio.Task[None] = asyncio.create_task(work)  # type: ignore[arg-type]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # Connections

    def admit(self, address: str) -> str | None:
        """Tell why one more connection from an address is too many, None if it is not."""
        if self.is_closing:
            return "closing"
        if len(self.connections) >= self.limits.connections:
            return "full"
        if self.addresses[address] >= self.limits.connections_per_address:
            return "address"
        return None

    def add(self, connection: Connection) -> None:
        """Note that somebody is here."""
        self.connections.add(connection)
        self.addresses[connection.address] += 1

    def remove(self, connection: Connection) -> None:
        """Note that somebody is gone."""
        self.connections.discard(connection)
        self.addresses[connection.address] -= 1
        if self.addresses[connection.address] <= 0:
            del self.addresses[connection.address]

    # Players

    async def rename(self, player: Player, name: str) -> None:
        """Give a player the name that is asked for, as far as names may hold it."""
        player.name = tidy_name(name)
        try:
            await self.writer.run(lambda store: store.set_name(player.key, player.name, created_at=self.now()))
        except StoreError as error:
            log.warning("a name was not kept: %s", error)

    async def know(self, player: Player) -> None:
        """Recall the name of a player who was here before."""
        try:
            player.name = await self.reader.run(lambda store: store.name_of(player.key))
        except StoreError as error:
            log.warning("a name was not found: %s", error)

    # Rooms

    def new_room(self, player: Player) -> Room | None:
        """Make a room, None if there are too many."""
        own = self._rooms_of.get(player.key, set())
        if len(own) >= self.limits.rooms_per_player:
            idle = [self.rooms[room] for room in own if not self.rooms[room].members]
            if not idle:
                return None
            min(idle, key=lambda room: room.idle_since).unload()
        if len(self.rooms) >= self.limits.rooms:
            return None
        return self._add(Room(self, self.new_id(), player.key))

    def _add(self, room: Room) -> Room:
        self.rooms[room.id] = room
        self._rooms_of[room.owner].add(room.id)
        room.start()
        return room

    def forget(self, room: Room) -> None:
        """Let a room go. Its log stays, and brings it back."""
        self.rooms.pop(room.id, None)
        own = self._rooms_of[room.owner]
        own.discard(room.id)
        if not own:
            del self._rooms_of[room.owner]

    @property
    def live_cells(self) -> int:
        """Count the cells of all boards in memory."""
        return sum(room.cells for room in self.rooms.values())

    async def find(self, room_id: str, player: Player) -> Room | None:
        """Find a room of a player, in memory or in the log. Somebody else's is like one that is not there."""
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
            found = await self.reader.run(lambda store: _read(store, room_id))
            if found is not None and len(self.rooms) < self.limits.rooms:
                room = Room(self, room_id, found[0].player)
                await room.take_up(*found)
                self._add(room)
        except (SapperError, MemoryError) as error:
            room = None
            log.warning("a room could not be loaded: %s", error)
        finally:
            del self._loading[room_id]
            waiting.set_result(room)
        return room

    def revive(self, round_: Round, stored: Stored) -> GameReplica:
        """Make the game of a log, before its actions are played again."""
        rules = Rules.parse(stored.rules)
        assert stored.seed is not None
        layout = self.layout(rules, stored.seed)
        return GameReplica(
            rules,
            stored.seed,
            round_.salt,
            round_.public_id,
            known_board=stored.known_board,
            number=stored.id,
            layout=layout,
        )

    async def _sweep(self) -> None:
        collected = self.seconds()
        while True:
            await asyncio.sleep(_SWEEP)
            now = self.seconds()
            if now - collected > _COLLECT:
                gc.collect()
                collected = now
            for connection in list(self.connections):
                connection.drop_if_stalled(now)
            for room in list(self.rooms.values()):
                if not room.members and now - room.idle_since > self.limits.idle:
                    room.unload()

    async def close(self, within: float = 4.0) -> None:
        """Say goodbye to everybody, finish what was begun, and let the store go."""
        self.is_closing = True
        self.sweeper.cancel()
        for connection in list(self.connections):
            connection.close(RESTART, "the server stops; your game is kept", retry_in=2.0)
        deadline = asyncio.get_running_loop().time() + within / 2
        while self.connections and asyncio.get_running_loop().time() < deadline:
            await asyncio.sleep(0.02)
        rooms = [room.stop() for room in list(self.rooms.values())]
        if rooms:
            _, late = await asyncio.wait(rooms, timeout=within / 2)
            for task in late:
                task.cancel()
        for task in list(self._tasks):
            task.cancel()
        self.workers.close()
        await self.writer.close()
        await self.reader.close()


def _read(store: Store, room_id: str) -> tuple[Round, Stored] | None:
    round_ = store.last_round(room_id)
    return None if round_ is None else (round_, store.load(round_.game))
