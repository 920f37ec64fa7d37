"""The events of a mouse as columns: nine of ten are movements, which nobody needs to look at one by one."""

from __future__ import annotations

import re
from operator import le

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Event = tuple[int, str, int, int]  # milliseconds, what happened, pixels from the left and from the top

#: What happens: the words of RAWVF, `cc` for the second of two buttons, `pf` for a flag set before the start.
WORDS = ("mv", "lc", "lr", "rc", "rr", "mc", "mr", "sc", "mt", "cc", "pf")
NUMBERS = {word: number for number, word in enumerate(WORDS)}
_BUTTONS = re.compile(rb"[^\0]")


class Events:
    """Times in milliseconds, numbers of words, and pixels from the left and from the top.

    >>> list(Events.of([(0, "lc", 8, 9), (80, "lr", 8, 9)]))
    [(0, 'lc', 8, 9), (80, 'lr', 8, 9)]
    """

    __slots__ = ("kinds", "times", "xs", "ys")

    def __init__(self, times: list[int], kinds: bytes, xs: list[int], ys: list[int]) -> None:
        self.times = times
        self.kinds = kinds
        self.xs = xs
        self.ys = ys

    @classmethod
    def of(cls, events: Iterable[Event]) -> Events:
        """Return events that are given one by one."""
        columns = list(zip(*events, strict=True))
        if not columns:
            return cls([], b"", [], [])
        times, words, xs, ys = map(list, columns)
        return cls(times, bytes(map(NUMBERS.__getitem__, words)), xs, ys)

    def __iter__(self) -> Iterator[Event]:
        return zip(self.times, map(WORDS.__getitem__, self.kinds), self.xs, self.ys, strict=True)

    def __len__(self) -> int:
        return len(self.kinds)

    def buttons(self) -> Iterator[int]:
        """Yield the places of what is no movement."""
        return (found.start() for found in _BUTTONS.finditer(self.kinds))

    def goes_back(self) -> int | None:
        """Return the place of the first event that is earlier than the one before it."""
        times = self.times
        if all(map(le, times, times[1:])):
            return None
        return next(place for place in range(1, len(times)) if times[place] < times[place - 1])
