"""The real program in a terminal emulator: what a player would see, and how much was sent for it."""

from __future__ import annotations

import contextlib
import os
import time
from typing import TYPE_CHECKING, Any

import pytest
from tui.program import pexpect, spawn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

pyte = pytest.importorskip("pyte")

WAIT_S = 20


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
        end = time.monotonic() + WAIT_S
        while not so():
            assert time.monotonic() < end, "\n".join(self.screen.display)
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
        self.child.close()

    def settled(self) -> None:
        """Read until nothing more comes; the clock must not run."""
        before, end = -1, time.monotonic() + WAIT_S
        while self.sent != before:
            assert time.monotonic() < end
            before = self.sent
            for _ in range(4):
                self.read()

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
        child.close(force=True)
