"""Two real servers on a real PostgreSQL and a real Redis: each of them ends while people play.

The clients change servers all the time, and send again what was not answered. Afterwards the log of each game has every
answered move exactly once and nothing else, and the board that it makes is the one that the client saw.
"""

from __future__ import annotations

import asyncio
import random
import signal
import sys
from typing import TYPE_CHECKING

import pytest
from redis_server import RedisServer
from server.conftest import Running
from server.resending import OPTIONS, ResendingClient, check, until, until_answered

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from postgres import Postgres

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="signals as on Linux")

CLIENTS = 8
MOVES = 60  # between one disturbance and the next
WRONG = ("lost", "wrong", "twice", "unacknowledged", "boards", "problems")


class Nodes:
    """Servers by name, each with a folder of its own, on one store and one bus."""

    def __init__(self, folder: Path, database: str, bus: str) -> None:
        self._folder = folder
        self._options = ("--database", database, "--bus", bus, *OPTIONS)
        self.running: dict[str, Running] = {}

    def start(self, name: str) -> None:
        folder = self._folder / name
        folder.mkdir(exist_ok=True)
        self.running[name] = Running(folder, *self._options)

    def kill(self, name: str) -> None:
        self.running.pop(name).stop(signal.SIGKILL)

    def close(self) -> None:
        for server in self.running.values():
            server.close()


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path)
    yield server
    server.stop()


async def wander(client: ResendingClient, nodes: Nodes, luck: random.Random) -> None:
    """Play on one server after another, and leave each in the middle, until every move is answered."""
    while not (client.is_leaving and client.is_settled):
        servers = list(nodes.running.values())
        playing = asyncio.create_task(client.play(luck.choice(servers).port))
        stays = None if client.is_leaving else luck.uniform(0.05, 0.6)
        await asyncio.wait([playing], timeout=stays)
        if not playing.done():
            playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        await asyncio.sleep(0.01)


def test_two_servers_lose_and_repeat_nothing_whatever_ends(
    tmp_path: Path, postgres: Postgres, redis: RedisServer
) -> None:
    url = postgres.emptied()
    nodes = Nodes(tmp_path, url, redis.url)
    clients = [ResendingClient(number) for number in range(CLIENTS)]

    async def play() -> None:
        luck = random.Random(1)
        wandering = [asyncio.create_task(wander(client, nodes, luck)) for client in clients]
        for disturb in (
            lambda: nodes.kill("b"),
            lambda: nodes.start("b"),
            redis.stop,
            redis.start,
            lambda: (postgres.stop(), postgres.start()),
            lambda: nodes.kill("a"),
            lambda: nodes.start("a"),
        ):
            await until_answered(clients, MOVES)
            await asyncio.to_thread(disturb)
        await until_answered(clients, MOVES)
        for client in clients:
            client.is_leaving = True
        await until(lambda: all(task.done() for task in wandering))
        await asyncio.gather(*wandering)

    try:
        for name in "ab":
            nodes.start(name)
        asyncio.run(play())
        logs = [server.log for server in nodes.running.values()]
    finally:
        nodes.close()
    found = check(url, clients)
    assert {name: found[name] for name in WRONG} == dict.fromkeys(WRONG, 0), [client.problems for client in clients]
    assert found["answered"] >= 8 * MOVES
    assert all("Traceback" not in log for log in logs), logs
    assert all(len(log) < 64 * 1024 for log in logs)
