"""One WebSocket: reads messages within their limits, and sends what rooms have to say without ever waiting for it."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections import deque
from typing import TYPE_CHECKING

from . import protocol
from .limits import Bucket

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, MutableMapping
    from typing import Any

    from .guests import Player
    from .lobby import Lobby
    from .room import Room

    Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
    Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

GOOD_BYE, POLICY, NO_TEXT, TOO_LARGE, BROKEN, RESTART, LATER = 1000, 1008, 1003, 1009, 1011, 1012, 1013
_MOST_NONSENSE = 16  # messages of no meaning until a client is closed
_numbers = itertools.count()
_LAST_WORDS = 2.0  # seconds to say goodbye


class Connection:
    """A client. Its outbox is bounded: when it overflows, it is emptied, and the room tells everything anew."""

    __slots__ = (
        "_abort",
        "_bucket",
        "_is_closing",
        "_is_ready",
        "_listener",
        "_lobby",
        "_nonsense",
        "_outbox",
        "_send_now",
        "_shared_bucket",
        "_size",
        "_waiting_since",
        "_wake",
        "address",
        "is_closed",
        "number",
        "player",
        "room",
        "tab",
        "view",
    )

    def __init__(
        self,
        lobby: Lobby,
        player: Player,
        address: str,
        abort: Callable[[], None] | None = None,
        send_now: Callable[[bytes], bool] | None = None,
    ) -> None:
        self.number = next(_numbers)
        self.player = player
        self.address = address
        self.tab = ""
        self.room: Room | None = None
        self.view: tuple[int, int, int, int] | None = None  # of a chunked board: top, left, bottom, right
        self.is_closed = False
        self._lobby = lobby
        self._abort = abort
        self._send_now = send_now
        self._is_ready = False  # to be sent to at once
        limits, now = lobby.limits, lobby.seconds()
        self._bucket = Bucket(limits.messages_per_second, limits.message_burst, now)
        self._shared_bucket = lobby.message_buckets.of(address, now)
        self._outbox: deque[bytes | int] = deque()  # a number is a closing code
        self._size = 0
        self._wake = asyncio.Event()
        self._waiting_since: float | None = None
        self._nonsense = 0
        self._is_closing = False
        self._listener: asyncio.Task[Any] | None = None

    def say(self, message: protocol.FromServer) -> None:
        """Send a message to this client only."""
        self.tell(protocol.encode(message))

    def tell(self, text: bytes) -> None:
        """Send a message that is encoded already, at once if nothing waits, and otherwise by the outbox."""
        if self._is_closing or self.is_closed:
            return
        if self._is_ready and not self._outbox and self._send_now is not None and self._send_now(text):
            return
        limits = self._lobby.limits
        if len(self._outbox) >= limits.outbox_messages or self._size + len(text) > limits.outbox_bytes:
            self._overflow()
            return
        self._outbox.append(text)
        self._size += len(text)
        self._wake.set()

    def _overflow(self) -> None:
        self._lobby.figures.overflows += 1
        self._outbox.clear()
        self._outbox.append(protocol.encode(protocol.Resync(game=None)))
        self._size = 0
        self._wake.set()
        if self.room is not None:
            self.room.resync(self)

    def close(self, code: int, why: str, retry_in: float = 0.0) -> None:
        """Say goodbye and close, whatever else was to be said."""
        if self._is_closing:
            return
        self._is_closing = True
        self._lobby.figures.closed[code] += 1
        self._outbox.append(protocol.encode(protocol.Bye(why=why, retry_in=retry_in)))
        self._outbox.append(code)
        self._wake.set()
        if self._listener is not None and self._listener is not asyncio.current_task():
            self._listener.cancel()

    def drop_if_stalled(self, now: float) -> None:
        """Cut off a client that has not read for too long: it would not read a goodbye either."""
        if self._waiting_since is not None and now - self._waiting_since > self._lobby.limits.stalled:
            self._lobby.figures.stalled += 1
            self._is_closing = True
            if self._abort is not None:
                self._abort()
            if self._listener is not None:
                self._listener.cancel()

    async def run(self, receive: Receive, send: Send) -> None:
        """Serve the client until it goes, or has to."""
        self._listener = asyncio.current_task()
        deliverer = asyncio.create_task(self._deliver(send))
        try:
            await self._listen(receive)
        except asyncio.CancelledError:
            if not self._is_closing:
                raise
        finally:
            if self.room is not None:
                self.room.leave(self)
            if self._is_closing:
                await asyncio.wait({deliverer}, timeout=_LAST_WORDS)
            self.is_closed = True
            deliverer.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await deliverer

    async def _deliver(self, send: Send) -> None:
        outbox, wake = self._outbox, self._wake
        while True:
            self._is_ready = True
            await wake.wait()
            wake.clear()
            self._is_ready = False
            while outbox:
                item = outbox.popleft()
                if isinstance(item, int):
                    await send({"type": "websocket.close", "code": item})
                    return
                self._size -= len(item)
                if self._size < 0:
                    self._size = 0
                self._waiting_since = self._lobby.seconds()
                await send({"type": "websocket.send", "text": item.decode()})
                self._waiting_since = None

    async def _listen(self, receive: Receive) -> None:
        hello = await self._first(receive)
        if hello is None:
            return
        await self._hello(hello)
        while not self._is_closing:
            message = await self._next(receive)
            if message is None:
                return
            if isinstance(message, protocol.Play):
                self._forward(message)
            else:
                await self._obey(message)

    async def _first(self, receive: Receive) -> protocol.Hello | None:
        try:
            async with asyncio.timeout(self._lobby.limits.hello):
                message = await self._next(receive)
        except TimeoutError:
            self.close(POLICY, "no hello came in time")
            return None
        if message is None or isinstance(message, protocol.Hello):
            return message
        self.close(POLICY, "the first message is hello")
        return None

    async def _next(self, receive: Receive) -> protocol.Inbound | None:
        """Wait for the next message that means something, None when the client is gone or closed."""
        while True:
            event = await receive()
            if event["type"] != "websocket.receive":
                return None
            now = self._lobby.seconds()
            if not (self._bucket.take(now) and self._shared_bucket.take(now)):
                self.close(POLICY, "too many messages", retry_in=5.0)
                return None
            text = event.get("text")
            if text is None:
                self.close(NO_TEXT, "messages are text")
                return None
            if len(text) > protocol.MOST_BYTES:
                self.close(TOO_LARGE, f"a message has at most {protocol.MOST_BYTES} bytes")
                return None
            self._lobby.figures.messages += 1
            try:
                return protocol.decode(text)
            except protocol.BadMessage as error:
                self._nonsense += 1
                if self._nonsense > _MOST_NONSENSE:
                    self.close(POLICY, "too many messages that mean nothing")
                    return None
                self.refuse("message", str(error))

    async def _hello(self, hello: protocol.Hello) -> None:
        self.tab = hello.tab
        if hello.name is not None:
            await self._lobby.rename(self.player, hello.name)
        found = None
        if hello.room is not None:
            found = await self._lobby.find(hello.room, self.player)
        self._move_to(found)
        self.say(
            protocol.Welcome(
                you=self.player.id,
                time=self._lobby.now() * 1000,
                name=self.player.name,
                room=found.id if found else None,
                program=self._lobby.program,
                most_cells=self._lobby.limits.most_cells,
            )
        )
        if found is not None:
            self._forward(hello)
        elif hello.room is not None:
            self.refuse("room", "there is no such room, or it is not yours")

    def _move_to(self, room: Room | None) -> None:
        if self.room is not None and self.room is not room:
            self.room.leave(self)
            self.view = None
        self.room = room

    async def _obey(self, message: protocol.Inbound) -> None:
        match message:
            case protocol.Ping():
                self.say(protocol.Pong(at=message.at, time=self._lobby.now() * 1000))
            case protocol.Hello():
                await self._hello(message)
            case protocol.Leave():
                self.close(GOOD_BYE, "as you wish")
            case protocol.Rename():
                await self._lobby.rename(self.player, message.name)
                if self.room is None or not self.room.post(self, message):
                    self.say(protocol.Named(name=self.player.name))
            case protocol.New() | protocol.Retry():
                await self._begin(message)
            case _:
                self._forward(message)

    async def _begin(self, message: protocol.New | protocol.Retry) -> None:
        if not self._lobby.begin_buckets.of(self.address, self._lobby.seconds()).take(self._lobby.seconds()):
            self.refuse("limit", "too many games were begun: wait a moment", message.n)
            return
        if self.room is None and isinstance(message, protocol.New):
            room = self._lobby.new_room(self.player)
            if room is None:
                self.refuse("limit", "there are too many rooms: try again later", message.n)
                return
            self.room = room
            room.join(self)
        self._forward(message)

    def _forward(self, message: protocol.Inbound) -> None:
        room = self.room
        if room is None:
            self.refuse("game", "there is no game: send new", getattr(message, "n", None))
        elif not room.post(self, message):
            self.refuse("busy", "the room is busy: try again", getattr(message, "n", None))

    def refuse(self, code: protocol.Code, why: str, n: int | None = None, game: str | None = None) -> None:
        """Say why something is not done."""
        self._lobby.figures.refused[code] += 1
        self.say(protocol.Refused(code=code, why=why, n=n, game=game))
