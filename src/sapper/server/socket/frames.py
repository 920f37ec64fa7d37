"""The frames of WebSockets (RFC 6455) as a server sees them, one by one, so that each can be charged for."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
NORMAL, PROTOCOL, NO_TEXT, BAD_TEXT, POLICY, TOO_LARGE, RESTART = 1000, 1002, 1003, 1007, 1008, 1009, 1012
NAMES = {CONTINUATION: "continuation", TEXT: "text", BINARY: "binary", CLOSE: "close", PING: "ping", PONG: "pong"}
_KINDS = frozenset(NAMES)
_SHORT = 125  # bytes: the longest payload of a control frame, and of a frame without an extended length
_TEXT_HEADS = [bytes((0x80 | TEXT, size)) for size in range(_SHORT + 1)]


class FrameError(Exception):
    """Bytes that a client must not send, with the closing code for them."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(why)
        self.code = code


class FrameReader:
    """Finds the frames of a client in the bytes that arrive; it holds at most one incomplete frame."""

    __slots__ = ("_most", "_rest")

    def __init__(self, most: int) -> None:
        self._most = most
        self._rest = b""

    def whole_text(self, data: bytes) -> bytes | None:
        """Return the payload of bytes that are exactly one short text message, as they usually are; else None."""
        size = len(data) - 6
        if self._rest or size < 1 or size > _SHORT or data[0] != 0x80 | TEXT or data[1] != 0x80 | size:
            return None
        return _unmasked(data[6:], data[2:6])

    def feed(self, data: bytes) -> Iterator[tuple[int, bool, bytes]]:
        """Yield the kind, the last-fragment bit and the payload of each complete frame, or raise `FrameError`."""
        data = self._rest + data if self._rest else data
        self._rest = b""
        at, end = 0, len(data)
        while end - at >= 2:
            first, length = data[at], data[at + 1] - 0x80
            kind = first & 0x0F
            if first & 0x70 or kind not in _KINDS:
                raise FrameError(PROTOCOL, "A frame has bits or a kind without a meaning.")
            if length < 0:
                raise FrameError(PROTOCOL, "The frames of a client have to be masked.")
            if kind >= CLOSE and (length > _SHORT or first < 0x80):
                raise FrameError(PROTOCOL, "A control frame is short and whole.")
            start = at + 6
            if length > _SHORT:
                size = 2 if length == 126 else 8
                start += size
                if end < at + 2 + size:
                    break
                length = _long_length(data[at + 2 : at + 2 + size])
            if length > self._most:
                raise self._too_large()
            if end < start + length:
                break
            payload = data[start : start + length]
            if length:
                payload = _unmasked(payload, data[start - 4 : start])
            yield kind, first >= 0x80, payload
            at = start + length
        self._rest = data[at:]

    def _too_large(self) -> FrameError:
        return FrameError(TOO_LARGE, f"A message has at most {self._most} bytes.")


def _long_length(data: bytes) -> int:
    """Return a length that does not fit into seven bits, or raise `FrameError` if a shorter form exists for it."""
    length = int.from_bytes(data, "big")
    if length >> 63 or length <= (_SHORT if len(data) == 2 else 0xFFFF):
        raise FrameError(PROTOCOL, "The length of a frame has to have its shortest form.")
    return length


def check_close(payload: bytes) -> None:
    """Raise `FrameError` if the payload of a close frame is not empty, nor a valid code with a reason in UTF-8."""
    if payload and (len(payload) == 1 or not is_closing_code(int.from_bytes(payload[:2], "big"))):
        raise FrameError(PROTOCOL, "A close frame needs a valid code.")
    try:
        payload[2:].decode()
    except UnicodeDecodeError:
        raise FrameError(BAD_TEXT, "The reason of a close frame has to be UTF-8.") from None


def is_closing_code(code: int) -> bool:
    """Return whether a client may close with a code: one that is registered, or of those for programs."""
    return 1000 <= code <= 1003 or 1007 <= code <= 1014 or 3000 <= code <= 4999


def _unmasked(payload: bytes, mask: bytes) -> bytes:
    size = len(payload)
    key = (mask * (size // 4 + 1))[:size]
    return (int.from_bytes(payload, "little") ^ int.from_bytes(key, "little")).to_bytes(size, "little")


def text_frame(payload: bytes) -> bytes:
    """Return a text message as one frame."""
    size = len(payload)
    if size <= _SHORT:
        return _TEXT_HEADS[size] + payload
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + payload
    return b"\x81\x7f" + size.to_bytes(8, "big") + payload


def control_frame(kind: int, payload: bytes = b"") -> bytes:
    """Return a ping, pong or close frame."""
    return bytes((0x80 | kind, len(payload))) + payload


def close_frame(code: int) -> bytes:
    """Return a close frame with its code."""
    return control_frame(CLOSE, code.to_bytes(2, "big"))
