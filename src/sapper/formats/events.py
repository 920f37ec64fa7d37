"""The events of a mouse as columns: nine of ten are movements, which nobody needs to look at one by one."""

from __future__ import annotations

from array import array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from typing import Self

    Event = tuple[int, str, int, int]  # milliseconds, what happened, pixels from the left and from the top

#: What happens: the words of RAWVF, `cc` for the second of two buttons, `pf` for a flag set before the start.
WORDS = ("mv", "lc", "lr", "rc", "rr", "mc", "mr", "sc", "mt", "cc", "pf")
NUMBERS = {word: number for number, word in enumerate(WORDS)}


class Events:
    """Times in milliseconds, numbers of words, and pixels from the left and from the top.

    >>> list(Events.of([(0, "lc", 8, 9), (80, "lr", 8, 9)]))
    [(0, 'lc', 8, 9), (80, 'lr', 8, 9)]
    """

    __slots__ = ("kinds", "times", "xs", "ys")

    def __init__(self, times: Iterable[int], kinds: bytes, xs: Iterable[int], ys: Iterable[int]) -> None:
        self.times = times if isinstance(times, array) else array("q", times)
        self.kinds = kinds
        self.xs = xs if isinstance(xs, array) else array("q", xs)
        self.ys = ys if isinstance(ys, array) else array("q", ys)

    @classmethod
    def of(cls, events: Collection[Event]) -> Self:
        """Return events that are given one by one."""
        times, words, xs, ys = zip(*events, strict=True) if events else ((), (), (), ())
        return cls(times, bytes(map(NUMBERS.__getitem__, words)), xs, ys)

    def __iter__(self) -> Iterator[Event]:
        return zip(self.times, map(WORDS.__getitem__, self.kinds), self.xs, self.ys, strict=True)

    def __len__(self) -> int:
        return len(self.kinds)

    def __add__(self, later: Events) -> Events:
        columns = (self.times + later.times, self.kinds + later.kinds, self.xs + later.xs, self.ys + later.ys)
        return Events(*columns)
