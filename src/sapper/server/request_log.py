"""Every request gets an id and is counted; the access log has a line for each."""

from __future__ import annotations

import logging
import re
import secrets
from time import perf_counter
from typing import TYPE_CHECKING

from .logs import ACCESS, request_id

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, MutableMapping
    from typing import Any

    from .counters import Counters
    from .guests import Player

    Scope = MutableMapping[str, Any]
    Message = MutableMapping[str, Any]
    Receive = Callable[[], Awaitable[Message]]
    Send = Callable[[Message], Awaitable[None]]
    Application = Callable[[Scope, Receive, Send], Awaitable[None]]

access = logging.getLogger(ACCESS)

HEADER = b"x-request-id"
_GIVEN = re.compile(r"[A-Za-z0-9._-]{1,64}")
_ID_BYTES = 8
_STARTS = ("http.response.start", "websocket.accept", "websocket.http.response.start")
_LONGEST_PATH = 120
_SECRET = re.compile(r"[A-Za-z0-9_=-]{16,}")  # ids of rooms and games


class RequestLog:
    """Wraps an ASGI application. A trusted proxy may give the ids; otherwise they are random."""

    def __init__(
        self, app: Application, counters: Counters, *, proxies: Collection[str] = (), has_access_log: bool = False
    ) -> None:
        self._app = app
        self._counters = counters
        self._proxies = proxies
        self._has_access_log = has_access_log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        exchange = _Exchange(scope, self._counters, receive, send, self._request_id(scope))
        exchange.logs_opening = self._has_access_log
        marker = request_id.set(exchange.id)
        try:
            await self._app(scope, exchange.receive, exchange.send)
        finally:
            if scope["type"] == "http":
                self._counters.requests[exchange.status] += 1
            if self._has_access_log:
                exchange.log("WS close" if scope["type"] == "websocket" else scope["method"])
            request_id.reset(marker)

    def _request_id(self, scope: Scope) -> str:
        client = scope.get("client")
        if client and client[0] in self._proxies:
            given = b"".join(value for name, value in scope["headers"] if name.lower() == HEADER).decode("latin-1")
            if _GIVEN.fullmatch(given):
                return given
        return secrets.token_hex(_ID_BYTES)


class _Exchange:
    """One request and its answer, or one WebSocket, with what went through it."""

    def __init__(self, scope: Scope, counters: Counters, receive: Receive, send: Send, id_: str) -> None:
        self.id = id_
        self.status = 0  # until the answer starts
        self.logs_opening = False
        self._scope = scope
        self._counters = counters
        self._receive = receive
        self._send = send
        self._started = perf_counter()
        self._received = self._sent = 0

    async def receive(self) -> Message:
        """Pass a message from the client on."""
        message = await self._receive()
        size = len(message.get("body") or message.get("bytes") or message.get("text") or b"")
        self._received += size
        self._counters.received_bytes[self._scope["type"]] += size
        return message

    async def send(self, message: Message) -> None:
        """Pass a message to the client on, with the id of the request at its start."""
        if message["type"] in _STARTS:
            message["headers"] = [*(message.get("headers") or []), (HEADER, self.id.encode())]
            self.status = message.get("status", 101)
        size = len(message.get("body") or message.get("bytes") or message.get("text") or b"")
        self._sent += size
        self._counters.sent_bytes[self._scope["type"]] += size
        await self._send(message)
        if message["type"] == "websocket.accept" and self.logs_opening:
            self.log("WS open")

    def log(self, method: str) -> None:
        """Write a line of the access log."""
        state = self._scope.get("state", {})
        log_access(
            state.get("address", ""),
            state.get("player"),
            method,
            self._scope["path"],
            self.status,
            received=self._received,
            sent=self._sent,
            seconds=perf_counter() - self._started,
        )


def log_access(
    address: str,
    player: Player | None,
    method: str,
    path: str,
    status: int,
    *,
    received: int,
    sent: int,
    seconds: float,
) -> None:
    """Write a line of the access log: without the query of the path, and with ids of rooms and games cut short."""
    shown = _SECRET.sub(lambda found: f"{found[0][:4]}...", path)
    shown = shown.encode("unicode_escape").decode().replace(" ", "%20")[:_LONGEST_PATH]
    who = player.id if player else "-"
    traffic = f"in={received} out={sent} ms={seconds * 1000:.1f}"
    access.info("%s %s %s %s %d %s", address or "-", who, method, shown, status, traffic)
