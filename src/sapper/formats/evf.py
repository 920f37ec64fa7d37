"""EVF, the open format of Metasweeper (eee555/ms-toollib), versions 0 to 4.

Up to version 3 an event has its time in full and texts end with NUL; version 4 stores differences.
"""

from __future__ import annotations

import re
from itertools import accumulate, compress

from ..phrase import Phrase
from . import timestamps
from .byte_reader import ByteReader, decode_text
from .events import NUMBERS, Events
from .recording import Recording, minefield_of, mode_of
from .records import big_endian, column

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

NEWEST = 4
_MOUSE = ("mv", "mv", "lc", "lr", "rc", "rr", "mc", "mr", "pf", "cc", "l", "r", "m")
_COMPLETED, _CONVERTED = 1 << 7, 1 << 3  # in the summary
_NO_QUESTIONS = 1 << 7  # in the settings
_MOST_MODES = 64  # numbers above are no mode, unless all bits are set
_NO_RULE = 0xFFFF
_EVENT_BYTES = 8
_FIRST_UNDIRECTED = 10
_NUMBERS = bytes([*(NUMBERS[word] for word in _MOUSE[:_FIRST_UNDIRECTED]), *bytes(256 - _FIRST_UNDIRECTED)])
_END, _PAUSE = 0, 255
_ENDS = (_END, 255)  # with and without a check sum
# An old event: its kind, the time in three bytes, x and y in two. A new one: its kind, and steps since the one before.
_OLD_TIMES, _OLD_XS, _OLD_YS = big_endian(1, 2, 3), big_endian(4, 5), big_endian(6, 7)
_STEP_BYTES = 6
_ACROSS, _DOWN = big_endian(2, 3, signed=True), big_endian(4, 5, signed=True)
# Events of the mouse and of the board have six bytes each; they are decoded by the run.
_RUN = re.compile(rb"(?:[\x01-\x0c\x64-\x79].{5})++", re.DOTALL)
_IS_MOUSE = bytes(0 < kind < len(_MOUSE) for kind in range(256))
_BOARD_EVENTS = range(100, 122)
_STATES = frozenset((*range(81, 84), *range(92, 95), 99))
_NUMBER_METRIC, _TEXT_METRIC = 200, 201


def is_mine(data: bytes) -> bool:
    """Return whether a file looks like such a video: there is no mark, so the numbers of its head are checked."""
    if len(data) < 24 or data[0] > NEWEST:
        return False
    at = 3 if data[0] >= 3 else 2
    rows, cols, mines, square = data[at], data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big"), data[at + 4]
    mode = int.from_bytes(data[at + 5 : at + 7], "big")
    return 0 < mines < rows * cols and square >= 5 and (mode < _MOST_MODES or mode == _NO_RULE)


