"""Looks at finished games for the trainer in the background, so that the screen stays responsive."""

from __future__ import annotations

from threading import Thread
from typing import TYPE_CHECKING

from ...errors import SapperError
from ...learn import moments, trainer

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...history.store import Store

AT_ONCE = 5  # games between two reports


class StudyTask:
    """Computes the moments of the games of a store that lack them, the newest first.

    `left` is the number of games that are not looked at yet, None before that is known.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._is_stopped = False
        self.left: int | None = None

    def start(self, notify: Callable[[], None]) -> None:
        """Begin, and call `notify` from the thread every few games and at the end.

        A store in memory has one connection: its games are looked at before this returns.
        """
        if not self._store.count_unstudied(moments.VERSION):
            self.left = 0
            notify()
        elif self._store.opener() is None:
            self._study(self._store, notify)
        else:
            Thread(target=self._run, args=(notify,), daemon=True, name="study").start()

    def stop(self) -> None:
        """Stop before the next games."""
        self._is_stopped = True

    def _run(self, notify: Callable[[], None]) -> None:
        opener = self._store.opener()
        assert opener is not None
        try:
            with opener() as store:
                self._study(store, notify)
        except SapperError:  # the store cannot be written now: the games are looked at the next time
            self.left = 0
            notify()

    def _study(self, store: Store, notify: Callable[[], None]) -> None:
        for _ in trainer.study(store, at_once=AT_ONCE):
            if self._is_stopped:
                return
            self.left = store.count_unstudied(moments.VERSION)
            if self.left:
                notify()
        self.left = 0
        notify()
