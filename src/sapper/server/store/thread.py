"""A thread with a connection of its own to the store."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ..operations.priority import give_way

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...history.store import Store

Order = TypeVar("Order")
_JOIN = 1.0  # seconds for a thread to end that holds nothing that could be lost


class StoreThread(Generic[Order]):
    """Opens the store in a thread, performs one order after another there, and answers in the event loop."""

    def __init__(self, opener: Callable[[], Store], name: str, *, can_wait: bool = False) -> None:
        self._opener = opener
        self._loop = asyncio.get_running_loop()
        self._can_wait = can_wait  # its work gives way to play, and may be lost when the server stops
        self._orders: SimpleQueue[Order | None] = SimpleQueue()
        self._opened: asyncio.Future[None] = self._loop.create_future()
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)

    async def opened(self) -> None:
        """Open the store; raise `StoreError` if it cannot be opened."""
        self._start()
        await asyncio.shield(self._opened)

    def _start(self) -> None:
        if self._thread.ident is None:
            self._thread.start()

    async def _join(self) -> None:
        """End the thread after the orders that it has, and close the store."""
        self._orders.put(None)
        if self._thread.ident is not None:
            await self._loop.run_in_executor(None, self._thread.join, _JOIN if self._can_wait else None)

    def _ready(self) -> None:
        self._opened.set_result(None)

    # In the thread

    def _work(self) -> None:
        if self._can_wait:
            give_way()
        try:
            store = self._opener()
        except Exception as error:
            self._call(settle, self._opened, error)
            return
        self._call(self._ready)
        with contextlib.closing(store):
            for order in iter(self._orders.get, None):
                self._perform(store, order)
                del order  # or it would hold a room that is unloaded until the next one comes

    def _perform(self, store: Store, order: Order, /) -> None:
        raise NotImplementedError

    def _call(self, call: Callable[..., object], *values: object) -> None:
        """Call a function in the event loop."""
        with contextlib.suppress(RuntimeError):  # the loop is closed, and no caller waits any more
            self._loop.call_soon_threadsafe(call, *values)


def settle(waiting: asyncio.Future[Any], result: object) -> None:
    """Give the caller who waits its result or error."""
    if waiting.done():
        return
    if isinstance(result, BaseException):
        waiting.set_exception(result)
        waiting.exception()  # marks it as seen: the caller may be gone
    else:
        waiting.set_result(result)
