"""The ASGI application: it checks every request, adds the security headers, and passes the request on."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, NamedTuple

from starlette.requests import ClientDisconnect

from ..phrase import Phrase
from .http import static
from .http.cookies import cookie, token_in
from .http.origins import Origins
from .http.rejection import Rejection, whole_seconds
from .operations.bans import sentence_of
from .protocol import game_messages
from .socket import handshake
from .socket.connection import Connection

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Container, Iterable, MutableMapping
    from typing import Any

    from .http.cookies import Player
    from .http.head import Head
    from .limits import Bucket, Buckets
    from .rooms.lobby import Lobby
    from .services import Services

    Scope = MutableMapping[str, Any]
    Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
    Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

log = logging.getLogger("sapper.server")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
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
_BECOMES = (
    "/api/me",
    "/api/me/restore",
    "/api/me/tokens",
)  # may answer with another cookie
_RESTART = 2.0  # seconds until a server that stops may be back
_FULL = 10.0  # seconds after which a client may have left
_REJECTIONS = {
    "closing": Rejection(503, Phrase("refusal.server-restarting"), _RESTART),
    "full": Rejection(503, Phrase("refusal.server-full"), _FULL),
    "address": Rejection(429, Phrase("refusal.too-many-connections"), _FULL),
    "origin": Rejection(403, "Requests of other sites are not allowed."),
    "host": Rejection(421, "This server is not known by this name."),
    "protocol": Rejection(400, f"This server speaks {game_messages.SUBPROTOCOL}."),
    "path": Rejection(404, Phrase("refusal.nothing-here")),
}


class _Problem(NamedTuple):
    """A refused request: a word for the metrics, and the answer."""

    reason: str
    rejection: Rejection


class App:
    """Checks host, origin and limits, finds the player of a cookie, and calls the API or runs a connection."""

    def __init__(
        self,
        services: Services,
        lobby: Lobby,
        origins: Iterable[str],
        api: Any,
        proxies: Container[str] = (),
        every_address: int | None = None,
    ) -> None:
        self._services = services
        self._lobby = lobby
        self._origins = Origins(origins, every_address)
        self._api = api
        self._proxies = proxies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] == "http":
            await self._http(scope, receive, send)

    # WebSocket

    def upgrade(self, scope: Scope) -> Connection | Rejection:
        """Return the connection of a client that asks for a WebSocket, or why it is refused.

        A connection is accepted with the headers that `accepted` returns.
        """
        headers = headers_of(scope)
        address = self._address(scope, headers)
        player, is_new = self._player(headers)
        state = scope.setdefault("state", {})
        state.update(player=player, address=address)
        problem = self._upgrade_problem(scope, headers, player, address)
        if problem is not None:
            self._services.counters.rejected[problem.reason] += 1
            return problem.rejection
        request = state.get("request_id", "")
        return Connection(self._services, self._lobby, player, address, is_known=not is_new, request=request)

    def _upgrade_problem(self, scope: Scope, headers: dict[str, str], player: Player, address: str) -> _Problem | None:
        form = handshake.problem(scope, headers)
        return (
            _known("path" if scope["path"] != game_messages.PATH else self._problem(headers))
            or self._ban(player, address)
            or _known(self._lobby.admit(address))
            or (_Problem("protocol", form) if form else None)
            or _known(None if self._offers_protocol(headers) else "protocol")
            or self._charge(self._services.rates.handshakes, address)
        )

    def accepted(self, scope: Scope, connection: Connection) -> bytes:
        """Return the answer that opens the WebSocket of a connection; it gives a new player a cookie."""
        headers = headers_of(scope)
        extra = [] if connection.is_known else [(b"set-cookie", self._cookie(headers, connection.player))]
        offered = headers.get("sec-websocket-protocol")
        extra.append((handshake.REQUEST_ID, connection.request.encode()))
        return handshake.accepted(headers, game_messages.SUBPROTOCOL if offered else None, extra)

    @staticmethod
    def _offers_protocol(headers: dict[str, str]) -> bool:
        offered = [name.strip() for name in headers.get("sec-websocket-protocol", "").split(",") if name.strip()]
        return not offered or game_messages.SUBPROTOCOL in offered

    # HTTP

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = headers_of(scope)
        address = self._address(scope, headers)
        player, is_new = self._player(headers)
        state = scope.setdefault("state", {})
        state.update(player=player, is_new=is_new, address=address, services=self._services, lobby=self._lobby)
        state["origin"] = self._origins.origin_of(headers.get("host", ""))
        problem = self._request_problem(scope, headers, player, address)
        started = False

        async def send_secured(message: MutableMapping[str, Any]) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                is_file = scope["path"].startswith("/assets/") and message["status"] == 200
                message["headers"] = [*message.get("headers", []), *(FILE_HEADERS if is_file else HEADERS)]
                is_me = scope["path"] in _BECOMES
                if state["is_new"] and (static.is_screen(scope["path"]) or is_me) and message["status"] < 400:
                    message["headers"].append((b"set-cookie", self._cookie(headers, state["player"])))
            await send(message)

        if problem is not None:
            self._services.counters.rejected[problem.reason] += 1
            await _answer(send_secured, problem.rejection)
            return
        try:
            await self._api(scope, receive, send_secured)
        except ClientDisconnect:
            self._services.counters.aborted += 1
        except (Exception, asyncio.CancelledError) as error:
            if self._lobby.is_closing:  # what it needs has stopped
                if not started:
                    await _answer(send_secured, _REJECTIONS["closing"])
                return
            if isinstance(error, asyncio.CancelledError):
                raise
            self._services.counters.errors += 1
            log.error("request %s: %s", scope["path"][:40], type(error).__name__, exc_info=True)
            if not started:
                await _answer(send_secured, Rejection(500, Phrase("refusal.server-failed")))

    def _request_problem(self, scope: Scope, headers: dict[str, str], player: Player, address: str) -> _Problem | None:
        return (
            _known("closing" if self._lobby.is_closing else None)
            or _known(self._host_problem(headers))
            or self._ban(player, address)
            or _known(None if scope["method"] in ("GET", "HEAD") else self._problem(headers))
            or self._charge_request(address)
        )

    def charge_refused(self, address: str) -> None:
        """Charge an address for a request that was refused before it came here."""
        if not self.is_proxy(address):
            self._charge_request(address)

    def is_proxy(self, address: str) -> bool:
        """Return whether an address is that of a proxy, which speaks for many clients."""
        return address in self._proxies

    def payer(self, client: tuple[str, int], head: Head) -> Bucket:
        """Return the bucket of the address that pays for the body of a request, behind a proxy too."""
        scope = {"client": client, "headers": head.headers}
        address = self._address(scope, headers_of(scope))
        return self._services.rates.reads.of(address, self._services.seconds())

    def is_flooded_by(self, address: str) -> bool:
        """Return whether an address goes on with requests although very many were refused: it is not read at all."""
        is_overdrawn = self._services.rates.requests.is_overdrawn(address, self._services.seconds())
        return is_overdrawn and not self.is_proxy(address)

    # Checks

    def _charge(self, buckets: Buckets, address: str) -> _Problem | None:
        """Charge an address for a request."""
        now = self._services.seconds()
        bucket = buckets.of(address, now)
        if bucket.take(now):
            return None
        wait = bucket.wait(now)
        why = Phrase("refusal.too-many-requests", seconds=whole_seconds(wait))
        return _Problem("rate", Rejection(429, why, wait))

    def _charge_request(self, address: str) -> _Problem | None:
        """Charge an address for a request over HTTP; refused ones count too, so that who goes on waits longer."""
        problem = self._charge(self._services.rates.requests, address)
        if problem is not None:
            self._services.rates.requests.of(address, self._services.seconds()).overdraw()
        return problem

    def _ban(self, player: Player, address: str) -> _Problem | None:
        now = self._services.now()
        ban = self._services.bans.find(player, address, now)
        if ban is None:
            return None
        return _Problem("banned", Rejection(403, sentence_of(ban), None if ban.until is None else ban.until - now))

    def _host_problem(self, headers: dict[str, str]) -> str | None:
        """Return what is wrong with the host name: another site may let its own name point here (DNS rebinding)."""
        return None if self._origins.has_host(headers.get("host", "")) else "host"

    def _problem(self, headers: dict[str, str]) -> str | None:
        """Return what is wrong with the origin: another site may make a browser send requests with our cookie.

        Programs send no origin; a cookie without one is refused.
        """
        origin = headers.get("origin")
        if origin is None:
            if token_in(headers.get("cookie", "")) is not None:
                return "origin"
        elif not self._origins.has_origin(origin):
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
        return cookie(player.token, secure=self._origins.is_secure(headers.get("host", ""))).encode()

    def _player(self, headers: dict[str, str]) -> tuple[Player, bool]:
        """Return the player, and whether it is a new one."""
        kind, _, token = headers.get("authorization", "").partition(" ")
        given = token if kind.lower() == "bearer" else token_in(headers.get("cookie", ""))
        known = self._services.guests.recognise(given)
        return (known, False) if known is not None else (self._services.guests.new(), True)


def headers_of(scope: Scope) -> dict[str, str]:
    """Return the headers. The values of one that comes twice are joined, and then match nothing."""
    found: dict[str, str] = {}
    for name, value in scope["headers"]:
        key = name.decode("latin-1").lower()
        text = value.decode("latin-1")
        joined = "; " if key == "cookie" else ", "
        found[key] = f"{found[key]}{joined}{text}" if key in found else text
    return found


def _known(reason: str | None) -> _Problem | None:
    return None if reason is None else _Problem(reason, _REJECTIONS[reason])


async def _answer(send: Send, rejection: Rejection) -> None:
    """Send an error and close the connection: what else the client has sent is not read."""
    await send({"type": "http.response.start", "status": rejection.status, "headers": rejection.json_headers})
    await send({"type": "http.response.body", "body": rejection.json_body})
