"""The sockets of clients: heads of requests are read and paid for here, WebSockets opened, the rest passed to HTTP."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from uvicorn.protocols.http.h11_impl import H11Protocol

from ...phrase import Phrase
from ..app import HEADERS
from ..http.head import END, read_head, too_long
from ..http.rejection import Rejected, Rejection
from ..http.request_bodies import checked_length
from ..http.request_log import new_id
from ..limits import Bucket
from .connection import Connection
from .handshake import REQUEST_ID
from .web_socket import WebSocket

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, MutableMapping
    from typing import Any

    from uvicorn import Config
    from uvicorn.server import ServerState

    from ..app import App
    from ..http.head import Head
    from ..http.request_log import RequestLog, WebSocketLog
    from ..services import Services
    from .sockets import Sockets

    Scope = MutableMapping[str, Any]
    Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
    Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

_BYTES = 4096  # that cost as much as a read
_PART = 16 * 1024  # bytes of a body that are passed on together
_REST = 0.02  # seconds between reads of what is thrown away: a loop reads a socket many times in a row
_LINGER = 2.0  # seconds for a client to read why it was refused, while what it still sends is thrown away


class Site:
    """The application and the services that all sockets of the page share."""

    def __init__(self, app: App, requests: RequestLog, sockets: Sockets, services: Services) -> None:
        self.app = app
        self.requests = requests
        self.sockets = sockets
        self.services = services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request as an ASGI application, and let its socket know when the answer is complete.

        An answer before the end of the body is the last of its connection, and says so.
        """
        socket: HttpSocket = scope["state"]["socket"]

        async def send_noted(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start" and socket.has_unread_body:
                message["headers"] = [*message["headers"], (b"connection", b"close")]
            await send(message)
            if message["type"] == "http.response.body" and not message.get("more_body"):
                socket.answered()

        await self.requests(scope, receive, send_noted)


class HttpSocket(asyncio.Protocol):
    """A client that speaks HTTP. An unmodified protocol of uvicorn answers its requests, one at a time.

    That protocol gets complete heads, and of bodies as much as was announced, within the limits.
    """

    def __init__(
        self,
        site: Site,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self._site = site
        self._limits = site.services.limits
        self._make_http = partial(H11Protocol, config, server_state)
        self._app_state = app_state
        self._http: H11Protocol | None = None
        self._line: Line | None = None  # what HTTP writes to
        self._open: set[Any] = server_state.connections
        self._received = bytearray()  # of a head, or of a body that is passed on in larger parts
        self._searched = 0  # bytes of the head that do not have its end
        self._body = 0  # bytes of a body that have not been passed on
        self._is_answering = False
        self._is_ending = False
        self._deadline: asyncio.TimerHandle | None = None

    # Called by the event loop

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for a request."""
        self._transport = transport
        self._client = transport.get_extra_info("peername") or ("", 0)
        self._address = str(self._client[0])
        self._is_proxy = self._site.app.is_proxy(self._address)
        self._buckets = () if self._is_proxy else self._own_buckets()
        self._open.add(self)
        if self._site.sockets.add(self._address) and not self._site.app.is_flooded_by(self._address):
            self._await_request()
        else:
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Take what arrived, as far as the client may send it."""
        if not self._charge(1 + len(data) / _BYTES):
            return
        if self._is_ending:
            self._rest()
            return
        self._received += data
        self._go_on()

    def eof_received(self) -> None:
        """Close: a client that sends nothing more is not answered."""

    def pause_writing(self) -> None:
        """Note that the client does not read."""
        if self._http is not None:
            self._http.pause_writing()

    def resume_writing(self) -> None:
        """Note that the client reads again."""
        if self._http is not None:
            self._http.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Clean up."""
        self._leave()
        self._site.sockets.remove(self._address)

    # Called by uvicorn, and by the limit of sockets

    def shutdown(self) -> None:
        """Close at the end of the server; while a request is answered, HTTP does that."""
        if not self._is_answering:
            self._transport.close()

    def abort(self) -> None:
        """Close at once."""
        self._transport.abort()

    # What a client pays

    def _own_buckets(self) -> tuple[Bucket, ...]:
        limits, now = self._limits, self._site.services.seconds()
        own = Bucket(limits.reads_per_second, limits.read_burst, now)
        return own, self._site.services.rates.reads.of(self._address, now)

    def _charge(self, cost: float) -> bool:
        """Take a cost from the buckets; a client that sends too much is refused."""
        now = self._site.services.seconds()
        waits = [bucket.wait(now, cost) for bucket in self._buckets if not bucket.take(now, cost)]
        if not waits:
            return True
        if self._is_ending or (self._is_answering and not self._body):
            self._transport.abort()
        else:
            self._refuse("rate", Rejection(429, Phrase("refusal.too-much-sent"), max(waits)))
        return False

    # Requests

    def _go_on(self) -> None:
        if self._received and self._body:
            self._pass_body()
        if self._received and not self._body:
            self._take_head()

    def _take_head(self) -> None:
        """Begin with the next request if its head is complete and the request before it is answered."""
        if self._is_ending or self._transport.is_closing():
            return
        if self._is_answering:
            self._transport.pause_reading()
            return
        end = self._received.find(END, max(self._searched - len(END), 0))
        self._searched = len(self._received)
        try:
            if end >= 0:
                self._begin(self._cut_head(end + len(END)))
            elif len(self._received) > self._limits.head_bytes:
                raise too_long(self._limits)
        except Rejected as rejected:
            self._refuse("form", rejected.rejection)

    def _cut_head(self, size: int) -> Head:
        data = bytes(self._received[:size])
        del self._received[:size]
        self._searched = 0
        return read_head(data, self._limits)

    def _begin(self, head: Head) -> None:
        """Open a WebSocket, or pass the request on."""
        if head.asks_for_web_socket:
            self._upgrade(head)
            return
        self._body = checked_length(head, self._limits)
        self._is_answering = True
        self._disarm()
        self._site.sockets.note_busy(self)
        if self._is_proxy:
            self._buckets = (self._site.app.payer(self._client, head),)
        if self._http is None:
            self._line = Line(self._transport, self._close)
            self._http = self._make_http({**self._app_state, "socket": self})
            self._http.connection_made(self._line)
        self._http.data_received(head.data)
        self._go_on()

    def _pass_body(self) -> None:
        """Pass on what arrived of a body: all of the rest, or enough to be worth it."""
        part = bytes(self._received[: self._body])
        if self._http is not None and (len(part) == self._body or len(part) >= _PART):
            del self._received[: len(part)]
            self._body -= len(part)
            self._http.data_received(part)

    @property
    def has_unread_body(self) -> bool:
        """Whether a part of the body of the request has not arrived."""
        return self._body > 0

    def answered(self) -> None:
        """Go on after an answer: with what the client has sent meanwhile, or with waiting."""
        self._is_answering = False
        if self._body:
            self._linger()
        elif not (self._is_ending or self._transport.is_closing()):
            self._await_request()
            if self._received:
                self._read_again()
                asyncio.get_running_loop().call_soon(self._go_on)  # more may have arrived by then

    def _upgrade(self, head: Head) -> None:
        scope: dict[str, Any] = {
            "type": "websocket",
            "method": head.method,
            "http_version": head.version,
            "path": head.path,
            "headers": head.headers,
            "client": self._client,
        }
        log = self._site.requests.begin(scope)
        found = self._site.app.upgrade(scope)
        if isinstance(found, Connection) and self._received:
            found = Rejection(400, "Nothing may be sent before the WebSocket is open.")
        if not isinstance(found, Connection):
            self._transport.write(found.text([*HEADERS, (REQUEST_ID, log.id.encode())]))
            self._linger()
            log.rejected(found.status)
            return
        self._leave()
        self._transport.write(self._site.app.accepted(scope, found))
        socket = _Upgraded(self._transport, found, self._site.sockets, self._address, log)
        self._transport.set_protocol(socket)
        found.open(socket)
        log.opened()

    # The end

    def _refuse(self, reason: str, rejection: Rejection) -> None:
        """Answer in place of HTTP, and close."""
        self._site.services.counters.rejected[reason] += 1
        self._site.app.charge_refused(self._address)
        self._transport.write(rejection.json([*HEADERS, (REQUEST_ID, new_id().encode())]))
        self._linger()

    def _close(self) -> None:
        """Close when HTTP wants to."""
        if self._body:
            self._linger()
        else:
            self._transport.close()

    def _linger(self) -> None:
        """Close once the client had time to read the answer: what it still sends would take the answer away."""
        if self._is_ending or self._transport.is_closing():
            return
        self._leave()
        self._is_ending = True
        self._received.clear()
        self._transport.write_eof()
        self._transport.resume_reading()
        self._deadline = asyncio.get_running_loop().call_later(_LINGER, self._transport.abort)

    def _rest(self) -> None:
        """Read the next part of what is thrown away a little later, so that others come first."""
        self._transport.pause_reading()
        asyncio.get_running_loop().call_later(_REST, self._read_again)

    def _read_again(self) -> None:
        if not self._transport.is_closing():
            self._transport.resume_reading()

    def _leave(self) -> None:
        """End what belongs to HTTP: the connection is closed, will be, or becomes a WebSocket."""
        self._disarm()
        self._open.discard(self)
        self._site.sockets.note_busy(self)
        if self._http is not None and self._line is not None:
            self._line.cut()
            self._http.connection_lost(None)
            self._http = self._line = None

    def _await_request(self) -> None:
        if self._is_proxy:
            self._buckets = ()
        self._site.sockets.note_idle(self)
        self._disarm()
        self._deadline = asyncio.get_running_loop().call_later(self._limits.header, self._transport.abort)

    def _disarm(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class Line(asyncio.Transport):
    """The transport of an HTTP protocol, which ends when the socket is not its own any more."""

    def __init__(self, transport: asyncio.Transport, close: Callable[[], None]) -> None:
        super().__init__()
        self._transport = transport
        self._close = close
        self._is_cut = False

    def cut(self) -> None:
        """Pass nothing on from now on."""
        self._is_cut = True

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """Return what is known about the socket."""
        return self._transport.get_extra_info(name, default)

    def is_closing(self) -> bool:
        """Return whether nothing more can be written."""
        return self._is_cut or self._transport.is_closing()

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Write to the client."""
        if not self._is_cut:
            self._transport.write(data)

    def pause_reading(self) -> None:
        """Read nothing for now."""
        if not self._is_cut:
            self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Read again."""
        if not self._is_cut:
            self._transport.resume_reading()

    def close(self) -> None:
        """Close after what was written."""
        if not self._is_cut:
            self._close()

    def abort(self) -> None:
        """Close at once."""
        if not self._is_cut:
            self._transport.abort()


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
