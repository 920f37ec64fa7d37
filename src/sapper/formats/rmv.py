"""RMV, the videos of Viennasweeper, versions 1 and 2 (the open specification is ralokt/rmv_spec).

Sizes of all parts come first, then the texts, the board, the flags set before the start, properties, and events of
several lengths, of which one that ends the game is the last.
"""

from __future__ import annotations

import re
from struct import Struct, error

from . import timestamps
from .byte_reader import ByteReader, decode_text
from .events import Events
from .recording import Recording, minefield_of, mode_of

MAGIC = b"*rmv"
_MOUSE = ("", "mv", "lc", "lr", "rc", "rr", "mc", "mr")
_OLD_EVENT, _EVENT = Struct(">HBBHH"), Struct(">HBBhh")  # high and low part of the time, buttons, x, y
_CLOCK, _LOST, _WON, _LEFT, _SHORT_MOVE = 0, 15, 16, 17, 28
_BOARD_EVENTS = frozenset((*range(9, 15), *range(18, 28)))  # what the player saw: we play it ourselves
_OLD_LEFT, _OLD_TOP = 12, 56  # pixels from the window's corner to the board, in version 1
_OLD_SQUARE = 16
_EARLIEST = 1_000_000_000  # seconds since 1970: smaller stamps are no time


def is_mine(data: bytes) -> bool:
    """Return whether a file is such a video."""
    return data.startswith(MAGIC)


def decode(data: bytes) -> Recording:
    """Read the bytes of a video."""
    reader = ByteReader(data, "RMV")
    if reader.take(4, "the mark *rmv") != MAGIC:
        raise reader.wrong("it does not begin with *rmv")
    version = reader.number(2, "the version")
    if version not in (1, 2):
        raise reader.wrong(f"it is of version {version}, and 1 and 2 are read")
    is_old = version == 1
    reader.take(4 if is_old else 6, "the sizes")  # the program's number and version, the size of the file
    result_size = reader.number(2, "the sizes") if is_old else 0
    version_size = reader.number(2, "the sizes")
    reader.take(4, "the sizes")  # of the player and of the board, which have counts of their own
    preflags_size = reader.number(2, "the sizes")
    properties_size = reader.number(2, "the sizes")
    reader.take(6 if is_old else 8, "the sizes")  # of the extensions, the events and the check sum
    result = reader.take(result_size, "the result")
    program = reader.take(version_size, "the program")
    fields = [reader.take(reader.number(1, "the player"), "the player") for _ in range(reader.number(2, "the player"))]
    stamp = reader.number(4, "the board")
    width, height = reader.number(1, "the board"), reader.number(1, "the board")
    mines = reader.pairs(reader.number(2, "the board"), "the board")
    field = minefield_of(width, height, [(row, col) for col, row in mines])
    flags = reader.pairs(reader.number(2, "the flags"), "the flags") if preflags_size else []
    properties = reader.take(properties_size, "the properties")
    if len(properties) < (4 if is_old else 7):
        raise reader.wrong(f"it has {len(properties)} properties, which are too few")
    square = _OLD_SQUARE if is_old else properties[6]
    if not is_old:
        for _ in range(2 * reader.number(2, "the extensions")):
            reader.take(reader.number(1, "the extensions"), "the extensions")
    events = [(0, "pf", col * square + square // 2, row * square + square // 2) for col, row in flags]
    ending, elapsed = _read_events(reader, is_old, events)
    named = re.search(rb"TIMESTAMP:(\d{1,12})", result)
    return Recording(
        field,
        Events.of(events),
        square=square,
        questions=bool(properties[0]),
        player=next((decode_text(name) for name in fields[:2] if name), ""),
        program=_program(program),
        played_at=timestamps.parse(named[1].decode()) if named else stamp if stamp >= _EARLIEST else 0,
        elapsed=elapsed,
        won={_WON: True, _LOST: False}.get(ending),
        mode=mode_of(properties[2]),
    )


def _read_events(reader: ByteReader, is_old: bool, events: list[tuple[int, str, int, int]]) -> tuple[int, int]:
    """Append the events of the mouse; return the code of the event that ends the game, and its time."""
    data, at = reader.data, reader.at
    unpack = (_OLD_EVENT if is_old else _EVENT).unpack_from
    left, top = (_OLD_LEFT, _OLD_TOP) if is_old else (0, 0)
    time = x = y = 0
    try:
        while True:
            code = data[at]
            if code == _SHORT_MOVE and not is_old:
                time += data[at + 1]
                x, y = x + _nibble(data[at + 2] >> 4), y + _nibble(data[at + 2] & 15)
                events.append((time, "mv", x, y))
                at += 3
            elif code in _BOARD_EVENTS:
                at += 3
            elif 1 <= code <= 7:
                high, low, _, x, y = unpack(data, at + 1)
                time, x, y = high << 8 | low, x - left, y - top
                events.append((time, _MOUSE[code], x, y))
                at += 9
            elif code == _CLOCK and is_old:
                at += 5
            elif _LOST <= code <= _LEFT:
                reader.at = at + 1
                return code, reader.number(3, "the events")
            else:
                raise reader.wrong(f"event {len(events) + 1} has the code {code}, which is not known")
    except (IndexError, error):
        raise reader.ends_in("the events") from None


def _nibble(bits: int) -> int:
    return bits - 16 if bits & 8 else bits


def _program(text: bytes) -> str:
    """Return the program and its version, without the notice after them."""
    return re.split(r"\s*(?:Copyright|\(c\)|\(C\)|\.\d{4})", decode_text(text), maxsplit=1)[0].strip(" .-")
