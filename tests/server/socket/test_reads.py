"""Reads of a socket: however the bytes of a client are cut, and however many reads come in one moment.

An event loop may read a socket several times before it runs anything else, as uvloop does while its buffer is filled.
"""

from __future__ import annotations

import asyncio
import socket
from functools import partial
from itertools import pairwise
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import uvicorn
import uvloop
from hypothesis import given
from hypothesis import strategies as st
from server.socket.test_frames import Receiver, Wire, masked
from uvicorn.server import ServerState
from waiting import PATIENCE
from websockets.frames import Frame, Opcode

from sapper.server.http import routes
from sapper.server.limits import Bucket, Limits
from sapper.server.socket.sockets import Sockets
from sapper.server.socket.transport import HttpSocket, Site
from sapper.server.socket.web_socket import WebSocket

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import pytest

    Request = tuple[str, str, bytes]

assert routes  # importing them fills the table of endpoints, from which the sizes of bodies follow
FREE = 1e9
BURST = 1 << 20  # bytes: several times the buffer that uvloop reads into


class Log:
    """Answers every request with its own body, in place of the application and its log."""

    def __init__(self) -> None:
        self.requests: list[Request] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        body, is_complete = b"", False
        while not is_complete:
            message = await receive()
            body += message["body"]
            is_complete = not message.get("more_body")
        self.requests.append((scope["method"], scope["path"], body))
        length = str(len(body)).encode()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", length)]})
        await send({"type": "http.response.body", "body": body})


class Client:
    """A client at a wire, and the site that it talks to."""

    def __init__(self) -> None:
        self.log = Log()
        app = SimpleNamespace(is_proxy=lambda _: False, is_flooded_by=lambda _: False, charge_refused=lambda _: None)
        services = SimpleNamespace(
            limits=Limits(reads_per_second=FREE, read_burst=FREE, body=BURST),
            seconds=lambda: 0.0,
            rates=SimpleNamespace(reads=SimpleNamespace(of=lambda *_: Bucket(FREE, FREE, 0))),
            counters=SimpleNamespace(rejected={"form": 0, "rate": 0}),
        )
        site = Site(cast("Any", app), cast("Any", self.log), Sockets(100, 100), cast("Any", services))
        config = uvicorn.Config(cast("Any", site), ws="none", lifespan="off", access_log=False, log_config=None)
        config.load()
        self.make = partial(HttpSocket, site, config, ServerState(), {})
        self.wire = Wire()
        self.socket = self.make()

    def read(self, data: bytes) -> None:
        self.socket.data_received(data)


def a_request(method: str, path: str, body: bytes) -> bytes:
    """Return a request; its body may look like requests."""
    length = f"Content-Length: {len(body)}\r\n" if body else ""
    return f"{method} {path} HTTP/1.1\r\nHost: here\r\n{length}\r\n".encode() + body


GETS = st.tuples(st.just("GET"), st.sampled_from(["/", "/api/me", "/api/games?limit=5"]), st.just(b""))
LONG = b"GET / HTTP/1.1\r\n\r\n" * 1000  # more than is passed on at once
POSTS = st.tuples(st.just("POST"), st.just("/api/hint"), st.binary(min_size=1, max_size=40) | st.just("long"))
CUTS = st.lists(st.integers(0, 1 << 20), max_size=12)
BURSTS = st.lists(st.integers(1, 4), min_size=1, max_size=6)


def cut(data: bytes, cuts: list[int]) -> list[bytes]:
    places = sorted({0, len(data), *(one % (len(data) + 1) for one in cuts)})
    return [data[start:end] for start, end in pairwise(places)]


def in_bursts(pieces: list[bytes], bursts: list[int]) -> Iterator[list[bytes]]:
    """Yield the pieces that are read in one moment."""
    left, turn = list(pieces), 0
    while left:
        count = bursts[turn % len(bursts)]
        yield left[:count]
        left, turn = left[count:], turn + 1


async def until(is_so: Callable[[], object]) -> None:
    """Let the loop run, without anything that could wait, until something is so."""
    for _ in range(200):
        if is_so():
            return
        await asyncio.sleep(0)
    raise AssertionError("nothing more happens")


@given(st.lists(GETS | POSTS, min_size=1, max_size=4), CUTS, BURSTS)
def test_requests_are_answered_in_order_however_their_bytes_are_read(
    sent: list[tuple[str, str, Any]], cuts: list[int], bursts: list[int]
) -> None:
    sent = [(method, path, LONG if body == "long" else body) for method, path, body in sent]

    async def talk() -> tuple[list[Request], bytes]:
        client = Client()
        client.socket.connection_made(client.wire)
        for burst in in_bursts(cut(b"".join(a_request(*one) for one in sent), cuts), bursts):
            for piece in burst:  # a loop does not read a socket that is paused
                await until(lambda: client.wire.is_reading_now)
                client.read(piece)
            await asyncio.sleep(0)
        await until(lambda: len(client.log.requests) == len(sent))
        await until(lambda: client.wire.written.count(b"HTTP/1.1 200") == len(sent))
        await until(lambda: client.wire.is_reading_now)  # the next request
        client.socket.connection_lost(None)
        return client.log.requests, client.wire.written

    requests, answers = asyncio.run(talk())
    assert requests == [(method, path.partition("?")[0], body) for method, path, body in sent]
    for _, _, body in sent:
        head, _, answers = answers.partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200")
        assert answers.startswith(body)
        answers = answers[len(body) :]
    assert answers == b""


