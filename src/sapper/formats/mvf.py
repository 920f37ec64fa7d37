"""MVF, the videos of Minesweeper Clone: 0.75 and before, 0.76, 0.8 to 0.96, 0.97 and two changed ones, 2006, 2007.

Before 0.97 a file begins with its board, and an event is eight plain bytes. From 0.97 on the bits of an event are
shuffled, in an order that a number in the file gives.
"""

from __future__ import annotations

from calendar import timegm
from math import cos, sin, sqrt

from .. import _kernel
from ..phrase import Phrase
from .byte_reader import ByteReader, decode_text
from .events import Events
from .recording import Recording, minefield_of
from .records import big_endian, column, numbers

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array

    from ..minefield import Minefield
    from .records import Bits

    Fields = tuple[Bits, Bits, Bits, Bits]

_NAME = b"\x11M"  # the length of "Minesweeper Clone", and its first letter
_PROGRAM = "Minesweeper Clone"
_YEAR_AT = 27  # the last digit of the year that a program was made in
_YEARS_097 = {"5": "0.97 beta", "8": "0.97 Funny Mode Hack"}
_FUNNY = "8"
_YEARS_2007 = ("6", "7")
_DATA_097, _DATA_2007, _VERSION_2007, _DATA_HACK = 74, 71, 53, 7
_HACK = "0.97 Unknown Hack"
_OLD_SIZES = {(8, 8), (16, 16), (30, 16)}
_MODES = ("classic", "classic", "density", "upk", "cheat")
_UPK = 3
_LEFT, _RIGHT, _MIDDLE = 1, 2, 4
_BORDER_2007 = 32  # pixels that are added to every position


def _number(first: int, size: int, unit: int = 1) -> Bits:
    return [(first + bit, unit << bit) for bit in range(size)]


# The bits of an event in order, with what each adds to the time, to x, to y and to the buttons.
_PRESSED = [(0, _RIGHT), (1, _MIDDLE), (2, _LEFT)]
_BITS_097 = (
    [*_number(21, 7, unit=10), *_number(28, 10, unit=1000)],
    _number(12, 9),
    _number(3, 9),
    _PRESSED,
)
_BITS_2007 = (_number(25, 22), _number(14, 11), _number(3, 11), _PRESSED)
# Before 0.97 an event is a second, a hundredth, buttons, and x and y in two bytes each; the last byte is not used.
_OLD_EVENT_BYTES = 8
_OLD_TIMES = [*big_endian(0, unit=1000), *big_endian(1, unit=10)]
_OLD_XS, _OLD_YS = big_endian(3, 4), big_endian(5, 6)
_OLD_PRESSED = [(16, _LEFT), (17, _MIDDLE), (18, _RIGHT)]
_CHECK_SUM, _OLD_CHECK_SUM, _PLAYER = 22, 10, 100  # bytes at the end, before 0.97
_TIME = 3


def is_mine(data: bytes) -> bool:
    """Return whether a file is such a video."""
    if data.startswith(_NAME):
        return True
    if data.startswith(b"\0\0"):
        return _is_date(data[_DATA_HACK : _DATA_HACK + 7])
    size = 4 + 2 * int.from_bytes(data[2:4], "big")
    return tuple(data[:2]) in _OLD_SIZES and size > 4 and len(data) > size + 2 + _TIME + _OLD_CHECK_SUM


def decode(data: bytes, encoding: str = "") -> Recording:
    """Read the bytes of a video; a name that is not UTF-8 is in the encoding, if one is given."""
    reader = ByteReader(data, "MVF", encoding)
    if data.startswith(b"\0\0"):
        reader.at = _DATA_HACK
        return _newer(reader, _HACK, is_097=True)
    if not data.startswith(_NAME):
        return _older(reader)
    reader.at = _YEAR_AT
    year = chr(reader.number(1))
    if year in _YEARS_097:
        reader.at = _DATA_097
        return _newer(reader, _YEARS_097[year], is_097=True, is_funny=year == _FUNNY)
    if year in _YEARS_2007:
        reader.at = _VERSION_2007
        version = decode_text(reader.take(reader.number(1)))
        reader.at = _DATA_2007
        return _newer(reader, version, is_097=False)
    raise reader.wrong(Phrase("file.field", name="Version", given=repr(year), allowed="0.75-0.97, 2006, 2007"))


# From 0.97 on


def _newer(reader: ByteReader, version: str, *, is_097: bool, is_funny: bool = False) -> Recording:
    date = reader.take(7)
    reader.take(1)
    mode = reader.number(1)
    won = None
    if is_097:
        elapsed = _hundredths(reader)
        bbbv, solved = reader.number(2), reader.number(2)
        won = bbbv == solved
        reader.take(6)  # left, double and right clicks: we count them ourselves
    else:
        elapsed = reader.number(3)
    questions = bool(reader.number(1))
    field = _board(reader, 1)
    player = reader.text(reader.take(reader.number(1)))
    order = _order(reader.number(2), 5 if is_097 else 6)
    size = len(order) // 8
    records = reader.take(size * reader.number(3))
    return Recording(
        field,
        _unshuffled(records, order, _BITS_097 if is_097 else _BITS_2007),
        questions=questions,
        player=player,
        program=f"{_PROGRAM} {version}",
        played_at=_played_at(date),
        elapsed=elapsed,
        won=won,
        mode=_MODES[_UPK if is_funny else min(mode, len(_MODES) - 1)],
    )


