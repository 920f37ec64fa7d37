"""The WebSocket to a server: it comes back by itself, and nothing that was asked is lost or played twice on the way."""

from __future__ import annotations

import asyncio
import secrets
from random import uniform
from typing import TYPE_CHECKING, Annotated, get_args
from urllib.parse import quote, urlsplit

import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidHandshake, InvalidStatus, WebSocketException

from ..display.wording import said, wording
from ..errors import as_value
from ..phrase import Phrase
from ..server.http.cookies import token_in
from ..server.protocol import game_messages
from .errors import ClientError, Refused, sentence_in
from .pace import Pace
from .plain_text import plain

if TYPE_CHECKING:
    from collections.abc import Callable

    from websockets.asyncio.client import ClientConnection

    from ..server.protocol.message import FromClient

_FIRST_WAIT = 0.25  # seconds before the first try to come back; doubled each time, with jitter
_LONGEST_WAIT = 10.0
_MOST_DOUBLINGS = 16  # a day without the server is far more tries than a float has doublings
_PING_EVERY = 15.0
_MOST_BYTES = 16 << 20  # of a message: far more than any server of ours sends
_NONSENSE = (ValueError, TypeError, LookupError, ArithmeticError, AssertionError)  # of messages that do not fit
_CAUGHT_UP = 1  # the number of the ping whose answer comes behind everything that was missed
_NOT_WELCOME = (400, 401, 403, 404, 421)  # statuses of a handshake that trying again does not change
_decoder: msgspec.json.Decoder[game_messages.Outbound] = msgspec.json.Decoder(game_messages.Outbound)
_encoder = msgspec.json.Encoder()


class _Typed(msgspec.Struct):
    """As much of a message as every version has."""

    t: Annotated[str, msgspec.Meta(pattern=r"^[a-z-]{1,40}$")]


_any_decoder = msgspec.json.Decoder(_Typed)
_TYPES = {kind.__struct_config__.tag for kind in get_args(game_messages.Outbound)}


