"""Files of other programs: videos and boards, recognised, read and written.

Whatever is read is played again by our own game; where a file disagrees with that, a note says so.
"""

from __future__ import annotations

from ..buffers import to_bytes
from ..phrase import Phrase, listed
from . import diagram, mbf, tatham
from .byte_reader import check_encoding
from .common import MOST_BYTES, BoardFile, FormatError, Imported
from .registry import FORMATS, Format, ending_of, format_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..buffers import Readable
    from ..minefield import Minefield
    from ..replay import Replay

__all__ = [
    "BOARDS",
    "FORMATS",
    "MOST_BYTES",
    "BoardFile",
    "Format",
    "FormatError",
    "Imported",
    "read_board",
    "read_replay",
    "recognise",
    "write_board",
    "write_replay",
]

#: Every format of boards, each read and written.
BOARDS: dict[str, str] = {
    "mbf": "MBF or ABF, a board as bytes",
    "tatham": "a game id of Simon Tatham's Mines",
    "diagram": "rows of * and .",
}

_BOARD_READERS = {"mbf": mbf.read, "tatham": tatham.read, "diagram": diagram.read}
_BOARD_WRITERS = {"mbf": mbf.write, "tatham": tatham.write, "diagram": diagram.write}
_BOARD_ENDINGS = {"mbf": "mbf", "abf": "mbf"}


def recognise(data: bytes, name: str = "") -> str | None:
    """Return the name of the format of a replay, by its content or else by how its name ends; None if it is unknown."""
    found = format_of(data, name)
    return None if found is None else found.name


def read_replay(data: Readable, name: str = "", encoding: str = "") -> Imported:
    """Read a game from a file of any format; names that are not UTF-8 are in the encoding, or in a likely one."""
    if encoding:
        check_encoding(encoding)
    data = to_bytes(data)
    found = format_of(data, name)
    if found is None:
        raise FormatError(Phrase("error.format-unknown", choices=listed(FORMATS)))
    return found.read(data, encoding)


def write_replay(replay: Replay, kind: str) -> bytes:
    """Write a game in a format."""
    asked = FORMATS.get(kind)
    if asked is None or asked.write is None:
        written = listed(name for name, known in FORMATS.items() if known.write)
        raise FormatError(Phrase("file.no-writer", given=repr(kind[:20]), choices=written))
    return asked.write(replay)


def read_board(data: Readable, name: str = "") -> BoardFile:
    """Read a board from a file of any format."""
    data = to_bytes(data)
    ending = ending_of(name)
    if ending in _BOARD_ENDINGS:
        return _BOARD_READERS[_BOARD_ENDINGS[ending]](data)
    head = data[:4096].strip()
    if not head:
        raise FormatError(Phrase("file.empty"))
    if diagram.is_diagram(head):
        return diagram.read(data)
    if head[:1].isdigit() and (b":" in head or b"x" in head[:12]) and head.isascii():
        return tatham.read(data)
    if len(data) >= 4 and len(data) == 4 + 2 * int.from_bytes(data[2:4], "big"):
        return mbf.read(data)
    if head.isascii() and head.decode("ascii").isprintable():
        return tatham.read(data) if b":" in head else diagram.read(data)
    raise FormatError(Phrase("error.board-unknown", choices=listed(BOARDS)))


def write_board(minefield: Minefield, kind: str, first: tuple[int, int] | None = None) -> bytes:
    """Write a board in a format; the first cell is written where the format has a place for it."""
    if kind not in _BOARD_WRITERS:
        raise FormatError(Phrase("file.no-writer", given=repr(kind[:20]), choices=listed(_BOARD_WRITERS)))
    return _BOARD_WRITERS[kind](minefield, first)
