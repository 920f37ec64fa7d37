"""Writing a replay to a new file whose name says the format."""

from __future__ import annotations

from pathlib import Path

from ..errors import SapperError
from . import write_replay
from .registry import FORMATS, ending_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..replay.model import Replay


class ExportError(SapperError):
    """A replay that cannot be written, with a sentence that says why."""


def default_name(game: int) -> str:
    """Return the file name that is offered for a game.

    >>> default_name(7)
    'sapper-7.rawvf'
    """
    return f"sapper-{game}.rawvf"


def format_of(name: str) -> str:
    """Return the format that a file name asks for: `.rawvf`, `.sapper` for the packed form, anything else is text.

    Raise `ExportError` for the ending of a format that is only read.

    >>> format_of("a.RAWVF"), format_of("b.sapper"), format_of("c")
    ('rawvf', 'packed', 'text')
    """
    ending = ending_of(Path(name).name)
    asked = next((known for known in FORMATS.values() if ending in known.endings), FORMATS["text"])
    if asked.write is None:
        raise ExportError(
            f"{ending.upper()} videos are read and not written: choose the ending .rawvf, .sapper or .txt"
        )
    return asked.name


def export(replay: Replay, name: str) -> Path:
    """Write a replay to a new file and return its path; raise `ExportError` if the file exists or cannot be written."""
    name = name.strip()
    if not name:
        raise ExportError("a file needs a name")
    path = Path(name).expanduser()
    data = write_replay(replay, format_of(name))
    try:
        with path.open("xb") as file:
            file.write(data)
    except FileExistsError:
        raise ExportError(f"{path} exists already: choose another name") from None
    except OSError as error:
        raise ExportError(f"{path} cannot be written: {error.strerror or error}") from None
    return path
