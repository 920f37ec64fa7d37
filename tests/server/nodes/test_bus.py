"""The promises of every bus: inside a process, and over a real Redis."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack, asynccontextmanager
from typing import TYPE_CHECKING

import pytest
from redis.asyncio import Redis
from redis_server import RedisServer
from waiting import PATIENCE

from sapper.server.nodes.bus import LocalBus

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

    from sapper.server.nodes.bus import Bus


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path_factory.mktemp("redis"))
    yield server
    server.stop()


@pytest.fixture(params=["local", "redis"])
def url(request: pytest.FixtureRequest) -> str | None:
    return request.getfixturevalue("redis").url if request.param == "redis" else None


@asynccontextmanager
async def open_buses(url: str | None, count: int, *, channel: str = "sapper:test") -> AsyncIterator[list[Bus]]:
    """Open the ends of servers; without an address all are in this process."""
    hub: list[LocalBus] = []
    buses: list[Bus] = []
    async with AsyncExitStack() as stack:
        for number in range(count):
            buses.append(LocalBus(hub) if url is None else redis_bus(url, channel, number))
            await buses[-1].opened()
            stack.push_async_callback(buses[-1].close)
        yield buses


def redis_bus(url: str, channel: str, number: int) -> Bus:
    from sapper.server.nodes.redis_bus import RedisBus

    return RedisBus(url, channel, b"node %d" % number)


async def until(is_so: Callable[[], object]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not is_so():
            await asyncio.sleep(0.005)


async def listening(bus: Bus, topic: str) -> list[bytes]:
    """Return the list of what is heard, once hints arrive."""
    heard: list[bytes] = []
    bus.subscribe(topic, heard.append)
    await until(lambda: heard)
    assert heard == [b""], "whoever listens from now on looks at the log"
    heard.clear()
    return heard


def test_others_who_listen_hear_what_is_published_and_nobody_hears_themselves(url: str | None) -> None:
    async def talk() -> None:
        async with open_buses(url, 3) as (one, two, three):
            heard = [await listening(bus, "room:a") for bus in (one, two)]
            elsewhere = await listening(three, "room:b")
            one.publish("room:a", b"hello")
            two.publish("room:a")
            two.publish("room:b", b"last")
            await until(lambda: elsewhere)
            await until(lambda: heard[1])
            assert heard == [[b""], [b"hello"]]
            assert elsewhere == [b"last"]

    asyncio.run(talk())


def test_what_is_published_arrives_in_order_and_whole(url: str | None) -> None:
    async def talk() -> None:
        async with open_buses(url, 2) as (one, two):
            heard = await listening(two, "room:a")
            sent = [bytes([number % 256]) * (number % 1000) for number in range(1500)]
            for payload in sent:
                one.publish("room:a", payload)
            await until(lambda: len(heard) == len(sent))
            assert heard == sent

    asyncio.run(talk())


def test_whoever_stops_listening_hears_nothing_more(url: str | None) -> None:
    async def talk() -> None:
        async with open_buses(url, 2) as (one, two):
            heard, other = await listening(two, "room:a"), await listening(two, "room:b")
            two.unsubscribe("room:a")
            two.unsubscribe("room:never")
            one.publish("room:a")
            one.publish("room:b")
            await until(lambda: other)
            assert not heard
            again = await listening(two, "room:a")
            one.publish("room:a", b"again")
            await until(lambda: again)
            assert (heard, again) == ([], [b"again"])

    asyncio.run(talk())


def test_two_installations_share_a_redis(redis: RedisServer) -> None:
    async def talk() -> None:
        async with open_buses(redis.url, 2) as (one, two), open_buses(redis.url, 1, channel="other") as (stranger,):
            heard, strange = await listening(two, "room:a"), await listening(stranger, "room:a")
            one.publish("room:a", b"ours")
            await until(lambda: heard)
            assert not strange

    asyncio.run(talk())


def test_a_payload_that_is_too_large_is_dropped(redis: RedisServer) -> None:
    async def talk() -> None:
        async with open_buses(redis.url, 2) as (one, two):
            heard = await listening(two, "room:a")
            one.publish("room:a", bytes(1 << 20))
            one.publish("room:a", b"small")
            await until(lambda: heard)
            assert heard == [b"small"]

    asyncio.run(talk())


def test_a_user_and_a_password_are_taken_from_the_address_and_a_refused_message_is_a_lost_one(
    redis: RedisServer,
) -> None:
    async def talk() -> None:
        async with Redis.from_url(redis.url) as commands:
            await commands.acl_setuser("one", True, passwords=["+se cret"], channels=["*"], categories=["+@all"])
            await commands.acl_setuser(
                "mute", True, passwords=["+secret"], channels=["*"], commands=["+subscribe", "+ping"]
            )
        address = redis.url.removeprefix("redis://")
        async with (
            open_buses(f"redis://one:se%20cret@{address}", 2) as (one, two),
            open_buses(f"redis://mute:secret@{address}", 1) as (mute,),
        ):
            heard, also = await listening(one, "room:a"), await listening(mute, "room:a")
            mute.publish("room:a", b"refused")
            await until(lambda: mute.dropped)
            two.publish("room:a", b"hello")
            await until(lambda: heard and also)
            assert (heard, also) == ([b"hello"], [b"hello"])
            assert mute.is_up

    asyncio.run(talk())


def test_a_redis_that_stands_still_takes_the_bus_down_and_moves_wait_for_nothing(redis: RedisServer) -> None:
    async def talk() -> None:
        async with open_buses(redis.url, 2) as (one, two):
            heard = await listening(two, "room:a")
            redis.freeze()
            try:
                one.publish("room:a", b"lost or late")
                await until(lambda: not (one.is_up or two.is_up))
            finally:
                redis.thaw()
            await until(lambda: one.is_up and two.is_up)
            one.publish("room:a", b"found")
            await until(lambda: b"found" in heard)

    asyncio.run(talk())


def test_a_redis_that_stops_takes_the_bus_down_and_one_that_starts_makes_everybody_look(
    tmp_path_factory: pytest.TempPathFactory, caplog: pytest.LogCaptureFixture
) -> None:
    server = RedisServer(tmp_path_factory.mktemp("own"))

    async def talk() -> None:
        async with open_buses(server.url, 2) as (one, two):
            assert one.is_up
            heard = await asyncio.gather(*(listening(two, f"room:{number}") for number in range(600)))
            server.stop()
            await until(lambda: not (one.is_up or two.is_up))
            one.publish("room:0", b"lost")
            late: list[bytes] = []
            two.subscribe("room:late", late.append)
            two.unsubscribe("room:599")
            server.start()
            await until(lambda: one.is_up and two.is_up)
            assert heard == [[b""]] * 599 + [[]]
            assert late == [b""]
            one.publish("room:0", b"found")
            await until(lambda: len(heard[0]) == 2)
            assert heard[0][1] == b"found"

    try:
        asyncio.run(talk())
    finally:
        server.stop()
    assert sum("bus is down" in record.message for record in caplog.records) <= 2  # once by each server


def test_without_a_redis_the_bus_is_down_and_nothing_waits_for_it() -> None:
    async def talk() -> None:
        bus = redis_bus("redis://127.0.0.1:1/0", "sapper:test", 0)
        opening = asyncio.create_task(bus.opened())
        await asyncio.sleep(0)
        assert not bus.is_up
        bus.subscribe("room:a", lambda _: None)
        for _ in range(100_000):
            bus.publish("room:a", b"dropped")
        opening.cancel()
        await bus.close()

    asyncio.run(talk())
