"""WebSockets by the letter of RFC 6455, case by case as the Autobahn test suite numbers them, and the handshake."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import TYPE_CHECKING

import pytest
from server.attacks.wire import CLOSE, PING, PONG, TEXT, RawSocket, connect, frame, read_head
from server.conftest import Running
from waiting import PATIENCE

from sapper.server.socket import frames

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

FREE = ("handshakes-per-second", "handshake-burst", "requests-per-second", "request-burst")
PING_TEXT = b'{"t":"ping","at":1}'


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """Hold a server that is asked for very many WebSockets."""
    options = [part for name in FREE for part in ("--limit", f"{name}=100000")]
    running = Running(tmp_path_factory.mktemp("server"), *options)
    yield running
    running.close()


async def _closed(server: Running, sent: bytes) -> RawSocket:
    """Send bytes after hello, and read until the server closes."""
    socket = await RawSocket.hello(server.port, "127.0.0.1")
    await socket.message("welcome")
    socket.write(sent)
    with contextlib.suppress(EOFError):
        async with asyncio.timeout(PATIENCE):
            while True:
                await socket.frame()
    return socket


def code_after(server: Running, sent: bytes) -> int | None:
    """Return the closing code that some bytes get."""

    async def run() -> int | None:
        socket = await _closed(server, sent)
        socket.abort()
        return socket.code

    return asyncio.run(run())


def ends(server: Running, sent: bytes) -> tuple[int | None, bool]:
    """Return the closing code that some bytes get, and whether nothing follows it but the end of the connection."""

    async def run() -> tuple[int | None, bool]:
        socket = await _closed(server, sent)
        try:
            async with asyncio.timeout(PATIENCE):
                return socket.code, await socket.reader.read() == b""
        finally:
            socket.abort()

    return asyncio.run(run())


def close(code: int, reason: bytes = b"") -> bytes:
    return frame(CLOSE, code.to_bytes(2, "big") + reason)


@pytest.mark.parametrize("code", [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999])
def test_7_7_a_valid_closing_code_is_answered_with_the_same(server: Running, code: int) -> None:
    assert ends(server, close(code)) == (code, True)


@pytest.mark.parametrize("code", [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535])
def test_7_9_an_invalid_closing_code_is_an_error(server: Running, code: int) -> None:
    assert ends(server, close(code)) == (1002, True)


def test_7_1_5_and_7_3_closing_frames_have_nothing_or_a_code_and_a_reason(server: Running) -> None:
    assert ends(server, frame(CLOSE)) == (1005, True)
    assert ends(server, frame(CLOSE, b"\x03")) == (1002, True)
    assert ends(server, close(1000, b"Hello")) == (1000, True)
    assert ends(server, close(1000, b"x" * 123)) == (1000, True)
    assert code_after(server, close(1000, b"x" * 124)) == 1002


def test_7_5_1_a_reason_has_to_be_text(server: Running) -> None:
    assert ends(server, close(1000, "κόσμε".encode())) == (1000, True)
    assert ends(server, close(1000, b"\xce\xba\xed\xa0\x80edited")) == (1007, True)


@pytest.mark.parametrize(
    ("head", "code"),
    [
        (b"\x81\xfe\x00\x05", 1002),  # 5 in 16 bits
        (b"\x81\xfe\x00\x7d", 1002),
        (b"\x81\xff" + (200).to_bytes(8, "big"), 1002),
        (b"\x81\xff" + (65535).to_bytes(8, "big"), 1002),
        (b"\x81\xff" + (1 << 63).to_bytes(8, "big"), 1002),  # the highest bit is always 0
        (b"\x81\xff" + (65536).to_bytes(8, "big"), 1009),
    ],
)
def test_5_2_lengths_have_their_shortest_form(server: Running, head: bytes, code: int) -> None:
    assert code_after(server, head) == code


@pytest.mark.parametrize("size", [0, 125])
def test_2_pings_are_answered_with_their_payload(server: Running, size: int) -> None:
    async def run() -> tuple[int, bytes]:
        socket = await RawSocket.hello(server.port, "127.0.0.1")
        await socket.message("welcome")
        socket.write(frame(PING, b"\xfe" * size))
        async with asyncio.timeout(PATIENCE):
            found = await socket.frame()
        socket.abort()
        return found

    assert asyncio.run(run()) == (PONG, b"\xfe" * size)


@pytest.mark.parametrize(
    "sent",
    [
        frame(PING, b"x" * 126),  # 2.5
        b"\xc1\x80" + bytes(4),  # 3.2, a reserved bit
        frame(0x3),  # 4.1, a kind without a meaning
        frame(0xB),  # 4.2
        frame(PING, final=False),  # 5.1
        frame(0x0, b"x"),  # 5.9, a continuation of nothing
        frame(TEXT, b"a", final=False) + frame(TEXT, b"b"),  # 5.18
        b"\x81\x05hello",  # not masked
    ],
)
def test_2_to_5_what_frames_must_not_be_is_closed_with_1002(server: Running, sent: bytes) -> None:
    assert code_after(server, sent) == 1002


def test_5_6_a_message_in_pieces_may_have_a_ping_inside(server: Running) -> None:
    async def run() -> tuple[tuple[int, bytes], str]:
        socket = await RawSocket.hello(server.port, "127.0.0.1")
        await socket.message("welcome")
        socket.write(frame(TEXT, PING_TEXT[:7], final=False) + frame(PING, b"in") + frame(0x0, PING_TEXT[7:]))
        async with asyncio.timeout(PATIENCE):
            first, second = await socket.frame(), await socket.frame()
        socket.abort()
        return first, json.loads(second[1])["t"]

    assert asyncio.run(run()) == ((PONG, b"in"), "pong")


def test_6_text_has_to_be_utf_8(server: Running) -> None:
    assert code_after(server, frame(TEXT, b"\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5\xed\xa0\x80edited")) == 1007


def test_what_follows_a_close_is_not_read(server: Running) -> None:
    assert ends(server, close(1000) + frame(TEXT, PING_TEXT)) == (1000, True)


def test_every_code_is_valid_or_not() -> None:
    valid = {code for code in range(65536) if frames.is_closing_code(code)}
    assert valid == {1000, 1001, 1002, 1003, *range(1007, 1015), *range(3000, 5000)}


# The handshake

UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}


def shake(
    server: Running,
    line: str = "GET /play HTTP/1.1",
    *,
    rest: bytes = b"",
    changed: Mapping[str, str | None] | None = None,
) -> tuple[int, dict[str, str]]:
    """Return the answer to a handshake with some headers changed, or left out."""
    fields = {"Host": f"127.0.0.1:{server.port}", **UPGRADE, **(changed or {})}
    head = [line, *(f"{name}: {value}" for name, value in fields.items() if value is not None), "", ""]

    async def run() -> tuple[int, dict[str, str]]:
        reader, writer = await connect(server.port, "127.0.0.1")
        writer.write("\r\n".join(head).encode() + rest)
        try:
            async with asyncio.timeout(PATIENCE):
                return await read_head(reader)
        finally:
            writer.transport.abort()

    return asyncio.run(run())


def test_the_handshake_of_the_standard(server: Running) -> None:
    status, headers = shake(server)
    assert (status, headers["sec-websocket-accept"]) == (101, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    assert headers["upgrade"] == "websocket"


@pytest.mark.parametrize("connection", ["upgrade", "keep-alive, Upgrade", "UPGRADE"])
def test_the_words_of_the_handshake_are_found_in_any_case(server: Running, connection: str) -> None:
    assert shake(server, changed={"Connection": connection, "Upgrade": "WebSocket"})[0] == 101


@pytest.mark.parametrize("version", ["8", "12", "14", "13, 8", "", None])
def test_another_version_is_answered_with_ours(server: Running, version: str | None) -> None:
    status, headers = shake(server, changed={"Sec-WebSocket-Version": version})
    assert (status, headers["sec-websocket-version"]) == (426, "13")


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        ("GET /play HTTP/1.0", {}),
        ("POST /play HTTP/1.1", {}),
        ("GET /play HTTP/1.1", {"Content-Length": "0"}),
        ("GET /play HTTP/1.1", {"Content-Length": "5"}),
        ("GET /play HTTP/1.1", {"Transfer-Encoding": "chunked"}),
        ("GET /play HTTP/1.1", {"Sec-WebSocket-Key": "short"}),
        ("GET /play HTTP/1.1", {"Sec-WebSocket-Key": None}),
        ("GET /play HTTP/1.1", {"Host": None}),
    ],
)
def test_a_handshake_out_of_form_is_refused(server: Running, line: str, changed: dict[str, str | None]) -> None:
    assert shake(server, line, changed=changed)[0] == 400


def test_nothing_may_be_sent_before_the_answer(server: Running) -> None:
    assert shake(server, rest=frame(TEXT, PING_TEXT))[0] == 400


def test_targets_may_name_the_server(server: Running) -> None:
    """RFC 9112, 3.2.2: the name in the target counts, not that of the header."""
    own = f"127.0.0.1:{server.port}"
    assert shake(server, f"GET http://{own}/play HTTP/1.1")[0] == 101
    assert shake(server, f"GET HTTP://{own}/play?room=x HTTP/1.1", changed={"Host": "evil.example"})[0] == 101
    assert shake(server, "GET http://evil.example/play HTTP/1.1")[0] == 421


@pytest.mark.parametrize("path", ["/", "/api/me", "/playing", "/play/"])
def test_a_web_socket_is_at_one_path_only(server: Running, path: str) -> None:
    assert shake(server, f"GET {path} HTTP/1.1")[0] == 404


def test_a_path_without_a_handshake_is_no_page(server: Running) -> None:
    assert shake(server, changed=dict.fromkeys(UPGRADE))[0] == 404
