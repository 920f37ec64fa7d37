"""Several servers on one store, in one process: their bus may lose, delay, double and reorder what it carries."""

from __future__ import annotations

import asyncio
import random
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING, Any

from server.playground import Clock, Entropy, open_lobby, settle

from sapper import Game
from sapper.history.store.databases.sqlite import SqliteStore
from sapper.replay.model import Replay
from sapper.server.nodes.bus import LocalBus

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable
    from pathlib import Path

    from sapper.history.store import MessageId, Store
    from sapper.server.rooms.lobby import Lobby
    from sapper.server.rooms.room import Room


class SharedStore(SqliteStore):
    """A SQLite file that several servers use."""

    is_shared = True


class BadBus(LocalBus):
    """A bus that loses, delays, doubles and reorders hints, and that can be cut."""

    def __init__(self, hub: list[LocalBus], luck: random.Random | None = None) -> None:
        super().__init__(hub)
        self._luck = luck
        self.heard = 0

    def _hear(self, topic: str, payload: bytes) -> None:
        if not self.is_up:
            return
        luck = self._luck
        if luck is None:
            self._pass_on(topic, payload)
            return
        for _ in range(luck.choice((0, 1, 1, 2))):
            asyncio.get_running_loop().call_later(luck.uniform(0, 0.01), self._pass_on, topic, payload)

    def _pass_on(self, topic: str, payload: bytes) -> None:
        if self.is_up:
            self.heard += 1
            super()._hear(topic, payload)


@asynccontextmanager
async def open_nodes(
    folder: Path, count: int = 2, *, luck: int | None = None, opener: Callable[[], Store] | None = None, **options: Any
) -> AsyncIterator[list[Lobby]]:
    """Open servers on one store; with `luck` the bus between them is bad."""
    hub: list[LocalBus] = []
    clock = options.pop("clock", None) or Clock()
    async with AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(
                open_lobby(
                    folder,
                    clock=clock,
                    entropy=Entropy(1000 * number),
                    opener=opener or (lambda: SharedStore(str(folder / "games.db"))),
                    bus=BadBus(hub, None if luck is None else random.Random(luck + number)),
                    **options,
                )
            )
            for number in range(count)
        ]


async def settled(*nodes: Lobby) -> None:
    """Wait until every server has answered everything and has seen what the others did."""
    for _ in range(2):
        for node in nodes:
            await settle(node)
        for node in nodes:
            await node.follower.poll()
            await settle(node)


def log_of(folder: Path, number: int) -> list[tuple[Any, MessageId | None]]:
    """Return the actions of a game with the ids of the messages that they answer, whether it is packed or not."""
    with SharedStore(str(folder / "games.db")) as store:
        stored = store.load(number)
    entries = stored.entries if stored.replay is None else Replay.unpack(stored.replay).entries
    ids = [None] * (len(entries) - len(stored.ids)) + list(stored.ids)
    return list(zip(entries, ids, strict=True))


def check_replicas(folder: Path, *rooms: Room) -> None:
    """Check that the replicas of a room on several servers are what the log makes."""
    for room in rooms:
        replica = room.replica
        assert replica is not None
        assert replica.number is not None
        entries = [entry for entry, _ in log_of(folder, replica.number)]
        replayed = Game.replay(replica.rules, layout=replica.live.layout, actions=entries)
        assert list(replica.game.log) == entries
        assert replica.game.board.to_bytes() == replayed.board.to_bytes()
        assert replica.game.status is replayed.status
