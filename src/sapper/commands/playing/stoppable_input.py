"""Input that SIGTERM and SIGHUP end: the game in play is saved, and the command exits with 128 and the signal.

While a line is awaited, something can be done every few seconds, where the system has a timer for it (not on Windows).
"""

from __future__ import annotations

import signal
from contextlib import contextmanager, suppress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TextIO

SIGNALS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name))
EXIT_BY_SIGNAL = 128


class StoppableInput:
    """Reads lines. A signal ends the program while a line is awaited, else before the next one: no move is cut short.

    A second signal does not wait.
    """

    def __init__(self, read: Callable[[], str], *, draws_prompt: bool) -> None:
        self.draws_prompt = draws_prompt
        self._read = read
        self._is_waiting = False
        self._stopped: int | None = None

    def readline(self) -> str:
        """Return the next line, empty at the end of the input."""
        self._is_waiting = True
        try:
            if self._stopped is not None:
                self._stop(self._stopped)
            return self._read()
        finally:
            self._is_waiting = False

    def take(self, number: int, _: object) -> None:
        """Take a signal."""
        if self._is_waiting or self._stopped is not None:
            self._stop(number)
        self._stopped = number

    def repeat(self, work: Callable[[], None]) -> None:
        """Do some work while a line is awaited; a signal that arrives meanwhile ends the program after it."""
        if not self._is_waiting:
            return
        self._is_waiting = False
        work()
        self._is_waiting = True
        if self._stopped is not None:
            self._stop(self._stopped)

    def _stop(self, number: int) -> None:
        raise SystemExit(EXIT_BY_SIGNAL + number)


@contextmanager
def stoppable(stream: TextIO, *, has_history: bool) -> Iterator[StoppableInput]:
    """Read a stream until a signal stops it; with a history, the arrow keys bring earlier lines back."""
    is_edited = has_history and _has_line_editor()
    lines = StoppableInput(_edited if is_edited else stream.readline, draws_prompt=is_edited)
    before = {}
    for number in SIGNALS:
        if signal.getsignal(number) is signal.SIG_IGN:  # as nohup asks for
            continue
        with suppress(ValueError):  # not in the main thread
            before[number] = signal.signal(number, lines.take)
    try:
        yield lines
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def repeating(lines: StoppableInput, work: Callable[[], None], seconds: float) -> Iterator[None]:
    """Do some work every few seconds while a line is awaited."""
    before = None
    with suppress(AttributeError, ValueError):  # Windows, another thread
        before = signal.signal(signal.SIGALRM, lambda *_: lines.repeat(work))
    if before is None:
        yield
        return
    signal.setitimer(signal.ITIMER_REAL, seconds, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _has_line_editor() -> bool:
    try:
        import readline  # noqa: F401  (from now on `input` edits lines and remembers them)
    except ImportError:
        return False
    return True


def _edited() -> str:
    """Read a line in the line editor, which draws the prompt itself."""
    try:
        return input("> ") + "\n"
    except EOFError:
        return ""
