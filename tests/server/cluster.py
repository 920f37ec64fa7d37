"""Real servers on one PostgreSQL and one Redis, clients that change between them, and observers that only look."""

from __future__ import annotations

import asyncio
import random
import signal
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

from server.attacks.wire import TROUBLE, RawSocket, Refused, stopped, text
from server.conftest import Running
from server.resending import OPTIONS, Played, ResendingClient, check, until, until_answered

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
    from pathlib import Path

MOVES = 50  # between one disturbance and the next
_SHOWN = ("delta", "board")
WRONG = ("lost", "wrong", "twice", "gaps", "unacknowledged", "boards", "replicas", "problems")


class Nodes:
    """Servers by name, each with a folder of its own, on one store and one bus."""

    def __init__(self, folder: Path, database: str, bus: str, *options: str) -> None:
        self._folder = folder
        self.database = database
        self._options = ("--database", database, "--bus", bus, *OPTIONS, *options)
        self.running: dict[str, Running] = {}
        self.is_calm = False  # clients stay until their server ends

    def start(self, name: str, environment: Mapping[str, str] | None = None) -> None:
        folder = self._folder / name
        folder.mkdir(exist_ok=True)
        self.running[name] = Running(folder, *self._options, environment=environment)

    def end(self, name: str, number: int = signal.SIGKILL) -> None:
        self.running.pop(name).stop(number)

    @property
    def logs(self) -> dict[str, str]:
        """The logs of all servers that were ever started."""
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
            stays = None if client.is_leaving or nodes.is_calm else luck.uniform(0.05, 0.6)
            await asyncio.wait([playing], timeout=stays)
            playing.cancel()
            await asyncio.wait([playing])
            if not playing.cancelled():
                playing.result()
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
        with suppress(AssertionError):
            await until(lambda: all(task.done() for task in tasks))
        assert all(task.done() for task in tasks), [client for client in clients if not client.is_settled]
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
        """Look at the room of the player until the task is cancelled; while it is not stored, ask again."""
        while True:
            looking = asyncio.create_task(self._look(room := self._client.room))
            try:
                while not looking.done() and self._client.room == room:
                    await asyncio.wait([looking], timeout=0.1)
            finally:
                looking.cancel()
            await asyncio.sleep(0.1)

    def __repr__(self) -> str:
        views = [(one.id, one.seq, one.status) if one else None for one in (self.seen, self._client.game)]
        return f"sees {views[0]}, and the player {self._client.tab} sees {views[1]}"

    async def _look(self, room: str) -> None:
        client = self._client
        with suppress(Refused, *TROUBLE):
            socket = await RawSocket.open(self._port, client.address, client.token)
            try:
                socket.write(text("hello", tab="observer", room=room or None))
                while (message := await socket.message("delta", "board", "refused", "bye", seconds=600))["t"] in _SHOWN:
                    self._take(message, socket)
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
        if game is None or not game.seq:
            return True  # a game without a move is not stored yet
        if seen is not None and seen.id != game.id and not seen.seq:
            return True  # another game was asked for there, which nobody has begun
        if seen is not None and seen.id in self._client.dropped:
            return True  # its first moves were on their way to the log at one server when the player left another
        if seen is None or (seen.id, seen.seq, seen.status) != (game.id, game.seq, game.status):
            return False
        return seen.is_over or seen.status == "paused" or seen.cells == game.cells


async def copy_moves(client: ResendingClient, nodes: Nodes) -> None:
    """Send a copy of every move of a client to some server too, until the task is cancelled; read no answer."""
    luck = random.Random(client.tab)
    while True:
        with suppress(Refused, *TROUBLE):
            port = luck.choice(list(nodes.running.values())).port
            socket = await RawSocket.open(port, client.address, client.token, buffer=4096)
            try:
                socket.write(text("hello", tab=client.tab, room=client.room or None))
                client.copies = lambda frames: socket.write(b"".join(frames))  # noqa: B023
                await asyncio.sleep(luck.uniform(0.1, 1))
            finally:
                client.copies = None
                socket.abort()
        await asyncio.sleep(0.01)


async def flood(client: ResendingClient, nodes: Nodes) -> None:
    """Send to the room of a client what is refused, as fast as it goes, until the task is cancelled; read nothing."""
    while True:
        for server in list(nodes.running.values()):
            with suppress(Refused, *TROUBLE):
                socket = await RawSocket.open(server.port, client.address, client.token, buffer=4096)
                try:
                    socket.write(text("hello", tab="flood", room=client.room or None))
                    for n in range(1, 4000):
                        socket.write(text("play", game=client.game.id if client.game else "-", n=n, kind="open"))
                        if n % 200 == 0:
                            await socket.drain(0.5)
                finally:
                    socket.abort()
        await asyncio.sleep(0.01)


async def survive(
    nodes: Nodes, clients: list[ResendingClient], disturb: Callable[[], Awaitable[object]], seed: int = 1
) -> Counter[str]:
    """Play on all servers, disturb them, and go on; return what `check` finds, and whether every replica agrees."""
    observers: list[Observer] = []
    tasks: list[asyncio.Task[None]] = []
    try:
        async with wandering(clients, nodes, seed):
            await until_answered(clients, MOVES)
            await disturb()
            await until_answered(clients, MOVES)
            observers = [Observer(client, server.port) for server in nodes.running.values() for client in clients]
            tasks = [asyncio.create_task(observer.watch()) for observer in observers]
            await until_answered(clients, MOVES)
        with suppress(AssertionError):
            await until(lambda: all(observer.agrees for observer in observers))
        found = await asyncio.to_thread(check, nodes.database, clients)
        astray = [observer for observer in observers if not observer.agrees]
        found["replicas"] = len(astray)
        if astray:
            print(*astray, sep="\n")
    finally:
        await stopped(tasks)
    return found


def wrong(found: Counter[str]) -> dict[str, int]:
    """Return what is not as it should be."""
    return {name: found[name] for name in WRONG if found[name]}
