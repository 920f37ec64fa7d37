"""Attacks by the form of HTTP requests: tiny chunks, thousands of headers, bytes one by one, unwanted bodies."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from functools import cache
from typing import TYPE_CHECKING

from server.attacks.wire import TROUBLE, Deadline, Outcome, connect, read_head

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from server.attacks.catalogue import Target

    Pieces = Callable[[int, int], Iterator[bytes]]  # of a request, by the port and the number of the request

_ADDRESSES = ("127.0.0.1", "127.0.0.2")
_PATIENCE = 5.0  # seconds for an answer
_PIECE = bytes(1 << 16)


def _head(port: int, line: str, *headers: str) -> bytes:
    return "\r\n".join([f"{line} HTTP/1.1", f"Host: 127.0.0.1:{port}", *headers, "", ""]).encode()


@cache
def _chunks(count: int) -> bytes:
    return b"1\r\nx\r\n" * count + b"0\r\n\r\n"


async def _flood(server: Target, seconds: float, sockets: int, pieces: Pieces) -> Outcome:
    """Send requests on some sockets of each address, and again as soon as they are answered or cut off."""
    outcome, deadline = Outcome(), Deadline(seconds)

    async def one(address: str) -> None:
        for turn in itertools.count():
            if not deadline:
                return
            try:
                reader, writer = await connect(server.port, address)
            except TROUBLE:
                outcome["no connection"] += 1
                await asyncio.sleep(0.05)
                continue
            await _request(reader, writer, pieces(server.port, turn), outcome, deadline)

    await asyncio.gather(*(one(address) for address in _ADDRESSES * (sockets // 2)))
    return outcome


async def _request(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    pieces: Iterator[bytes],
    outcome: Outcome,
    deadline: Deadline,
) -> None:
    """Send a request while its answer is awaited, and count how it ended."""
    sending = asyncio.create_task(_send(reader, writer, pieces, deadline))
    try:
        async with asyncio.timeout(min(_PATIENCE, max(deadline.left, 0.1))):
            status, _ = await read_head(reader)
        outcome[f"status {status}"] += 1
    except TimeoutError:
        outcome["late"] += 1
    except TROUBLE:
        outcome["cut"] += 1
    finally:
        sending.cancel()
        await asyncio.wait({sending})
        outcome["sent"] += 1
        writer.transport.abort()


async def _send(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, pieces: Iterator[bytes], deadline: Deadline
) -> None:
    with contextlib.suppress(*TROUBLE):
        for piece in pieces:
            if not deadline or reader.at_eof():
                return
            writer.write(piece)
            await writer.drain()
            await asyncio.sleep(0)


async def tiny_chunks(server: Target, seconds: float, count: int = 60_000) -> Outcome:
    """Eight sockets send bodies of chunks of one byte, to a route that wants a body and to one that does not."""

    def pieces(port: int, turn: int) -> Iterator[bytes]:
        yield _head(port, ("POST /api/odds", "GET /api/me")[turn % 2], "Transfer-Encoding: chunked") + _chunks(count)

    return await _flood(server, seconds, 8, pieces)


async def endless_chunks(server: Target, seconds: float, count: int = 900_000) -> Outcome:
    """Four sockets send bodies of very many chunks of one byte."""

    def pieces(port: int, turn: int) -> Iterator[bytes]:
        yield _head(port, "POST /api/replays/verify", "Transfer-Encoding: chunked")
        data = _chunks(count)
        yield from (data[at : at + len(_PIECE)] for at in range(0, len(data), len(_PIECE)))

    return await _flood(server, seconds, 4, pieces)


async def many_headers(server: Target, seconds: float) -> Outcome:
    """Eight sockets send requests with thousands of short headers."""

    def pieces(port: int, turn: int) -> Iterator[bytes]:
        yield _head(port, "GET /api/me", *["a:"] * (12_000, 16_000, 101)[turn % 3])

    return await _flood(server, seconds, 8, pieces)


async def split_heads(server: Target, seconds: float) -> Outcome:
    """Eight sockets send the heads of their requests byte by byte."""

    def pieces(port: int, turn: int) -> Iterator[bytes]:
        head = _head(port, "GET /api/me", f"X-Long: {'x' * 12_000}")
        yield from (head[at : at + 1] for at in range(len(head)))

    return await _flood(server, seconds, 8, pieces)


async def unwanted_bodies(server: Target, seconds: float) -> Outcome:
    """Eight sockets send bodies of 100 MB where none is wanted, or a small one."""
    lines = ("POST /nowhere", "GET /", "POST /api/odds", "DELETE /api/games")

    def pieces(port: int, turn: int) -> Iterator[bytes]:
        yield _head(port, lines[turn % len(lines)], "Content-Length: 100000000")
        yield from itertools.repeat(_PIECE, 100_000_000 // len(_PIECE))

    return await _flood(server, seconds, 8, pieces)
