"""Details that our own RAWVF files record of an action beyond its gesture."""

from __future__ import annotations

from math import isfinite

from ..action import DEVICES, LogEntry
from ..phrase import Phrase
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
                raise FormatError(Phrase("file.form", given=repr(word[:20]), form="by=NUMBER, via=DEVICE, pointer=X,Y"))
            self._given[name] = value

    def add_to(self, entry: LogEntry) -> LogEntry:
        """Return an entry with the details that were read for it."""
        given, self._given = self._given, {}
        device = given.get("via", self._usual)
        device = "" if device == "none" else device
        by = given.get("by", "0")
        if device not in DEVICES or not (by.isascii() and by.isdecimal() and len(by) < 10):
            words = repr(f"by={by[:12]} via={device[:12]}")
            raise FormatError(Phrase("file.form", given=words, form="by=NUMBER via=DEVICE"))
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
        raise FormatError(Phrase("file.form", given=repr(text[:20]), form="pointer=X,Y")) from None
    if not (isfinite(x) and isfinite(y) and max(abs(x), abs(y)) < 1 << 31):
        raise FormatError(Phrase("file.far"))
    return x, y
