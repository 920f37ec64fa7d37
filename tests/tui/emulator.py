"""The real program in a terminal emulator: what a player would see, and how much was sent for it."""

from __future__ import annotations

import contextlib
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from tui.program import end, pexpect, spawn
from waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

pyte = pytest.importorskip("pyte")


class Seen:
    """A program and the screen it has drawn. `answers` is what the terminal says to a question it knows."""

    def __init__(self, child: Any, size: tuple[int, int], answers: dict[str, str]) -> None:
        self.child = child
        self.screen = pyte.Screen(*size)
        self.stream = pyte.Stream(self.screen)
        self.sent = 0
        self.output = ""
        self._answers = answers

    def read(self) -> None:
        """Take what was written by now."""
        try:
            data = self.child.read_nonblocking(1 << 16, timeout=0.05)
        except pexpect.TIMEOUT:
            return
        self.sent += len(data.encode())
        self.output += data
        for question, answer in self._answers.items():
            if question in data:
                self.child.send(answer)
        self.stream.feed(data.replace("\x1b[>25u", "").replace("\x1b[<u", ""))  # pyte prints what it does not know

    def until(self, so: Callable[[], bool]) -> None:
        """Read until something is so."""
        until = time.monotonic() + PATIENCE
        while not so():
            assert time.monotonic() < until, "\n".join(self.screen.display)
            self.read()

    def has(self, text: str) -> bool:
        """Whether a text is on the screen."""
        return text in "\n".join(self.screen.display)

    def shows(self, text: str) -> None:
        """Read until a text is on the screen."""
        self.until(lambda: self.has(text))

    def ends(self) -> None:
        """Read until the program has ended."""
        with contextlib.suppress(pexpect.EOF):
            self.until(lambda: False)
        self.child.wait()

    def settled(self) -> None:
        """Read until nothing more comes and the program waits for a key; the clock must not run."""
        until, quiet = time.monotonic() + PATIENCE, 0
        while quiet < 4:
            assert time.monotonic() < until
            before = self.sent
            self.read()
            quiet = quiet + 1 if self.sent == before and self._sleeps() else 0

    def _sleeps(self) -> bool:
        """Whether every thread of the program sleeps; on a busy machine one may be quiet because it has no turn.

        Only Linux says so; elsewhere being quiet is enough.
        """
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):  # one that has just ended
            stats = [path.read_text() for path in Path(f"/proc/{self.child.pid}/task").glob("*/stat")]
            return all(text.rpartition(")")[2].split()[0] == "S" for text in stats)
        return False

    def cells(self) -> list[list[Any]]:
        """What is in each cell: its sign, its colours, its style."""
        return [[self.screen.buffer[y][x] for x in range(self.screen.columns)] for y in range(self.screen.lines)]


@contextlib.contextmanager
def emulated(
    folder: Path,
    *arguments: str,
    size: tuple[int, int] = (80, 24),
    answers: dict[str, str] | None = None,
    **variables: str,
) -> Iterator[Seen]:
    """Run the program in a terminal of a size that answers questions, until it is left."""
    unset = ("NO_COLOR", "COLORTERM", "COLORFGBG", "LC_ALL", "PYTHONIOENCODING", "COLUMNS", "LINES")
    environment = {name: value for name, value in os.environ.items() if name not in unset}
    environment |= {"TERM": "xterm-256color", "LANG": "C.UTF-8", "SAPPER_DATA": str(folder)}
    environment |= {"SAPPER_CONFIG": str(folder)} | variables
    child = spawn(size[::-1], ["-m", "sapper", *arguments], env=environment, encoding="utf-8", codec_errors="replace")
    try:
        yield Seen(child, size, answers or {})
    finally:
        end(child)
