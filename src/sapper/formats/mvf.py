"""MVF, the videos of Minesweeper Clone: 0.75 and before, 0.76, 0.8 to 0.96, 0.97 and two changed ones, 2006, 2007.

Before 0.97 a file begins with its board, and an event is eight plain bytes. From 0.97 on the bits of an event are
shuffled, in an order that a number in the file gives.
"""

from __future__ import annotations

from calendar import timegm
from math import cos, sin, sqrt

from .byte_reader import ByteReader, decode_text
from .events import Events
from .recording import Recording, minefield_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..minefield import Minefield

    State = tuple[int, int, int, int]  # milliseconds, x, y, buttons down

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
_BUTTONS = ((_LEFT, "l"), (_RIGHT, "r"), (_MIDDLE, "m"))
_BORDER_2007 = 32  # pixels that are added to every position
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


def decode(data: bytes) -> Recording:
    """Read the bytes of a video."""
    reader = ByteReader(data, "MVF")
    if data.startswith(b"\0\0"):
        reader.at = _DATA_HACK
        return _newer(reader, _HACK, is_097=True)
    if not data.startswith(_NAME):
        return _older(reader)
    reader.at = _YEAR_AT
    year = chr(reader.number(1, "the version"))
    if year in _YEARS_097:
        reader.at = _DATA_097
        return _newer(reader, _YEARS_097[year], is_097=True, is_funny=year == _FUNNY)
    if year in _YEARS_2007:
        reader.at = _VERSION_2007
        version = decode_text(reader.take(reader.number(1, "the version"), "the version"))
        reader.at = _DATA_2007
        return _newer(reader, version, is_097=False)
    raise reader.wrong("its version is not known: 0.75 to 0.97, 2006 and 2007 are read")


# From 0.97 on


def _newer(reader: ByteReader, version: str, *, is_097: bool, is_funny: bool = False) -> Recording:
    date = reader.take(7, "the date")
    reader.take(1, "the level")
    mode = reader.number(1, "the mode")
    won = None
    if is_097:
        elapsed = _hundredths(reader)
        bbbv, solved = reader.number(2, "the figures"), reader.number(2, "the figures")
        won = bbbv == solved
        reader.take(6, "the figures")  # left, double and right clicks: we count them ourselves
    else:
        elapsed = reader.number(3, "the time")
    questions = bool(reader.number(1, "the question marks"))
    field = _board(reader, 1)
    player = decode_text(reader.take(reader.number(1, "the player"), "the player"))
    order = _order(reader.number(2, "the order of the bits"), 5 if is_097 else 6)
    size = len(order) // 8
    records = reader.take(size * reader.number(3, "the number of events"), "the events")
    numbers = _unshuffled(records, order)
    return Recording(
        field,
        Events.of(_events(map(_state_097 if is_097 else _state_2007, numbers))),
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


def _unshuffled(records: bytes, order: list[int]) -> Iterator[int]:
    """Yield every event as a number with its bits in order."""
    size = len(order) // 8
    tables = []
    for byte in range(size):
        bits = [0] * 8
        for rank, place in enumerate(order):
            if place // 8 == byte:
                bits[place % 8] = 1 << rank
        table = [0] * 256
        for value in range(1, 256):
            table[value] = table[value & (value - 1)] | bits[(value & -value).bit_length() - 1]
        tables.append(table)
    columns = [map(table.__getitem__, records[byte::size]) for byte, table in enumerate(tables)]
    return map(sum, zip(*columns, strict=True))


def _state_097(bits: int) -> State:
    time = (bits >> 28 & 0x3FF) * 1000 + (bits >> 21 & 0x7F) * 10
    return time, bits >> 12 & 0x1FF, bits >> 3 & 0x1FF, _buttons(bits)


def _state_2007(bits: int) -> State:
    time = bits >> 25 & 0x3FFFFF
    return time, (bits >> 14 & 0x7FF) - _BORDER_2007, (bits >> 3 & 0x7FF) - _BORDER_2007, _buttons(bits)


def _buttons(bits: int) -> int:
    return (bits >> 2 & 1) * _LEFT | (bits & 1) * _RIGHT | (bits >> 1 & 1) * _MIDDLE


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
        raise reader.wrong(f"its board is {field.level.size}, and programs before 0.97 saved the three levels")
    questions = bool(reader.number(1, "the question marks"))
    reader.take(1, "the question marks")
    data, start = reader.data, reader.at
    version, after = _version_and_end(data)
    if after - _TIME < start:
        raise reader.ends_in("the events")
    player = data[after : after + _PLAYER] if len(data) - after >= _PLAYER else b""
    reader.at = after - _TIME
    elapsed = _hundredths(reader)
    states: list[State] = []
    last = 0
    for at in range(start, after - _TIME - 7, 8):
        second, hundredth, buttons = data[at], data[at + 1], data[at + 2]
        time = second * 1000 + hundredth * 10
        if time < last or time > elapsed:
            break
        last = time
        down = (buttons & 1) * _LEFT | (buttons >> 2 & 1) * _RIGHT | (buttons >> 1 & 1) * _MIDDLE
        states.append((time, data[at + 3] << 8 | data[at + 4], data[at + 5] << 8 | data[at + 6], down))
    if not states:
        raise reader.wrong("it has no events")
    states.append((*states[-1][:3], 0))  # the release that ends the game is not recorded
    return Recording(
        field,
        Events.of(_events(states)),
        questions=questions,
        player=decode_text(player).strip(),
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
    width, height = reader.number(1, "the board"), reader.number(1, "the board")
    mines = reader.pairs(reader.number(2, "the board"), "the board")
    return minefield_of(width, height, [(row - base, col - base) for col, row in mines])


def _hundredths(reader: ByteReader) -> int:
    return reader.number(2, "the time") * 1000 + reader.number(1, "the time") * 10


def _events(states: Iterable[State]) -> Iterator[tuple[int, str, int, int]]:
    """Yield what happened between states: movement, presses, releases."""
    last_x = last_y = None
    last = 0
    for time, x, y, down in states:
        if x != last_x or y != last_y:
            yield time, "mv", x, y
            last_x, last_y = x, y
        if down != last:
            for button, letter in _BUTTONS:
                if down & ~last & button:
                    yield time, f"{letter}c", x, y
            for button, letter in _BUTTONS:
                if last & ~down & button:
                    yield time, f"{letter}r", x, y
            last = down
