"""Files of other programs: videos and boards, recognised, read and written.

Whatever is read is played again by our own game; where a file disagrees with that, a note says so.
"""

from __future__ import annotations

from ..buffers import to_bytes
from ..replay import Replay
from ..replay.packed import MAGIC
from . import binary_videos, diagram, mbf, rawvf, rawvf_writer, tatham
from .common import MOST_BYTES, BoardFile, FormatError, Imported

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..buffers import Readable
    from ..minefield import Minefield

__all__ = [
    "BOARDS",
    "FORMATS",
    "MOST_BYTES",
    "BoardFile",
    "FormatError",
    "Imported",
    "read_board",
    "read_replay",
    "recognise",
    "write_board",
    "write_replay",
]

#: Every format of replays: what it is, whether it is read, whether it is written, and how files end.
FORMATS: dict[str, tuple[str, bool, bool, tuple[str, ...]]] = {
    "text": ("a replay of ours, as text", True, True, ("replay", "txt")),
    "packed": ("a replay of ours, packed", True, True, ("sapper",)),
    "rawvf": ("RAWVF, the text form of videos", True, True, ("rawvf", "txt")),
    "avf": ("a video of Arbiter", True, False, ("avf",)),
    "rmv": ("a video of Viennasweeper", True, False, ("rmv",)),
    "evf": ("a video of Metasweeper", True, False, ("evf",)),
    "mvf": ("a video of Minesweeper Clone", True, False, ("mvf",)),
}

#: Every format of boards, each read and written.
BOARDS: dict[str, str] = {
    "mbf": "MBF or ABF, a board as bytes",
    "tatham": "a game id of Simon Tatham's Mines",
    "diagram": "rows of * and .",
}

_WRITERS: dict[str, Callable[[Replay], bytes]] = {
    "text": lambda replay: replay.to_text().encode(),
    "packed": Replay.pack,
    "rawvf": rawvf_writer.write,
}
_BOARD_READERS = {"mbf": mbf.read, "tatham": tatham.read, "diagram": diagram.read}
_BOARD_WRITERS = {"mbf": mbf.write, "tatham": tatham.write, "diagram": diagram.write}
_BOARD_ENDINGS = {"mbf": "mbf", "abf": "mbf"}


def recognise(data: bytes, name: str = "") -> str | None:
    """Return the format of a replay, by its content or else by how its name ends; None if it is not known."""
    if data.startswith(MAGIC):
        return "packed"
    if data.startswith((b"sapper replay ", b"\xef\xbb\xbfsapper replay ")):
        return "text"
    if rawvf.is_rawvf(data):
        return "rawvf"
    found = binary_videos.kind_of(data)
    ending = _ending(name)
    if ending in (*binary_videos.KINDS, "rawvf"):
        return ending
    return found


def read_replay(data: Readable, name: str = "") -> Imported:
    """Read a game from a file of any format."""
    data = to_bytes(data)
    kind = recognise(data, name)
    if kind in ("packed", "text"):
        return Imported(Replay.load(data.removeprefix(b"\xef\xbb\xbf")))
    if kind == "rawvf":
        return rawvf.read(data)
    if kind is not None:
        return binary_videos.read(data, kind)
    known = ", ".join(kind for kind, (_, is_read, _, _) in FORMATS.items() if is_read)
    raise FormatError(f"this is no replay of a known format: {known} are read")


def write_replay(replay: Replay, kind: str) -> bytes:
    """Write a game in a format."""
    if kind not in _WRITERS:
        raise FormatError(f"no replay is written as {kind[:20]!r}: choose {', '.join(_WRITERS)}")
    return _WRITERS[kind](replay)


def read_board(data: Readable, name: str = "") -> BoardFile:
    """Read a board from a file of any format."""
    data = to_bytes(data)
    ending = _ending(name)
    if ending in _BOARD_ENDINGS:
        return _BOARD_READERS[_BOARD_ENDINGS[ending]](data)
    head = data[:4096].strip()
    if not head:
        raise FormatError(f"the file is empty: {', '.join(BOARDS)} boards are read")
    if diagram.is_diagram(head):
        return diagram.read(data)
    if head[:1].isdigit() and (b":" in head or b"x" in head[:12]) and head.isascii():
        return tatham.read(data)
    if len(data) >= 4 and len(data) == 4 + 2 * int.from_bytes(data[2:4], "big"):
        return mbf.read(data)
    if head.isascii() and head.decode("ascii").isprintable():
        return tatham.read(data) if b":" in head else diagram.read(data)
    raise FormatError(f"this is no board of a known format: {', '.join(BOARDS)} are read")


def write_board(minefield: Minefield, kind: str, first: tuple[int, int] | None = None) -> bytes:
    """Write a board in a format; the first cell is written where the format has a place for it."""
    if kind not in _BOARD_WRITERS:
        raise FormatError(f"no board is written as {kind[:20]!r}: choose {', '.join(_BOARD_WRITERS)}")
    return _BOARD_WRITERS[kind](minefield, first)


def _ending(name: str) -> str:
    return name.rpartition(".")[2].lower() if "." in name else ""
