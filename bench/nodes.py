"""Rooms of four on PostgreSQL and Redis, with one server and with two, next to SQLite in the same run.

.venv/bin/python bench/nodes.py [--seconds N] [--connections N] [--turns N]    (with tests in PYTHONPATH)

PostgreSQL waits for the disk at each commit (its default), SQLite does not (`--durability normal`). The servers, the
database and the load share the cores of this machine, so two servers here show what it costs to share a room, not what
a second machine would add.
"""

from __future__ import annotations

import argparse
import contextlib
import tempfile
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import server
from postgres import Postgres
from redis_server import RedisServer
from server import measured, running, sapper
from together import LIMITS, show

if TYPE_CHECKING:
    from collections.abc import Iterator

DURABLE = ("shared_buffers=128MB", "max_connections=100")


@contextlib.contextmanager
def database() -> Iterator[list[str]]:
    """Start PostgreSQL and Redis, and yield the options of a server for them."""
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        postgres, redis = Postgres(Path(one), DURABLE), RedisServer(Path(other))
        try:
            postgres.start()
            redis.start()
            yield ["--database", postgres.new_database(), "--bus", redis.url]
        finally:
            redis.stop()
            postgres.close()


def on(options: list[str]) -> list[str]:
    """Return the command of a server with some options in place of a data folder."""
    command = sapper("", more=LIMITS)
    at = command.index("--data")
    return [*command[:at], *options, *command[at + 2 :]]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--connections", type=int, default=400)
    parser.add_argument("--turns", type=int, default=3)
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        place = stack.enter_context(database())
        alone = stack.enter_context(running(sapper(folder, more=LIMITS)))
        nodes = [stack.enter_context(running(on(place))) for _ in range(2)]
        ports = [str(port) for _, port in nodes]
        cases: dict[str, tuple[int, int | str]] = {
            "SQLite": alone,
            "PostgreSQL, one server": nodes[0],
            "two servers, rooms apart": (nodes[0][0], ",".join(ports)),
            "two servers, rooms shared": (nodes[0][0], "+".join(ports)),
        }
        found: dict[str, list[dict[str, Any]]] = {name: [] for name in cases}
        for _ in range(options.turns):
            for name, (pid, port) in cases.items():
                found[name].append(measured(pid, port, "rooms", options.connections, options.seconds))
                show(name, found[name][-1])
                least, middle = found[name][-1]["least_sent"], found[name][-1]["middle_sent"]
                print(f"  {'messages of a person':32} {least} at least, {middle} in the middle")
        for name, (pid, port) in cases.items():
            show(f"{name}, 500/s", measured(pid, port, "rooms", options.connections, options.seconds, 500))
    rates = {name: median(one["per_second"] for one in turns) for name, turns in found.items()}
    for name, rate in rates.items():
        print(f"{name:34} {rate:>8.0f} /s in the middle of the turns, {rate / rates['SQLite']:.2f} of SQLite")
    apart, shared = rates["two servers, rooms apart"], rates["two servers, rooms shared"]
    print(f"{'rooms shared':34} {shared / apart:.2f} of rooms apart (target 0.5)")


if __name__ == "__main__":
    with server.built() as server.LOAD:
        main()
