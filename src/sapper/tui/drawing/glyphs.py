"""The signs on the board: one column each, and their stand-ins where only ASCII can be shown."""

from __future__ import annotations

import os
import sys
from typing import NamedTuple


class Glyphs(NamedTuple):
    """Every sign by its meaning."""

    closed: str
    flag: str
    question: str
    blank: str
    mine: str
    hit: str
    wrong: str
    shared: str
    safe: str
    mined: str
    was_safe: str
    pencil_mine: str  # in the draft
    pencil_safe: str
    edge: str  # the lower edge of a large cell
    rule: str
    bar: str
    track: str
    thumb: str
    times: str
    dot: str
    tick: str
    mistake: str
    guess: str
    head: str  # the position in a replay
    playing: str
    left: str
    right: str
    more: str  # at the end of a line that is cut
    tenths: str  # a chance in tenths where a cell has one column: no number of a board looks like them


# Consoles whose fonts have no more than a few hundred signs, whatever their encoding.
PLAIN_TERMINALS = ("linux", "vt52", "vt100", "vt102", "vt220", "ansi", "dumb", "unknown", "cons25", "sun")
UNICODE = Glyphs(*[*"·⚑? ✱✱✗◌○■•!o▁─━│┃\u00d7·✓▲◆●▶←→…", "⁰¹²³⁴⁵⁶⁷⁸⁹"])
ASCII = Glyphs(*[*"#F?.*@X~oM+!s_-=|#x-*^?O><>", "...", "abcdefghij"])


def can_be_shown() -> bool:
    """Return whether the terminal can show every sign: its encoding has them, and it is no plain console."""
    encoding = getattr(sys.__stderr__, "encoding", None) or "ascii"  # Textual draws on the error output
    try:
        "".join(UNICODE).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return os.environ.get("TERM", "") not in PLAIN_TERMINALS