@given(st.lists(st.binary(max_size=200), min_size=1, max_size=6), CUTS, st.integers(0, 6))
def test_messages_arrive_however_their_bytes_are_read_and_nothing_after_a_close(
    texts: list[bytes], cuts: list[int], closing: int
) -> None:
    frames = [Frame(Opcode.TEXT, text) for text in texts]
    frames.insert(min(closing, len(frames)), Frame(Opcode.CLOSE, (1000).to_bytes(2, "big")))
    client = Receiver(budget=1_000_000)
    for piece in cut(masked(*frames), cuts):
        client.socket.data_received(piece)
    assert client.messages == texts[: min(closing, len(texts))]
    assert client.wire.closed == "closed"
    assert client.code is None


@given(st.lists(st.binary(max_size=200), min_size=1, max_size=6), CUTS, st.integers(0, 6))
def test_nothing_is_taken_after_an_error_however_the_bytes_are_read(
    texts: list[bytes], cuts: list[int], place: int
) -> None:
    frames = [Frame(Opcode.TEXT, text) for text in texts]
    frames.insert(min(place, len(frames)), Frame(Opcode.BINARY, b"x"))
    client = Receiver(budget=1_000_000)
    for piece in cut(masked(*frames), cuts):
        if client.wire.is_reading_now:
            client.socket.data_received(piece)
    assert client.messages == texts[: min(place, len(texts))]
    assert client.code == 1003


# Under uvloop itself


class Reads:
    """Counts how many reads of a protocol come in one turn of the loop."""

    def __init__(self) -> None:
        self.most = 0
        self._now = 0

    def note(self) -> None:
        if not self._now:
            asyncio.get_running_loop().call_soon(self._next)
        self._now += 1
        self.most = max(self.most, self._now)

    def _next(self) -> None:
        self._now = 0


async def served(make: Callable[[], asyncio.BaseProtocol], sent: bytes, is_answered: Callable[[bytes], bool]) -> None:
    """Serve one client whose bytes are all there before the first read."""
    loop = asyncio.get_running_loop()
    ours, theirs = socket.socketpair()
    for one in (ours, theirs):
        one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4 * len(sent))
    theirs.setblocking(False)
    assert theirs.send(sent) == len(sent), "all of it waits"

    transport, _ = await loop.connect_accepted_socket(make, ours)
    found = b""
    async with asyncio.timeout(PATIENCE):
        while not is_answered(found):
            found += await loop.sock_recv(theirs, 1 << 20)
    transport.abort()
    theirs.close()


def test_a_body_that_fills_the_buffer_of_uvloop_is_complete_and_the_next_request_is_answered() -> None:
    body = bytes(range(256)) * (BURST // 256)

    async def talk() -> list[Request]:
        client = Client()
        sent = a_request("POST", "/api/hint", body) + a_request("GET", "/", b"")
        await served(client.make, sent, lambda found: len(found) > len(body) and found.endswith(b"\r\n\r\n"))
        return client.log.requests

    assert uvloop.run(talk()) == [("POST", "/api/hint", body), ("GET", "/", b"")]


class Opened(Receiver):
    """Takes messages from a real transport, and answers the last one."""

    def receive(self, data: bytes) -> None:
        super().receive(data)
        if data == b"last":
            self.socket.send_text(data)


class Upgrading(asyncio.Protocol):
    """Becomes a WebSocket with the first bytes that are read, as after a handshake."""

    def __init__(self, receiver: Receiver) -> None:
        self._receiver = receiver

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        self._receiver.socket = WebSocket(self._transport, self._receiver)
        self._transport.set_protocol(self._receiver.socket)
        self._receiver.socket.data_received(data)


def test_frames_that_uvloop_reads_several_times_in_one_moment_are_all_taken_by_the_new_protocol(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    texts = [b"%d" % number * 50 for number in range(BURST // 200)]
    reads = Reads()
    read = WebSocket.data_received

    def noted(socket: WebSocket, data: bytes) -> None:
        reads.note()
        read(socket, data)

    monkeypatch.setattr(WebSocket, "data_received", noted)

    async def talk() -> Receiver:
        receiver = Opened(budget=10**9)
        sent = masked(*(Frame(Opcode.TEXT, text) for text in texts), Frame(Opcode.TEXT, b"last"))
        await served(lambda: Upgrading(receiver), sent, lambda found: found.endswith(b"last"))
        return receiver

    receiver = uvloop.run(talk())
    assert reads.most > 1, "the loop reads more than once before it runs anything else"
    assert receiver.messages == [*texts, b"last"]
