"""One WebSocket: it reads messages within the limits, and sends without making the rooms wait."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections import deque
from typing import TYPE_CHECKING

from . import protocol
from .limits import Bucket
from .player_names import rename
from .refusal import Refusal

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, MutableMapping
    from typing import Any

    from .guests import Player
    from .lobby import Lobby
    from .room import Room
    from .services import Services
    from .views import Rectangle

    Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
    Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

NORMAL, NO_TEXT, POLICY, TOO_LARGE, RESTART = 1000, 1003, 1008, 1009, 1012  # closing codes of WebSockets
_MOST_BAD = 16  # messages that are not of the protocol, until a client is closed
_numbers = itertools.count()
_CLOSING = 2.0  # seconds to deliver the last messages


class Connection:
    """A client. Its outbox is bounded: when it overflows, it is emptied, and the room sends the whole board."""

    __slots__ = (
        "_abort",
        "_bucket",
        "_is_closing",
        "_is_ready",
        "_is_waiting",
        "_listener",
        "_lobby",
        "_bad",
        "_outbox",
        "_send_now",
        "_services",
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
        services: Services,
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
        self.view: Rectangle | None = None  # of a chunked board
        self.is_closed = False
        self._services = services
        self._lobby = lobby
        self._abort = abort
        self._send_now = send_now
        self._is_ready = False  # a message can be sent at once
        self._is_waiting = False  # for a message of the client
        limits, now = services.limits, services.seconds()
        self._bucket = Bucket(limits.messages_per_second, limits.message_burst, now)
        self._shared_bucket = services.rates.messages.of(address, now)
        self._outbox: deque[bytes | int] = deque()  # a number is a closing code
        self._size = 0
        self._wake = asyncio.Event()
        self._waiting_since: float | None = None
        self._bad = 0
        self._is_closing = False
        self._listener: asyncio.Task[Any] | None = None

    @property
    def is_idle(self) -> bool:
        """Whether every message was handled and every answer was sent."""
        return self._is_waiting and self._is_ready and not self._outbox

    def send(self, message: protocol.FromServer) -> None:
        """Send a message to this client only."""
        self.send_encoded(protocol.encode(message))

    def send_encoded(self, text: bytes) -> None:
        """Send an encoded message: at once if nothing waits, otherwise through the outbox."""
        if self._is_closing or self.is_closed:
            return
        if self._is_ready and not self._outbox and self._send_now is not None and self._send_now(text):
            return
        limits = self._services.limits
        if len(self._outbox) >= limits.outbox_messages or self._size + len(text) > limits.outbox_bytes:
            self._overflow()
            return
        self._outbox.append(text)
        self._size += len(text)
        self._wake.set()

    def _overflow(self) -> None:
        self._services.counters.overflows += 1
        self._outbox.clear()
        self._outbox.append(protocol.encode(protocol.Resync(game=None)))
        self._size = 0
        self._wake.set()
        if self.room is not None:
            self.room.resync(self)

    def close(self, code: int, why: str, retry_in: float = 0.0) -> None:
        """Send `bye` and close."""
        if self._is_closing:
            return
        self._is_closing = True
        self._services.counters.closed[code] += 1
        self._outbox.append(protocol.encode(protocol.Bye(why=why, retry_in=retry_in)))
        self._outbox.append(code)
        self._wake.set()
        if self._listener is not None and self._listener is not asyncio.current_task():
            self._listener.cancel()

    def drop_if_stalled(self, now: float) -> None:
        """Cut off a client that has not read for too long: it would not read a `bye` either."""
        if self._waiting_since is not None and now - self._waiting_since > self._services.limits.stalled:
            self._services.counters.stalled += 1
            self._is_closing = True
            if self._abort is not None:
                self._abort()
            if self._listener is not None:
                self._listener.cancel()

    async def run(self, receive: Receive, send: Send) -> None:
        """Serve the client until the connection is closed by either side."""
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
                await asyncio.wait({deliverer}, timeout=_CLOSING)
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
                self._waiting_since = self._services.seconds()
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
                await self._handle(message)

    async def _first(self, receive: Receive) -> protocol.Hello | None:
        try:
            async with asyncio.timeout(self._services.limits.hello):
                message = await self._next(receive)
        except TimeoutError:
            self.close(POLICY, "No hello arrived in time.")
            return None
        if message is None or isinstance(message, protocol.Hello):
            return message
        self.close(POLICY, "The first message has to be hello.")
        return None

    async def _next(self, receive: Receive) -> protocol.Inbound | None:
        """Return the next valid message, None when the client is gone or was closed."""
        while True:
            self._is_waiting = True
            event = await receive()
            self._is_waiting = False
            if event["type"] != "websocket.receive":
                return None
            now = self._services.seconds()
            if not (self._bucket.take(now) and self._shared_bucket.take(now)):
                self.close(POLICY, "Too many messages.", retry_in=5.0)
                return None
            text = event.get("text")
            if text is None:
                self.close(NO_TEXT, "Messages have to be text.")
                return None
            if len(text) > protocol.MOST_BYTES:
                self.close(TOO_LARGE, f"A message has at most {protocol.MOST_BYTES} bytes.")
                return None
            self._services.counters.messages += 1
            try:
                return protocol.decode(text)
            except protocol.BadMessage as error:
                self._bad += 1
                if self._bad > _MOST_BAD:
                    self.close(POLICY, "Too many messages that are not of this protocol.")
                    return None
                self.refuse("message", str(error))

    async def _hello(self, hello: protocol.Hello) -> None:
        self.tab = hello.tab
        if hello.name is not None:
            await rename(self._services, self.player, hello.name)
        found = None
        no_room = Refusal("room", "There is no such room, or it is not yours.")
        if hello.room is not None:
            try:
                found = await self._lobby.find(hello.room, self.player, self.address)
            except Refusal as refusal:
                no_room = refusal
        self._move_to(found)
        limits = self._services.limits
        self.send(
            protocol.Welcome(
                you=self.player.id,
                time=self._services.now() * 1000,
                name=self.player.name,
                room=found.id if found else None,
                program=self._services.program,
                most_cells=limits.most_cells,
                rate=limits.messages_per_second,
                burst=limits.message_burst,
                at=found.elapsed if found else None,
            )
        )
        if found is not None:
            self._forward(hello)
        elif hello.room is not None:
            self.refuse(no_room.code, no_room.why)

    def _move_to(self, room: Room | None) -> None:
        if self.room is not None and self.room is not room:
            self.room.leave(self)
            self.view = None
        self.room = room

    async def _handle(self, message: protocol.Inbound) -> None:
        match message:
            case protocol.Ping():
                self.send(protocol.Pong(at=message.at, time=self._services.now() * 1000))
            case protocol.Hello():
                await self._hello(message)
            case protocol.Leave():
                self.close(NORMAL, "Closed by the client.")
            case protocol.Rename():
                await rename(self._services, self.player, message.name)
                if self.room is None or not self.room.post(self, message):
                    self.send(protocol.Named(name=self.player.name))
            case protocol.New() | protocol.Retry():
                self._start_game(message)
            case _:
                self._forward(message)

    def _start_game(self, message: protocol.New | protocol.Retry) -> None:
        now = self._services.seconds()
        if not self._services.rates.games.of(self.address, now).take(now):
            self.refuse("limit", "You have started too many games. Wait a moment.", message.n)
            return
        if self.room is None and isinstance(message, protocol.New):
            room = self._lobby.new_room(self.player)
            if room is None:
                self.refuse("limit", "There are too many rooms. Try again later.", message.n)
                return
            self.room = room
            room.join(self)
        self._forward(message)

    def _forward(self, message: protocol.Inbound) -> None:
        room = self.room
        if room is None:
            self.refuse("game", "There is no game: start a new one.", getattr(message, "n", None))
        elif not room.post(self, message):
            self.refuse("busy", "The room is busy. Try again.", getattr(message, "n", None))

    def refuse(self, code: protocol.Code, why: str, n: int | None = None, game: str | None = None) -> None:
        """Send why a request was not carried out."""
        self._services.counters.refused[code] += 1
        self.send(protocol.Refused(code=code, why=why, n=n, game=game))
