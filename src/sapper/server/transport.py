"""HTTP below the application: deadlines, numbers of sockets, requests that proxies could read in two ways."""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from typing import TYPE_CHECKING

from uvicorn.protocols.http.h11_impl import H11Protocol

from . import handshake
from .app import HEADERS
from .connection import Connection
from .request_log import new_id
from .web_socket import WebSocket

if TYPE_CHECKING:
    from collections.abc import Container
    from typing import Any

    from .app import App
    from .request_log import RequestLog, WebSocketLog


class Sockets:
    """The sockets that are open, by address. When there are too many, the one that is idle for longest is closed.

    A proxy speaks for many clients, so its sockets are counted only in the total.
    """

    def __init__(self, most: int, most_each: int, proxies: Container[str] = ()) -> None:
        self._most = most
        self._most_each = most_each
        self._proxies = proxies
        self._open = 0
        self._of_address: Counter[str] = Counter()
        self._idle: OrderedDict[H11Protocol, None] = OrderedDict()

    def __len__(self) -> int:
        return self._open

    def add(self, address: str) -> bool:
        """Count a new socket; return whether it may stay."""
        self._open += 1
        self._of_address[address] += 1
        if address not in self._proxies and self._of_address[address] > self._most_each:
            return False
        if self._open <= self._most:
            return True
        if not self._idle:
            return False
        self._idle.popitem(last=False)[0].transport.abort()
        return True

    def remove(self, address: str) -> None:
        """Forget a socket that was closed."""
        self._open -= 1
        self._of_address[address] -= 1
        if self._of_address[address] <= 0:
            del self._of_address[address]

    def note_idle(self, protocol: H11Protocol) -> None:
        """Note that a socket waits for a request."""
        self._idle[protocol] = None

    def note_busy(self, protocol: H11Protocol) -> None:
        """Note that a socket has a request, or is closed."""
        self._idle.pop(protocol, None)


def guarded(app: App, requests: RequestLog, sockets: Sockets, seconds: float) -> type[H11Protocol]:
    """Return a protocol that limits sockets and the seconds until a request is complete, and opens WebSockets."""

    class Guarded(H11Protocol):
        """HTTP with a deadline for every request, strict about where a request ends."""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            self._deadline: asyncio.TimerHandle | None = None
            self._head: bytearray | None = bytearray()  # of a request that is not complete
            self._address = str((transport.get_extra_info("peername") or ("",))[0])
            is_fine = sockets.add(self._address) and not app.is_flooded_by(self._address)
            super().connection_made(transport)
            if is_fine:
                self._await_request()
            else:
                transport.abort()

        def connection_lost(self, exc: Exception | None) -> None:
            self._disarm()
            sockets.note_busy(self)
            sockets.remove(self._address)
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            if self._head is not None and not self._is_strict(data):
                self.send_400_response("Invalid HTTP request received.")
                return
            if self._deadline is None and (self.cycle is None or self.cycle.response_complete):
                self._arm()
            super().data_received(data)
            if self.cycle is not None and not self.cycle.response_complete:
                self._disarm()
                sockets.note_busy(self)

        def _is_strict(self, data: bytes) -> bool:
            """Return whether the head of a request ends its lines as it should, and has them on one line each."""
            assert self._head is not None
            self._head += data
            head, end, _ = self._head.partition(b"\r\n\r\n")
            if end:
                self._head = None
            return head.count(b"\n") == head.count(b"\r\n") and b"\n " not in head and b"\n\t" not in head

        def _should_upgrade(self) -> bool:
            return self._get_upgrade() == b"websocket"

        def handle_websocket_upgrade(self, event: Any) -> None:
            self._disarm()
            sockets.note_busy(self)
            transport = self.transport
            scope: dict[str, Any] = {**self.scope, "type": "websocket"}
            log = requests.begin(scope)
            found = app.upgrade(scope)
            rest = self.conn.trailing_data[0]
            if not isinstance(found, Connection) or rest:
                status, why = (400, "") if isinstance(found, Connection) else found
                headers = [*HEADERS, (b"connection", b"close"), (handshake.REQUEST_ID, log.id.encode())]
                transport.write(handshake.response(status, headers, why))
                transport.close()
                log.rejected(status)
                return
            self.connections.discard(self)
            transport.write(app.accepted(scope, found))
            socket = _Upgraded(transport, found, sockets, self._address, log)
            transport.set_protocol(socket)
            found.open(socket)
            log.opened()

        def send_400_response(self, msg: str) -> None:
            answer = [(b"connection", b"close"), (handshake.REQUEST_ID, new_id().encode()), *HEADERS]
            self.transport.write(handshake.response(400, answer, msg))
            self.transport.close()

        def on_response_complete(self) -> None:
            if self.conn.trailing_data[0]:
                self.transport.close()  # a request sent before the answer to the last one: no browser does that
            else:
                self._await_request()
                super().on_response_complete()

        def _await_request(self) -> None:
            self._head = bytearray()
            sockets.note_idle(self)
            self._arm()

        def _arm(self) -> None:
            self._disarm()
            self._deadline = asyncio.get_running_loop().call_later(seconds, self._too_slow)

        def _disarm(self) -> None:
            if self._deadline is not None:
                self._deadline.cancel()
                self._deadline = None

        def _too_slow(self) -> None:
            self._deadline = None
            if self.cycle is None or self.cycle.response_complete:
                self.transport.abort()

    return Guarded


class _Upgraded(WebSocket):
    """A WebSocket that counts as a socket of its address until it is closed."""

    __slots__ = ("_address", "_log", "_sockets")

    def __init__(
        self,
        transport: asyncio.Transport,
        connection: Connection,
        sockets: Sockets,
        address: str,
        log: WebSocketLog,
    ) -> None:
        super().__init__(transport, connection)
        self._sockets = sockets
        self._address = address
        self._log = log

    def connection_lost(self, exc: Exception | None) -> None:
        """Clean up."""
        self._sockets.remove(self._address)
        super().connection_lost(exc)
        self._log.closed(self.received, self.sent)
