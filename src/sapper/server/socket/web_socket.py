"""A WebSocket: every frame and byte is charged for, and nothing is written to a client that does not read."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ..protocol import game_messages
from . import frames
from .frames import FrameError, FrameReader

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    class Receiver(Protocol):
        """The receiver of the messages of a client."""

        def charge_read(self, size: int) -> bool:
            """Return whether the client may send `size` bytes, with at most one frame."""

        def charge_frame(self) -> bool:
            """Return whether the client may send one more frame."""

        def take_pong(self, payload: bytes) -> None:
            """Take the answer to a ping."""

        def count_frame(self, kind: int) -> None:
            """Count a frame that is not a whole message."""

        def receive(self, data: bytes) -> None:
            """Handle a message."""

        def writable(self) -> None:
            """Send what waits."""

        def stuck(self) -> None:
            """Note that the client does not read."""

        def close(self, code: int, why: str) -> None:
            """Close after an error of the client."""

        def lost(self) -> None:
            """Clean up after the end of the connection."""


_HIGH_WATER = 64 * 1024  # bytes that a client has not read, before messages wait in its outbox


class WebSocket(asyncio.Protocol):
    """The socket of one client, after the handshake."""

    __slots__ = ("_fragments", "_is_closing", "_reader", "_receiver", "_transport", "is_writable", "received", "sent")

    def __init__(self, transport: asyncio.Transport, receiver: Receiver) -> None:
        self._transport = transport
        self._receiver = receiver
        self._reader = FrameReader(game_messages.MOST_BYTES)
        self._fragments: bytearray | None = None  # of a message that is not complete
        self._is_closing = False
        self.is_writable = True
        self.received = self.sent = 0  # bytes
        transport.set_write_buffer_limits(high=_HIGH_WATER)

    # Called by the event loop

    def data_received(self, data: bytes) -> None:
        """Take the frames that arrived, as far as the client may send them."""
        receiver = self._receiver
        self.received += len(data)
        if not receiver.charge_read(len(data)):
            return
        if self._fragments is None and not self._is_closing:
            whole = self._reader.whole_text(data)
            if whole is not None:
                receiver.receive(whole)
                return
        is_first = True  # a read costs as much as the frame in it, so that bytes one by one are not free
        try:
            for kind, is_last, payload in self._reader.feed(data):
                if not (is_first or receiver.charge_frame()):
                    return
                is_first = False
                if kind == frames.TEXT and is_last and self._fragments is None and not self._is_closing:
                    receiver.receive(payload)
                else:
                    self._take(kind, is_last, payload)
        except FrameError as error:
            receiver.close(error.code, str(error))

    def _take(self, kind: int, is_last: bool, payload: bytes) -> None:
        self._receiver.count_frame(kind)
        if kind == frames.CLOSE:
            self._answer_close(payload)
        elif self._is_closing:
            return
        elif kind == frames.PONG:
            self._receiver.take_pong(payload)
        elif kind == frames.PING:
            if self.is_writable:
                self._transport.write(frames.control_frame(frames.PONG, payload))
        elif kind == frames.BINARY:
            raise FrameError(frames.NO_TEXT, "Messages have to be text.")
        else:
            self._assemble(kind, is_last, payload)

    def _assemble(self, kind: int, is_last: bool, payload: bytes) -> None:
        """Add a fragment to its message."""
        if (kind == frames.TEXT) != (self._fragments is None):
            raise FrameError(frames.PROTOCOL, "A fragment does not follow the last one.")
        if self._fragments is None:
            self._fragments = bytearray()
        self._fragments += payload
        if len(self._fragments) > game_messages.MOST_BYTES:
            raise FrameError(frames.TOO_LARGE, f"A message has at most {game_messages.MOST_BYTES} bytes.")
        if is_last:
            whole, self._fragments = bytes(self._fragments), None
            self._receiver.receive(whole)

    def _answer_close(self, payload: bytes) -> None:
        if not self._is_closing:
            try:
                frames.check_close(payload)
            except FrameError as error:
                self._receiver.close(error.code, str(error))
            else:
                self._is_closing = True
                self._transport.write(frames.control_frame(frames.CLOSE, payload[:2]))
        self._transport.close()

    def pause_writing(self) -> None:
        """Note that the client does not read."""
        self.is_writable = False
        self._receiver.stuck()

    def resume_writing(self) -> None:
        """Send what waits."""
        self.is_writable = True
        self._receiver.writable()

    def connection_lost(self, exc: Exception | None) -> None:
        """Clean up."""
        self._is_closing = True
        self.is_writable = False
        self._receiver.lost()

    # Called by the connection

    def send_text(self, payload: bytes) -> None:
        """Send a text message."""
        self.sent += len(payload)
        self._transport.write(frames.text_frame(payload))

    def send_frames(self, texts: Sequence[bytes], framed: bytes) -> None:
        """Send text messages that are frames already."""
        self.sent += len(framed)
        self._transport.write(framed)

    def ping(self, payload: bytes = b"") -> None:
        """Ask the client whether it is there."""
        if self.is_writable:
            self._transport.write(frames.control_frame(frames.PING, payload))

    def close(self, code: int) -> None:
        """Send the closing code. The client answers it; one that broke the rules is not read any more."""
        if self._is_closing:
            return
        self._is_closing = True
        self._transport.write(frames.close_frame(code))
        if code in (frames.NORMAL, frames.RESTART):
            self._transport.resume_reading()
        else:
            self._transport.pause_reading()

    def stop_reading(self) -> None:
        """Read nothing until `go_on_reading` or `close`."""
        self._transport.pause_reading()

    def go_on_reading(self) -> None:
        """Read again."""
        self._transport.resume_reading()

    def abort(self) -> None:
        """Close at once, whatever the client has not read."""
        self._transport.abort()