def decode(data: bytes, encoding: str = "") -> Recording:
    """Read the bytes of a video; a name that is not UTF-8 is in the encoding, if one is given."""
    reader = ByteReader(data, "EVF", encoding)
    version = reader.number(1)
    if version > NEWEST:
        raise reader.wrong(Phrase("file.field", name="Version", given=version, allowed=f"0-{NEWEST}"))
    summary = reader.number(1)
    settings = reader.number(1) if version >= 3 else 0
    rows, cols = reader.number(1), reader.number(1)
    mines = reader.number(2)
    square = reader.number(1)
    mode = mode_of(reader.number(2))
    reader.take(2)
    elapsed = reader.number(4 if version == NEWEST else 3)
    if version == NEWEST:
        program, player, played_at = _new_texts(reader, is_converted=bool(summary & _CONVERTED))
    else:
        program, player, played_at = _old_texts(reader, version)
    bits = reader.take((rows * cols + 7) // 8)
    cells = [divmod(place, cols) for place in range(rows * cols) if bits[place >> 3] & 0x80 >> (place & 7)]
    if len(cells) != mines:
        raise reader.wrong(Phrase("import.mines", claimed=mines, found=len(cells)))
    field = minefield_of(cols, rows, cells)
    events = _new_events(reader) if version == NEWEST else _old_events(reader)
    return Recording(
        field,
        events,
        square=square,
        questions=False if settings & _NO_QUESTIONS else None,
        player=player,
        program=program,
        played_at=played_at,
        elapsed=elapsed,
        won=True if summary & _COMPLETED else None,
        mode=mode,
    )


def _old_texts(reader: ByteReader, version: int) -> tuple[str, str, int]:
    """Return the program, the player and when it was played; tournament, identity, end, country, device follow."""
    count = 7 if version < 2 else 8
    texts = [reader.text(reader.until(b"\0")) for _ in range(count)]
    return texts[0], texts[1], timestamps.parse(texts[4])


def _new_texts(reader: ByteReader, is_converted: bool) -> tuple[str, str, int]:
    """Return the program, the player and when it was played.

    A file that was converted from another format has the converter and the encoding of the names as well.
    """
    reader.take(2)
    started = reader.number(8)
    reader.take(8)
    program = decode_text(reader.until(b"\0"))
    encoding = ""
    if is_converted:
        reader.until(b"\0")
        encoding = reader.until(b"\0").decode("ascii", "replace")
    player, _tournament, _identity = [reader.until(b"\0") for _ in range(3)]
    reader.take(reader.number(2))
    return program, _decoded(reader, player, encoding), timestamps.parse(str(started))


def _decoded(reader: ByteReader, name: bytes, encoding: str) -> str:
    try:
        return name.decode(encoding) if encoding else reader.text(name)
    except (LookupError, ValueError):
        return reader.text(name)


def _old_events(reader: ByteReader) -> Events:
    """Return the events, eight bytes each: kind, time in three, x and y in two."""
    data, start = reader.data, reader.at
    codes = data[start::_EVENT_BYTES]
    count = min((place for end in _ENDS if (place := codes.find(end)) >= 0), default=-1)
    if count < 0:
        raise reader.ends()
    records = reader.take(_EVENT_BYTES * count)
    kinds = records[::_EVENT_BYTES]
    if kinds and max(kinds) >= len(_MOUSE):
        raise reader.wrong(Phrase("file.code", event=kinds.index(max(kinds)) + 1, code=max(kinds)))
    times, xs, ys = (column(records, _EVENT_BYTES, bits) for bits in (_OLD_TIMES, _OLD_XS, _OLD_YS))
    return _with_directions(times, kinds, xs, ys)


def _new_events(reader: ByteReader) -> Events:
    """Return the events, which have differences of time and place, among board events and metrics."""
    for _ in range(reader.number(2)):
        reader.until(b"\0")
    data, at = reader.data, reader.at
    records, pauses = bytearray(), []  # a pause comes before the record with a number
    try:
        while (kind := data[at]) != _END:
            if run := _RUN.match(data, at):
                records += run[0]
                at = run.end()
                continue
            if kind == _PAUSE:
                wait, at = data[at + 1] << 8 | data[at + 2], at + 3
            elif kind in _STATES:
                wait, at = data[at + 1], at + 2
            elif kind in (_NUMBER_METRIC, _TEXT_METRIC):
                wait, reader.at = data[at + 1], at + 4
                if kind == _NUMBER_METRIC:
                    reader.take(8)
                else:
                    reader.until(b"\0")
                at = reader.at
            elif _IS_MOUSE[kind] or kind in _BOARD_EVENTS:
                raise reader.ends()
            else:
                raise reader.wrong(Phrase("file.code", event=len(records) // _STEP_BYTES + 1, code=kind))
            pauses.append((len(records) // _STEP_BYTES, wait))
    except IndexError:
        raise reader.ends() from None
    return _added_up(bytes(records), pauses)


def _added_up(records: bytes, pauses: list[tuple[int, int]]) -> Events:
    """Return the events of the mouse among records of steps."""
    kinds = records[::_STEP_BYTES]
    is_mouse = kinds.translate(_IS_MOUSE)
    waits = [*records[1::_STEP_BYTES], 0]
    for place, wait in pauses:
        waits[place] += wait
    steps = (column(records, _STEP_BYTES, bits) for bits in (_ACROSS, _DOWN))
    xs, ys = (accumulate(compress(step, is_mouse)) for step in steps)
    return _with_directions(compress(accumulate(waits), is_mouse), bytes(compress(kinds, is_mouse)), xs, ys)


def _with_directions(times: Iterable[int], kinds: bytes, xs: Iterable[int], ys: Iterable[int]) -> Events:
    """Return events; `l`, `r` and `m`, which are a press or a release, become what they must be."""
    if not kinds or max(kinds) < _FIRST_UNDIRECTED:
        return Events(times, kinds.translate(_NUMBERS), xs, ys)
    down: set[str] = set()
    words = []
    for word in map(_MOUSE.__getitem__, kinds):
        button = word[0]
        if len(word) == 1:
            word += "r" if button in down else "c"
        if word[1] == "c":
            down.add(button)
        elif word[1] == "r":
            down.discard(button)
        words.append(word)
    return Events(times, bytes(map(NUMBERS.__getitem__, words)), xs, ys)
