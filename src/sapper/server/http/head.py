"""The head of an HTTP request: small, and strict about its form, so that no two programs read it differently."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

from .rejection import Rejected

if TYPE_CHECKING:
    from ..limits import Limits
    from .rejection import Header

END = b"\r\n\r\n"
_TOKEN = rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+"
# No two parts of these patterns can match the same bytes, so that they take linear time.
_LINE = re.compile(rb"(%b) ([!-~]+) HTTP/1\.([01])" % _TOKEN)
_FIELD = re.compile(rb"(%b):([\t\x20-\x7e\x80-\xff]*)" % _TOKEN)
_ABSOLUTE = re.compile(rb"(?i:https?)://([^/?#@]+)([/?].*)?")
_LENGTH = re.compile(rb"[0-9]{1,15}")


class Head(NamedTuple):
    """A request line and its headers, with names in small letters; the target is a path with its query."""

    method: str
    target: bytes
    version: str  # "1.0" or "1.1"
    headers: list[Header]
    data: bytes  # all of it, for the next parser

    @property
    def path(self) -> str:
        """The path, decoded."""
        return unquote(self.target.partition(b"?")[0].decode("ascii"))

    def values(self, name: bytes) -> list[bytes]:
        """Return the values of a header."""
        return [value for key, value in self.headers if key == name]

    def words(self, name: bytes) -> set[bytes]:
        """Return the words of a header that is a list, in small letters."""
        return {word.strip().lower() for value in self.values(name) for word in value.split(b",")}

    @property
    def asks_for_web_socket(self) -> bool:
        """Whether the request is a handshake."""
        return b"websocket" in self.words(b"upgrade") and b"upgrade" in self.words(b"connection")

    def body_length(self) -> int:
        """Return the bytes of the body, or raise `Rejected` if they are not known in one way only."""
        lengths, codings = self.values(b"content-length"), self.values(b"transfer-encoding")
        if codings and (lengths or [word.lower() for word in codings] != [b"chunked"]):
            raise Rejected(400, "A body has one length, and no coding.")
        if codings:
            raise Rejected(411, "Send the length of the body: Transfer-Encoding is not accepted here.")
        if not lengths:
            return 0
        if len(lengths) > 1 or not _LENGTH.fullmatch(lengths[0]):
            raise Rejected(400, "A body has one length, a whole number.")
        return int(lengths[0])


def read_head(data: bytes, limits: Limits) -> Head:
    """Return the head of a request that ends with an empty line, or raise `Rejected`."""
    if len(data) > limits.head_bytes:
        raise too_long(limits)
    lines = data.removesuffix(END).split(b"\r\n")
    if len(lines) - 1 > limits.head_lines:
        raise Rejected(431, f"A request has at most {limits.head_lines} headers.")
    first, fields = _LINE.fullmatch(lines[0]), [_FIELD.fullmatch(line) for line in lines[1:]]
    if first is None:
        raise Rejected(400, "The first line of the request is malformed.")
    headers = [(field[1].lower(), field[2].strip(b" \t")) for field in fields if field is not None]
    if len(headers) < len(fields):
        raise Rejected(400, "A header has to be a name, a colon and a value on one line.")
    head = Head(first[1].decode(), first[2], f"1.{first[3].decode()}", headers, data)
    hosts = len(head.values(b"host"))
    if hosts > 1 or (not hosts and head.version == "1.1"):
        raise Rejected(400, "A request names its host once.")
    return head if head.target.startswith(b"/") else _in_origin_form(head)


def too_long(limits: Limits) -> Rejected:
    """Return the error for a head with too many bytes."""
    return Rejected(431, f"The head of a request has at most {limits.head_bytes} bytes.")


def _in_origin_form(head: Head) -> Head:
    """Return a request whose target names the server (RFC 9112, 3.2.2) as if the name had come as its host."""
    found = _ABSOLUTE.fullmatch(head.target)
    if found is None:
        raise Rejected(400, "The target of a request has to be a path.")
    rest = found[2] or b""
    target = rest if rest.startswith(b"/") else b"/" + rest
    headers = [(b"host", found[1]), *(header for header in head.headers if header[0] != b"host")]
    lines = [f"{head.method} ".encode() + target + f" HTTP/{head.version}".encode()]
    lines += [name + b": " + value for name, value in headers]
    return head._replace(target=target, headers=headers, data=b"\r\n".join(lines) + END)
