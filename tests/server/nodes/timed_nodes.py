"""Nodes on one store, in a time that the test holds."""

from __future__ import annotations

from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any

from server.party_guests import three_mines
from server.playground import Client, Entropy, open_lobby, settle

from sapper.history.store import open_store
from sapper.server.rooms import open_games

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from sapper import Rules, Seed
    from sapper.history.store import Store
    from sapper.layouts import Layout
    from sapper.server.http.cookies import Player
    from sapper.server.rooms.lobby import Lobby

SINCE_1970 = 1_800_000_000_000  # milliseconds, at the time 0 of the test
BEAT = 10_000  # milliseconds between the notes of nodes that they are up: fewer than make them count as dead
NOTE = 30_000  # milliseconds between the notes of games that are open


class Service:
    """Nodes by name. Each has a monotonic clock of its own, and a wall clock that may be wrong."""

    def __init__(
        self,
        folder: Path,
        *,
        is_shared: bool = True,
        layout: Callable[[Rules, Seed], Layout] = three_mines,
        url: str = "",
    ) -> None:
        self.time = 5_000_000  # milliseconds
        self.store_skew = 0  # by which the clock of the store is wrong
        self.nodes: dict[str, Lobby] = {}
        self._folder = folder
        self._url = url or str(folder / "games.db")
        self._is_shared = is_shared
        self._layout = layout
        self._stacks: dict[str, AsyncExitStack] = {}
        self._entropy = Entropy()

    async def start(self, name: str, skew: int = 0) -> Lobby:
        """Start a node whose wall clock is wrong by a number of milliseconds; what it does regularly, the test does."""
        began = self.time - 1000 * (1 + len(self._stacks))
        stack = self._stacks[name] = AsyncExitStack()
        lobby = self.nodes[name] = await stack.enter_async_context(
            open_lobby(
                self._folder,
                clock=lambda: self.time - began,
                wall=lambda: SINCE_1970 + self.time + skew,
                now=lambda: (SINCE_1970 + self.time + skew) // 1000,
                layout=self._layout,
                opener=self._open,
                entropy=self._entropy,
            )
        )
        for task in (lobby._sweeper, lobby._expirer, lobby._noter, lobby._stayer):
            if task is not None:
                task.cancel()
        return lobby

    def _open(self) -> Store:
        store = open_store(self._url)
        store.is_shared = self._is_shared
        store.now_ms = lambda: SINCE_1970 + self.time + self.store_skew  # type: ignore[method-assign]
        return store

    async def stop(self, name: str) -> None:
        """End a node. Nothing is written that a killed one would not have written."""
        del self.nodes[name]
        await self._stacks.pop(name).aclose()

    async def wait(self, milliseconds: int) -> None:
        """Let time pass, and let every node do what it does regularly."""
        until = self.time + milliseconds
        while self.time < until:
            self.time = min(until, self.time + BEAT - self.time % BEAT)
            for lobby in self.nodes.values():
                if self._is_shared and self.time % BEAT == 0:
                    await lobby.services.time.beat(lobby.services.writer)
                if self.time % NOTE == 0:
                    await open_games.note(lobby)

    async def sweep(self, name: str) -> None:
        """Let a node unload the rooms that have been empty for long enough."""
        lobby = self.nodes[name]
        for room in list(lobby.rooms.values()):
            room.unload_if_idle(lobby.services.seconds())
        await settle(lobby)

    async def enter(self, name: str, player: Player | None, **hello: object) -> Client:
        """Connect to a node."""
        client = await Client(self.nodes[name], player).connect()
        await client.hello(tab="tab", **hello)
        return client


@asynccontextmanager
async def open_service(folder: Path, **options: Any) -> AsyncIterator[Service]:
    service = Service(folder, **options)
    try:
        yield service
    finally:
        for name in list(service.nodes):
            await service.stop(name)
