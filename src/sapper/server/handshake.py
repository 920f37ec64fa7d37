"""The request that turns HTTP into a WebSocket, and the answer to it."""

from __future__ import annotations

from base64 import b64encode
from binascii import Error, a2b_base64
from hashlib import sha1
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_MAGIC = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # of RFC 6455
_KEY_BYTES = 16
_PHRASES = {
    101: "Switching Protocols",
    400: "Bad Request",
    403: "Forbidden",
    404: "Not Found",
    421: "Misdirected Request",
    429: "Too Many Requests",
    503: "Service Unavailable",
}

REQUEST_ID = b"x-request-id"

Header = tuple[bytes, bytes]


class Rejection(NamedTuple):
    """The status of a request that is refused, and a sentence for the client if there is one."""

    status: int
    why: str = ""


def is_valid(headers: Mapping[str, str]) -> bool:
    """Return whether the headers ask for a WebSocket of the only version there is."""
    try:
        key = a2b_base64(headers.get("sec-websocket-key", "").encode(), strict_mode=True)
    except (Error, UnicodeError):
        return False
    return len(key) == _KEY_BYTES and headers.get("sec-websocket-version") == "13"


def accepted(headers: Mapping[str, str], subprotocol: str | None, extra: Iterable[Header]) -> bytes:
    """Return the answer that opens the WebSocket."""
    # SHA-1 is what the protocol asks for here. It protects nothing.
    key = headers["sec-websocket-key"].encode() + _MAGIC
    found = [
        (b"upgrade", b"websocket"),
        (b"connection", b"Upgrade"),
        (b"sec-websocket-accept", b64encode(sha1(key, usedforsecurity=False).digest())),
    ]
    if subprotocol is not None:
        found.append((b"sec-websocket-protocol", subprotocol.encode()))
    return response(101, [*found, *extra])


def response(status: int, headers: Iterable[Header], body: str = "") -> bytes:
    """Return an answer; one with a body has to be the last of its connection."""
    lines = [f"HTTP/1.1 {status} {_PHRASES[status]}".encode(), *(name + b": " + value for name, value in headers)]
    if body:
        lines.append(b"content-type: text/plain; charset=utf-8")
    return b"\r\n".join([*lines, b"", body.encode()])
