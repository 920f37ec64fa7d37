"""Looking for a no-guess board in the background, so that the screen stays alive and the player can stop it."""

from __future__ import annotations

from threading import Thread
from typing import TYPE_CHECKING

from ..errors import SapperError

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..action import Action

PATIENCE_MS = 300  # before anything is said about it


class Search:
    """One search. Dropping it is cancelling it: what it finds is then for nobody."""

    def __init__(self, action: Action, via: str, work: Callable[[], object], since: int) -> None:
        self.action = action
        self.via = via
        self.since = since
        self.failure: SapperError | None = None
        self._work = work

    def start(self, tell: Callable[[Search], None]) -> None:
        """Begin, and tell when it is over."""
        Thread(target=self._run, args=(tell,), daemon=True, name="no-guess search").start()

    def _run(self, tell: Callable[[Search], None]) -> None:
        try:
            self._work()
        except SapperError as error:
            self.failure = error
        tell(self)
