"""Processor time of one hint between two servers over Redis, next to the pub/sub of the Redis library in the same run.

PYTHONPATH=tests .venv/bin/python bench/bus.py

A hint is published, comes back to the server that sent it and reaches the other one, all in one process, 20 rooms at a
time as after a commit.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import uvloop
from redis.asyncio import Redis
from redis_server import RedisServer

from sapper.server.nodes.redis_bus import RedisBus

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

ROOMS = [f"room:{number}" for number in range(20)]
HINT = b"1234 56"
ROUNDS = 200
TURNS = 5


async def measured(publish: Callable[[], Awaitable[None]], heard: list[bytes]) -> float:
    """Return the microseconds of processor for a hint."""
    heard.clear()
    before = time.process_time()
    for number in range(1, ROUNDS + 1):
        await publish()
        while len(heard) < number * len(ROOMS):
            await asyncio.sleep(0)
    return (time.process_time() - before) / ROUNDS / len(ROOMS) * 1e6


async def own(url: str) -> float:
    heard: list[bytes] = []
    one, other = RedisBus(url, "bench", b"one"), RedisBus(url, "bench", b"other")
    for bus in (one, other):
        await bus.opened()
        for room in ROOMS:
            bus.subscribe(room, heard.append if bus is other else lambda _: None)
    while heard.count(b"") < len(ROOMS):
        await asyncio.sleep(0.001)

    async def publish() -> None:
        for room in ROOMS:
            one.publish(room, HINT)

    try:
        return await measured(publish, heard)
    finally:
        await one.close()
        await other.close()


async def library(url: str) -> float:
    heard: list[bytes] = []
    redis = Redis.from_url(url)
    ends = [redis.pubsub(), redis.pubsub()]

    async def listen(number: int) -> None:
        while True:
            message = await ends[number].get_message(timeout=1)
            if message is not None and message["type"] == "message" and number:
                heard.append(message["data"])

    async def publish() -> None:
        pipeline = redis.pipeline(transaction=False)
        for room in ROOMS:
            pipeline.publish(room, HINT)
        await pipeline.execute()

    for end in ends:
        await end.subscribe(*ROOMS)
    tasks = [asyncio.create_task(listen(number)) for number in range(2)]
    try:
        return await measured(publish, heard)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await redis.aclose()


def main() -> None:
    ratios = []
    with tempfile.TemporaryDirectory() as folder:
        server = RedisServer(Path(folder))
        try:
            for _ in range(TURNS):
                ours, theirs = uvloop.run(own(server.url)), uvloop.run(library(server.url))
                ratios.append(ours / theirs)
                print(f"a hint {ours:6.1f} us of processor, by the library's pub/sub {theirs:6.1f} us")
        finally:
            server.stop()
    print(f"{median(ratios):.2f} of the library in the middle of the turns")


if __name__ == "__main__":
    main()
