"""The bus over Redis or Valkey: one connection that listens, and one that publishes.

It never holds up a move: what cannot be sent at once is dropped, and while the connection is lost the bus is down and
rooms read the log instead. Connections are those of the library; messages are read from them and written to them here,
because its own pub/sub and pipelines take three to five times as long for a hint (bench/bus.py), and rooms that
servers share live on hints.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
from collections import deque
from typing import TYPE_CHECKING

from redis.asyncio import ConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from .bus import Bus

if TYPE_CHECKING:
    from redis.asyncio import Connection

    from .bus import Heard

log = logging.getLogger("sapper.server")

_NODE_BYTES = 8
_LARGEST = 64 << 10  # bytes of a payload
_MOST_WAITING = 10_000  # messages to be published
_AT_ONCE = 500  # messages or topics that are sent together
_PING = 1.0  # seconds between pings
_PATIENCE = 3.0  # seconds until a connection that answers no ping is given up
_SHORTEST, _LONGEST = 0.1, 5.0  # seconds between attempts to connect
_PUBLISH = b"*3\r\n$7\r\nPUBLISH\r\n$%d\r\n%b\r\n$%d\r\n%b\r\n"


class RedisBus(Bus):
    """A server's end of the bus. `channel` is the beginning of all names: those of other installations differ."""

    is_up = False

    def __init__(self, url: str, channel: str, node: bytes) -> None:
        # Connects and reads addresses; in version 2 of the protocol a message is an answer like any other.
        self._pool = ConnectionPool.from_url(
            url, protocol=2, retry=Retry(NoBackoff(), 0), socket_timeout=None, socket_connect_timeout=_PATIENCE
        )
        self._channel = f"{channel}:".encode()
        self._node = node[:_NODE_BYTES].ljust(_NODE_BYTES, b"\0")
        self._topics: dict[bytes, Heard] = {}  # by the names of their channels
        self._changed: dict[bytes, bool] = {}  # channels that are to be subscribed or not, since the last command
        self._waiting: deque[tuple[bytes, bytes]] = deque()
        self._wake_sender = asyncio.Event()
        self._wake_listener = asyncio.Event()
        self._asked_at: float | None = None  # when the last ping was sent, until it is answered
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
        self._waiting.append((self._name(topic), self._node + payload))
        self._wake_sender.set()

    def _subscribe(self, topic: str, heard: Heard) -> None:
        name = self._name(topic)
        self._topics[name] = heard
        self._changed[name] = True
        self._wake_listener.set()

    def _unsubscribe(self, topic: str) -> None:
        name = self._name(topic)
        if self._topics.pop(name, None) is not None:
            self._changed[name] = False
            self._wake_listener.set()

    def _name(self, topic: str) -> bytes:
        return self._channel + topic.encode()

    def _new_connection(self) -> Connection:
        connection: Connection = self._pool.make_connection()  # type: ignore[no-untyped-call]
        return connection

    async def close(self) -> None:
        """Disconnect."""
        self.is_up = False
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # Publishing

    async def _send_for_ever(self) -> None:
        connection = self._new_connection()
        try:
            while True:
                await self._wake_sender.wait()
                self._wake_sender.clear()
                while self._waiting:
                    batch = [self._waiting.popleft() for _ in range(min(_AT_ONCE, len(self._waiting)))]
                    try:
                        async with asyncio.timeout(_PATIENCE):
                            await _send(connection, batch)
                        self.sent += len(batch)
                    except Exception:
                        self.dropped += len(batch) + len(self._waiting)
                        self._waiting.clear()
                        await _disconnect(connection)
        finally:
            await _disconnect(connection)

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
        connection = self._new_connection()
        tasks: list[asyncio.Task[None]] = []
        try:
            async with asyncio.timeout(_PATIENCE):
                await connection.connect()  # type: ignore[no-untyped-call]
                await connection.send_command("SUBSCRIBE", self._name(f"node:{self._node.hex()}"), check_health=False)
            self._changed = dict.fromkeys(self._topics, True)
            self._asked_at = None
            tasks = [asyncio.create_task(self._ask(connection)), asyncio.create_task(self._read(connection))]
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await _disconnect(connection)

    async def _ask(self, connection: Connection) -> None:
        """Subscribe to what is listened to, and ping, until the connection fails."""
        now = asyncio.get_running_loop().time
        while True:
            self._wake_listener.clear()
            async with asyncio.timeout(_PATIENCE):
                await self._follow_topics(connection)
                if self._asked_at is None:
                    self._asked_at = now()
                    await connection.send_command("PING", check_health=False)
            with contextlib.suppress(asyncio.TimeoutError):
                async with asyncio.timeout(_PING):
                    await self._wake_listener.wait()
            if self._asked_at is not None and now() - self._asked_at > _PATIENCE:
                raise TimeoutError("it does not answer")

    async def _follow_topics(self, connection: Connection) -> None:
        """Subscribe what is new, and unsubscribe what is no longer wanted."""
        changed, self._changed = self._changed, {}
        for is_wanted, command in ((True, "SUBSCRIBE"), (False, "UNSUBSCRIBE")):
            names = [name for name, wanted in changed.items() if wanted is is_wanted]
            for start in range(0, len(names), _AT_ONCE):
                await connection.send_command(command, *names[start : start + _AT_ONCE], check_health=False)

    async def _read(self, connection: Connection) -> None:
        while True:
            self._hear(*await connection.read_response(disable_decoding=True))

    def _hear(self, kind: bytes, name: bytes, data: object = None) -> None:
        if kind == b"message":
            heard = self._topics.get(name)
            if heard is not None and isinstance(data, bytes) and not data.startswith(self._node):
                self.heard += 1
                self._tell(heard, data[_NODE_BYTES : _NODE_BYTES + _LARGEST])
        elif kind == b"subscribe" and name in self._topics:
            self._tell(self._topics[name], b"")
        elif kind == b"pong":
            self._asked_at = None
            if not self.is_up:
                self.is_up = True
                log.info("the bus is up")


async def _send(connection: Connection, batch: list[tuple[bytes, bytes]]) -> None:
    """Publish messages, and read that they were."""
    commands = b"".join([_PUBLISH % (len(name), name, len(message), message) for name, message in batch])
    await connection.send_packed_command(commands, check_health=False)
    for _ in batch:
        await connection.read_response()


async def _disconnect(connection: Connection) -> None:
    with contextlib.suppress(Exception):
        await connection.disconnect(nowait=True)