def _order(number: int, size: int) -> list[int]:
    """Return the places of the bits of an event: those of decimals of sines and cosines, sorted."""
    root, shifted = sqrt(number), sqrt(number + 1000)
    third, fourth = sqrt(root + 1000), sqrt(shifted + 1000)
    values = (cos(third + 1000), sin(sqrt(shifted)), cos(third), sin(sqrt(root) + 1000), cos(fourth), sin(fourth))
    digits = "".join(f"{round(abs(value) * 10**8):08}"[:8] for value in values[:size])
    return sorted(range(8 * size), key=digits.__getitem__)


def _unshuffled(records: bytes, order: list[int], fields: Fields) -> Events:
    """Return the events of records whose bits are shuffled."""
    size, border = len(order) // 8, -_BORDER_2007 if fields is _BITS_2007 else 0
    bases = (0, border, border, 0)
    return _events(
        *(
            column(records, size, [(order[rank], weight) for rank, weight in bits], base)
            for bits, base in zip(fields, bases, strict=True)
        )
    )


def _is_date(date: bytes) -> bool:
    year = int.from_bytes(date[2:4], "big")
    return len(date) == 7 and 1 <= date[0] <= 12 and date[1] <= 31 and 1990 < year < 2100 and date[4] < 24


def _played_at(date: bytes) -> int:
    """Return the seconds since 1970; Clone 2007 sometimes writes no day, which makes it the first."""
    if not _is_date(date):
        return 0
    month, day, hour, minute, second = date[0], date[1], date[4], date[5], date[6]
    return timegm((int.from_bytes(date[2:4], "big"), month, max(day, 1), hour, minute, min(second, 59)))


# Before 0.97


def _older(reader: ByteReader) -> Recording:
    field = _board(reader, 0)
    if (field.level.width, field.level.height) not in _OLD_SIZES:
        raise reader.wrong(Phrase("file.field", name="Level", given=field.level.size, allowed="8x8, 16x16, 30x16"))
    questions = bool(reader.number(1))
    reader.take(1)
    data, start = reader.data, reader.at
    version, after = _version_and_end(data)
    if after - _TIME < start:
        raise reader.ends()
    player = data[after : after + _PLAYER] if len(data) - after >= _PLAYER else b""
    reader.at = after - _TIME
    elapsed = _hundredths(reader)
    records = data[start : after - _TIME]
    times = column(records, _OLD_EVENT_BYTES, _OLD_TIMES)
    in_order = [before <= time <= elapsed for before, time in zip((0, *times), times, strict=False)]
    count = [*in_order, False].index(False)  # of events; what comes after them is something else
    if not count:
        raise reader.wrong(Phrase("file.no-game"))
    xs, ys, buttons = (column(records, _OLD_EVENT_BYTES, bits)[:count] for bits in (_OLD_XS, _OLD_YS, _OLD_PRESSED))
    for places in (times := times[:count], xs, ys):
        places.append(places[-1])
    buttons.append(0)  # the release that ends the game is not recorded
    return Recording(
        field,
        _events(times, xs, ys, buttons),
        questions=questions,
        player=reader.text(player).strip(),
        program=f"{_PROGRAM} {version}",
        elapsed=elapsed,
    )


def _version_and_end(data: bytes) -> tuple[str, int]:
    """Return the version, known by how a file ends, and where its time ends."""
    if not data[-1:].isdigit() and not data[-_CHECK_SUM : 1 - _CHECK_SUM].isdigit():
        return "0.96 beta (or earlier)", len(data) - _CHECK_SUM - _PLAYER
    if data[-_OLD_CHECK_SUM - 3 : -_OLD_CHECK_SUM] == b"   ":
        return "0.76 beta", len(data) - _OLD_CHECK_SUM - _PLAYER
    return "0.75 beta (or earlier)", len(data) - _OLD_CHECK_SUM


# All of them


def _board(reader: ByteReader, base: int) -> Minefield:
    width, height = reader.number(1), reader.number(1)
    mines = reader.pairs(reader.number(2))
    return minefield_of(width, height, [(row - base, col - base) for col, row in mines])


def _hundredths(reader: ByteReader) -> int:
    return reader.number(2) * 1000 + reader.number(1) * 10


def _events(times: array[int], xs: array[int], ys: array[int], buttons: array[int]) -> Events:
    """Return what happened between states of the mouse: movement, presses, releases."""
    found = _kernel.events_between(times, xs, ys, buttons)
    return Events(numbers(found.times), found.kinds, numbers(found.xs), numbers(found.ys))
