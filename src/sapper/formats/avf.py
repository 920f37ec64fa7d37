"""AVF, the videos of Minesweeper Arbiter.

A head with the board, a text in brackets (`[2|start|end|B180T66.62]`), events of eight bytes, and lines of text: the
check sum, `RealTime`, `Skin`, the player, the program.
"""

from __future__ import annotations

import re

from ..phrase import Phrase
from . import timestamps
from .byte_reader import ByteReader, decode_text
from .events import NUMBERS, Events
from .recording import Recording, minefield_of
from .records import big_endian, column

_LEVELS = {3: (8, 8, 10), 4: (16, 16, 40), 5: (30, 16, 99)}
_CUSTOM = 6
_MARKS_ON = 17
_HEAD = re.compile(rb"([\x11\x7f]).\[.\|", re.DOTALL)  # whether question marks are on, any byte, the text in brackets
_BARE_HEAD = re.compile(rb"()\[[0-3]\|")
_LONGEST_TEXT = 1024
_RESULT = re.compile(rb"B(\d{1,6})T(\d{1,6})(?:[.,](\d{1,3}))?\s*\Z")
_CLOCK_STARTS_AT = 1000  # milliseconds
_KINDS = {
    1: "mv",
    3: "lc",
    5: "lr",
    9: "rc",
    11: "sc",
    17: "rr",
    21: "lr",
    33: "mc",
    65: "mr",
    145: "rr",
    193: "mr",
}
_FIRST_EVENT = re.compile(b"[" + b"".join(b"\\x%02x" % kind for kind in _KINDS) + rb"][\x00\x01]\x01")
_EVENT_BYTES = 8
_UNKNOWN = 255
_NUMBERS = bytes(NUMBERS[_KINDS[kind]] if kind in _KINDS else _UNKNOWN for kind in range(256))
# A record: kind, x high, second, x, hundredths, y high, second high, y.
_SECONDS = big_endian(6, 2, unit=1000)
_TIMES = [*_SECONDS, *big_endian(4, unit=10)]
_XS, _YS = big_endian(1, 3, signed=True), big_endian(5, 7, signed=True)  # below 0 on the left or above


def is_mine(data: bytes) -> bool:
    """Return whether a file is such a video."""
    return len(data) > 5 and data[5] in (*_LEVELS, _CUSTOM) and b"[" in data[:4096] and b"Arbiter" in data[-4096:]


def decode(data: bytes, encoding: str = "") -> Recording:
    """Read the bytes of a video; a name that is not UTF-8 is in the encoding, if one is given."""
    reader = ByteReader(data, "AVF", encoding)
    reader.take(5)
    level = reader.number(1)
    if level == _CUSTOM:
        width, height = reader.number(1) + 1, reader.number(1) + 1
        mines = reader.number(2)
    elif level in _LEVELS:
        width, height, mines = _LEVELS[level]
    else:
        raise reader.wrong(Phrase("file.field", name="Level", given=level, allowed="3-6"))
    cells = reader.pairs(mines)
    field = minefield_of(width, height, [(row - 1, col - 1) for row, col in cells])
    found = _HEAD.search(data, reader.at) or _BARE_HEAD.search(data, reader.at)
    if found is None:
        raise reader.wrong(Phrase("file.missing", name="["))
    end = data.find(b"]", found.end(), found.end() + _LONGEST_TEXT)
    if end < 0:
        raise reader.wrong(Phrase("file.missing", name="]"))
    parts = data[found.end() : end].split(b"|")
    result = _RESULT.search(data, found.end(), end)
    reader.at = end + 1
    events = _events(reader)
    player, program = _names(reader)
    return Recording(
        field,
        events,
        questions=found[1] == bytes([_MARKS_ON]) if found[1] else None,
        player=player,
        program=program,
        played_at=timestamps.parse(decode_text(parts[1 if level == _CUSTOM and len(parts) > 1 else 0])),
        elapsed=None if result is None else _elapsed(result),
    )


def _elapsed(result: re.Match[bytes]) -> int:
    time = int(result[2]) * 1000 + int((result[3] or b"").ljust(3, b"0"))
    return max(time - _CLOCK_STARTS_AT, 0)


def _events(reader: ByteReader) -> Events:
    """Return the events, eight bytes each; one in second 0 ends them."""
    data = reader.data
    found = _FIRST_EVENT.search(data, reader.at)
    if found is None:
        raise reader.wrong(Phrase("file.no-game"))
    records = data[found.start() :]
    seconds = column(records, _EVENT_BYTES, _SECONDS)
    if 0 not in seconds:
        raise reader.ends()
    count = seconds.index(0)
    reader.at = found.start() + _EVENT_BYTES * (count + 1)
    records = records[: _EVENT_BYTES * count]
    kinds = records[::_EVENT_BYTES].translate(_NUMBERS)
    unknown = kinds.find(_UNKNOWN)
    if unknown >= 0:
        raise reader.wrong(Phrase("file.code", event=unknown + 1, code=records[8 * unknown]))
    times = column(records, _EVENT_BYTES, _TIMES, -_CLOCK_STARTS_AT)
    return Events(times, kinds, column(records, _EVENT_BYTES, _XS), column(records, _EVENT_BYTES, _YS))


def _names(reader: ByteReader) -> tuple[str, str]:
    """Return the player and the program: the two lines after those that are `Name: value`."""
    tail = reader.data[reader.at :]
    start = tail.find(b"cs=")
    if start < 0:
        return "", ""
    lines = tail[start + 3 + 17 :].split(b"\r")  # the check sum may hold any byte
    while lines and re.match(rb"(?:RealTime|Skin|<)", lines[0]):
        del lines[0]
    program = next((line for line in lines[1:] if line), b"")
    player = lines[0] if lines else b""
    return reader.text(player), decode_text(program.partition(b"Copyright")[0]).strip(" .")
