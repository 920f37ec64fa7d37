"""Two real servers on a real PostgreSQL and a real Redis: each of them ends while people play.

The clients change servers all the time, and send again what was not answered. Afterwards the log of each game has every
answered move exactly once and nothing else, and the board that it makes is the one that the client saw.
"""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING

import pytest
from redis_server import RedisServer
from server.cluster import Nodes, wandering, wrong
from server.resending import ResendingClient, check, until_answered

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from postgres import Postgres

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="signals as on Linux")

CLIENTS = 6
MOVES = 30  # between one disturbance and the next


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path)
    yield server
    server.stop()


def test_two_servers_lose_and_repeat_nothing_whatever_ends(
    tmp_path: Path, postgres: Postgres, redis: RedisServer
) -> None:
    url = postgres.emptied()
    nodes = Nodes(tmp_path, url, redis.url)
    clients = [ResendingClient(number) for number in range(CLIENTS)]

    def restart() -> None:
        postgres.stop()
        postgres.start()

    async def play() -> None:
        async with wandering(clients, nodes):
            for disturb in (
                lambda: nodes.end("b"),
                lambda: nodes.start("b"),
                redis.stop,
                redis.start,
                restart,
            ):
                await until_answered(clients, MOVES)
                await asyncio.to_thread(disturb)
            await until_answered(clients, MOVES)

    try:
        for name in "ab":
            nodes.start(name)
        asyncio.run(play())
        logs = [server.log for server in nodes.running.values()]
    finally:
        nodes.close()
    found = check(url, clients)
    assert not wrong(found), [client.problems for client in clients]
    assert found["answered"] >= 6 * MOVES
    assert all("Traceback" not in log for log in logs), logs
    assert all(len(log) < 64 * 1024 for log in logs)
