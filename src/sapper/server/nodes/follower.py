"""Lets the rooms and parties of a server follow what other servers of the same store do with them.

A hint on the bus makes one of them look at the store. Hints may be lost, so that all are compared with the store again
and again, in one query: seldom while the bus is up, and several times a second while it is down.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, ClassVar, Generic, Protocol, TypeVar

from ...history.store import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from typing import Any

    from ..services import Services

log = logging.getLogger("sapper.server")


class Followed(Protocol):
    """A room or a party: it has an id in the store, and several servers may change it."""

    @property
    def id(self) -> str:
        """The id, which is a part of its topic."""


T = TypeVar("T", bound=Followed)


class Follower(ABC, Generic[T]):
    """Follows what is in memory. A store that no other server uses is never looked at."""

    kind: ClassVar[str]  # the first part of the topics
    slowly: ClassVar[float] = 2.0  # seconds between polls while hints arrive, and at most while the store fails
    quickly: ClassVar[float] = 0.25  # the same while no hints arrive

    def __init__(self, services: Services) -> None:
        self._services = services
        self._is_on = services.is_shared
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self.polls = 0
        if self._is_on:
            self._run("poll", self._poll)

    @abstractmethod
    async def poll(self) -> None:
        """Compare everything in memory with the store, and let what is behind catch up; raise `StoreError`."""

    @abstractmethod
    def hear(self, one: T, payload: bytes) -> None:
        """Take a hint."""

    # Hints

    def add(self, one: T) -> None:
        """Listen to the hints about something that is in memory now."""
        if self._is_on:
            self._services.bus.subscribe(self._topic(one.id), lambda payload: self.hear(one, payload))

    def remove(self, one: T) -> None:
        """Stop listening."""
        if self._is_on:
            self._services.bus.unsubscribe(self._topic(one.id))

    def publish(self, name: str, payload: bytes = b"") -> None:
        """Send the other servers a hint about an id, or something to pass on, which may be lost."""
        if self._is_on:
            self._services.bus.publish(self._topic(name), payload)

    def _topic(self, name: str) -> str:
        return f"{self.kind}:{name}"

    # Polling

    async def _poll(self) -> None:
        failed = 0.0  # seconds to wait, while the store fails
        while True:
            await asyncio.sleep(failed or (self.slowly if self._services.bus.is_up else self.quickly))
            self.polls += 1
            try:
                await self.poll()
            except StoreError as error:
                if not failed:
                    log.warning("%s: the other servers cannot be followed: %s", self.kind, error)
                failed = min(self.slowly, 2 * failed or self.quickly)
            except Exception as error:
                self._services.counters.errors += 1
                log.error("%s: the other servers cannot be followed", self.kind, exc_info=error)
            else:
                if failed:
                    log.warning("%s: the other servers are followed again", self.kind)
                failed = 0.0

    # Tasks

    def stop(self) -> None:
        """Stop at once."""
        self._is_on = False
        for task in self._tasks.values():
            task.cancel()

    def _run(self, name: str, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run some work in a task, unless it runs already."""
        if not self._is_running(name):
            self._tasks[name] = asyncio.get_running_loop().create_task(work())

    def _is_running(self, *names: str) -> bool:
        return any(name in self._tasks and not self._tasks[name].done() for name in names)
