"""Lets one call of the store, the bus or the workers of a server fail, and counts all of them."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Any

from sapper.history.store import StoreError
from sapper.server.operations.workers import Busy

if TYPE_CHECKING:
    from collections.abc import Callable

    from sapper.history.store import Append, Store
    from sapper.server.services import Services


class FailingCalls:
    """Every call of a server's services after `arm`, by what it is for; one of them does nothing but fail.

    A new call is counted like those before it, so that a table of all of them covers it, too.
    """

    def __init__(
        self, services: Services, fails: tuple[str, int] | None = None, of_workers: Exception | None = None
    ) -> None:
        self.made: Counter[str] = Counter()
        self.spared: set[int] = set()  # games of bystanders, whose appends are not counted
        self.has_failed = False
        self._fails = fails  # the name of the call, and how many of that name are made before it
        self._is_armed = False
        for name in ("reader", "writer"):
            store = getattr(services, name)
            store.run = self._failing(f"{name} ", store.run, StoreError("put in by the test"))
        writer = services.writer
        self._append, writer.append = writer.append, self._fail_append  # type: ignore[method-assign]
        self._change, writer.begin_change = writer.begin_change, self._fail_change  # type: ignore[method-assign]
        workers = services.workers
        workers.run = self._failing("workers ", workers.run, of_workers or Busy("put in by the test"))  # type: ignore[method-assign]
        for name in ("_publish", "_subscribe", "_unsubscribe"):
            call = getattr(services.bus, name)
            setattr(services.bus, name, self._failing(f"bus{name} ", call, OSError("put in by the test")))

    def arm(self) -> None:
        """Count from now on."""
        self._is_armed = True

    def fail_next(self, name: str) -> None:
        """Let the next call of a name fail."""
        self._fails = (name, self.made[name])

    def disarm(self) -> None:
        """Count no more, and let nothing fail."""
        self._is_armed = False

    def _is_failing(self, name: str) -> bool:
        if not self._is_armed:
            return False
        is_failing = self._fails == (name, self.made[name])
        self.made[name] += 1
        self.has_failed = self.has_failed or is_failing
        return is_failing

    def _failing(self, kind: str, call: Callable[..., Any], error: Exception) -> Callable[..., Any]:
        def wrapped(what: Any, *values: Any, **named: Any) -> Any:
            if not self._is_failing(kind + _name(what)):
                return call(what, *values, **named)
            if not asyncio.iscoroutinefunction(call):
                raise error
            return _raise(error)

        return wrapped

    def _fail_append(self, what: Append, done: Callable[[object], None]) -> None:
        if what.game in self.spared or not self._is_failing("writer append"):
            self._append(what, done)
        else:
            asyncio.get_running_loop().call_soon(done, StoreError("put in by the test"))

    def _fail_change(
        self, work: Callable[[Store], object], done: Callable[[object], None], *, actions: int = 0
    ) -> None:
        if self._is_failing("writer " + _name(work)):
            asyncio.get_running_loop().call_soon(done, StoreError("put in by the test"))
        else:
            self._change(work, done, actions=actions)


def _name(what: Any) -> str:
    """Return where a function was written, or what a topic is about."""
    if isinstance(what, str):
        return what.partition(":")[0]
    return str(what.__qualname__).replace("<locals>.", "").replace(".<lambda>", "")


async def _raise(error: Exception) -> None:
    raise error
