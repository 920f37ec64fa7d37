"""Limits below the application: requests that never end, and too many sockets from one address."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

if TYPE_CHECKING:
    from typing import Any

    from websockets.http11 import Request

EXTENSION = "sapper.socket"


class Socket(WebSocketsSansIOProtocol):
    """A WebSocket that sends at once if it can, and that can be aborted: a client that does not read sees no close."""

    def handle_connect(self, event: Request) -> None:
        """Start the application, and pass it `abort` and `send`."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][EXTENSION] = {"abort": self.transport.abort, "send": self.send_now}

    def send_now(self, data: bytes) -> bool:
        """Send text; return False if that would have to wait."""
        if not self.writable.is_set() or self.close_sent or self.disconnected or self.transport.is_closing():
            return False
        self.conn.send_text(data)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True


def guarded(most: int, seconds: float) -> type[H11Protocol]:
    """Return a protocol that limits the connections of each address and the seconds until a request is complete."""
    open_sockets: Counter[str] = Counter()

    class Guarded(H11Protocol):
        """HTTP with a deadline for every request."""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            self._deadline: asyncio.TimerHandle | None = None
            self._address = str((transport.get_extra_info("peername") or ("",))[0])
            open_sockets[self._address] += 1
            super().connection_made(transport)
            if open_sockets[self._address] > most:
                transport.abort()
            else:
                self._arm()

        def connection_lost(self, exc: Exception | None) -> None:
            self._disarm()
            self._uncount()
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            if self._deadline is None and (self.cycle is None or self.cycle.response_complete):
                self._arm()
            super().data_received(data)
            if self.cycle is not None and not self.cycle.response_complete:
                self._disarm()

        def handle_websocket_upgrade(self, event: Any) -> None:
            self._disarm()
            self._uncount()
            super().handle_websocket_upgrade(event)

        def _uncount(self) -> None:
            if self._address:
                open_sockets[self._address] -= 1
                if open_sockets[self._address] <= 0:
                    del open_sockets[self._address]
                self._address = ""

        def _arm(self) -> None:
            self._deadline = asyncio.get_running_loop().call_later(seconds, self._too_slow)

        def _disarm(self) -> None:
            if self._deadline is not None:
                self._deadline.cancel()
                self._deadline = None

        def _too_slow(self) -> None:
            self._deadline = None
            if self.cycle is None or self.cycle.response_complete:
                self.transport.abort()

    return Guarded
