"""The search for a no-guess board in the background: the screen stays responsive and the player can stop it."""

from __future__ import annotations

from threading import Lock, Thread
from typing import TYPE_CHECKING

from ...display.wording import message, wording
from ...errors import SapperError
from ...rules import Grade
from ..drawing.formatting import clock, grouped

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...action import Action
    from ...rules import Rules
    from ..drawing.lines import Writer
    from ..keystrokes import ScreenKey

PATIENCE_MS = 300  # before anything is shown
_ONE_AT_A_TIME = Lock()


class Stopped(Exception):
    """The player no longer wants the board."""


class Search:
    """One search. One that is stopped ends at its next report of progress, and only then the next one begins."""

    def __init__(self, action: Action, device: str, since: int) -> None:
        self.action = action
        self.device = device
        self.since = since
        self.tried = 0  # boards
        self.failure: SapperError | None = None
        self._is_stopped = False

    def start(self, work: Callable[[], object], notify: Callable[[Search], None]) -> None:
        """Begin, and call `notify` from the thread when it is over."""
        Thread(target=self._run, args=(work, notify), daemon=True, name="no-guess search").start()

    def stop(self) -> None:
        """Stop at the next report of progress."""
        self._is_stopped = True

    def on_progress(self, tried: int) -> None:
        """Record how many boards were tried; raise `Stopped` if the board is no longer wanted."""
        self.tried = tried
        if self._is_stopped:
            raise Stopped

    def _run(self, work: Callable[[], object], notify: Callable[[Search], None]) -> None:
        with _ONE_AT_A_TIME:
            try:
                self.on_progress(0)
                work()
            except SapperError as error:
                self.failure = error
            except Stopped:
                return
        notify(self)


def progress(search: Search, now: int) -> str:
    """Return the progress of a search in words; nothing as long as it is quick."""
    passed = now - search.since
    if passed < PATIENCE_MS:
        return ""
    return message("search.tried", count=grouped(search.tried), time=clock(passed, 1))


def words(search: Search | None, has_failed: bool, rules: Rules, now: int) -> str:
    """Return the state of a search in one line, nothing if there is nothing to report."""
    if has_failed:
        return f"{_failed_title(rules)}."
    so_far = progress(search, now) if search else ""
    return f"{message('search.title')}: {so_far}" if so_far else ""


def write(writer: Writer, search: Search | None, keys: Sequence[ScreenKey], rules: Rules, now: int) -> None:
    """Write the state of a search in the panel, with what can be done."""
    if search:
        writer.heading(message("search.title"))
        writer.paragraph(progress(search, now))
    else:
        writer.heading(_failed_title(rules))
        writer.paragraph(_choices(rules))
    writer.gap()
    for key in keys[:1] if search else keys:
        writer.key(key.printed, key.words, key.action)


def _failed_title(rules: Rules) -> str:
    return message("search.failed-title", grade=wording().grade(rules.layout.grade or Grade.FULL).name)


def _choices(rules: Rules) -> str:
    """Return the choices after a failed search."""
    if rules.layout.grade in (None, Grade.FULL):
        return message("search.failed-last")
    return message("search.failed", grade=wording().grade(next_grade(rules)).name)


def next_grade(rules: Rules) -> Grade:
    """Return the next grade, whose boards are easier to find."""
    grades = list(Grade)
    place = grades.index(rules.layout.grade or Grade.FULL)
    return grades[min(place + 1, len(grades) - 1)]
