"""Players behind a proxy whose servers are restarted one after the other: who plays on, and how long it takes.

`test_proxy.py` asserts that nobody and nothing is lost; `bench/rolling.py` measures the waits.
"""

from __future__ import annotations

import asyncio
import json
import signal
import time
from contextlib import asynccontextmanager
from random import uniform
from typing import TYPE_CHECKING, Any

import httpx
from server.conftest import Running
from waiting import PATIENCE
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin

from sapper.history.store import open_store

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from pathlib import Path

    from server.proxy import Site
    from websockets.asyncio.client import ClientConnection

CELLS = 480


class Player:
    """Plays move after move, each once it has the answer to the one before, and comes back when the line is lost."""

    def __init__(self, site: Site, number: int, pause: float) -> None:
        self._site = site
        self._own_address = f"127.0.1.{number + 1}"
        self._pause = pause
        self._token = ""
        self.room = self.game = ""
        self.acknowledged = 0
        self.answered_at = time.perf_counter()
        self.longest = 0.0  # seconds between two answers
        self.closings: list[int] = []

    async def run(self) -> None:
        """Play until cancelled."""
        while True:
            try:
                async with self._connected() as socket:
                    await self._play(socket)
            except (OSError, TimeoutError, WebSocketException):
                await asyncio.sleep(uniform(0.1, 0.3))

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[ClientConnection]:
        proxy = self._site.proxy
        options: dict[str, Any] = {"origin": Origin(proxy.origin), "compression": None, "open_timeout": 60}
        options |= {"host": "127.0.0.1", "port": proxy.secure, "ssl": proxy.trust}
        options["local_addr"] = (self._own_address, 0)
        if self._token:
            options["additional_headers"] = {"Cookie": f"sapper={self._token}"}
        query = f"?room={self.room}" if self.room else ""
        async with connect(f"{proxy.origin.replace('https', 'wss')}/play{query}", **options) as socket:
            assert socket.response is not None
            cookie = socket.response.headers.get("set-cookie", "")
            self._token = self._token or cookie.partition("=")[2].partition(";")[0]
            try:
                yield socket
            finally:
                if socket.close_code is not None:
                    self.closings.append(socket.close_code)

    async def _play(self, socket: ClientConnection) -> None:
        await socket.send(json.dumps({"t": "hello", "tab": "t"} | ({"room": self.room} if self.room else {})))
        if not self.game:
            await socket.send(json.dumps({"t": "new", "n": 0, "rules": "modern expert"}))
        board = await self._receive(socket, "board")
        self.room, self.game = board["room"], board["game"]
        while True:
            kind, cell = move(self.acknowledged)
            n = self.acknowledged + 1
            await socket.send(json.dumps({"t": "play", "game": self.game, "n": n, "kind": kind, "cell": cell}))
            while (await self._receive(socket, "delta"))["n"] != n:
                pass
            self.acknowledged = n
            self.longest = max(self.longest, time.perf_counter() - self.answered_at)
            self.answered_at = time.perf_counter()
            await asyncio.sleep(self._pause)

    async def _receive(self, socket: ClientConnection, kind: str) -> dict[str, Any]:
        while True:
            message: dict[str, Any] = json.loads(await socket.recv())
            assert message["t"] != "refused", message
            if message["t"] == kind:
                return message


def move(number: int) -> tuple[str, int]:
    """Return the kind and the cell of a player's move with a number."""
    return ("flag", "clear")[number % 2], number // 2 % CELLS


@asynccontextmanager
async def playing(site: Site, count: int, pause: float) -> AsyncIterator[list[Player]]:
    """Let players play in games of their own."""
    players = [Player(site, number, pause) for number in range(count)]
    tasks = [asyncio.create_task(player.run()) for player in players]
    try:
        await everybody_plays(players, tasks)
        yield players
        for task in tasks:
            assert not task.done(), task.exception()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def everybody_plays(players: Sequence[Player], tasks: Sequence[asyncio.Task[None]] = ()) -> None:
    """Wait until every player has had answers to two more moves: the first may have been on its way before."""
    wanted = [player.acknowledged + 2 for player in players]
    async with asyncio.timeout(PATIENCE):
        while any(player.acknowledged < count for player, count in zip(players, wanted, strict=True)):
            assert not any(task.done() for task in tasks)
            await asyncio.sleep(0.01)


async def restart(site: Site, number: int) -> None:
    """Restart a server at its address, and wait until it is ready, as docs/deploy.md says."""
    old = site.nodes[number]
    await asyncio.to_thread(old.stop, signal.SIGTERM)
    options = [*site.options, "--node", site.names[number], "--port", str(old.port)]
    site.nodes[number] = node = await asyncio.to_thread(Running, site.folder, *options)
    async with httpx.AsyncClient() as client:
        while (await client.get(f"{node.health}/readyz")).status_code != 200:
            await asyncio.sleep(0.02)


def assert_nothing_was_lost(folder: Path, players: Sequence[Player]) -> None:
    """Compare the logs with what was acknowledged: every move once, in order, and at most one more on its way."""
    with open_store(folder / "games.db") as store:
        for player in players:
            game = store.last_round(player.room)
            assert game is not None
            actions = [entry.action for entry in store.load(game.game).entries]
            stored = [(str(action.kind), action.row * 30 + action.col) for action in actions]
            assert stored == [move(at) for at in range(len(stored))]
            assert player.acknowledged <= len(stored) <= player.acknowledged + 1
