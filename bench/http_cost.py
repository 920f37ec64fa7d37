"""Processor time of the server for one HTTP request of each kind, usual ones and those that attackers send.

PYTHONPATH=tests .venv/bin/python -P bench/http_cost.py

Processor time hardly depends on what else the machine does. Each request has a connection of its own; "answer" is the
status, or "cut" if the server closed the connection without one.
"""

from __future__ import annotations

import contextlib
import os
import socket
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from server.conftest import Running

if TYPE_CHECKING:
    from collections.abc import Callable

    Sent = Callable[[socket.socket, int], None]

TICKS = os.sysconf("SC_CLK_TCK")
REST = 0.5  # seconds for the server to finish what the client has left
LIMITS = ("requests-per-second", "request-burst", "advice-burst", "address-read-burst")


class Request(NamedTuple):
    """A request, and how often it is sent."""

    name: str
    send: Sent
    times: int = 1


def head(port: int, line: str, *headers: str) -> bytes:
    lines = [f"{line} HTTP/1.1", f"Host: 127.0.0.1:{port}", *headers, "", ""]
    return "\r\n".join(lines).encode()


def whole(line: str, *headers: str, body: bytes = b"") -> Sent:
    return lambda one, port: one.sendall(head(port, line, "Connection: close", *headers) + body)


def bytewise(line: str, *headers: str) -> Sent:
    def send(one: socket.socket, port: int) -> None:
        for byte in head(port, line, "Connection: close", *headers):
            one.sendall(bytes((byte,)))

    return send


def chunked(line: str, count: int) -> Sent:
    return whole(line, "Transfer-Encoding: chunked", body=b"1\r\nx\r\n" * count + b"0\r\n\r\n")


def endless(line: str) -> Sent:
    def send(one: socket.socket, port: int) -> None:
        one.sendall(head(port, line, "Content-Length: 100000000"))
        for _ in range(20 << 4):
            one.sendall(bytes(1 << 16))

    return send


POSITION = b'{"board": "3x1/1\\n.1."}'
REQUESTS = (
    Request("GET /api/me", whole("GET /api/me"), 500),
    Request("GET /", whole("GET /"), 500),
    Request("POST /api/hint, a small position", whole("POST /api/hint", "Content-Length: 23", body=POSITION), 200),
    Request("100 headers", whole("GET /api/me", *[f"x-{n}: y" for n in range(97)]), 200),
    Request("POST /api/odds, 60,000 chunks", chunked("POST /api/odds", 60_000), 5),
    Request("GET /api/me, 60,000 chunks", chunked("GET /api/me", 60_000), 5),
    Request("POST /api/replays/verify, 900,000 chunks", chunked("POST /api/replays/verify", 900_000)),
    Request("12,000 headers", whole("GET /api/me", *["a:"] * 12_000), 10),
    Request("16,000 headers", whole("GET /api/me", *["a:"] * 16_000), 10),
    Request("a head of 4 kB byte by byte", bytewise("GET /api/me", f"X-Long: {'x' * 4000}"), 10),
    Request("POST to no route, 20 of 100 MB", endless("POST /nowhere")),
    Request("GET /, 20 of 100 MB", endless("GET /")),
)


def cpu(pid: int) -> float:
    """Return the processor seconds of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def answer(port: int, send: Sent) -> str:
    """Send a request on a connection of its own and return its status, or "cut"."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as one:
        found = b""
        one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        with contextlib.suppress(OSError):
            send(one, port)
        with contextlib.suppress(OSError):
            while part := one.recv(1 << 16):
                found = found or part[:12]
    return found[9:12].decode() or "cut"


def main() -> int:
    print(f"{'request':44}{'answer':>8}{'server CPU, ms':>18}")
    options = [part for name in LIMITS for part in ("--limit", f"{name}=1000000")]
    with tempfile.TemporaryDirectory() as place:
        server = Running(Path(place), *options)
        try:
            for request in REQUESTS:
                answer(server.port, request.send)
                before = cpu(server.process.pid)
                for _ in range(request.times):
                    status = answer(server.port, request.send)
                time.sleep(REST)
                took = (cpu(server.process.pid) - before) / request.times * 1000
                print(f"{request.name:44}{status:>8}{took:18.2f}", flush=True)
        finally:
            server.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
