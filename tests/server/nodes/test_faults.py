"""Faults under two real servers, PostgreSQL and Redis while people play: nothing is lost, nothing is played twice.

After each fault the log of every game has each acknowledged move exactly once and no gap, the replicas of both servers
and the boards of all clients are what the log makes, and players have read what happened. `make soak` does the same
for longer.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from server.cluster import MOVES, survive, wrong
from server.cluster_faults import FAULTS, Cluster, redis_ends
from server.resending import ResendingClient

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="signals and preloading as on Linux")

CLIENTS = 8
LOG = 256 * 1024  # bytes
HERE = [fault for fault in FAULTS if fault is not redis_ends]  # which test_nodes_real.py has


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    with tempfile.TemporaryDirectory() as folder:
        found = Cluster(Path(folder))
        try:
            yield found
        finally:
            found.close()


@pytest.mark.parametrize("fault", HERE, ids=[fault.__name__ for fault in HERE])
def test_after_a_fault_every_move_is_stored_once_and_everybody_sees_the_same(
    cluster: Cluster, fault: Callable[[Cluster, list[ResendingClient]], Awaitable[None]]
) -> None:
    clients = [ResendingClient(number) for number in range(CLIENTS)]
    before = {name: len(log) for name, log in cluster.nodes.logs.items()}
    found = asyncio.run(survive(cluster.nodes, clients, lambda: fault(cluster, clients)))
    logs = "".join(log[before.get(name, 0) :] for name, log in cluster.nodes.logs.items())
    assert not wrong(found), ([client.problems for client in clients], logs)
    assert found["answered"] >= 3 * MOVES
    assert "Traceback" not in logs, logs
    assert len(logs) < LOG
