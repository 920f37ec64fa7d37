"""Whether a terminal is light or dark: it is asked, once, and what it answers never reaches the game as keys."""

from __future__ import annotations

import os
import re
import select
import time
from typing import NamedTuple

# The colour of the background (OSC 11), and a question that every terminal answers (DA1): once that is answered,
# no other answer will come.
QUESTION = "\x1b]11;?\x1b\\\x1b[c"
WAIT_S = 0.1  # before the first frame; an answer that takes longer is used when it comes
_COLOUR = re.compile(rb"\x1b\]11;rgba?:([0-9a-fA-F]+)/([0-9a-fA-F]+)/([0-9a-fA-F]+)[^\x07\x1b]*(?:\x07|\x1b\\)")
_OTHER_COLOUR = re.compile(rb"\x1b\]11;[^\x07\x1b]*(?:\x07|\x1b\\)")
_LAST = re.compile(rb"\x1b\[\?[\d;]*c")
_BEGUN = re.compile(rb"\x1b(?:\](?:1(?:1(?:;[^\x07\x1b]*\x1b?)?)?)?|\[(?:\?[\d;]*)?)?\Z")
_LIGHT_GROUNDS = ("7", "15")


class Reply(NamedTuple):
    """The answer of a terminal: its scheme if it named one, whether the answer is complete, and the keys in between."""

    scheme: str | None
    is_complete: bool
    typed: bytes


def sorted_out(data: bytes) -> Reply:
    r"""Return the answers in what was read, and the rest of it.

    >>> sorted_out(b"j\x1b]11;rgb:ffff/ffff/dddd\x07k\x1b[?62;22cl")
    Reply(scheme='light', is_complete=True, typed=b'jkl')
    """
    colour = _COLOUR.search(data)
    scheme = _scheme_of(*colour.groups()) if colour else None
    typed, fences = _LAST.subn(b"", _OTHER_COLOUR.sub(b"", data))
    return Reply(scheme, bool(fences), typed)


def has_begun(data: bytes) -> bool:
    """Return whether what was read may end in the middle of an answer."""
    return _BEGUN.search(data) is not None


def _scheme_of(red: bytes, green: bytes, blue: bytes) -> str:
    """Return "light" or "dark" by the luma of a colour (ITU-R BT.601)."""
    parts = [int(part, 16) / (16 ** len(part) - 1) for part in (red, green, blue)]
    return (
        "light" if sum(share * part for share, part in zip((0.299, 0.587, 0.114), parts, strict=True)) > 0.5 else "dark"
    )


def ask(terminal: int, write_to: int, wait_s: float = WAIT_S) -> Reply:
    """Ask the terminal, and wait a moment for the answer."""
    import termios
    import tty

    before = termios.tcgetattr(terminal)
    data, end = b"", time.monotonic() + wait_s
    try:
        tty.setcbreak(terminal, termios.TCSANOW)  # the answer is not echoed; what was typed before is not dropped
        os.write(write_to, QUESTION.encode())
        while not sorted_out(data).is_complete and (left := end - time.monotonic()) > 0:
            if not select.select([terminal], [], [], left)[0]:
                break
            read = os.read(terminal, 4096)
            if not read:
                break
            data += read
    finally:
        termios.tcsetattr(terminal, termios.TCSANOW, before)
    return sorted_out(data)


def from_environment() -> str:
    """Return "light" or "dark" as some terminals say in the environment, else "dark"."""
    ground = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return "light" if ground in _LIGHT_GROUNDS else "dark"
