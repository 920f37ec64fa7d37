"""Writes binary videos of every format and version, from their descriptions and apart from the decoders."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING

from sapper import Minefield
from sapper.formats.events import Events
from sapper.formats.recording import MODES, Recording

if TYPE_CHECKING:
    from collections.abc import Callable

# Ten mines on a beginner's board: one opening, and six numbers behind the mines.
FIELD = Minefield.from_text("\n".join(["*......*", "*" * 8, *["." * 8] * 6]))
PLAYED_AT = 1_184_596_496  # 2007-07-16 14:34:56
BUTTONS = {"l": 1, "r": 2, "m": 4}

Event = tuple[int, str, int, int]


def game(square: int = 16) -> list[Event]:
    """Return the events of a won game: moves, a flag, a chord that opens nothing, a wasted click, times in 10 ms."""
    events: list[Event] = []
    at, place = 0, (0, 0)

    def go(row: int, col: int, *kinds: str) -> None:
        nonlocal at, place
        to = (col * square + square // 3, row * square + square // 2)
        if to != place:
            events.append((at, "mv", *to))
            place = to
        for kind in kinds:
            events.append((at, kind, *place))
            at += 10 if len(events) > 2 else 0  # the clock starts when the first button comes up

    go(7, 3, "lc", "lr")
    go(0, 0, "rc", "rr")
    go(2, 2, "lc", "rc", "lr", "rr")
    go(7, 7, "lc", "lr")
    go(2, 5, "mc", "mr")
    for col in range(1, 7):
        at += 250
        go(0, col, "lc", "lr")
    last = events.pop()
    return [*events, (events[-1][0], *last[1:])]  # the oldest MVF does not record the last release


def film(**changed: object) -> Recording:
    """Return a recording that every format can hold."""
    events = game()
    usual: dict[str, object] = {
        "questions": False,
        "player": "Ann",
        "program": "Minesweeper Arbiter 1",
        "played_at": PLAYED_AT,
        "elapsed": events[-1][0],
        "won": True,
    }
    return Recording(FIELD, Events.of(events), **(usual | changed))  # type: ignore[arg-type]


def number(value: int, size: int) -> bytes:
    return value.to_bytes(size, "big", signed=value < 0)


def mines(field: Minefield) -> list[tuple[int, int]]:
    level = field.level
    cells = [(row, col) for row in range(level.height) for col in range(level.width)]
    return [cell for cell in cells if field.is_mine(*cell)]


def avf(made: Recording, name: bytes | None = None) -> bytes:
    level = made.minefield.level
    size = (level.width, level.height, level.mines)
    standard = {(8, 8, 10): 3, (16, 16, 40): 4, (30, 16, 99): 5}.get(size, 6)
    out = bytearray([52, 1, 2, 3, 4, standard])
    if standard == 6:
        out += bytes([level.width - 1, level.height - 1]) + number(level.mines, 2)
    for row, col in mines(made.minefield):
        out += bytes([row + 1, col + 1])
    stamp = time.gmtime(made.played_at)
    started = f"{stamp.tm_mday}.{stamp.tm_mon}.{stamp.tm_year}.{stamp.tm_hour}:{stamp.tm_min:02}:{stamp.tm_sec:02}:0001"
    custom = f"W{level.width}H{level.height}M{level.mines}|" if standard == 6 else ""
    seconds = 1 + (made.elapsed or 0) / 1000
    out += bytes([7, 7, 17 if made.questions else 127, 56])
    out += f"[{standard - 3}|{custom}{started}|16.1:00:00:0002|B7T{seconds:.2f}]".encode()
    out += bytes([12, 12, 4])
    kinds = {"mv": 1, "lc": 3, "lr": 5, "rc": 9, "rr": 17, "mc": 33, "mr": 65, "sc": 11}
    for at, kind, x, y in made.events:
        second, rest = divmod(at + 1000, 1000)
        across, down = number(x & 0xFFFF, 2), number(y & 0xFFFF, 2)
        out += bytes([kinds[kind], across[0], second & 255, across[1], rest // 10, down[0], second >> 8, down[1]])
    out += bytes(8) + b"123456cs=" + bytes(range(16)) + b"\rRealTime: 1.23\rSkin: 3.1\r"
    out += (made.player.encode() if name is None else name) + b"\r" + made.program.encode() + b". Copyright \xa9 2005"
    return bytes(out)


def rmv(made: Recording, version: int = 1, name: bytes | None = None, flags: tuple[tuple[int, int], ...] = ()) -> bytes:
    level = made.minefield.level
    player = made.player.encode() if name is None else name
    program = f"{made.program} Copyright (C) 2008".encode()
    result = f"\nLEVEL:Beginner#SCORE:1.00#NAME:x#3BV:7#NF:0#TIMESTAMP:{made.played_at}#\n".encode()
    fields = b"\0\1" + bytes([len(player)]) + player
    board = number(made.played_at, 4) + bytes([level.width, level.height]) + number(level.mines, 2)
    board += b"".join(bytes([col, row]) for row, col in mines(made.minefield))
    preflags = number(len(flags), 2) + b"".join(bytes([col, row]) for row, col in flags) if flags else b""
    properties = bytes([bool(made.questions), 0, MODES.index(made.mode), 0])
    properties += bytes([7, 0, made.square]) if version == 2 else b""
    extensions = b"\0\1\4skin\3abc" if version == 2 else b""
    events = bytearray() if version == 2 else bytearray(b"\0\1\2\3\4")
    codes = {kind: code for code, kind in enumerate(("mv", "lc", "lr", "rc", "rr", "mc", "mr"), 1)}
    last: Event | None = None
    for event in made.events:
        at, kind, x, y = event
        near = (
            last is not None
            and at - last[0] < 256
            and all(-8 <= a - b < 8 for a, b in zip((x, y), last[2:], strict=True))
        )
        if version == 2 and kind == "mv" and near:
            assert last is not None
            events += bytes([28, at - last[0], (x - last[2] & 15) << 4 | y - last[3] & 15])
        else:
            left, top = (12, 56) if version == 1 else (0, 0)
            events += bytes([codes[kind]]) + number(at, 3) + b"\0" + number(x + left, 2) + number(y + top, 2)
        events += bytes([9, 1, 1])
        last = event
    events += bytes([{True: 16, False: 15, None: 17}[made.won]]) + number(made.elapsed or 0, 3)
    sizes = [len(result)] if version == 1 else []
    sizes += [len(program), len(fields), len(board), len(preflags), len(properties)]
    sizes += [len(extensions)] if version == 2 else []
    head = b"".join(number(size, 2) for size in sizes) + number(len(events), 4) + b"\0\2"
    body = (result if version == 1 else b"") + program + fields + board + preflags + properties + extensions + events
    start = b"*rmv" + number(version, 2) + (b"\1\5" if version == 2 else b"")
    return start + number(len(start) + 4 + len(head) + len(body) + 2, 4) + head + body + b"\1\2"


def evf(
    made: Recording, version: int = 3, name: bytes | None = None, encoding: str | None = None, extras: bool = True
) -> bytes:
    level = made.minefield.level
    player = made.player.encode() if name is None else name
    summary = 0x80 * bool(made.won) + 8 * (encoding is not None)
    out = bytearray([version, summary])
    if version >= 3:
        out.append(0x80 * (made.questions is False))
    out += bytes([level.height, level.width]) + number(level.mines, 2) + bytes([made.square])
    out += number(MODES.index(made.mode), 2) + b"\0\7" + number(made.elapsed or 0, 4 if version == 4 else 3)
    stamp = made.played_at * 1_000_000
    program = made.program.encode()
    if version == 4:
        out += b"XX" + number(stamp, 8) + number(stamp, 8) + program + b"\0"
        out += b"Converter 1\0" + encoding.encode() + b"\0" if encoding is not None else b""
        out += player + b"\0\0\0" + number(3, 2) + b"abc"
    else:
        texts = [program, player, b"", b"", str(stamp).encode(), str(stamp).encode(), b"XX"]
        out += b"".join(text + b"\0" for text in (texts if version < 2 else [*texts, b"device"]))
    bits = "".join((cell == "*" and "1") or "0" for cell in made.minefield.to_text() if cell in "*.")
    out += int(bits.ljust(-(-len(bits) // 8) * 8, "0"), 2).to_bytes(-(-len(bits) // 8), "big")
    codes = {
        kind: code for code, kind in enumerate(("mv", "lc", "lr", "rc", "rr", "mc", "mr", "pf", "cc", "l", "r", "m"), 1)
    }
    if version < 4:
        for at, kind, x, y in made.events:
            out += bytes([codes[kind]]) + number(at, 3) + number(x, 2) + number(y, 2)
        return bytes(out) + b"\0" + bytes(32)
    out += b"\0\1figure\0"
    last = (0, 0, 0)
    for at, kind, x, y in made.events:
        wait = at - last[0]
        if wait > 255:
            out += b"\xff" + number(wait, 2)
            wait = 0
        out += bytes([codes[kind], wait]) + number(x - last[1], 2) + number(y - last[2], 2)
        if extras:  # a board event, and both kinds of metrics
            out += (
                bytes([101, 0])
                + bytes(4)
                + bytes([200, 0, 0x27, 0x10])
                + bytes(8)
                + bytes([201, 0, 0x27, 0x10])
                + b"text\0"
            )
        last = (at, x, y)
    return bytes(out) + bytes([81, 0]) + b"\0" + b"\0\2ab"


def _states(made: Recording) -> list[tuple[int, int, int, int]]:
    down, states = 0, []
    for at, kind, x, y in made.events:
        if kind != "mv":
            down ^= BUTTONS[kind[0]]
        states.append((at, x, y, down))
    return states


def _shuffled(bits: str, leading: int, size: int) -> bytes:
    """Place bits, the lowest first, where the decimals of sines and cosines say."""
    one, two = math.sqrt(leading), math.sqrt(leading + 1000)
    three, four = math.sqrt(one + 1000), math.sqrt(two + 1000)
    waves = [math.cos(three + 1000), math.sin(math.sqrt(two)), math.cos(three), math.sin(math.sqrt(one) + 1000)]
    waves += [math.cos(four), math.sin(four)]
    decimals = "".join(f"{round(abs(wave * 100_000_000)):08d}"[:8] for wave in waves[:size])
    out = [0] * size
    rank = 0
    for digit in "0123456789":
        for place, found in enumerate(decimals):
            if found == digit:
                out[place // 8] |= int(bits[rank]) << place % 8
                rank += 1
    return bytes(out)


def _lowest_first(value: int, size: int) -> str:
    return f"{value:0{size}b}"[::-1]


def mvf(made: Recording, version: str = "0.97", name: bytes | None = None, leading: int = 4711) -> bytes:
    level = made.minefield.level
    player = made.player.encode() if name is None else name
    elapsed = made.elapsed or 0
    old_time = number(elapsed // 1000, 2) + bytes([elapsed % 1000 // 10])
    if version in ("0.75", "0.76", "0.96"):
        out = bytes([level.width, level.height]) + number(level.mines, 2)
        out += b"".join(bytes([col, row]) for row, col in mines(made.minefield)) + bytes([bool(made.questions), 0])
        for at, x, y, down in _states(made)[:-1]:
            buttons = (down & 1) | (down & 2) << 1 | (down & 4) >> 1
            out += bytes([at // 1000, at % 1000 // 10, buttons]) + number(x, 2) + number(y, 2) + b"\0"
        named = player.ljust(100)
        tails = {
            "0.75": b"0123456789",
            "0.76": named + b"0123456789",
            "0.96": named + b"\0" + b"01234567890123456789\0",
        }
        return out + old_time + tails[version]
    is_new = version in ("2006", "2007")
    stamp = time.gmtime(made.played_at)
    date = bytes([stamp.tm_mon, stamp.tm_mday]) + number(stamp.tm_year, 2)
    date += bytes([stamp.tm_hour, stamp.tm_min, stamp.tm_sec])
    mode = {"classic": 1, "density": 2, "upk": 3, "cheat": 4}[made.mode]
    body = date + bytes([1, mode])
    if is_new:
        body += number(elapsed, 3)
    else:
        body += old_time + number(7, 2) + number(7 if made.won else 3, 2) + bytes(6)
    body += bytes([bool(made.questions), level.width, level.height]) + number(level.mines, 2)
    body += b"".join(bytes([col + 1, row + 1]) for row, col in mines(made.minefield))
    body += bytes([len(player)]) + player + number(leading, 2)
    records = []
    for at, x, y, down in _states(made):
        pressed = f"{down >> 1 & 1}{down >> 2 & 1}{down & 1}"
        if is_new:
            bits = pressed + _lowest_first(y + 32, 11) + _lowest_first(x + 32, 11) + _lowest_first(at, 22)
        else:
            clock = _lowest_first(at % 1000 // 10, 7) + _lowest_first(at // 1000, 10)
            bits = pressed + _lowest_first(y, 9) + _lowest_first(x, 9) + clock
        size = 6 if is_new else 5
        records.append(_shuffled(bits.ljust(8 * size, "0"), leading, size))
    body += number(len(records), 3) + b"".join(records)
    if version == "hack":
        return bytes(7) + body
    digit = {"0.97": "5", "2006": "6", "2007": "7", "funny": "8"}[version]
    head = b"\x11Minesweeper Clone".ljust(27) + digit.encode()
    head = head.ljust(53) + bytes([len(version)]) + version.encode() if is_new else head
    return head.ljust(71 if is_new else 74) + body


#: Every format and version, with how it is written.
ALL: dict[str, tuple[str, Callable[[Recording], bytes]]] = {
    "avf": ("avf", avf),
    "rmv 1": ("rmv", rmv),
    "rmv 2": ("rmv", lambda made: rmv(made, 2)),
    **{f"evf {version}": ("evf", lambda made, version=version: evf(made, version)) for version in range(5)},  # type: ignore[misc]
    **{
        f"mvf {version}": ("mvf", lambda made, version=version: mvf(made, version))  # type: ignore[misc]
        for version in ("0.75", "0.76", "0.96", "0.97", "funny", "hack", "2006", "2007")
    },
}