class Connection:
    """Sends requests in order and completes each with its answer, over as many connections as that takes.

    `place` returns the messages that say where the client is, `receive` gets every message, and `lost` is called when
    the connection is gone: with the reason, and whether that is for good.
    """

    def __init__(
        self,
        url: str,
        token: str | None,
        place: Callable[[], tuple[game_messages.Hello, *tuple[FromClient, ...]]],
        receive: Callable[[game_messages.Outbound], None],
        lost: Callable[[str, bool], None],
    ) -> None:
        self._url = _socket_url(url)
        self.token = token
        self.tab = secrets.token_hex(4)
        self._place = place
        self._receive = receive
        self._lost = lost
        self.by = 0  # the number of this player in its game: the seat in a room, 0 alone
        self._requests: dict[int, tuple[bytes, asyncio.Future[game_messages.Outbound]]] = {}
        self._number = 0
        self._pace = Pace(asyncio.get_running_loop().time)
        self._outbox: asyncio.Queue[bytes] = asyncio.Queue()
        self._is_caught_up = False
        self._farewell: game_messages.Bye | None = None
        self._why_lost = ""
        self._tries = 0  # connections since the server last answered
        self._tries_at = 0.0
        self._task = asyncio.create_task(self._run())
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    # What a client does

    async def ask(self, message: FromClient) -> game_messages.Outbound:
        """Send a request and return its answer, or raise `Refused`. It is sent again until it is answered."""
        self._check_open()
        self._number += 1
        message.n = self._number  # type: ignore[attr-defined]
        encoded = _encoder.encode(message)
        answer: asyncio.Future[game_messages.Outbound] = asyncio.get_running_loop().create_future()
        self._requests[self._number] = (encoded, answer)
        if self._is_caught_up:
            self._outbox.put_nowait(encoded)
        return await answer

    def tell(self, message: FromClient) -> None:
        """Send a message without an answer, which is dropped if the connection is lost."""
        self._check_open()
        if self._is_caught_up:
            self._outbox.put_nowait(_encoder.encode(message))

    @property
    def is_connected(self) -> bool:
        """Whether the server is there, and everything that was missed has come."""
        return self._is_caught_up

    @property
    def tries_in(self) -> float:
        """Seconds until the next try to come back, 0 while it is connected or trying."""
        return 0.0 if self._is_caught_up else max(0.0, self._tries_at - asyncio.get_running_loop().time())

    def catch_up(self) -> None:
        """Ask for what was missed; requests wait until it has come."""
        if self._is_caught_up:
            self._is_caught_up = False
            self._greet()

    async def close(self) -> None:
        """Close the connection. Requests without an answer fail."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        self._fail(ClientError(Phrase("machine-error.client-closed")))

    def _check_open(self) -> None:
        if self._task.done():
            raise ClientError(
                sentence_in(self._farewell) if self._farewell else Phrase("machine-error.connection-closed")
            )

    # The connection

    async def _run(self) -> None:
        try:
            while True:
                try:
                    async with await self._connect() as socket:
                        await self._serve(socket)
                except msgspec.DecodeError as error:
                    why = plain(str(error))
                    raise ClientError(Phrase("machine-error.unknown-messages", reason=why)) from None
                except (OSError, TimeoutError, WebSocketException) as error:
                    _refuse_for_good(error)
                    if not self.opened.done():
                        raise ClientError(
                            Phrase("machine-error.not-reached", server=self._url, reason=as_value(error))
                        ) from None
                asked = self._why_closed()
                self._lost(self._why_lost, False)
                wait = max(asked, pause(self._tries)) * uniform(0.5, 1.5)
                self._tries += 1
                self._tries_at = asyncio.get_running_loop().time() + wait
                await asyncio.sleep(wait)
        except ClientError as error:
            self._fail(error)

    async def _connect(self) -> ClientConnection:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        subprotocols = [game_messages.SUBPROTOCOL]
        socket = await connect(
            self._url_with_room(),
            subprotocols=subprotocols,  # type: ignore[arg-type]
            additional_headers=headers,
            compression=None,
            max_size=_MOST_BYTES,
            ping_interval=_PING_EVERY,
        )
        self.token = _token_in(socket) or self.token  # a token that the server does not know is replaced
        return socket

    def _url_with_room(self) -> str:
        """Return the address of the WebSocket with the room, by which a balancer can bring its members together."""
        messages = self._place()
        rooms = [getattr(message, name, None) for message in messages for name in ("party", "room")]
        room = next(filter(None, rooms), "")
        return f"{self._url}?room={quote(room, safe='')}" if room else self._url

    async def _serve(self, socket: ClientConnection) -> None:
        """Exchange messages until the connection ends."""
        self._outbox = asyncio.Queue()
        self._is_caught_up = False
        self._greet()
        sending = asyncio.create_task(self._send_all(socket))
        try:
            async for data in socket:
                self._take_encoded(data)
        finally:
            self._is_caught_up = False
            sending.cancel()
            await asyncio.gather(sending, return_exceptions=True)  # its exception is that of reading: the socket closed

    async def _send_all(self, socket: ClientConnection) -> None:
        while True:
            message = await self._outbox.get()
            await asyncio.sleep(self._pace.delay())
            await socket.send(message, text=True)

    def _greet(self) -> None:
        hello, *rest = self._place()
        hello.tab = self.tab
        for message in (hello, *rest, game_messages.Ping(at=_CAUGHT_UP)):
            self._outbox.put_nowait(_encoder.encode(message))

    def _why_closed(self) -> float:
        """Return how many seconds the server asks to stay away; raise `ClientError` if it asks to stay away."""
        bye, self._farewell = self._farewell, None
        why = sentence_in(bye) if bye else Phrase("machine-error.connection-lost")
        self._why_lost = said(why)
        if bye is None:
            return 0.0
        if not bye.retry_in:
            self._farewell = bye
            raise ClientError(why)
        return bye.retry_in

    # Messages

    def _take_encoded(self, data: str | bytes) -> None:
        """Take a message, or raise an error if a server of ours would not send it; later versions may send others."""
        try:
            self._take(_decoder.decode(data))
        except msgspec.DecodeError:
            if not _is_of_later_version(data):
                raise
        except ClientError:
            raise
        except _NONSENSE as error:
            raise ClientError(Phrase("machine-error.nonsense", reason=type(error).__name__)) from error

    def _take(self, message: game_messages.Outbound) -> None:
        if isinstance(message, game_messages.Pong):
            if message.at == _CAUGHT_UP and not self._is_caught_up:
                self._caught_up()
            return
        if isinstance(message, game_messages.Welcome):
            self._pace.allow(message.rate, message.burst)
        elif isinstance(message, game_messages.Bye):
            self._farewell = message
        self._receive(message)
        self._settle(message)

    def _caught_up(self) -> None:
        """Send again what has no answer yet: the server plays nothing twice."""
        self._is_caught_up = True
        self._tries = 0
        if not self.opened.done():
            self.opened.set_result(None)
        for message, _ in self._requests.values():
            self._outbox.put_nowait(message)

    def _settle(self, message: game_messages.Outbound) -> None:
        """Complete the request that a message answers."""
        number = getattr(message, "n", None)
        if number is None or not self._is_ours(message) or isinstance(message, game_messages.Generating):
            return
        _, answer = self._requests.pop(number, (None, None))
        if answer is None or answer.done():
            return
        if isinstance(message, game_messages.Refused):
            answer.set_exception(Refused(message.code, sentence_in(message)))
        else:
            answer.set_result(message)

    def _is_ours(self, message: game_messages.Outbound) -> bool:
        """Return whether a message answers this client, and not another one that sees the same."""
        is_move_of_another = isinstance(message, game_messages.Delta) and message.by != self.by
        return getattr(message, "tab", self.tab) == self.tab and not is_move_of_another

    def _fail(self, error: ClientError) -> None:
        for _, answer in self._requests.values():
            if not answer.done():
                answer.set_exception(error)
        self._requests.clear()
        if not self.opened.done():
            self.opened.set_exception(error)
        self._lost(wording().error(error), True)


def _is_of_later_version(data: str | bytes) -> bool:
    """Return whether a message has a type, and one that is not of this version."""
    try:
        return _any_decoder.decode(data).t not in _TYPES
    except msgspec.DecodeError:
        return False


def pause(tries: int) -> float:
    """Return the seconds to wait after a number of connections on which the server did not answer."""
    return min(_LONGEST_WAIT, _FIRST_WAIT * 2.0 ** min(tries, _MOST_DOUBLINGS))


def _socket_url(url: str) -> str:
    parts = urlsplit(url if "://" in url else f"http://{url}")
    scheme = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}.get(parts.scheme)
    if scheme is None or not parts.netloc:
        raise ClientError(Phrase("machine-error.not-a-server", given=repr(url)))
    return f"{scheme}://{parts.netloc}{game_messages.PATH}"


def _token_in(socket: ClientConnection) -> str | None:
    """Return the token that the server gave to a new player, in its cookie."""
    response = socket.response
    return token_in(response.headers.get("set-cookie", "")) if response else None


def _refuse_for_good(error: Exception) -> None:
    """Raise `ClientError` for an error that trying again does not change."""
    if isinstance(error, InvalidStatus) and error.response.status_code in _NOT_WELCOME:
        why = plain(error.response.body.decode(errors="replace")) if error.response.body else ""
        raise ClientError(why or Phrase("machine-error.status-refused", status=error.response.status_code))
    if isinstance(error, InvalidHandshake) and not isinstance(error, InvalidStatus):
        raise ClientError(Phrase("machine-error.other-server", protocol=game_messages.SUBPROTOCOL, reason=str(error)))
