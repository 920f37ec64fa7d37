"""The hand that played a game: every press, release and movement, with its time and place. The rules do not read it."""

from __future__ import annotations

import zlib
from array import array
from bisect import bisect_left, bisect_right

from .. import _kernel
from ..phrase import Phrase
from ..value import NamedTuple
from .action_list import Damaged, Reader, write_number
from .bounds import MOST_BYTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

#: What may happen: movement, press and release of left, right and middle, left with Shift, question marks switched.
#: The order is part of the format.
KINDS = ("mv", "lc", "lr", "rc", "rr", "mc", "mr", "sc", "mt")
MOST_EVENTS = 500_000
MOST_SQUARE = 10_000  # pixels
_MOST_PLACE = 1 << 31
_MOST_TIME = 1 << 53
ACTIONS_AT = 4  # the lowest bit of the number of actions in the column of kinds
_LEVEL = 4  # of compression: 6 saves a sixteenth and takes four times as long
_NUMBERS = {kind: number for number, kind in enumerate(KINDS)}


class TrackEvent(NamedTuple):
    """An event of the mouse."""

    at: int  # milliseconds of playing time, below 0 before the first square is opened
    kind: str
    x: int  # pixels from the left of the board
    y: int  # pixels from its top
    actions: int = 0  # how many of the game's actions it made


class Track:
    """The events of a game in order of time, as columns, and how many pixels wide a square was.

    >>> track = Track.of(16, [TrackEvent(-80, "lc", 40, 24), TrackEvent(0, "lr", 41, 24, 1)])
    >>> Track.unpack(track.pack()).events == track.events
    True
    """

    __slots__ = ("_packed", "kinds", "square", "times", "xs", "ys")

    def __init__(self, square: int, times: Iterable[int], kinds: bytes, xs: Iterable[int], ys: Iterable[int]) -> None:
        self.square = square
        self.times = times if isinstance(times, array) else array("q", times)
        self.kinds = kinds  # numbers of kinds, with 16 times the number of actions added
        self.xs = xs if isinstance(xs, array) else array("q", xs)
        self.ys = ys if isinstance(ys, array) else array("q", ys)
        self._packed: bytes | None = None

    @classmethod
    def of(cls, square: int, events: Sequence[TrackEvent]) -> Track:
        """Return a track of events."""
        kinds = bytes([_NUMBERS[event.kind] | event.actions << ACTIONS_AT for event in events])
        return cls(
            square,
            [event.at for event in events],
            kinds,
            [event.x for event in events],
            [event.y for event in events],
        )

    @property
    def events(self) -> list[TrackEvent]:
        """The events one by one."""
        names = [KINDS[kind & 15] for kind in self.kinds]
        return list(map(TrackEvent, self.times, names, self.xs, self.ys, self.actions))

    @property
    def actions(self) -> list[int]:
        """The number of actions of each event."""
        return [kind >> ACTIONS_AT for kind in self.kinds]

    @property
    def has_moves_without_press(self) -> bool:
        """Whether a movement made an action: a key or a finger did, a break or the end of the game."""
        return any(kind >> ACTIONS_AT and not kind & 15 for kind in set(self.kinds))

    def is_key_at(self, at: int) -> bool:
        """Return whether the last event up to a time is a key, which plays without a press."""
        place = self.place_at(at) - 1
        return place >= 0 and bool(self.kinds[place]) and not self.kinds[place] & 15

    def __len__(self) -> int:
        return len(self.kinds)

    def place_at(self, at: int) -> int:
        """Return the number of events up to a time."""
        return bisect_right(self.times, at)

    def trail(self, at: int, length: int) -> list[tuple[float, float]]:
        """Return where the pointer was in the last `length` milliseconds before a time, in cells as (x, y), in order.

        The last one is where it is. Empty before the first event.
        """
        end = self.place_at(at)
        start = max(min(bisect_left(self.times, at - length), end - 1), 0)
        square = self.square
        return [(x / square, y / square) for x, y in zip(self.xs[start:end], self.ys[start:end], strict=True)]

    def buttons_at(self, at: int) -> str:
        """Return the buttons that are down at a time: some of `l`, `m` and `r`."""
        down = ""
        for kind in self.kinds[: self.place_at(at)]:
            if kind & 15:
                word = KINDS[kind & 15]
                letter = "l" if word == "sc" else word[0]
                down = down.replace(letter, "")
                if word[1] == "c":
                    down += letter
        return "".join(sorted(down))

    def pack(self) -> bytes:
        """Return the track as bytes: about a byte for each event."""
        if self._packed is None:
            self._packed = zlib.compress(self._columns(), _LEVEL)
        return self._packed

    @classmethod
    def unpack(cls, data: bytes, most: int = MOST_BYTES) -> Track:
        """Read what `pack` returns, if it has at most `most` bytes uncompressed; raise `Damaged` for anything else."""
        reader = Reader(_inflated(data, most))
        square, count = reader.number(), reader.number()
        if not 1 <= square <= MOST_SQUARE:
            raise Damaged(Phrase("file.field", name="SquareSize", given=square, allowed=f"1-{MOST_SQUARE}"))
        if count > MOST_EVENTS:
            raise Damaged(Phrase("file.too-many", most=MOST_EVENTS))
        kinds = reader.take(count)
        if any(kind & 15 >= len(KINDS) for kind in set(kinds)):
            raise Damaged(Phrase("file.invalid", name="track.kinds"))
        columns = _kernel.unpack_track(reader.rest, count)
        if columns is None:
            raise Damaged(Phrase("file.invalid", name="track.columns"))
        times, xs, ys = map(_numbers, (columns.times, columns.xs, columns.ys))
        if count and (max(map(abs, (times[0], times[-1]))) >= _MOST_TIME or _is_far(xs) or _is_far(ys)):
            raise Damaged(Phrase("file.far"))
        track = cls(square, times, kinds, xs, ys)
        track._packed = data
        return track

    def _columns(self) -> bytes:
        """Return the kinds, then the times, then the places: like beside like is compressed best."""
        out = bytearray()
        write_number(out, self.square)
        write_number(out, len(self.kinds))
        return bytes(out + self.kinds + _kernel.pack_track(self.times, self.xs, self.ys))


def _numbers(data: bytes) -> array[int]:
    column = array("q")
    column.frombytes(data)
    return column


def _is_far(places: Iterable[int]) -> bool:
    return max(map(abs, places)) >= _MOST_PLACE


def _inflated(data: bytes, most: int) -> bytes:
    inflater = zlib.decompressobj()
    try:
        out = inflater.decompress(data, most)
    except zlib.error:
        raise Damaged(Phrase("file.invalid", name="track")) from None
    if not inflater.eof or inflater.unused_data:
        raise Damaged(Phrase("file.invalid", name="track"))
    return out
