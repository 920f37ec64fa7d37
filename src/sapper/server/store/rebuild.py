"""Rebuilds the lists of finished games in the background, after an update that computes their summaries differently."""

from __future__ import annotations

import asyncio
import logging
import threading
from typing import TYPE_CHECKING

from ...history.rebuild import summarise_missing
from ...history.store import StoreError
from ..operations.priority import give_way

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...history.store import Store

log = logging.getLogger("sapper.server")

_REPORTED = 10_000  # milliseconds between two lines in the log
_JOIN = 1.0  # seconds for the thread to end; it holds nothing that could be lost
_AGAIN = 5.0  # seconds until another attempt, when the store fails


class Rebuild:
    """Computes the summaries that are missing, in a thread that rests as long as it works.

    It commits every few games: a server that is stopped or killed goes on at its next start.
    """

    def __init__(self, opener: Callable[[], Store], clock: Callable[[], int]) -> None:
        self._opener = opener
        self._clock = clock
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._work, name="sapper-rebuild", daemon=True)
        self.total = 0
        self.done = 0
        self.is_running = False

    def start(self, missing: int) -> None:
        """Start to compute the summaries of as many games."""
        self.total = missing
        self.is_running = True
        log.info("the lists of %d games are being rebuilt in the background", missing)
        self._thread.start()

    @property
    def sentence(self) -> str:
        """How far it is, for a player who asks for a list."""
        return (
            f"The lists are being rebuilt after an update: {self.done:,} of {self.total:,} games are done. "
            "Try again in a few minutes."
        )

    async def close(self) -> None:
        """Stop after the commit under way."""
        self._stopped.set()
        if self._thread.ident is not None:
            await asyncio.get_running_loop().run_in_executor(None, self._thread.join, _JOIN)

    def _work(self) -> None:
        give_way()
        while not self._stopped.is_set():
            try:
                self._pass()
                return
            except StoreError as error:
                log.warning("the lists could not be rebuilt, and will be tried again: %s", error)
                self._stopped.wait(_AGAIN)
            except Exception as error:
                log.error("the lists could not be rebuilt: %s", type(error).__name__, exc_info=True)
                self.is_running = False
                return

    def _pass(self) -> None:
        """Compute every summary that is missing."""
        with self._opener() as store:
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
