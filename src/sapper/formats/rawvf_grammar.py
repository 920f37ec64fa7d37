"""The words and line patterns of RAWVF."""

from __future__ import annotations

import re

from ..board import CellState
from .video import EVENTS

_NUMBERS = [f"number{number}" for number in range(9)]
VALUES = {name: value for value, name in enumerate(_NUMBERS)} | {
    "closed": int(CellState.HIDDEN),
    "flag": int(CellState.FLAG),
    "questionmark": int(CellState.QUESTION),
    "blast": int(CellState.EXPLODED),
}
NAMES = {value: name for name, value in VALUES.items()}
TIME = r"(-?)(\d{1,12})(?:\.(\d{1,3})\d*)?"
MOUSE = re.compile(
    TIME + rf"\s+({'|'.join(EVENTS)})(?:\s+(-?\d{{1,9}})\s+(-?\d{{1,9}}))?"
    r"(?:\s*\(\s*(-?\d{1,9})[\s,]+(-?\d{1,9})\s*\))?(?:\s*\([lrm]*\))?"
)
BOARD = re.compile(rf"({'|'.join([*VALUES, 'pressedqm', 'pressed'])})\s+(-?\d{{1,9}})\s+(-?\d{{1,9}})")
STATE = re.compile(rf"(?:{TIME}\s+)?(start|boom|won|lost|nonstandard)")
SCROLL = re.compile(TIME + r"\s+s[xy]\s+-?\d+\s+-?\d+")
REPORT = re.compile(  # what the master tool adds to its output
    r"(?:Cell (?:opened|pressed|released)|Flag|Questionmark)\b.*|-?\d+(?:\.\d+)?\s+Solved 3BV:.*"
)
ALLOWED = f"TIME {'/'.join(EVENTS)} COL ROW (X Y), number3 COL ROW, start, won, boom"
INPUTS = {"mouse": "mouse", "keyboard": "key", "touch": "touch"}


def milliseconds(found: re.Match[str]) -> int:
    """Return the time of a match of `TIME`."""
    sign, seconds, fraction = found.group(1, 2, 3)
    time = int(seconds) * 1000 + int((fraction or "").ljust(3, "0"))
    return -time if sign else time
