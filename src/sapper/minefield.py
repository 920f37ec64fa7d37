"""The truth of a game: where the mines are."""

from __future__ import annotations

from . import _kernel
from .buffers import Shared, read_bytes, read_table
from .errors import SapperError
from .phrase import Phrase
from .rules import Level
from .seed import Seed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .buffers import Readable
    from .rules import Rules


_BITS = str.maketrans("*.", "10")
_TO_ONE = bytes([0, *[1] * 255])


class MinefieldError(SapperError, ValueError):
    """A minefield that cannot be read or does not fit the rules."""


class Minefield(Shared):
    """The positions of the mines. Its `repr` does not show them.

    `numpy.asarray(minefield)` is an array of shape (height, width), 1 for a mine and 0 for a safe cell.

    >>> field = Minefield.from_text('''
    ... *..
    ... ...
    ... ''')
    >>> field.level, field.is_mine(0, 0), field.number(1, 1)
    (Level(width=3, height=2, mines=1), True, 1)
    """

    __slots__ = ("_truth", "level")
    level: Level

    def __init__(self, truth: _kernel.Minefield, level: Level | None = None) -> None:
        self._truth = truth
        self.level = level or Level(truth.width, truth.height, truth.mines)

    @classmethod
    def lay(cls, rules: Rules, seed: Seed | str | int, first: tuple[int, int]) -> Minefield:
        """Return a random minefield: all that the rules allow for this first cell are equally likely."""
        level = rules.level
        cell = level.index(*first)
        first_click = _kernel.FirstClick[rules.first.name]
        zone = _kernel.first_click_zone(level.width, level.height, first_click, cell)
        bits = Seed.of(seed).bits
        return cls(_kernel.Minefield.lay(level.width, level.height, level.mines, bits, zone), level)

    @classmethod
    def from_mines(cls, width: int, height: int, mines: Iterable[tuple[int, int]]) -> Minefield:
        """Place mines at the given (row, col) cells."""
        places = set(mines)
        level = Level(width, height, len(places))
        bits = bytearray((level.cells + 7) // 8)
        index = level.index
        for row, col in places:
            cell = index(row, col)
            bits[cell >> 3] |= 0x80 >> (cell & 7)
        return cls(_kernel.Minefield.from_bits(width, height, bits), level)

    @classmethod
    def from_text(cls, text: str) -> Minefield:
        """Read rows of `*` for a mine and `.` or `0` for a safe cell."""
        rows = text.split()
        if not rows:
            raise MinefieldError(Phrase("file.no-rows", symbols="* ."))
        for row, line in enumerate(rows, 1):
            if len(line) != len(rows[0]):
                reason = Phrase("file.width", given=len(line), expected=len(rows[0]))
                raise MinefieldError(Phrase("file.row", row=row, reason=reason))
            if unknown := line.strip("*.0"):
                reason = Phrase("file.symbol", given=repr(unknown[0]), symbols="* . 0")
                raise MinefieldError(Phrase("file.row", row=row, reason=reason))
        cells = "".join(rows).translate(_BITS)
        bits = int(cells, 2) << -len(cells) % 8
        return cls.from_bytes(len(rows[0]), len(rows), bits.to_bytes((len(cells) + 7) // 8, "big"))

    @classmethod
    def from_bytes(cls, width: int, height: int, bits: Readable) -> Minefield:
        """Read one bit per cell, row by row, the highest bit of each byte first, from anything like bytes."""
        data, size = read_bytes(bits), (width * height + 7) // 8
        if data.nbytes != size:
            raise MinefieldError(f"a {width}x{height} minefield has {size} bytes, not {data.nbytes}")
        return cls(_kernel.Minefield.from_bits(width, height, data))

    @classmethod
    def from_array(cls, mines: Readable) -> Minefield:
        """Read an array of shape (height, width), such as numpy's of bool or integers: 0 is safe, all else a mine."""
        height, width, data = read_table(mines)
        return cls(_kernel.Minefield.from_mines(width, height, bytes(data).translate(_TO_ONE)))

    def to_bytes(self) -> bytes:
        """Write one bit per cell, as `from_bytes` reads them."""
        return self._truth.to_bits()

    def to_text(self) -> str:
        """Draw the mines as rows of `*` and `.`."""
        width, height = self.level.width, self.level.height
        rows = (
            "".join("*" if self._truth.is_mine(row * width + col) else "." for col in range(width))
            for row in range(height)
        )
        return "\n".join(rows)

    def is_mine(self, row: int, col: int) -> bool:
        """Return whether a cell is a mine."""
        return self._truth.is_mine(self.level.index(row, col))

    def number(self, row: int, col: int) -> int:
        """Count the mines around a cell."""
        return self._truth.number(self.level.index(row, col))

    def mines(self) -> list[tuple[int, int]]:
        """List the mines as (row, col), row by row."""
        width = self.level.width
        bits = self._truth.to_bits()
        cells = (index * 8 + bit for index, byte in enumerate(bits) for bit in range(8) if byte << bit & 0x80)
        return [divmod(cell, width) for cell in cells]

    def __buffer__(self, flags: int, /) -> memoryview:
        return memoryview(self._truth)  # type: ignore[arg-type]

    def __eq__(self, other: object) -> bool:
        return self._truth == other._truth if isinstance(other, Minefield) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._truth)

    def __repr__(self) -> str:
        return f"<Minefield {self.level}>"
