"""Writing a replay to a new file whose name says the format."""

from __future__ import annotations

from pathlib import Path

from ..errors import SapperError, os_reason
from ..phrase import Phrase, listed
from . import write_replay
from .registry import FORMATS, ending_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..replay.model import Replay


_WRITTEN = (".rawvf", ".evf", ".sapper", ".txt")


class ExportError(SapperError):
    """A replay that cannot be written, with a sentence that says why."""


def default_name(game: int) -> str:
    """Return the file name that is offered for a game.

    >>> default_name(7)
    'sapper-7.rawvf'
    """
    return f"sapper-{game}.rawvf"


def format_of(name: str) -> str:
    """Return the format that a file name asks for: RAWVF, EVF, `.sapper` for the packed form, anything else is text.

    Raise `ExportError` for the ending of a format that is only read.

    >>> format_of("a.RAWVF"), format_of("b.sapper"), format_of("c")
    ('rawvf', 'packed', 'text')
    """
    ending = ending_of(Path(name).name)
    asked = next((known for known in FORMATS.values() if ending in known.endings), FORMATS["text"])
    if asked.write is None:
        raise ExportError(Phrase("file.only-read", given=ending.upper(), choices=listed(_WRITTEN)))
    return asked.name


def export(replay: Replay, name: str) -> Path:
    """Write a replay to a new file and return its path; raise `ExportError` if the file exists or cannot be written."""
    name = name.strip()
    if not name:
        raise ExportError(Phrase("machine-error.file-name"))
    path = Path(name).expanduser()
    data = write_replay(replay, format_of(name))
    try:
        with path.open("xb") as file:
            file.write(data)
    except FileExistsError:
        raise ExportError(Phrase("machine-error.file-exists", place=str(path))) from None
    except OSError as error:
        raise ExportError(Phrase("machine-error.file-not-written", place=str(path), reason=os_reason(error))) from None
    return path
