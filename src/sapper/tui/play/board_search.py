"""Looking for a no-guess board in the background, so that the screen stays alive and the player can stop it."""

from __future__ import annotations

from threading import Lock, Thread
from typing import TYPE_CHECKING

from ...errors import SapperError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...action import Action
    from ..drawing.lines import Writer

PATIENCE_MS = 300  # before anything is said about it
_ONE_AT_A_TIME = Lock()


class Stopped(Exception):
    """The player no longer wants the board."""


class Search:
    """One search. What is stopped ends at its next look around, and the next search begins only then."""

    def __init__(self, action: Action, device: str, since: int) -> None:
        self.action = action
        self.device = device
        self.since = since
        self.tried = 0  # boards
        self.failure: SapperError | None = None
        self._is_stopped = False

    def start(self, work: Callable[[], object], tell: Callable[[Search], None]) -> None:
        """Begin, and tell when it is over."""
        Thread(target=self._run, args=(work, tell), daemon=True, name="no-guess search").start()

    def stop(self) -> None:
        """Look no further."""
        self._is_stopped = True

    def on_progress(self, tried: int) -> None:
        """Note how many boards were tried, and end the work if it is no longer wanted."""
        self.tried = tried
        if self._is_stopped:
            raise Stopped

    def _run(self, work: Callable[[], object], tell: Callable[[Search], None]) -> None:
        with _ONE_AT_A_TIME:
            try:
                self.on_progress(0)
                work()
            except SapperError as error:
                self.failure = error
            except Stopped:
                return
        tell(self)


def progress(search: Search, now: int) -> str:
    """Say how far a search is; nothing as long as it is quick."""
    passed = now - search.since
    tried = f"{search.tried:,}".replace(",", " ")
    return f"{tried} tried, {passed // 100 / 10} s" if passed >= PATIENCE_MS else ""


def words(search: Search | None, has_failed: bool, now: int) -> str:
    """Say in one line what there is to say of a search."""
    if has_failed:
        return "No such board was found in time. We never swap it silently."
    told = progress(search, now) if search else ""
    return f"Proving a no-guess board: {told}" if told else ""


def write(writer: Writer, search: Search | None, keys: Sequence[tuple[str, str, str]], now: int) -> None:
    """Write the same in the panel, with what can be done."""
    if search:
        writer.heading("Proving a no-guess board")
        writer.paragraph(progress(search, now))
    else:
        writer.heading("No board found in time")
        writer.paragraph("Keep looking, take the next grade, or play a random board. We never swap it silently.")
    writer.gap()
    for key, word, action in keys[:1] if search else keys:
        writer.key(key, word, action)
