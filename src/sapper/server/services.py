"""The shared services of the server: clocks, entropy, the store, threads, limits and counters."""

from __future__ import annotations

import asyncio
import logging
from base64 import urlsafe_b64encode
from typing import TYPE_CHECKING

from ..layouts import layout_of
from .limits import AddressRates, Limits
from .nodes.bus import LocalBus
from .nodes.service_time import ServiceTime
from .operations.bans import Bans
from .operations.counters import Counters
from .operations.memory import Memory
from .operations.workers import Workers
from .store.rebuild import Rebuild
from .store.reports import Reports
from .store.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from typing import Any

    from ..history.store import Store
    from ..layouts import Layout
    from ..rules import Rules
    from ..seed import Seed
    from .http.cookies import Guests
    from .nodes.bus import Bus
    from .store.signer import Signer

log = logging.getLogger("sapper.server")

ID_BYTES = 12  # 96 bits: a room is not found by trying


class Services:
    """The machinery that rooms, connections and the API use. It does not know who is where: the lobby does.

    `layout` places the mines of a game by its rules and seed; tests give another one.
    """

    def __init__(
        self,
        *,
        opener: Callable[[], Store],
        guests: Guests,
        signer: Signer,
        clock: Callable[[], int],
        now: Callable[[], int],
        entropy: Callable[[int], bytes],
        limits: Limits | None = None,
        program: str = "",
        page: str = "",
        seconds: Callable[[], float] | None = None,
        wall: Callable[[], int] | None = None,
        layout: Callable[[Rules, Seed], Layout] = layout_of,
        bus: Bus | None = None,
    ) -> None:
        self.limits = limits = limits or Limits()
        self.rates = AddressRates(limits)
        self.guests = guests
        self.signer = signer
        self.clock = clock  # monotonic milliseconds
        self.seconds = seconds or (lambda: clock() / 1000)  # the same in seconds
        self.now = now  # seconds since 1970
        self.time = ServiceTime(clock, wall or (lambda: now() * 1000))
        self.entropy = entropy
        self.program = program
        self.page = page  # the version of the page, empty for work on it
        self.layout = layout
        self.bus = bus or LocalBus()
        self.counters = Counters()
        self.bans = Bans()
        self.is_shared = False  # whether other servers use the store too, once it is open
        self.writer = Writer(opener, self.counters.commit, self.counters.batch)
        self.reader = Writer(opener)  # for names, rooms and the ends of games: what play waits for
        self.reports = Reports(opener, limits)
        self.rebuild = Rebuild(opener, clock)
        self.memory = Memory(limits)
        self.workers = Workers(limits, self.memory)
        self._tasks: set[asyncio.Task[None]] = set()

    async def opened(self) -> None:
        """Wait until the store is open, and begin to rebuild what is missing in it."""
        await self.writer.opened()
        await self.reader.opened()
        await self.reports.opened()
        await self.bus.opened()
        self.is_shared = await self.writer.run(lambda store: store.is_shared)
        if self.is_shared:
            await self.time.join(self.writer)
            self.now = lambda: self.time.wall() // 1000  # all servers agree on dates and countdowns
        if missing := await self.reader.run(lambda store: store.missing()):
            self.rebuild.start(missing)
        if await self.reader.run(lambda store: store.has_unrated_rounds()):
            self.spawn(self._rate_rounds())

    async def _rate_rounds(self) -> None:
        """Rate the rounds that another version has rated differently, or that came with an import."""
        while await self.writer.run(lambda store: store.rate_rounds()):
            pass

    def new_id(self) -> str:
        """Return an id that cannot be guessed."""
        return urlsafe_b64encode(self.entropy(ID_BYTES)).decode()

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start a task and hold a reference to it, because the event loop holds only a weak one."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self.counters.errors += 1
            log.error("a task failed: %s", type(error).__name__, exc_info=error)

    @property
    def is_idle(self) -> bool:
        """Whether no task, commit, query or job of a player is under way."""
        stores = (self.writer, self.reader, self.reports)
        return not (self._tasks or self.workers.waiting) and all(store.is_idle for store in stores)

    async def close(self) -> None:
        """Cancel what runs in the background, finish every commit, and close the store."""
        for task in list(self._tasks):
            task.cancel()
        self.workers.close()
        await self.bus.close()
        await self.writer.close()
        await self.reader.close()
        await self.reports.close()
        await self.rebuild.close()
