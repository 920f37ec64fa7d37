"""Game ids of Mines in Simon Tatham's puzzle collection: `16x16:5,6,m` and the mines as hexadecimal digits.

The first cell is opened for the player, so its column and row are part of the id. After `m` the bits are masked, so
that the mines are not read by accident; after `u`, or no letter, they are plain.
"""

from __future__ import annotations

import re
from hashlib import sha1

from ..minefield import Minefield
from ..phrase import Phrase
from .common import BoardFile, FormatError, ascii_text, check_size, only_mines

_FORM = "9x9:4,4,mHEX"
_LONGEST = 1 << 19  # characters
_ID = re.compile(r"(\d{1,4})x(\d{1,4})(?:n\d{1,9}%?|[au]|d\w)*:(?:(\d{1,4}),(\d{1,4}),)?([mu]?)([0-9a-fA-F]+)")
_SIZE = re.compile(r"(\d{1,9})(?:x(\d{1,9}))?(?:n\d{1,9}%?|[au]|d\w)*")

_RANDOM = re.compile(r"\d{1,9}x\d{1,9}\w{0,40}:r\d{1,9},.*")


def read(data: bytes) -> BoardFile:
    """Read a game id."""
    text = ascii_text(data, _LONGEST).strip()
    found = _ID.fullmatch(text)
    if found is None:
        raise FormatError(_complaint(text))
    width, height = int(found[1]), int(found[2])
    check_size(width, height)
    cells = width * height
    digits = (cells + 3) // 4
    if len(found[6]) != digits:
        raise FormatError(Phrase("file.length", expected=digits, given=len(found[6])))
    bits = bytes.fromhex(found[6] + "0" * (len(found[6]) % 2))
    if found[5] == "m":
        bits = unmask(bits, cells)
    spare = 8 * len(bits) - cells
    number = int.from_bytes(bits, "big") >> spare
    if number.bit_count() >= cells:
        raise only_mines(width, height, cells)
    first = None
    if found[3] is not None:
        first = int(found[4]), int(found[3])
        if first[0] >= height or first[1] >= width:
            raise FormatError(Phrase("error.off-board", row=first[0], column=first[1], size=f"{width}x{height}"))
    return BoardFile(Minefield.from_bytes(width, height, (number << spare).to_bytes(len(bits), "big")), first)


def write(minefield: Minefield, first: tuple[int, int] | None = None) -> bytes:
    """Write a game id with masked mines. The program needs to know the cell that is opened first."""
    level = minefield.level
    check_size(level.width, level.height)
    if first is None:
        first = usual_first(minefield)
    row, col = first
    if not level.contains(row, col):
        raise FormatError(Phrase("error.off-board", row=row, column=col, size=level.size))
    digits = mask(minefield.to_bytes(), level.cells).hex()[: (level.cells + 3) // 4]
    return f"{level.width}x{level.height}:{col},{row},m{digits}\n".encode()


def mask(bits: bytes, count: int) -> bytes:
    """Mask a bitmap of `count` bits: XOR the first half with a digest of the second, then the other way round."""
    middle = len(bits) // 2
    first = _overlay(bits[:middle], bits[middle:])
    return first + _trim(_overlay(bits[middle:], first), count - 8 * middle)


def unmask(bits: bytes, count: int) -> bytes:
    """Undo `mask`."""
    middle = len(bits) // 2
    second = _trim(_overlay(bits[middle:], bits[:middle]), count - 8 * middle)
    return _overlay(bits[:middle], second) + second


def _overlay(half: bytes, other: bytes) -> bytes:
    """Change every bit where the digests of the other half and 0, 1, 2... have one."""
    pad = b"".join(
        sha1(other + str(number).encode(), usedforsecurity=False).digest() for number in range((len(half) + 19) // 20)
    )
    return bytes(byte ^ cover for byte, cover in zip(half, pad, strict=False))


def _trim(half: bytes, count: int) -> bytes:
    """Clear the bits that fill up the last byte."""
    spare = 8 * len(half) - count
    return (int.from_bytes(half, "big") >> spare << spare).to_bytes(len(half), "big")


def usual_first(minefield: Minefield) -> tuple[int, int]:
    """Return a cell that may be opened first: one that touches no mine, or at least is none."""
    level = minefield.level
    cells = map(level.cell, range(level.cells))
    safe = [cell for cell in cells if not minefield.is_mine(*cell)]
    return next((cell for cell in safe if minefield.number(*cell) == 0), safe[0])


def _complaint(text: str) -> Phrase:
    """Return why a text is no game id with a board in it; a seed means one only inside that program."""
    size = text.partition("#")[0].rstrip(":")
    code = "file.no-mines" if _RANDOM.fullmatch(text) or _SIZE.fullmatch(size) else "file.form"
    return Phrase(code, given=repr(text[:30]), form=_FORM)
