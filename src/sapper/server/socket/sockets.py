"""The sockets that are open, and how many of them an address may have."""

from __future__ import annotations

from collections import Counter, OrderedDict
from typing import TYPE_CHECKING

from .networks import network_of

if TYPE_CHECKING:
    from collections.abc import Container
    from typing import Protocol

    class Idle(Protocol):
        """A socket that waits for a request."""

        def abort(self) -> None:
            """Close at once."""


class Sockets:
    """The sockets that are open, by address. When there are too many, the one that is idle for longest is closed.

    A proxy speaks for many clients, so its sockets are counted only in the total.
    """

    def __init__(self, most: int, most_each: int, proxies: Container[str] = ()) -> None:
        self._most = most
        self._most_each = most_each
        self._proxies = proxies
        self._open = 0
        self._of_address: Counter[str] = Counter()
        self._idle: OrderedDict[Idle, None] = OrderedDict()

    def __len__(self) -> int:
        return self._open

    def add(self, address: str) -> bool:
        """Count a new socket; return whether it may stay."""
        self._open += 1
        network = network_of(address)
        self._of_address[network] += 1
        if address not in self._proxies and self._of_address[network] > self._most_each:
            return False
        if self._open <= self._most:
            return True
        if not self._idle:
            return False
        self._idle.popitem(last=False)[0].abort()
        return True

    def remove(self, address: str) -> None:
        """Forget a socket that was closed."""
        self._open -= 1
        network = network_of(address)
        self._of_address[network] -= 1
        if self._of_address[network] <= 0:
            del self._of_address[network]

    def note_idle(self, socket: Idle) -> None:
        """Note that a socket waits for a request."""
        self._idle[socket] = None

    def note_busy(self, socket: Idle) -> None:
        """Note that a socket has a request, or is closed."""
        self._idle.pop(socket, None)
