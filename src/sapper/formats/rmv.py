"""RMV, the videos of Viennasweeper, versions 1 and 2 (the open specification is ralokt/rmv_spec).

Sizes of all parts come first, then the texts, the board, the flags set before the start, properties, and events of
several lengths, of which one that ends the game is the last.
"""

from __future__ import annotations

import re

from ..phrase import Phrase
from . import timestamps
from .byte_reader import ByteReader, decode_text
from .events import NUMBERS, Events
from .recording import Recording, minefield_of, mode_of
from .records import Lengths, big_endian, column, running

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array

    from .records import Bits

MAGIC = b"*rmv"
_MOUSE = ("", "mv", "lc", "lr", "rc", "rr", "mc", "mr")
_CLOCK, _LOST, _WON, _LEFT, _SHORT_MOVE = 0, 15, 16, 17, 28
_BOARD_EVENTS = (*range(9, 15), *range(18, 28))  # what the player saw: we play it ourselves
_WHOLE = range(1, 8)  # a code, the time in three bytes, the buttons, x and y in two each
_LENGTHS = {**dict.fromkeys(_WHOLE, 9), **dict.fromkeys(_BOARD_EVENTS, 3)}
_OLD_EVENTS = Lengths(_LENGTHS | {_CLOCK: 5}, _WHOLE)
_EVENTS = Lengths(_LENGTHS | {_SHORT_MOVE: 3}, (*_WHOLE, _SHORT_MOVE))
_TIMES, _OLD_XS, _OLD_YS = big_endian(1, 2, 3), big_endian(5, 6), big_endian(7, 8)
_XS, _YS = big_endian(5, 6, signed=True), big_endian(7, 8, signed=True)
# A short movement has steps: milliseconds in its second byte, x and y in the halves of its third one.
_WAITS = big_endian(1)
_ACROSS, _DOWN = ([(first + bit, weight) for bit, weight in enumerate((1, 2, 4, -8))] for first in (20, 16))
_IS_WHOLE = bytes(code in _WHOLE for code in range(256))
_NUMBERS = bytes(NUMBERS[_MOUSE[code]] if code in _WHOLE else NUMBERS["mv"] for code in range(256))
_OLD_LEFT, _OLD_TOP = 12, 56  # pixels from the window's corner to the board, in version 1
_OLD_SQUARE = 16
_EARLIEST = 1_000_000_000  # seconds since 1970: smaller stamps are no time


def is_mine(data: bytes) -> bool:
    """Return whether a file is such a video."""
    return data.startswith(MAGIC)


def decode(data: bytes, encoding: str = "") -> Recording:
    """Read the bytes of a video; a name that is not UTF-8 is in the encoding, if one is given."""
    reader = ByteReader(data, "RMV", encoding)
    if reader.take(4) != MAGIC:
        raise reader.wrong(Phrase("file.missing", name="*rmv"))
    version = reader.number(2)
    if version not in (1, 2):
        raise reader.wrong(Phrase("file.field", name="Version", given=version, allowed="1, 2"))
    is_old = version == 1
    reader.take(4 if is_old else 6)  # the program's number and version, the size of the file
    result_size = reader.number(2) if is_old else 0
    version_size = reader.number(2)
    reader.take(4)  # of the player and of the board, which have counts of their own
    preflags_size = reader.number(2)
    properties_size = reader.number(2)
    reader.take(6 if is_old else 8)  # of the extensions, the events and the check sum
    result = reader.take(result_size)
    program = reader.take(version_size)
    fields = [reader.take(reader.number(1)) for _ in range(reader.number(2))]
    stamp = reader.number(4)
    width, height = reader.number(1), reader.number(1)
    mines = reader.pairs(reader.number(2))
    field = minefield_of(width, height, [(row, col) for col, row in mines])
    flags = reader.pairs(reader.number(2)) if preflags_size else []
    properties = reader.take(properties_size)
    if len(properties) < (4 if is_old else 7):
        raise reader.wrong(Phrase("file.missing", name="SquareSize"))
    square = _OLD_SQUARE if is_old else properties[6]
    if not is_old:
        for _ in range(2 * reader.number(2)):
            reader.take(reader.number(1))
    beforehand = [(0, "pf", col * square + square // 2, row * square + square // 2) for col, row in flags]
    events = Events.of(beforehand) + _read_events(reader, is_old)
    ending, elapsed = reader.number(1), reader.number(3)
    named = re.search(rb"TIMESTAMP:(\d{1,12})", result)
    return Recording(
        field,
        events,
        square=square,
        questions=bool(properties[0]),
        player=next((reader.text(name) for name in fields[:2] if name), ""),
        program=_program(program),
        played_at=timestamps.parse(named[1].decode()) if named else stamp if stamp >= _EARLIEST else 0,
        elapsed=elapsed,
        won={_WON: True, _LOST: False}.get(ending),
        mode=mode_of(properties[2]),
    )


def _read_events(reader: ByteReader, is_old: bool) -> Events:
    """Return the events of the mouse; the one that ends the game is left to read."""
    kinds = _OLD_EVENTS if is_old else _EVENTS
    records, reader.at = kinds.read(reader.data, reader.at)
    code = next(iter(reader.data[reader.at : reader.at + 1]), None)
    if code is None or kinds.has(code):
        raise reader.ends()
    if not _LOST <= code <= _LEFT:
        raise reader.wrong(Phrase("file.code", event=len(records) // kinds.size + 1, code=code))
    codes = records[:: kinds.size]

    def numbers(total: Bits, step: Bits, base: int = 0) -> array[int]:
        totals = column(records, kinds.size, total, base)
        return totals if is_old else running(column(records, kinds.size, step), totals, codes.translate(_IS_WHOLE))

    if is_old:
        xs, ys = numbers(_OLD_XS, _ACROSS, -_OLD_LEFT), numbers(_OLD_YS, _DOWN, -_OLD_TOP)
    else:
        xs, ys = numbers(_XS, _ACROSS), numbers(_YS, _DOWN)
    return Events(numbers(_TIMES, _WAITS), codes.translate(_NUMBERS), xs, ys)


def _program(text: bytes) -> str:
    """Return the program and its version, without the notice after them."""
    return re.split(r"\s*(?:Copyright|\(c\)|\(C\)|\.\d{4})", decode_text(text), maxsplit=1)[0].strip(" .-")
