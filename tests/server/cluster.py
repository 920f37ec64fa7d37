"""Real servers on one PostgreSQL and one Redis, clients that change between them, and observers that only look."""

from __future__ import annotations

import asyncio
import random
import signal
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

from server.attacks.wire import TROUBLE, RawSocket, Refused, stopped, text
from server.conftest import Running
from server.resending import OPTIONS, Played, ResendingClient, check, until

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import AsyncIterator, Mapping
    from pathlib import Path

WRONG = ("lost", "wrong", "twice", "gaps", "unacknowledged", "boards", "replicas", "problems")


class Nodes:
    """Servers by name, each with a folder of its own, on one store and one bus."""

    def __init__(self, folder: Path, database: str, bus: str, *options: str) -> None:
        self._folder = folder
        self.database = database
        self._options = ("--database", database, "--bus", bus, *OPTIONS, *options)
        self.running: dict[str, Running] = {}

    def start(self, name: str, environment: Mapping[str, str] | None = None) -> None:
        folder = self._folder / name
        folder.mkdir(exist_ok=True)
        self.running[name] = Running(folder, *self._options, environment=environment)

    def end(self, name: str, number: int = signal.SIGKILL) -> None:
        self.running.pop(name).stop(number)

    @property
    def logs(self) -> dict[str, str]:
        """What every server has logged that was ever started."""
        return {path.parent.name: path.read_text("utf-8") for path in self._folder.glob("*/server.log")}

    def close(self) -> None:
        for server in self.running.values():
            server.close()


async def wander(client: ResendingClient, nodes: Nodes, luck: random.Random) -> None:
    """Play on one server after another, and leave each in the middle, until every move is answered."""
    while not (client.is_leaving and client.is_settled):
        servers = list(nodes.running.values())
        if servers:
            playing = asyncio.create_task(client.play(luck.choice(servers).port))
            stays = None if client.is_leaving else luck.uniform(0.05, 0.6)
            await asyncio.wait([playing], timeout=stays)
            if not playing.done():
                playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
        await asyncio.sleep(0.01)


@asynccontextmanager
async def wandering(clients: list[ResendingClient], nodes: Nodes, seed: int = 1) -> AsyncIterator[None]:
    """Let clients play on all servers during the block, and then until every move is answered."""
    luck = random.Random(seed)
    tasks = [asyncio.create_task(wander(client, nodes, luck)) for client in clients]
    try:
        yield
        for client in clients:
            client.is_leaving = True
        await until(lambda: all(task.done() for task in tasks))
        await asyncio.gather(*tasks)
    finally:
        await stopped(tasks)


class Observer:
    """A second tab of a player, which sees the game through another server and does nothing."""

    def __init__(self, client: ResendingClient, port: int) -> None:
        self.seen: Played | None = None
        self._client = client
        self._port = port

    async def watch(self) -> None:
        """Look until the server is gone."""
        client = self._client
        with suppress(Refused, *TROUBLE):
            socket = await RawSocket.open(self._port, client.address, client.token)
            try:
                socket.write(text("hello", tab="observer", room=client.room))
                while True:
                    self._take(await socket.message("delta", "board", seconds=3600), socket)
            finally:
                socket.abort()

    def _take(self, message: dict[str, Any], socket: RawSocket) -> None:
        seen = self.seen
        if message["t"] == "board":
            if seen is not None and seen.id == message["game"]:
                seen.show(message)
            else:
                self.seen = Played(message)
        elif seen is not None and message["game"] == seen.id and not seen.take(message):
            socket.write(text("hello", tab="observer", room=self._client.room, game=seen.id, seq=seen.seq))

    @property
    def agrees(self) -> bool:
        """Whether the observer sees what the player does."""
        seen, game = self.seen, self._client.game
        if game is None or not game.moves:
            return True  # a game without a move is not stored yet
        if seen is None or (seen.id, seen.seq, seen.status) != (game.id, game.seq, game.status):
            return False
        return seen.is_over or seen.status == "paused" or seen.cells == game.cells


@asynccontextmanager
async def observed(clients: list[ResendingClient], nodes: Nodes) -> AsyncIterator[list[Observer]]:
    """Observe every client through every server."""
    ports = [server.port for server in nodes.running.values()]
    observers = [Observer(client, port) for client in clients if client.room for port in ports]
    tasks = [asyncio.create_task(observer.watch()) for observer in observers]
    try:
        yield observers
    finally:
        await stopped(tasks)


async def settled(clients: list[ResendingClient], nodes: Nodes) -> Counter[str]:
    """Wait until the replicas of all servers agree with the players, who have left; return what `check` finds."""
    async with observed(clients, nodes) as observers:
        with suppress(AssertionError):
            await until(lambda: all(observer.agrees for observer in observers))
        found = await asyncio.to_thread(check, nodes.database, clients)
        found["replicas"] = sum(not observer.agrees for observer in observers)
    return found


def wrong(found: Counter[str]) -> dict[str, int]:
    """Return what is not as it should be."""
    return {name: found[name] for name in WRONG if found[name]}
