"""The bus over Redis or Valkey: one connection that listens, and one that publishes.

It never holds up a move: what cannot be sent at once is dropped, and while the connection is lost the bus is down and
rooms read the log instead.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections import deque
from typing import TYPE_CHECKING

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from .bus import Bus

if TYPE_CHECKING:
    from redis.asyncio.client import PubSub

    from .bus import Heard

log = logging.getLogger("sapper.server")

_NODE_BYTES = 8
_LARGEST = 64 << 10  # bytes of a payload
_MOST_WAITING = 10_000  # messages to be published
_AT_ONCE = 500  # messages or topics in one command
_PING = 1.0  # seconds between pings
_PATIENCE = 3.0  # seconds until a connection that answers no ping is given up
_SHORTEST, _LONGEST = 0.1, 5.0  # seconds between attempts to connect


class RedisBus(Bus):
    """A server's end of the bus. `channel` is the beginning of all names: those of other installations differ."""

    is_up = False

    def __init__(self, url: str, channel: str, node: bytes) -> None:
        self._redis = Redis.from_url(
            url,
            retry=Retry(NoBackoff(), 0),
            socket_timeout=_PATIENCE,
            socket_connect_timeout=_PATIENCE,
            max_connections=4,
        )
        self._channel = f"{channel}:"
        self._node = node[:_NODE_BYTES].ljust(_NODE_BYTES, b"\0")
        self._topics: dict[str, Heard] = {}
        self._changed: dict[str, bool] = {}  # topics that are to be subscribed or not, since the last command
        self._waiting: deque[tuple[str, bytes]] = deque()
        self._wake_sender = asyncio.Event()
        self._wake_listener = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    async def opened(self) -> None:
        """Begin to connect, and go on trying; wait a moment for the first connection."""
        if self._tasks:
            return
        self._tasks = [asyncio.create_task(self._listen_for_ever()), asyncio.create_task(self._send_for_ever())]
        with contextlib.suppress(asyncio.TimeoutError):
            async with asyncio.timeout(_PATIENCE):
                while not self.is_up:
                    await asyncio.sleep(0.01)

    def _publish(self, topic: str, payload: bytes) -> None:
        if not self.is_up or len(payload) > _LARGEST or len(self._waiting) >= _MOST_WAITING:
            self.dropped += 1
            return
        self._waiting.append((self._channel + topic, self._node + payload))
        self._wake_sender.set()

    def _subscribe(self, topic: str, heard: Heard) -> None:
        self._topics[topic] = heard
        self._changed[topic] = True
        self._wake_listener.set()

    def _unsubscribe(self, topic: str) -> None:
        if self._topics.pop(topic, None) is not None:
            self._changed[topic] = False
            self._wake_listener.set()

    async def close(self) -> None:
        """Disconnect."""
        self.is_up = False
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(Exception):
            await self._redis.aclose()

    # Publishing

    async def _send_for_ever(self) -> None:
        while True:
            await self._wake_sender.wait()
            self._wake_sender.clear()
            while self._waiting:
                batch = [self._waiting.popleft() for _ in range(min(_AT_ONCE, len(self._waiting)))]
                try:
                    async with asyncio.timeout(_PATIENCE):
                        pipeline = self._redis.pipeline(transaction=False)
                        for channel, message in batch:
                            pipeline.publish(channel, message)
                        await pipeline.execute()
                        self.sent += len(batch)
                except Exception:
                    self.dropped += len(batch) + len(self._waiting)
                    self._waiting.clear()

    # Listening

    async def _listen_for_ever(self) -> None:
        wait, is_said = _SHORTEST, False
        while True:
            try:
                await self._listen()
            except Exception as error:  # the library raises more than its own errors when a connection breaks
                if self.is_up:
                    wait, is_said = _SHORTEST, False
                self.is_up = False
                if not is_said:
                    log.warning("the bus is down, and rooms read the store instead: %s", error or type(error).__name__)
                    is_said = True
            await asyncio.sleep(wait * random.uniform(0.5, 1.0))
            wait = min(_LONGEST, 2 * wait)

    async def _listen(self) -> None:
        """Listen until the connection fails."""
        pubsub = self._redis.pubsub()
        asking: asyncio.Task[None] | None = None
        try:
            await pubsub.subscribe(f"{self._channel}node:{self._node.hex()}")
            self._changed = dict.fromkeys(self._topics, True)
            asking = asyncio.create_task(self._ask(pubsub))
            while not asking.done():
                message = await pubsub.get_message(timeout=_PATIENCE)
                if message is None:
                    raise TimeoutError("it does not answer")
                self._hear(message)
            await asking
        finally:
            if asking is not None:
                asking.cancel()
                await asyncio.gather(asking, return_exceptions=True)
            with contextlib.suppress(Exception):
                await pubsub.aclose()  # type: ignore[no-untyped-call]

    async def _ask(self, pubsub: PubSub) -> None:
        """Subscribe to what is listened to, and ping, until the connection fails."""
        while True:
            self._wake_listener.clear()
            await self._follow_topics(pubsub)
            await pubsub.ping()
            with contextlib.suppress(asyncio.TimeoutError):
                async with asyncio.timeout(_PING):
                    await self._wake_listener.wait()

    async def _follow_topics(self, pubsub: PubSub) -> None:
        """Subscribe what is new, and unsubscribe what is no longer wanted."""
        changed, self._changed = self._changed, {}
        for is_wanted, command in ((True, pubsub.subscribe), (False, pubsub.unsubscribe)):
            names = [self._channel + topic for topic, wanted in changed.items() if wanted is is_wanted]
            for start in range(0, len(names), _AT_ONCE):
                await command(*names[start : start + _AT_ONCE])

    def _hear(self, message: dict[str, object]) -> None:
        kind, channel, data = message["type"], message.get("channel"), message.get("data")
        if kind == "pong":
            if not self.is_up:
                self.is_up = True
                log.info("the bus is up")
            return
        name = channel.decode("utf-8", "replace") if isinstance(channel, bytes) else str(channel)
        heard = self._topics.get(name.removeprefix(self._channel))
        if heard is None:
            return
        if kind == "subscribe":
            self._tell(heard, b"")
        elif kind == "message" and isinstance(data, bytes) and not data.startswith(self._node):
            self.heard += 1
            self._tell(heard, data[_NODE_BYTES : _NODE_BYTES + _LARGEST])
