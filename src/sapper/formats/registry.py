"""Every format of replays, one entry each: how it is recognised, read and written."""

from __future__ import annotations

from ..replay import Replay
from ..replay.packed import MAGIC
from ..value import Value
from . import avf, evf, evf_writer, mvf, rawvf, rawvf_writer, rmv
from .common import Imported
from .recording import reader_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .common import Reader

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Format(Value):
    """A format of replays."""

    name: str
    about: str
    endings: tuple[str, ...]  # of file names; the first is the usual one
    is_mine: Callable[[bytes], bool]  # whether content is of this format
    read: Reader
    write: Callable[[Replay], bytes] | None = None  # None if it is only read


def _load(data: bytes, _encoding: str = "") -> Imported:
    return Imported(Replay.load(data.removeprefix(_BYTE_ORDER_MARK)))


def _is_text(data: bytes) -> bool:
    return data.removeprefix(_BYTE_ORDER_MARK).startswith(b"sapper replay ")


#: In the order in which content is tried; endings that several formats have mean the first of them.
FORMATS: dict[str, Format] = {
    known.name: known
    for known in (
        Format(
            "packed",
            "a replay of ours, packed",
            ("sapper",),
            lambda data: data.startswith(MAGIC),
            _load,
            Replay.pack,
        ),
        Format(
            "text",
            "a replay of ours, as text",
            ("replay", "txt"),
            _is_text,
            _load,
            lambda replay: replay.to_text().encode(),
        ),
        Format(
            "rawvf",
            "RAWVF, the text form of videos",
            ("rawvf",),
            rawvf.is_mine,
            rawvf.read,
            rawvf_writer.write,
        ),
        Format("rmv", "a video of Viennasweeper", ("rmv",), rmv.is_mine, reader_of(rmv.decode)),
        Format("mvf", "a video of Minesweeper Clone", ("mvf",), mvf.is_mine, reader_of(mvf.decode)),
        Format("avf", "a video of Arbiter", ("avf",), avf.is_mine, reader_of(avf.decode)),
        Format("evf", "a video of Metasweeper", ("evf",), evf.is_mine, reader_of(evf.decode), evf_writer.write),
    )
}


def ending_of(name: str) -> str:
    """Return how a file name ends, in small letters and without the dot.

    >>> ending_of("GAME.EVF"), ending_of("game")
    ('evf', '')
    """
    return name.rpartition(".")[2].lower() if "." in name else ""


def format_of(data: bytes, name: str = "") -> Format | None:
    """Return the format of a replay: by its name if the content agrees, else by its content, else by its name."""
    named = [known for known in FORMATS.values() if ending_of(name) in known.endings]
    for known in (*named, *FORMATS.values()):
        if known.is_mine(data):
            return known
    return next((known for known in named if "txt" not in known.endings), None)
