"""The bus between the servers of one store. It carries hints, never truth: a hint says that a log has grown.

A hint may be lost, late, doubled or out of order: a server that hears it reads the log. What people say and point at is
passed on as a payload, and is lost with it.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    Heard = Callable[[bytes], None]

log = logging.getLogger("sapper.server")


class Bus(ABC):
    """A server's end of the bus. Everything is called in the thread of the event loop, and nothing waits."""

    is_up = True  # whether hints arrive at present; servers read the logs more often while they do not
    # For the metrics
    sent = 0  # hints
    heard = 0
    dropped = 0  # hints that were not sent

    async def opened(self) -> None:  # noqa: B027 - a bus inside a process has nothing to connect
        """Connect. A bus that cannot be reached is down, and goes on trying."""

    # A hint that fails is a hint that is lost: nothing here raises.

    def publish(self, topic: str, payload: bytes = b"") -> None:
        """Notify the other servers that listen to a topic; what cannot be sent is dropped."""
        try:
            self._publish(topic, payload)
        except Exception as error:
            self.dropped += 1
            _log("sent", error)

    def subscribe(self, topic: str, heard: Heard) -> None:
        """Call a function with each payload that other servers publish; a topic has one listener on each server.

        It is also called with nothing as soon as hints arrive, at first or again: what came before may be missed.
        """
        try:
            self._subscribe(topic, heard)
        except Exception as error:
            _log("subscribed to", error)

    def unsubscribe(self, topic: str) -> None:
        """Stop listening to a topic."""
        try:
            self._unsubscribe(topic)
        except Exception as error:
            _log("unsubscribed from", error)

    def _tell(self, heard: Heard, payload: bytes) -> None:
        """Pass on what was heard."""
        try:
            heard(payload)
        except Exception as error:
            _log("followed", error)

    @abstractmethod
    def _publish(self, topic: str, payload: bytes) -> None: ...

    @abstractmethod
    def _subscribe(self, topic: str, heard: Heard) -> None: ...

    @abstractmethod
    def _unsubscribe(self, topic: str) -> None: ...

    @abstractmethod
    async def close(self) -> None:
        """Disconnect."""


def _log(done: str, error: Exception) -> None:
    log.error("a hint was not %s: %s", done, type(error).__name__, exc_info=error)


class LocalBus(Bus):
    """A bus inside one process. A server alone has one to itself; those that share a `hub` hear each other."""

    def __init__(self, hub: list[LocalBus] | None = None) -> None:
        self._hub = [] if hub is None else hub
        self._hub.append(self)
        self._topics: dict[str, Heard] = {}

    def _publish(self, topic: str, payload: bytes) -> None:
        self.sent += 1
        for other in self._hub:
            if other is not self and topic in other._topics:
                asyncio.get_running_loop().call_soon(other._hear, topic, payload)

    def _hear(self, topic: str, payload: bytes) -> None:
        heard = self._topics.get(topic)
        if heard is not None:
            self.heard += 1
            self._tell(heard, payload)

    def _subscribe(self, topic: str, heard: Heard) -> None:
        self._topics[topic] = heard
        asyncio.get_running_loop().call_soon(self._hear, topic, b"")

    def _unsubscribe(self, topic: str) -> None:
        self._topics.pop(topic, None)

    async def close(self) -> None:
        """Leave the hub."""
        if self in self._hub:
            self._hub.remove(self)
