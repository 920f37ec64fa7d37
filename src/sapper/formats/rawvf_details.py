"""What our own RAWVF files record of an action beyond its gesture."""

from __future__ import annotations

from math import isfinite

from ..action import DEVICES, LogEntry
from .common import FormatError


class ActionDetails:
    """The player, device and pointer of the next action, where a file of ours records them."""

    def __init__(self, usual_device: str) -> None:
        self._usual = usual_device
        self._given: dict[str, str] = {}

    def read(self, words: list[str]) -> None:
        """Read the details of the next action."""
        for word in words:
            name, equals, value = word.partition("=")
            if name not in ("by", "via", "pointer") or not equals:
                raise FormatError(f"{word[:20]!r} is not by=NUMBER, via=DEVICE or pointer=X,Y")
            self._given[name] = value

    def add_to(self, entry: LogEntry) -> LogEntry:
        """Return an entry with the details that were read for it."""
        given, self._given = self._given, {}
        device = given.get("via", self._usual)
        device = "" if device == "none" else device
        by = given.get("by", "0")
        if device not in DEVICES or not (by.isascii() and by.isdecimal() and len(by) < 10):
            raise FormatError(f"there is no player {by[:12]!r} with the device {device[:12]!r}")
        pointer = entry.pointer if device == "mouse" else None
        if "pointer" in given:
            pointer = _pointer(given["pointer"])
        return LogEntry(entry.action, entry.at, int(by), device, pointer)


def _pointer(text: str) -> tuple[float, float] | None:
    if text == "none":
        return None
    try:
        x, y = map(float, text.split(","))
    except ValueError:
        raise FormatError(f"a pointer is X,Y in cells, not {text[:20]!r}") from None
    if not (isfinite(x) and isfinite(y) and max(abs(x), abs(y)) < 1 << 31):
        raise FormatError(f"a pointer is X,Y in cells near the board, not {text[:20]!r}")
    return x, y
