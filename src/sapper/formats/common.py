"""The contents of files of other programs, and the limits within which they are read."""

from __future__ import annotations

from ..errors import SapperError
from ..phrase import Phrase
from ..value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from ..minefield import Minefield
    from ..replay import Replay

    class Reader(Protocol):
        """Reads files."""

        def __call__(self, data: bytes, encoding: str = "", /) -> Imported:
            """Read a file; names that are not UTF-8 are in the encoding, or in a likely one if it is empty."""


MOST_BYTES = 1 << 24  # of a file
MOST_CELLS = 1 << 20  # of a board in a file of another program
MOST_EVENTS = 500_000
MOST_NOTES = 20


class FormatError(SapperError, ValueError):
    """A file that cannot be read or written: one line that says what was wrong, where, and what is allowed."""


class Imported(Value):
    """A game read from a file, and where the file disagrees with what its events give."""

    replay: Replay
    phrases: tuple[Phrase, ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """The disagreements, in English."""
        return tuple(map(str, self.phrases))


class BoardFile(Value):
    """A minefield read from a file, and the (row, col) that is to be opened first, where the file has it."""

    minefield: Minefield
    first: tuple[int, int] | None = None


class Notes:
    """Collects phrases up to a limit, and counts the rest."""

    def __init__(self) -> None:
        self._noted: list[Phrase] = []
        self._count = 0

    def add(self, phrase: Phrase) -> None:
        """Note something."""
        self._count += 1
        if len(self._noted) < MOST_NOTES:
            self._noted.append(phrase)

    @property
    def phrases(self) -> tuple[Phrase, ...]:
        """The notes, and the number left out."""
        left = self._count - len(self._noted)
        return (*self._noted, Phrase("import.more", count=left)) if left else tuple(self._noted)


def check_bytes(data: bytes, most: int = MOST_BYTES) -> None:
    """Refuse a file that is too large before anything is made of it."""
    if len(data) > most:
        raise FormatError(Phrase("file.too-large", most=most, given=len(data)))


def check_size(width: int, height: int) -> None:
    """Refuse a board that is too small or too large before its cells are made."""
    if width < 1 or height < 1 or width * height > MOST_CELLS:
        raise FormatError(Phrase("file.squares", most=MOST_CELLS, size=f"{width}x{height}"))


def only_mines(width: int, height: int, mines: int) -> FormatError:
    """Return the error for a board that has no safe square."""
    size = f"{width}x{height}"
    return FormatError(Phrase("error.mines-not-possible", size=size, most=width * height - 1, mines=mines))


def ascii_text(data: bytes, most: int) -> str:
    """Read a short text form, which has nothing but plain characters in it."""
    check_bytes(data, most)
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise FormatError(Phrase("file.not-text", byte=error.start + 1)) from None
