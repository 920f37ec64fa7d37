"""Attacks below the protocol: frames that carry no message, handshakes, sockets that send next to nothing."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

from server.attacks.wire import (
    CONTINUATION,
    PING,
    PONG,
    TEXT,
    TROUBLE,
    Deadline,
    Outcome,
    RawSocket,
    Refused,
    connect,
    frame,
    stopped,
    text,
)

if TYPE_CHECKING:
    from server.attacks.catalogue import Target

_BURST = 1 << 16  # bytes that are written at once
_SMALL = 4096  # bytes of the receive buffer of a client that does not read


async def pongs(server: Target, seconds: float) -> Outcome:
    """Four connections send pongs that nobody asked for."""
    return await _flood(server, seconds, frame(PONG) * (_BURST // 6))


async def continuations(server: Target, seconds: float) -> Outcome:
    """Four connections begin a message and go on with empty pieces for ever."""
    start = frame(TEXT, b'{"t":', final=False)
    return await _flood(server, seconds, frame(CONTINUATION, final=False) * (_BURST // 6), start)


async def pings(server: Target, seconds: float) -> Outcome:
    """Four connections send pings and read no answer."""
    return await _flood(server, seconds, frame(PING, bytes(125)) * (_BURST // 131), reads=False)


async def invalid_text(server: Target, seconds: float) -> Outcome:
    """Connections send text that is not UTF-8, and come again."""
    return await _flood(server, seconds, frame(TEXT, b'{"t":"ping"\xff\xfe}'))


async def bursts(server: Target, seconds: float) -> Outcome:
    """Eight connections send more messages than they may, and reconnect at once."""
    return await _flood(server, seconds, text("ping", at=1) * 120, connections=8)


async def handshakes(server: Target, seconds: float) -> Outcome:
    """One address connects and hangs up, as fast as it can."""
    outcome, deadline = Outcome(), Deadline(seconds)

    async def knock() -> None:
        while deadline:
            try:
                socket = await RawSocket.open(server.port, "127.0.0.2")
                socket.abort()
                outcome["sent"] += 1
            except Refused as refused:
                outcome[f"status {refused.status}"] += 1
            except TROUBLE:
                outcome["cut"] += 1
                await asyncio.sleep(0.01)

    await asyncio.gather(*(knock() for _ in range(8)))
    return outcome


async def _flood(
    server: Target, seconds: float, burst: bytes, start: bytes = b"", *, reads: bool = True, connections: int = 4
) -> Outcome:
    """Send the same bytes as fast as the server takes them, and connect again when it closes."""
    outcome, deadline = Outcome(), Deadline(seconds)

    async def one() -> None:
        while deadline:
            try:
                socket = await RawSocket.hello(server.port, "127.0.0.2", 0 if reads else _SMALL)
            except Refused as refused:
                outcome[f"status {refused.status}"] += 1
                await asyncio.sleep(0.02)
                continue
            except TROUBLE:
                outcome["no connection"] += 1
                await asyncio.sleep(0.1)
                continue
            listening = asyncio.create_task(socket.ending(outcome, deadline.left)) if reads else None
            try:
                socket.write(start)
                while deadline and not (listening and listening.done()):
                    socket.write(burst)
                    outcome["sent"] += 1
                    await asyncio.sleep(0)
                    await socket.drain(deadline.left)
            except TimeoutError:
                outcome["stuck"] += 1
            except OSError:
                if listening is None:
                    outcome["cut"] += 1
            finally:
                if listening is not None:
                    await asyncio.wait({listening}, timeout=1)
                    await stopped([listening])
                socket.abort()

    await asyncio.gather(*(one() for _ in range(connections)))
    return outcome


async def idle_sockets(server: Target, seconds: float, count: int = 3000) -> Outcome:
    """Fifty addresses open sockets and send nothing."""
    outcome, deadline = Outcome(), Deadline(seconds)
    opened: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def opener(address: str) -> None:
        for _ in range(count // 50):
            try:
                async with asyncio.timeout(max(deadline.left, 0.1)):
                    opened.append(await connect(server.port, address))
            except TROUBLE:
                outcome["no connection"] += 1

    await asyncio.gather(*(opener(f"127.0.3.{number}") for number in range(1, 51)))
    outcome["sent"] = len(opened)
    await asyncio.sleep(deadline.left)
    for reader, writer in opened:
        outcome["cut" if reader.at_eof() or writer.transport.is_closing() else "open"] += 1
        writer.transport.abort()
    return outcome


async def slow_headers(server: Target, seconds: float, count: int = 120) -> Outcome:
    """Two addresses send requests that never end, byte by byte."""
    outcome, deadline = Outcome(), Deadline(seconds)

    async def dribble(address: str) -> None:
        while deadline:
            try:
                reader, writer = await connect(server.port, address)
            except TROUBLE:
                outcome["no connection"] += 1
                await asyncio.sleep(0.2)
                continue
            outcome["sent"] += 1
            with contextlib.suppress(*TROUBLE):
                writer.write(b"GET / HTTP/1.1\r\nX-Long: ")
                while deadline and not (reader.at_eof() or writer.transport.is_closing()):
                    writer.write(b"x")
                    await asyncio.sleep(0.1)
            outcome["cut" if deadline else "open"] += 1
            writer.transport.abort()

    await asyncio.gather(*(dribble(f"127.0.0.{2 + number % 2}") for number in range(count)))
    return outcome
