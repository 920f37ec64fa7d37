"""Queries to the store in a thread, so that a long history never holds up the screen."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, TypeVar

from ...errors import SapperError

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...history.store import Store
    from .page import PageScreen

T = TypeVar("T")


class StoreQuery:
    """Asks the store for a page; only the last query is answered."""

    def __init__(self, page: PageScreen) -> None:
        self._page = page
        self._asked = 0
        self.is_busy = False

    def ask(self, work: Callable[[Store], T], then: Callable[[T], None]) -> None:
        """Run `work` on the store in a thread, then call `then` with what it returned."""
        store = self._page.sapper.store
        self._asked += 1
        if store is None:
            return
        opener = store.opener()
        if opener is None:
            then(work(store))
            return
        self.is_busy = True
        answer = self._page.sapper.from_thread(self._answer)
        number = self._asked

        def run() -> None:
            try:
                with opener() as other:
                    found: object = work(other)
            except Exception as error:
                found = error
            answer(number, found, then)

        threading.Thread(target=run, name="store query", daemon=True).start()

    def _answer(self, number: int, found: object, then: Callable[[object], None]) -> None:
        if number != self._asked or not self._page.is_mounted:
            return
        self.is_busy = False
        if isinstance(found, SapperError):
            self._page.complain(found)
        elif isinstance(found, Exception):
            raise found
        else:
            then(found)
        self._page.redraw()
