"""HTTP below the application: what a request may be, what it pays, and connections that have more than one."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING

import pytest
from server.attacks.wire import TEXT, RawSocket, connect, frame, read_head
from server.socket.test_frames import Wire
from starlette.routing import Route
from waiting import PATIENCE

from sapper.server.http.endpoint import ENDPOINTS
from sapper.server.http.head import read_head as parse_head
from sapper.server.http.rejection import Rejected
from sapper.server.http.routes import make_api
from sapper.server.limits import Limits
from sapper.server.socket.transport import Line

if TYPE_CHECKING:
    from collections.abc import Iterable

    from server.conftest import Running, Start

    Found = tuple[int, dict[str, str], bytes]

POSITION = b'{"board": "3x1/1\\n.1."}'


def head(server: Running, line: str, *headers: str) -> bytes:
    return "\r\n".join([f"{line} HTTP/1.1", f"Host: 127.0.0.1:{server.port}", *headers, "", ""]).encode()


async def answer(reader: asyncio.StreamReader) -> Found:
    """Read one answer with its body."""
    status, headers = await read_head(reader)
    body = await reader.readexactly(int(headers.get("content-length", "0")))
    return status, headers, body


def talk(server: Running, pieces: Iterable[bytes], answers: int = 1, *, ends: bool = False) -> list[Found]:
    """Send pieces on one connection, each alone; return the answers. With `ends` the server has to close then."""

    async def run() -> list[Found]:
        reader, writer = await connect(server.port, "127.0.0.1")
        try:
            async with asyncio.timeout(PATIENCE):
                for piece in pieces:
                    writer.write(piece)
                    await writer.drain()
                    await asyncio.sleep(0)
                found = [await answer(reader) for _ in range(answers)]
                assert not ends or await reader.read() == b""
                return found
        finally:
            writer.transport.abort()

    return asyncio.run(run())


def refused(server: Running, *pieces: bytes) -> tuple[int, str]:
    """Return the status and the sentence of a request that is refused, after which the connection ends."""
    ((status, headers, body),) = talk(server, pieces, ends=True)
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["connection"] == "close"
    return status, json.loads(body)["error"]


# Bodies


@pytest.mark.parametrize("line", ["GET /", "GET /api/me", "POST /nowhere", "DELETE /api/games", "HEAD /", "PUT /x"])
def test_a_body_that_is_not_wanted_is_refused_before_it_comes(server: Running, line: str) -> None:
    found = refused(server, head(server, line, "Content-Length: 100000000"))
    assert found == (413, "No body is expected here.")


def test_a_body_that_is_too_large_is_refused_before_it_comes(server: Running) -> None:
    found = refused(server, head(server, "POST /api/odds", "Content-Length: 65537"))
    assert found == (413, "A body has at most 65536 bytes here.")


def test_who_sends_a_large_body_all_the_same_can_read_why_it_is_refused(server: Running) -> None:
    pieces = [head(server, "POST /api/odds", "Content-Length: 4000000"), *[bytes(100_000)] * 40]
    assert refused(server, *pieces)[0] == 413


def test_a_length_has_to_be_given(server: Running) -> None:
    chunks = b"1\r\nx\r\n0\r\n\r\n"
    status, why = refused(server, head(server, "POST /api/odds", "Transfer-Encoding: chunked") + chunks)
    assert (status, "length" in why) == (411, True)


@pytest.mark.parametrize(
    "headers",
    [
        ("Content-Length: 5", "Transfer-Encoding: chunked"),
        ("Transfer-Encoding: gzip, chunked",),
        ("Transfer-Encoding: chunked", "Transfer-Encoding: chunked"),
        ("Content-Length: 5", "Content-Length: 5"),
        ("Content-Length: 5, 5",),
        ("Content-Length: -1",),
        ("Content-Length: 0x5",),
        ("Content-Length: ",),
        ("Content-Length: 9999999999999999",),
    ],
)
def test_a_body_with_two_readings_is_refused(server: Running, headers: tuple[str, ...]) -> None:
    assert refused(server, head(server, "POST /api/odds", *headers))[0] == 400


def test_every_request_that_reads_a_body_says_how_large_it_may_be() -> None:
    posts = {route.path for route in make_api().routes if isinstance(route, Route) and "POST" in (route.methods or ())}
    limits = {endpoint.route: endpoint.body.limit for endpoint in ENDPOINTS if endpoint.body}
    assert posts == set(limits) | {"/api/me/code", "/api/me/link"}, "all but those that read none"
    assert all(hasattr(Limits(), name) for name in limits.values())


def test_a_body_may_come_in_pieces(server: Running) -> None:
    whole = head(server, "POST /api/hint", f"Content-Length: {len(POSITION)}") + POSITION
    ((status, _, body),) = talk(server, [whole[at : at + 1] for at in range(len(whole))])
    assert (status, "cells" in json.loads(body) or "sentence" in json.loads(body)) == (200, True)


def test_a_client_may_wait_for_permission_to_send_its_body(server: Running) -> None:
    async def run() -> tuple[bytes, int]:
        reader, writer = await connect(server.port, "127.0.0.1")
        async with asyncio.timeout(PATIENCE):
            length = f"Content-Length: {len(POSITION)}"
            writer.write(head(server, "POST /api/hint", length, "Expect: 100-continue"))
            first = await reader.readuntil(b"\r\n\r\n")
            writer.write(POSITION)
            status, _, _ = await answer(reader)
        writer.transport.abort()
        return first.split(b"\r\n")[0], status

    first, status = asyncio.run(run())
    assert (first.split()[1], status) == (b"100", 200)


# Heads


def test_a_request_has_few_headers(server: Running) -> None:
    fine = head(server, "GET /api/me", *(f"x-{n}: y" for n in range(99)))
    assert talk(server, [fine])[0][0] == 200
    assert refused(server, head(server, "GET /api/me", *["a:"] * 100))[0] == 431
    assert refused(server, head(server, "GET /api/me", *["a:"] * 4000))[0] == 431


def test_a_head_has_few_bytes_and_is_not_waited_for_beyond(server: Running) -> None:
    fine = head(server, "GET /api/me", f"x: {'y' * 16_000}")
    assert talk(server, [fine])[0][0] == 200
    assert refused(server, head(server, "GET /api/me", f"x: {'y' * 16_384}"))[0] == 431
    assert refused(server, fine[:100] + b"y" * 16_384)[0] == 431


@pytest.mark.parametrize(
    "data",
    [
        b"nonsense\r\n\r\n",
        b"GET / HTTP/2.0\r\n\r\n",
        b"GET /\r\n\r\n",
        b"GET  / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET x HTTP/1.1\r\nHost: x\r\n\r\n",
        b"CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET http:// HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET http://a@b/ HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /\xff HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n folded\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\na b: c\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\na : c\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n: c\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\na: b\x00c\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\na: b\nc: d\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\na: b\rc\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\r\n\r\n",
    ],
)
def test_a_head_out_of_form_is_refused(data: bytes) -> None:
    with pytest.raises(Rejected) as error:
        parse_head(data, Limits())
    assert error.value.rejection.status == 400


def test_a_target_that_names_the_server_is_its_path() -> None:
    data = b"GET http://Mines.example:80?a=b HTTP/1.1\r\nHost: other\r\nX: y\r\n\r\n"
    found = parse_head(data, Limits())
    assert (found.path, found.target, found.values(b"host")) == ("/", b"/?a=b", [b"Mines.example:80"])
    assert found.data == b"GET /?a=b HTTP/1.1\r\nhost: Mines.example:80\r\nx: y\r\n\r\n"


def test_the_name_in_the_target_counts(server: Running) -> None:
    own = f"127.0.0.1:{server.port}"
    assert talk(server, [head(server, f"GET http://{own}/api/me")])[0][0] == 200
    assert talk(server, [head(server, "GET http://evil.example/api/me")])[0][0] == 421


def test_what_clients_do_wrong_is_not_logged(start: Start) -> None:
    server = start()
    for data in (b"nonsense\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", head(server, "GET / ", "a b")):
        assert refused(server, data)[0] == 400
    talk(server, [head(server, "GET /api/me", "Connection: Upgrade", "Upgrade: h2c")])
    server.stop()
    assert "WARNING" not in server.log
    assert "ERROR" not in server.log


# Charges


def test_a_head_byte_by_byte_is_charged_by_the_read(start: Start) -> None:
    server = start("--limit", "read-burst=50", "--limit", "reads-per-second=0.01")
    whole = head(server, "GET /api/me", f"x: {'y' * 300}")
    assert talk(server, [whole])[0][0] == 200, "every connection has a bucket of its own"
    ((status, headers, _),) = _slowly(server, whole)
    assert status == 429
    assert 0 < int(headers["retry-after"]) <= 5100


def test_all_connections_of_an_address_pay_together(start: Start) -> None:
    server = start("--limit", "address-read-burst=200", "--limit", "address-reads-per-second=0.01")
    whole = head(server, "GET /api/me", f"x: {'y' * 100}")
    statuses = [_slowly(server, whole)[0][0] for _ in range(4)]
    assert statuses[0] == 200
    assert statuses[-1] == 429


def test_a_body_byte_by_byte_is_charged_by_the_read(start: Start) -> None:
    server = start("--limit", "read-burst=50", "--limit", "reads-per-second=0.01")
    begin = head(server, "POST /api/odds", "Content-Length: 500")
    ((status, headers, _),) = _slowly(server, bytes(500), begin)
    assert (status, "retry-after" in headers) == (429, True)


def _slowly(server: Running, data: bytes, begin: bytes = b"") -> list[Found]:
    """Send bytes one by one, each after the server has read the one before; return the answer."""

    async def run() -> list[Found]:
        reader, writer = await connect(server.port, "127.0.0.1")
        try:
            async with asyncio.timeout(60):
                reading = asyncio.ensure_future(answer(reader))
                writer.write(begin)
                for byte in data:
                    if reading.done():
                        break
                    writer.write(bytes((byte,)))
                    await asyncio.sleep(0.002)
                return [await reading]
        finally:
            writer.transport.abort()

    return asyncio.run(run())


# More than one request


def test_requests_that_are_sent_together_are_answered_in_order(server: Running) -> None:
    body = head(server, "POST /api/hint", f"Content-Length: {len(POSITION)}") + POSITION
    together = head(server, "GET /api/me") + body + head(server, "GET /nowhere") + head(server, "GET /api/me")
    assert [found[0] for found in talk(server, [together], 4)] == [200, 200, 404, 200]


def test_a_connection_may_be_used_again(server: Running) -> None:
    async def run() -> list[int]:
        reader, writer = await connect(server.port, "127.0.0.1")
        found = []
        async with asyncio.timeout(PATIENCE):
            for line in ("GET /api/me", "GET /nowhere", "GET /api/me"):
                writer.write(head(server, line))
                found.append((await answer(reader))[0])
        writer.transport.abort()
        return found

    assert asyncio.run(run()) == [200, 404, 200]


def test_a_connection_that_was_used_may_become_a_web_socket(server: Running) -> None:
    """A proxy may have it from an earlier request."""

    async def run() -> str:
        reader, writer = await connect(server.port, "127.0.0.1")
        async with asyncio.timeout(PATIENCE):
            writer.write(head(server, "GET /api/me"))
            assert (await answer(reader))[0] == 200
            key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
            names = ("Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13", key)
            writer.write(head(server, "GET /play", *names))
            assert (await read_head(reader))[0] == 101
            socket = RawSocket(reader, writer, "")
            socket.write(frame(TEXT, b'{"t":"hello"}'))
            await socket.message("welcome")
            socket.write(frame(TEXT, b'{"t":"ping","at":1}'))
            found = await socket.message("pong")
        socket.abort()
        return str(found["t"])

    assert asyncio.run(run()) == "pong"


def test_http_cannot_close_what_has_become_a_web_socket() -> None:
    wire = Wire()
    line = Line(wire, wire.close)
    line.write(b"answer")
    line.cut()
    line.write(b"more")
    line.close()
    line.abort()
    assert (wire.written, wire.closed, line.is_closing()) == (b"answer", "", True)


def test_an_answer_before_the_end_of_a_body_ends_the_connection(start: Start) -> None:
    server = start("--limit", "advice-burst=1", "--limit", "advice-per-second=0.001")
    whole = head(server, "POST /api/hint", f"Content-Length: {len(POSITION)}") + POSITION
    assert talk(server, [whole])[0][0] == 200
    ((status, headers, _),) = talk(server, [head(server, "POST /api/hint", "Content-Length: 5000")], ends=True)
    assert (status, headers["connection"]) == (429, "close"), "or a client would send its next request here"
    assert int(headers["retry-after"]) > 900
