"""Rebuilds the lists of finished games in the background, after an update that computes their summaries differently."""

from __future__ import annotations

import logging
import threading
from typing import TYPE_CHECKING, TypeVar

from ...history.rebuild import summarise_missing
from ...history.store import StoreError
from ...phrase import Figure, Phrase
from .thread import StoreThread

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...history.store import Store

log = logging.getLogger("sapper.server")

T = TypeVar("T")
_REPORTED = 10_000  # milliseconds between two lines in the log
_AGAIN = 5.0  # seconds until another attempt, when the store fails


class Rebuild(StoreThread[int]):
    """Computes the summaries that are missing, in a thread that rests as long as it works.

    It commits every few games: a server that is stopped or killed goes on at its next start.
    """

    def __init__(self, opener: Callable[[], Store], clock: Callable[[], int]) -> None:
        super().__init__(lambda: self._patiently(opener), "sapper-rebuild", can_wait=True)
        self._clock = clock
        self._stopped = threading.Event()
        self.total = 0
        self.done = 0
        self.is_running = False

    def start(self, missing: int) -> None:
        """Start to compute the summaries of `missing` games."""
        self.total = missing
        self.is_running = True
        log.info("the lists of %d games are being rebuilt in the background", missing)
        self._orders.put(missing)
        self._start()

    @property
    def sentence(self) -> Phrase:
        """The progress, for a player who asks for a list."""
        return Phrase("refusal.rebuilding", done=Figure("number", self.done), total=Figure("number", self.total))

    async def close(self) -> None:
        """Stop after the commit under way."""
        self._stopped.set()
        await self._join()

    def _perform(self, store: Store, _: int, /) -> None:
        try:
            self._patiently(lambda: self._pass(store))
        except StoreError:
            return  # stopped
        except Exception as error:
            log.error("the lists could not be rebuilt: %s", type(error).__name__, exc_info=True)
            self.is_running = False

    def _patiently(self, work: Callable[[], T]) -> T:
        """Return the result of some work, tried again while the store fails, or raise `StoreError` when stopped."""
        while True:
            try:
                return work()
            except StoreError as error:
                log.warning("the lists could not be rebuilt, and will be tried again: %s", error)
                if self._stopped.wait(_AGAIN):
                    raise

    def _pass(self, store: Store) -> None:
        """Compute every summary that is missing."""
        before = self.done
        reported = began = self._clock()
        for done in summarise_missing(store):
            now = self._clock()
            self.done = before + done
            if now - reported >= _REPORTED:
                reported = now
                log.info("rebuilding: %d of %d games", self.done, self.total)
            if self._stopped.wait((now - began) / 1000):
                return
            began = self._clock()
        unreadable = store.missing()
        self.is_running = False
        if unreadable:
            log.warning("%d games have a replay that cannot be read, and are in no list", unreadable)
        log.info("the lists of %d games are rebuilt", self.done)
