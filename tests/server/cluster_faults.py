"""Faults under two servers, PostgreSQL and Redis while people play, and what people read then."""

from __future__ import annotations

import asyncio
import errno
import random
import signal
from typing import TYPE_CHECKING

import httpx
from postgres import Postgres
from redis_server import RedisServer
from server.attacks.wire import stopped
from server.cluster import MOVES, Nodes, copy_moves, flood
from server.fault_library import Fault, compile_faults
from server.resending import ResendingClient, until, until_answered
from waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

UNSAVED = "The move could not be saved and was not played."
UNSAVED_GAME = "The game could not be saved. Try again."
UNREADABLE = "Your game cannot be read at the moment. It is saved."
STOPPING = "The server is stopping. Your game is saved."


class Cluster:
    """Two servers, and all that they depend on."""

    def __init__(self, folder: Path) -> None:
        library = compile_faults(folder)
        self.disk = Fault(folder, library, "/base/")
        self.postgres = Postgres(folder, environment=self.disk.environment)
        self.postgres.start()
        for name in ("redis", "nodes"):
            (folder / name).mkdir()
        self.redis = RedisServer(folder / "redis")
        self.clock = Fault(folder / "nodes", library)
        self.nodes = Nodes(folder / "nodes", self.postgres.new_database(), self.redis.url)
        for name in "ab":
            self.start(name)

    def start(self, name: str) -> None:
        """Start a server; only the first one has a clock that jumps."""
        self.nodes.start(name, self.clock.environment if name == "a" else None)

    def restart(self, name: str, number: int) -> None:
        """End a server by a signal, and start it again."""
        self.nodes.end(name, number)
        self.start(name)

    def close(self) -> None:
        self.nodes.close()
        self.redis.stop()
        self.postgres.close()

    async def until_ready(self, words: str) -> None:
        """Wait until every server says this to its balancer."""
        async with asyncio.timeout(PATIENCE), httpx.AsyncClient(timeout=PATIENCE) as client:
            for server in self.nodes.running.values():
                while words not in (await client.get(server.health + "/readyz")).text:
                    await asyncio.sleep(0.05)


def read(clients: list[ResendingClient], *words: str) -> int:
    """Return how often clients read some words."""
    return sum(client.words[one] for client in clients for one in words)


async def servers_end(cluster: Cluster, clients: list[ResendingClient]) -> None:
    """Stop one server, then kill both, so that everybody comes back at once."""
    luck = random.Random(1)
    before = read(clients, STOPPING)
    cluster.nodes.is_calm = True
    for names, number in (("b", signal.SIGTERM), ("ab", signal.SIGKILL)):
        await until_answered(clients, luck.randint(10, MOVES))
        for name in names:
            await asyncio.to_thread(cluster.nodes.end, name, number)
        await asyncio.gather(*(asyncio.to_thread(cluster.start, name) for name in names))
    cluster.nodes.is_calm = False
    await until_answered(clients, luck.randint(10, MOVES))
    assert read(clients, STOPPING) > before


async def postgresql_crashes(cluster: Cluster, clients: list[ResendingClient]) -> None:
    before = read(clients, UNREADABLE)
    await asyncio.to_thread(cluster.postgres.stop, signal.SIGQUIT)
    try:
        await until(lambda: read(clients, UNREADABLE) > before)
        await cluster.until_ready("cannot be reached")
    finally:
        await asyncio.to_thread(cluster.postgres.start)


async def postgresql_is_read_only(cluster: Cluster, clients: list[ResendingClient]) -> None:
    """Let PostgreSQL refuse to write, as after a failover, and take writes again."""
    await asyncio.to_thread(cluster.postgres.set_read_only, True)
    try:
        await _until_unsaved(clients)
        await cluster.until_ready("it is read-only, as after a failover")
    finally:
        await asyncio.to_thread(cluster.postgres.set_read_only, False)


async def disk_is_full(cluster: Cluster, clients: list[ResendingClient]) -> None:
    """Let PostgreSQL find no space for its tables."""
    cluster.disk.set("write", errno.ENOSPC)
    try:
        await _until_unsaved(clients)
    finally:
        cluster.disk.clear()
    assert "No space left on device" in cluster.postgres.log


async def postgresql_stands_still(cluster: Cluster, clients: list[ResendingClient]) -> None:
    await asyncio.to_thread(cluster.postgres.freeze)
    try:
        await cluster.until_ready("has not answered")
    finally:
        await asyncio.to_thread(cluster.postgres.thaw)


async def redis_stands_still(cluster: Cluster, clients: list[ResendingClient]) -> None:
    """Let Redis answer nothing, while play goes on."""
    before = read(clients, UNSAVED, UNREADABLE)
    cluster.redis.freeze()
    try:
        await until_answered(clients, MOVES)
        await cluster.until_ready("ready, degraded: the bus does not answer")
        await until_answered(clients, MOVES)
    finally:
        cluster.redis.thaw()
    assert read(clients, UNSAVED, UNREADABLE) == before


async def redis_ends(cluster: Cluster, clients: list[ResendingClient]) -> None:
    """Stop Redis, and start it again later."""
    await asyncio.to_thread(cluster.redis.stop)
    try:
        await until_answered(clients, MOVES)
    finally:
        await asyncio.to_thread(cluster.redis.start)


async def clock_jumps(cluster: Cluster, clients: list[ResendingClient]) -> None:
    """Let the time of day jump for one of the servers."""
    before = read(clients, UNSAVED, UNREADABLE)
    for jump in (86_400, -3600, -30 * 365 * 86_400, 0):
        cluster.clock.set("clock", jump)
        await until_answered(clients, MOVES)
    cluster.clock.clear()
    assert read(clients, UNSAVED, UNREADABLE) == before


async def clients_misbehave(cluster: Cluster, clients: list[ResendingClient]) -> None:
    """Let clients repeat and reorder moves, send copies to several servers, flood them, and read nothing."""
    tasks = [asyncio.create_task(copy_moves(client, cluster.nodes)) for client in clients]
    tasks += [asyncio.create_task(flood(client, cluster.nodes)) for client in clients[:2]]
    for client in clients:
        client.is_clumsy = True
    await until_answered(clients, 4 * MOVES)
    for client in clients:
        client.is_clumsy = False
    await stopped(tasks)


async def _until_unsaved(clients: list[ResendingClient]) -> None:
    """Wait until many players read that something was not saved."""
    before = read(clients, UNSAVED, UNSAVED_GAME)
    await until(lambda: read(clients, UNSAVED, UNSAVED_GAME) >= before + 20)


FAULTS: tuple[Callable[[Cluster, list[ResendingClient]], Awaitable[None]], ...] = (
    servers_end,
    postgresql_crashes,
    postgresql_is_read_only,
    disk_is_full,
    postgresql_stands_still,
    redis_stands_still,
    redis_ends,
    clock_jumps,
    clients_misbehave,
)
