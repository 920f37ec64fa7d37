"""Actions as few bytes: the packed form of a replay's list, specified in docs/replay-format.md."""

from __future__ import annotations

from array import array

from .. import _kernel
from ..action import DEVICES, Action, LogEntry
from ..errors import SapperError
from ..interrupt import check_stopped
from ..kernel_rules import KIND_CODES
from ..phrase import Phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..action import Kind
    from ..rules import Level

_KINDS = {code: kind for kind, code in KIND_CODES.items()}

MOST_TIME = _kernel.PACKED_MOST_TIME  # milliseconds
MOST_PLAYERS = _kernel.PACKED_MOST_PLAYERS
_MOST_POINT = _kernel.PACKED_MOST_POINT  # in parts of a cell: farther than any board reaches
_CELL_PARTS = _kernel.PACKED_CELL_PARTS
_BY, _DEVICE, _POINTER = _kernel.PACKED_BY, _kernel.PACKED_DEVICE, _kernel.PACKED_POINTER
assert len(DEVICES) == _kernel.PACKED_DEVICES


class Damaged(SapperError, ValueError):
    """Bytes that are no list of actions, with a sentence that says why."""


def write_number(out: bytearray, value: int) -> None:
    """Write a number from 0 in groups of seven bits, the lowest first."""
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)


class Reader:
    """Reads what `write_number` wrote, and never beyond the end."""

    def __init__(self, data: bytes, place: int = 0) -> None:
        self._data = data
        self.place = place

    @property
    def at_end(self) -> bool:
        """Whether everything is read."""
        return self.place >= len(self._data)

    def number(self) -> int:
        """Read a number from 0."""
        value = shift = 0
        while True:
            byte = self.take(1)[0]
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7
            if shift >= 63:
                raise Damaged(Phrase("file.invalid", name="number"))

    def difference(self) -> int:
        """Read a number that may be negative."""
        value = self.number()
        return value >> 1 ^ -(value & 1)

    def take(self, count: int) -> bytes:
        """Read some bytes as they are."""
        end = self.place + count
        if end > len(self._data):
            raise Damaged(Phrase("file.cut"))
        taken = self._data[self.place : end]
        self.place = end
        return taken

    @property
    def rest(self) -> bytes:
        """The bytes that are left."""
        return self._data[self.place :]

    def text(self, most: int) -> str:
        """Read a text of at most `most` bytes, with its length before it."""
        length = self.number()
        if length > most:
            raise Damaged(Phrase("file.too-large", most=most, given=length))
        try:
            return self.take(length).decode("utf-8")
        except UnicodeDecodeError:
            raise Damaged(Phrase("file.invalid", name="text")) from None


def write_text(out: bytearray, text: str) -> None:
    """Write a text with its length before it."""
    data = text.encode("utf-8")
    write_number(out, len(data))
    out += data


def _zigzag(value: int) -> int:
    return value << 1 if value >= 0 else (-value << 1) - 1


def pack(entries: Iterable[LogEntry], level: Level) -> bytes:
    """Write entries, each as its difference from the one before."""
    out = bytearray()
    at = cell = by = last_device = x = y = 0
    for step, entry in enumerate(entries):
        check_stopped(step)
        action = entry.action
        device = DEVICES.index(entry.device)
        head = KIND_CODES[action.kind]
        if not 0 <= entry.by < MOST_PLAYERS:
            raise Damaged(Phrase("file.invalid", name="player"))
        head |= (
            (_BY if entry.by != by else 0)
            | (_DEVICE if device != last_device else 0)
            | (_POINTER if entry.pointer else 0)
        )
        write_number(out, head)
        write_number(out, entry.at - at)
        if action.kind.has_cell:
            here = level.index(action.row, action.col)
            write_number(out, _zigzag(here - cell))
            cell = here
        if head & _BY:
            write_number(out, entry.by)
        if head & _DEVICE:
            write_number(out, device)
        if entry.pointer:
            if not all(abs(part) * _CELL_PARTS <= _MOST_POINT for part in entry.pointer):
                raise Damaged(Phrase("file.far"))
            points = [round(part * _CELL_PARTS) for part in entry.pointer]
            write_number(out, _zigzag(points[0] - x))
            write_number(out, _zigzag(points[1] - y))
            x, y = points
        at, by, last_device = entry.at, entry.by, device
    return bytes(out)


class Columns:
    """A list of actions as columns: the codes of kinds and the numbers of devices as bytes, the rest as numbers."""

    def __init__(self, data: bytes, level: Level) -> None:
        read = _kernel.read_actions(data, level.cells)
        if read is None:
            raise Damaged(Phrase("file.invalid", name="actions"))
        self.kinds = read.kinds
        self.devices = read.devices
        self.times = array("q", read.times)  # milliseconds
        self.cells = array("q", read.cells)  # -1 for an action that is at no cell
        self.players = array("q", read.players)

    def __len__(self) -> int:
        return len(self.kinds)

    def count(self, kind: Kind) -> int:
        """Return how many actions are of a kind."""
        return self.kinds.count(KIND_CODES[kind])


def unpack(data: bytes, level: Level, most: int | None = None) -> list[LogEntry]:
    """Read entries back, all or the first `most`; raise `Damaged` where the bytes are no entries."""
    reader = Reader(data)
    entries: list[LogEntry] = []
    at = cell = by = device = x = y = 0
    while not reader.at_end and len(entries) != most:
        check_stopped(len(entries))
        head = reader.number()
        if head >= 128 or head & 15 not in _KINDS:
            raise Damaged(Phrase("file.invalid", name="action"))
        kind = _KINDS[head & 15]
        at += reader.number()
        if at >= MOST_TIME:
            raise Damaged(Phrase("file.invalid", name="time"))
        action = Action(kind)
        if kind.has_cell:
            cell += reader.difference()
            if not 0 <= cell < level.cells:
                row, col = divmod(cell, level.width)
                raise Damaged(Phrase("error.off-board", row=row, column=col, size=level.size))
            action = Action(kind, *level.cell(cell))
        by = reader.number() if head & _BY else by
        if by >= MOST_PLAYERS:
            raise Damaged(Phrase("file.invalid", name="player"))
        device = reader.number() if head & _DEVICE else device
        if device >= len(DEVICES):
            raise Damaged(Phrase("file.invalid", name="device"))
        pointer = None
        if head & _POINTER:
            x += reader.difference()
            y += reader.difference()
            if max(abs(x), abs(y)) > _MOST_POINT:
                raise Damaged(Phrase("file.far"))
            pointer = (x / _CELL_PARTS, y / _CELL_PARTS)
        entries.append(LogEntry(action, at, by, DEVICES[device], pointer))
    return entries
