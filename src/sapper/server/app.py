"""The ASGI application: it checks every request, adds the security headers, and passes the request on."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from . import protocol, static
from .connection import Connection
from .guests import cookie, token_in
from .player_names import load_name
from .transport import EXTENSION

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, MutableMapping
    from typing import Any

    from .guests import Player
    from .lobby import Lobby
    from .services import Services

    Scope = MutableMapping[str, Any]
    Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
    Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

log = logging.getLogger("sapper.server")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
#: What a file of the page carries: the other headers say what a document may do.
FILE_HEADERS = tuple(
    header for header in HEADERS if header[0] in (b"x-content-type-options", b"cross-origin-resource-policy")
)
_STATUSES = {"closing": 503, "full": 503, "address": 429, "rate": 429, "origin": 403, "host": 421, "protocol": 400}


class App:
    """Checks host, origin and limits, finds the player of a cookie, and calls the API or runs a connection."""

    def __init__(
        self, services: Services, lobby: Lobby, origins: Iterable[str], api: Any, proxies: Iterable[str] = ()
    ) -> None:
        self._services = services
        self._lobby = lobby
        self._origins = frozenset(origins)
        self._hosts = frozenset(origin.partition("://")[2] for origin in self._origins)
        self._api = api
        self._secure_hosts = {origin.partition("://")[2] for origin in self._origins if origin.startswith("https:")}
        self._proxies = frozenset(proxies)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request or serve a WebSocket."""
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)

    # WebSocket

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = _headers(scope)
        address = self._address(scope, headers)
        offered = scope.get("subprotocols") or []
        problem = self._problem(headers) or self._lobby.admit(address)
        if problem is None and offered and protocol.SUBPROTOCOL not in offered:
            problem = "protocol"
        if problem is not None or scope["path"] != protocol.PATH:
            await receive()
            await self._reject(scope, send, problem)
            return
        player, is_new = self._player(headers)
        extra = [] if not is_new else [(b"set-cookie", self._cookie(headers, player))]
        transport = scope.get("extensions", {}).get(EXTENSION, {})
        connection = Connection(
            self._services, self._lobby, player, address, transport.get("abort"), transport.get("send")
        )
        self._lobby.add(connection)
        try:
            await receive()
            accepted: dict[str, Any] = {"type": "websocket.accept", "headers": extra}
            if offered:
                accepted["subprotocol"] = protocol.SUBPROTOCOL
            await send(accepted)
            if not is_new:
                await load_name(self._services, player)
            await connection.run(receive, send)
        except Exception as error:
            if type(error).__name__ != "ClientDisconnected":
                self._services.counters.errors += 1
                log.error("connection: %s", type(error).__name__, exc_info=True)
        finally:
            self._lobby.remove(connection)

    async def _reject(self, scope: Scope, send: Send, problem: str | None) -> None:
        self._services.counters.rejected[problem or "path"] += 1
        status = 404 if problem is None else _STATUSES[problem]
        if "websocket.http.response" in scope.get("extensions", {}):
            start = {"type": "websocket.http.response.start", "status": status, "headers": list(HEADERS)}
            await send(start)
            await send({"type": "websocket.http.response.body", "body": b""})
        else:
            await send({"type": "websocket.close", "code": 1008})

    # HTTP

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = _headers(scope)
        address = self._address(scope, headers)
        now = self._services.seconds()
        problem = self._host_problem(headers)
        if problem is None and scope["method"] not in ("GET", "HEAD"):
            problem = self._problem(headers)
        if problem is None and not self._services.rates.requests.of(address, now).take(now):
            problem = "rate"
        player, is_new = self._player(headers)
        started = False

        async def send_secured(message: MutableMapping[str, Any]) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                is_file = scope["path"].startswith("/assets/") and message["status"] == 200
                message["headers"] = [*message.get("headers", []), *(FILE_HEADERS if is_file else HEADERS)]
                if is_new and (static.is_screen(scope["path"]) or scope["path"] == "/api/me"):
                    message["headers"].append((b"set-cookie", self._cookie(headers, player)))
            await send(message)

        if problem is not None:
            self._services.counters.rejected[problem] += 1
            await _answer(send_secured, _STATUSES[problem], "This request is not allowed.")
            return
        scope.setdefault("state", {})
        scope["state"]["player"] = player
        scope["state"]["services"] = self._services
        scope["state"]["lobby"] = self._lobby
        scope["state"]["address"] = address
        try:
            await self._api(scope, receive, send_secured)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            self._services.counters.errors += 1
            log.error("request %s: %s", scope["path"][:40], type(error).__name__, exc_info=True)
            if not started:
                await _answer(send_secured, 500, "The server failed to answer. The error was logged.")

    # Checks

    def _host_problem(self, headers: dict[str, str]) -> str | None:
        """Return what is wrong with the host name: another site may let its own name point here (DNS rebinding)."""
        return None if headers.get("host", "").lower() in self._hosts else "host"

    def _problem(self, headers: dict[str, str]) -> str | None:
        """Return what is wrong with the origin: another site may make a browser send requests with our cookie.

        Programs send no origin; a cookie without one is refused.
        """
        origin = headers.get("origin")
        if origin is None:
            if token_in(headers.get("cookie", "")) is not None:
                return "origin"
        elif origin not in self._origins:
            return "origin"
        return self._host_problem(headers)

    def _address(self, scope: Scope, headers: dict[str, str]) -> str:
        """Return the address of the client. `X-Forwarded-For` is read only if a known proxy sent it."""
        client = scope.get("client")
        address = str(client[0]) if client else ""
        if address in self._proxies:
            return headers.get("x-forwarded-for", "").rpartition(",")[2].strip() or address
        return address

    def _cookie(self, headers: dict[str, str], player: Player) -> bytes:
        return cookie(player.token, secure=headers.get("host", "").lower() in self._secure_hosts).encode()

    def _player(self, headers: dict[str, str]) -> tuple[Player, bool]:
        """Return the player, and whether it is a new one."""
        kind, _, token = headers.get("authorization", "").partition(" ")
        given = token if kind.lower() == "bearer" else token_in(headers.get("cookie", ""))
        known = self._services.guests.recognise(given)
        return (known, False) if known is not None else (self._services.guests.new(), True)


def _headers(scope: Scope) -> dict[str, str]:
    """Return the headers. The values of one that comes twice are joined, and then match nothing."""
    found: dict[str, str] = {}
    for name, value in scope["headers"]:
        key = name.decode("latin-1").lower()
        text = value.decode("latin-1")
        joined = "; " if key == "cookie" else ", "
        found[key] = f"{found[key]}{joined}{text}" if key in found else text
    return found


async def _answer(send: Send, status: int, why: str) -> None:
    body = f'{{"error":"{why}"}}'.encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
