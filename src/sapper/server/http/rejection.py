"""Requests that are refused before the application sees them: a status, a sentence, and when to try again."""

from __future__ import annotations

import json
import math
from http import HTTPStatus
from typing import TYPE_CHECKING, NamedTuple

from ...phrase import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterable

Header = tuple[bytes, bytes]

_JSON = b"application/json"
_TEXT = b"text/plain; charset=utf-8"


class Rejection(NamedTuple):
    """The reason for a refused request, with the seconds after which to try again if that may help."""

    status: int
    why: Phrase | str
    retry_after: float | None = None
    headers: tuple[Header, ...] = ()

    def text(self, headers: Iterable[Header]) -> bytes:
        """Return the answer to a handshake, which is the last of its connection."""
        body = str(self.why).encode()
        return response(self.status, [*self._headers(body, _TEXT), *headers]) + body

    def json(self, headers: Iterable[Header]) -> bytes:
        """Return the answer to any other request, which is the last of its connection."""
        return response(self.status, [*self.json_headers, *headers]) + self.json_body

    @property
    def json_headers(self) -> list[Header]:
        """The headers of the answer as JSON."""
        return self._headers(self.json_body, _JSON)

    @property
    def json_body(self) -> bytes:
        """The body of the answer as JSON."""
        phrase = {"phrase": self.why.to_json()} if isinstance(self.why, Phrase) else {}
        return json.dumps({"error": str(self.why), **phrase}).encode()

    def _headers(self, body: bytes, kind: bytes) -> list[Header]:
        found = [(b"content-type", kind), (b"content-length", b"%d" % len(body)), (b"connection", b"close")]
        if self.retry_after is not None:
            found.append((b"retry-after", b"%d" % whole_seconds(self.retry_after)))
        return [*found, *self.headers]


class Rejected(Exception):
    """Raised for a request that is refused."""

    def __init__(self, status: int, why: Phrase | str, retry_after: float | None = None) -> None:
        super().__init__(why)
        self.rejection = Rejection(status, why, retry_after)


def response(status: int, headers: Iterable[Header]) -> bytes:
    """Return the head of an answer."""
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}".encode()]
    return b"\r\n".join([*lines, *(name + b": " + value for name, value in headers), b"", b""])


def whole_seconds(seconds: float) -> int:
    """Return the value of `Retry-After`."""
    return max(1, math.ceil(seconds))
