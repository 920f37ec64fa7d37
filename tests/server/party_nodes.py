"""Several servers on one store, without sockets, and a bus between them that may fail in every way."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, suppress
from time import monotonic_ns
from typing import TYPE_CHECKING, Any

from msgspec import to_builtins
from server.party_guests import QUICK, Guest, guest, replica_of
from server.playground import Clock, Entropy, open_lobby
from waiting import PATIENCE

from sapper.board import CLOSED
from sapper.history.store import StoreError, open_store
from sapper.layouts import layout_of
from sapper.server.nodes.bus import LocalBus

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from random import Random
    from types import TracebackType

    from sapper.history.store import Store
    from sapper.server.limits import Limits
    from sapper.server.parties.party import Party
    from sapper.server.rooms.lobby import Lobby

Message = dict[str, Any]


class BusDown(LocalBus):
    """A bus that carries nothing."""

    is_up = False

    def _publish(self, topic: str, payload: bytes) -> None:
        """Drop it."""


class UnreliableBus(LocalBus):
    """A bus that loses, delays, doubles and reorders what it carries. It does not know that."""

    def __init__(self, hub: list[LocalBus], random: Random) -> None:
        super().__init__(hub)
        self._random = random

    def _publish(self, topic: str, payload: bytes) -> None:
        """Carry it, or not, once or twice, now or later."""
        for _ in range(self._random.choice((0, 1, 1, 2))):
            delay = self._random.choice((0.0, 0.0, 0.005, 0.02))
            asyncio.get_running_loop().call_later(delay, super()._publish, topic, payload)


class Nodes:
    """Servers that share a store. They are one service: one clock, one key."""

    def __init__(
        self,
        folder: Path,
        count: int = 2,
        bus: Callable[[list[LocalBus]], LocalBus] = LocalBus,
        database: str | None = None,
        limits: Limits = QUICK,
    ) -> None:
        self.folder = folder
        self._database = database or folder / "games.db"
        self._is_held = database is None  # a database that runs has a clock of its own
        self.clock = Clock()
        self.lobbies: list[Lobby] = []
        self._limits = limits
        self._count = count
        self._bus = bus
        self._hub: list[LocalBus] = []
        self._stack = AsyncExitStack()
        self._entropy = Entropy()

    async def __aenter__(self) -> Nodes:
        for _ in range(self._count):
            await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stack.aclose()

    def store(self) -> Store:
        """Open the store."""
        return shared_store(self._database)

    async def start(self) -> Lobby:
        """Start one more server."""
        made = open_lobby(
            self.folder,
            limits=self._limits,
            clock=self.clock if self._is_held else _milliseconds,
            now=lambda: 1_800_000_000 + self.clock.time // 1000,
            entropy=self._entropy,
            opener=self.store,
            bus=self._bus(self._hub),
        )
        lobby = await self._stack.enter_async_context(made)
        self.lobbies.append(lobby)
        return lobby

    def kill(self, lobby: Lobby) -> None:
        """Stop a server as a crash does: it writes nothing more, and nobody hears of it."""
        self.lobbies.remove(lobby)
        lobby.parties.stop()
        lobby.tournaments.stop()
        for room in list(lobby.rooms.values()):
            room.stop()
        for task in list(lobby.services._tasks):
            task.cancel()
        bus = lobby.services.bus
        assert isinstance(bus, LocalBus)
        self._hub.remove(bus)

    async def guests(self, *names: str) -> list[Guest]:
        """Return people, each at the next server."""
        return [await guest(self.lobbies[number % len(self.lobbies)], name) for number, name in enumerate(names)]

    async def come_back(self, gone: Guest, lobby: Lobby) -> Guest:
        """Return somebody who is connected again, to some server, and has entered the room."""
        again = await guest(lobby, player=gone.player)
        await again.join(gone.party)
        return again

    async def let_pass(self, milliseconds: int) -> None:
        """Let time pass for all servers, until each has seen which of the others still run."""
        self.clock.time += milliseconds
        for lobby in self.lobbies:
            for party in lobby.parties.in_memory:
                party.timer.reschedule()
        for _ in range(2):  # all beat, then all look: after a leap of the clock none has heard of the others
            for lobby in self.lobbies:
                with suppress(StoreError):
                    await lobby.parties.follower.poll()

    def parties(self, party_id: str) -> list[Party]:
        """Return a party as the servers have it that have it."""
        found = [lobby.parties.get(party_id) for lobby in self.lobbies]
        return [party for party in found if party is not None]


def shared_store(database: str | Path) -> Store:
    """Open a store that several servers use."""
    store = open_store(database)
    store.is_shared = True
    return store


def _milliseconds() -> int:
    return monotonic_ns() // 1_000_000


async def until(condition: Callable[[], object]) -> None:
    """Wait for a condition."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.002)


def shown(party: Party) -> Message:
    """Return what a server shows of a party, without what each measures by its own clock."""
    message: Message = to_builtins(party.message())
    for name in ("starts_in", "ends_in"):
        message.pop(name, None)
    for seat in message["seats"]:
        seat["leaves_in"] = seat.get("leaves_in") is not None
    return message


async def alike(nodes: Nodes, party_id: str, count: int) -> Message:
    """Wait until a number of servers show a party, all in the same way, and return that."""

    def are_alike() -> bool:
        views = [shown(party) for party in nodes.parties(party_id)]
        return len(views) == count and all(view == views[0] for view in views)

    await until(are_alike)
    return shown(nodes.parties(party_id)[0])


def cells_of(one: Guest) -> tuple[list[int], list[int]]:
    """Return the closed cells without a mine and the cells with one in somebody's game, whose first cell is open."""
    replica = replica_of(one)
    game, level = replica.game, replica.rules.level
    assert game.first is not None
    field = layout_of(replica.rules, replica.seed)(replica.rules, game.first)
    cells = [level.cell(cell) for cell in range(level.cells)]
    mines = [level.index(*cell) for cell in cells if field.is_mine(*cell)]
    safe = [level.index(*cell) for cell in cells if not field.is_mine(*cell) and game.board[cell] in CLOSED]
    return safe, mines
