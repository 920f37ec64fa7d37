"""WebSocket frames and HTTP requests made by hand: a client that may break every rule, from any loopback address."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import time
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterable

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0x0, 0x1, 0x2, 0x8, 0x9, 0xA
TROUBLE = (OSError, EOFError, TimeoutError, asyncio.IncompleteReadError)

#: How often each thing happened to an attacker: "sent", "closed 1008", "status 429", "refused limit", ...
Outcome = Counter[str]


def frame(opcode: int, payload: bytes = b"", *, final: bool = True) -> bytes:
    """Return a masked frame, with a mask of zeros."""
    first = (0x80 if final else 0) | opcode
    size = len(payload)
    if size < 126:
        head = bytes([first, 0x80 | size])
    elif size < 1 << 16:
        head = bytes([first, 0x80 | 126]) + size.to_bytes(2, "big")
    else:
        head = bytes([first, 0x80 | 127]) + size.to_bytes(8, "big")
    return head + bytes(4) + payload


def text(t: str, **fields: object) -> bytes:
    """Return the frame of a message."""
    return frame(TEXT, json.dumps({"t": t, **fields}).encode())


class Refused(Exception):
    """The server refused a handshake, with this status."""

    def __init__(self, status: int) -> None:
        super().__init__(f"status {status}")
        self.status = status


async def connect(port: int, address: str, buffer: int = 0) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Connect from an address; `buffer` is the size of the receive buffer of a client that will not read."""
    one = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if buffer:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        one.setblocking(False)
        one.bind((address, 0))
        async with asyncio.timeout(PATIENCE):
            await asyncio.get_running_loop().sock_connect(one, ("127.0.0.1", port))
        return await asyncio.open_connection(sock=one, limit=buffer or 1 << 24)
    except BaseException:
        one.close()
        raise


class RawSocket:
    """A WebSocket whose frames are made by hand."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, token: str) -> None:
        self.reader = reader
        self.writer = writer
        self.token = token  # the player, for another connection
        self.code: int | None = None  # that the server closed with

    @classmethod
    async def open(cls, port: int, address: str, token: str = "", buffer: int = 0) -> RawSocket:
        """Connect and shake hands, or raise `Refused`."""
        reader, writer = await connect(port, address, buffer)
        lines = [
            "GET /play HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        ]
        if token:
            lines.append(f"Authorization: Bearer {token}")
        try:
            writer.write("\r\n".join([*lines, "", ""]).encode())
            async with asyncio.timeout(PATIENCE):
                status, headers = await read_head(reader)
        except BaseException:
            writer.transport.abort()
            raise
        if status != 101:
            writer.transport.abort()
            raise Refused(status)
        cookie = headers.get("set-cookie", "").partition("=")[2].partition(";")[0]
        return cls(reader, writer, token or cookie)

    @classmethod
    async def hello(cls, port: int, address: str, buffer: int = 0, **fields: str) -> RawSocket:
        """Connect and open a session."""
        token = fields.pop("token", "")
        opened = await cls.open(port, address, token, buffer)
        opened.write(text("hello", **fields))
        return opened

    def write(self, data: bytes) -> None:
        self.writer.write(data)

    async def drain(self, seconds: float = PATIENCE) -> None:
        """Wait until the server took most of what was written."""
        async with asyncio.timeout(seconds):
            await self.writer.drain()

    async def frame(self) -> tuple[int, bytes]:
        """Read a frame. A closing one is noted, and raises `EOFError`; a ping is answered."""
        while True:
            first, size = await self.reader.readexactly(2)
            if size == 126:
                size = int.from_bytes(await self.reader.readexactly(2), "big")
            elif size == 127:
                size = int.from_bytes(await self.reader.readexactly(8), "big")
            payload = await self.reader.readexactly(size)
            opcode = first & 15
            if opcode == CLOSE:
                self.code = int.from_bytes(payload[:2], "big") if len(payload) > 1 else 1005
                raise EOFError
            if opcode == PING:
                self.write(frame(PONG, payload))
                continue
            return opcode, payload

    async def message(self, *kinds: str, seconds: float = PATIENCE) -> dict[str, Any]:
        """Read the next message of some kinds, and skip the others."""
        async with asyncio.timeout(seconds):
            while True:
                opcode, payload = await self.frame()
                if opcode != TEXT:
                    continue
                found: dict[str, Any] = json.loads(payload)
                if found["t"] in kinds:
                    return found

    async def start(self, rules: str, seconds: float = PATIENCE) -> dict[str, Any]:
        """Start a game, and return the board or the refusal."""
        self.write(text("new", n=0, rules=rules))
        return await self.message("board", "refused", seconds=seconds)

    async def ending(self, outcome: Outcome, seconds: float) -> None:
        """Read until the server closes, at most for some seconds, and count how it ended."""
        try:
            async with asyncio.timeout(seconds):
                while True:
                    await self.frame()
        except TimeoutError:
            outcome["open"] += 1
        except (OSError, EOFError, asyncio.IncompleteReadError):
            outcome[f"closed {self.code}" if self.code else "cut"] += 1

    def abort(self) -> None:
        self.writer.transport.abort()


async def read_head(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    """Read the head of an answer: its status and headers."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers = {}
    for line in head[1:]:
        name, _, value = line.partition(":")
        headers[name.lower()] = value.strip()
    return int(head[0].split()[1]), headers


class Answer(NamedTuple):
    """The answer to a request; of the body at most `MOST` bytes, and its whole size."""

    status: int
    headers: dict[str, str]
    body: bytes
    size: int


MOST = 1 << 20


def request(port: int, method: str, path: str, body: bytes = b"", headers: Iterable[str] = ()) -> bytes:
    """Return a request."""
    lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Connection: close", *headers]
    if body or method == "POST":
        lines.append(f"Content-Length: {len(body)}")
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


async def ask(
    port: int,
    address: str,
    method: str,
    path: str,
    body: bytes = b"",
    *,
    headers: Iterable[str] = (),
    seconds: float = PATIENCE,
) -> Answer:
    """Send a request and read the whole answer."""
    reader, writer = await connect(port, address)
    try:
        async with asyncio.timeout(seconds):
            writer.write(request(port, method, path, body, headers))
            status, found = await read_head(reader)
            size, start = 0, b""
            while part := await reader.read(1 << 16):
                size += len(part)
                if len(start) < MOST:
                    start += part
        return Answer(status, found, start, size)
    finally:
        writer.transport.abort()


class Deadline:
    """The time that an attack may take."""

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    @property
    def left(self) -> float:
        return max(self._end - time.monotonic(), 0.0)

    def __bool__(self) -> bool:
        """Whether there is time left."""
        return self.left > 0


async def stopped(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks and wait for their end."""
    for task in (waiting := list(tasks)):
        task.cancel()
    for task in waiting:
        with contextlib.suppress(asyncio.CancelledError, *TROUBLE):
            await task
