"""The request that turns HTTP into a WebSocket, and the answer to it."""

from __future__ import annotations

from base64 import b64encode
from binascii import Error, a2b_base64
from hashlib import sha1
from typing import TYPE_CHECKING

from ..http.rejection import Rejection, response

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from ..http.rejection import Header

_MAGIC = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # of RFC 6455
_KEY_BYTES = 16
_VERSION = "13"  # the only one there is

REQUEST_ID = b"x-request-id"


def problem(scope: Mapping[str, Any], headers: Mapping[str, str]) -> Rejection | None:
    """Return what is wrong with the form of a handshake, None if nothing is."""
    if scope["method"] != "GET" or scope["http_version"] != "1.1":
        return Rejection(400, "A WebSocket is opened by GET, with HTTP/1.1.")
    if "content-length" in headers or "transfer-encoding" in headers:
        return Rejection(400, "The request for a WebSocket has no body.")
    if headers.get("sec-websocket-version") != _VERSION:
        why = f"This server speaks version {_VERSION} of WebSockets."
        return Rejection(426, why, headers=((b"sec-websocket-version", _VERSION.encode()),))
    if not _is_key(headers.get("sec-websocket-key", "")):
        return Rejection(400, f"The key of a WebSocket has {_KEY_BYTES} bytes in Base64.")
    return None


def _is_key(text: str) -> bool:
    try:
        return len(a2b_base64(text.encode(), strict_mode=True)) == _KEY_BYTES
    except (Error, UnicodeError):
        return False


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
