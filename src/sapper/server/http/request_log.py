"""Every request gets an id and is counted; the access log has a line for each."""

from __future__ import annotations

import logging
import re
import secrets
from time import perf_counter
from typing import TYPE_CHECKING

from ..operations.logs import ACCESS, request_id
from ..socket.handshake import REQUEST_ID

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Container, MutableMapping
    from typing import Any

    from ..operations.counters import Counters

    Scope = MutableMapping[str, Any]
    Message = MutableMapping[str, Any]
    Receive = Callable[[], Awaitable[Message]]
    Send = Callable[[Message], Awaitable[None]]
    Application = Callable[[Scope, Receive, Send], Awaitable[None]]

access = logging.getLogger(ACCESS)

_GIVEN = re.compile(r"[A-Za-z0-9._-]{1,64}")
_ID_BYTES = 8
_LONGEST_PATH = 120
_SECRET = re.compile(r"[A-Za-z0-9_=-]{16,}")  # ids of rooms and games


def new_id() -> str:
    """Return an id for a request."""
    return secrets.token_hex(_ID_BYTES)


class RequestLog:
    """Wraps an ASGI application. A trusted proxy may give the ids; otherwise they are random."""

    def __init__(
        self, app: Application, counters: Counters, *, proxies: Container[str] = (), has_access_log: bool = False
    ) -> None:
        self._app = app
        self._counters = counters
        self._proxies = proxies
        self._has_access_log = has_access_log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve an HTTP request."""
        exchange = _Exchange(receive, send, self._id_of(scope))
        request_id.set(exchange.id)
        try:
            await self._app(scope, exchange.receive, exchange.send)
        finally:
            self._counters.requests[exchange.status] += 1
            self._counters.request.observe(perf_counter() - exchange.started)
            self._counters.received_bytes["http"] += exchange.received
            self._counters.sent_bytes["http"] += exchange.sent
            if self._has_access_log:
                _log(scope, scope["method"], exchange.status, exchange.received, exchange.sent, exchange.started)

    def begin(self, scope: Scope) -> WebSocketLog:
        """Give the handshake of a WebSocket its id, which is in the state of its scope too, and return its log."""
        own = self._id_of(scope)
        scope["state"] = {"request_id": own}
        return WebSocketLog(own, scope if self._has_access_log else None, self._counters)

    def _id_of(self, scope: Scope) -> str:
        client = scope.get("client")
        if client and client[0] in self._proxies:
            given = b"".join(value for name, value in scope["headers"] if name.lower() == REQUEST_ID).decode("latin-1")
            if _GIVEN.fullmatch(given):
                return given
        return new_id()


class _Exchange:
    """One request and its answer, with what went through it."""

    __slots__ = ("_receive", "_send", "id", "received", "sent", "started", "status")

    def __init__(self, receive: Receive, send: Send, own_id: str) -> None:
        self.id = own_id
        self.status = 0  # until the answer starts
        self.received = self.sent = 0  # bytes of bodies
        self.started = perf_counter()
        self._receive = receive
        self._send = send

    async def receive(self) -> Message:
        """Pass a message from the client on."""
        message = await self._receive()
        self.received += len(message.get("body", b""))
        return message

    async def send(self, message: Message) -> None:
        """Pass a message to the client on, with the id of the request at its start."""
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", []), (REQUEST_ID, self.id.encode())]
            self.status = message["status"]
        self.sent += len(message.get("body", b""))
        await self._send(message)


class WebSocketLog:
    """The lines of the log about one WebSocket; none without a scope."""

    __slots__ = ("_counters", "_scope", "_started", "id")

    def __init__(self, own_id: str, scope: Scope | None, counters: Counters) -> None:
        self.id = own_id
        self._scope = scope
        self._counters = counters
        self._started = perf_counter()

    def rejected(self, status: int) -> None:
        """Log a handshake that was refused."""
        self._log("WS", status)

    def opened(self) -> None:
        """Log the opening."""
        self._log("WS open", 101)

    def closed(self, received: int, sent: int) -> None:
        """Log and count what went through the WebSocket."""
        self._counters.received_bytes["websocket"] += received
        self._counters.sent_bytes["websocket"] += sent
        self._log("WS close", 101, received, sent)

    def _log(self, method: str, status: int, received: int = 0, sent: int = 0) -> None:
        if self._scope is not None:
            marker = request_id.set(self.id)
            _log(self._scope, method, status, received, sent, self._started)
            request_id.reset(marker)


def _log(scope: Scope, method: str, status: int, received: int, sent: int, started: float) -> None:
    """Write a line of the access log: without the query of the path, and with ids of rooms and games cut short."""
    state = scope.get("state", {})
    player = state.get("player")
    path = _SECRET.sub(lambda found: f"{found[0][:4]}...", scope["path"])
    fields = {
        "address": state.get("address") or "-",
        "player": player.id if player else "-",
        "method": method,
        "path": path.encode("unicode_escape").decode().replace(" ", "%20")[:_LONGEST_PATH],
        "status": status,
        "in": received,
        "out": sent,
        "ms": round((perf_counter() - started) * 1000, 1),
    }
    access.info("%s %s %s %s %d in=%d out=%d ms=%.1f", *fields.values(), extra=fields)
