"""The real program in a real terminal, for tests."""

from __future__ import annotations

import os
import re
import signal
import struct
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from waiting import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pexpect = pytest.importorskip("pexpect")
fcntl = pytest.importorskip("fcntl")
termios = pytest.importorskip("termios")


_LEFT_OUT = ("NO_COLOR", "COLORTERM", "COLUMNS", "LINES")


def spawn(size: tuple[int, int], arguments: list[str], **options: Any) -> Any:
    """Start Python in a terminal of some rows and columns, which it has before the program reads it.

    It reacts to SIGHUP, also where the tests themselves were started to outlive their terminal.
    """

    def set_up() -> None:
        signal.signal(signal.SIGHUP, signal.SIG_DFL)
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", *size, 0, 0))

    return pexpect.spawn(sys.executable, arguments, dimensions=size, preexec_fn=set_up, **options)


@contextmanager
def program(folder: Path, *arguments: str, size: tuple[int, int] = (24, 80), **variables: str) -> Iterator[Any]:
    environment = {name: value for name, value in os.environ.items() if name not in _LEFT_OUT}
    environment |= {"TERM": "xterm-256color", "SAPPER_DATA": str(folder), "SAPPER_CONFIG": str(folder)} | variables
    child = spawn(size, ["-m", "sapper", *arguments], env=environment, timeout=PATIENCE, encoding="utf-8")
    child.output = []
    child.logfile_read = Log(child.output)
    try:
        yield child
    finally:
        end(child)


def end(child: Any) -> None:
    """End a program that still runs, however long a busy machine takes for it, and close its terminal."""
    if child.isalive():
        child.kill(signal.SIGKILL)
        child.wait()
    child.close()


class Log:
    def __init__(self, output: list[str]) -> None:
        self.output = output

    def write(self, text: str) -> None:
        self.output.append(text)

    def flush(self) -> None:
        pass


def plain(child: Any) -> str:
    return re.sub(r"\x1b\[[0-9;?<>=]*[a-zA-Z]", "", "".join(child.output))


def words(text: str) -> str:
    """Return a pattern for words on the screen, with any styling and any movement between them."""
    return r"(?:\x1b\[[0-9;?]*[a-zA-Z]|\s)+".join(re.escape(word) for word in text.split())


def is_left(output: str, mode: str, *, hidden: bool = False) -> bool:
    """Whether the last word about a mode switched it off; the cursor is switched the other way round."""
    on, off = (f"\x1b[?{mode}l", f"\x1b[?{mode}h") if hidden else (f"\x1b[?{mode}h", f"\x1b[?{mode}l")
    return output.rfind(off) > output.rfind(on) >= 0


def check_terminal_is_as_it_was(output: str) -> None:
    assert is_left(output, "1049")
    assert is_left(output, "1000")
    assert is_left(output, "1003")
    assert is_left(output, "25", hidden=True)
