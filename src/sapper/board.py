"""The visible board: the only input of solvers, hints and screens."""

from __future__ import annotations

import os
from enum import IntEnum
from functools import cache

from . import _kernel
from .buffers import Shared, read_bytes, read_table
from .errors import SapperError, as_value, shown
from .phrase import Phrase
from .rules import Level, RulesError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .buffers import Readable


class CellState(IntEnum):
    """The values of cells that are not open numbers; an open cell shows 0 to 8."""

    HIDDEN = 9
    FLAG = 10
    QUESTION = 11
    MINE = 12
    EXPLODED = 13
    WRONG_FLAG = 14


#: What a closed cell shows; a flag and a question mark are marks on a closed cell.
CLOSED = (CellState.HIDDEN, CellState.FLAG, CellState.QUESTION)

SYMBOLS = "012345678.F?*!x"
_READ = {symbol: value for value, symbol in enumerate(SYMBOLS)} | {"#": 9, "f": 10, "X": 14}
_VALUES = str.maketrans({symbol: chr(value) for symbol, value in _READ.items()})


class Board(Shared):
    """The visible board. It prints and parses as a diagram, and iterates over its cells as (row, col).

    It shares its memory: `numpy.asarray(board)` is an array of shape (height, width) that cannot be written to, and
    that shows later moves as well. `numpy.array(board)` and `board.copy()` do not.

    >>> board = Board.parse('''
    ... 4x2/1
    ... 01F.
    ... 011.
    ... ''')
    >>> board[0, 1], board[0, 2] == CellState.FLAG, board.mines_left
    (1, True, 0)
    >>> print(board)
    4x2/1
    01F.
    011.
    """

    __slots__ = ("_cells", "level")
    level: Level

    def __init__(self, level: Level | str, _cells: _kernel.Board | None = None) -> None:
        self.level = Level.of(level)
        self._cells = _new_cells(self.level) if _cells is None else _cells

    @classmethod
    def parse(cls, text: str) -> Board:
        """Read a diagram: a level such as `30x16/99`, then a row of symbols for each row of the board.

        `.` or `#` hidden, `F` flag, `?` question mark, `0` to `8`; after the end `*` mine, `!` the one
        that exploded, `x` wrong flag.
        """
        lines = [line.strip() for line in text.strip().splitlines()]
        if not lines:
            raise BoardError(Phrase("file.form", given=repr(""), form="30x16/99"))
        try:
            level = Level.parse(lines[0])
        except RulesError as error:
            raise BoardError(Phrase("file.line", line=1, reason=as_value(error))) from None
        rows = ["".join(line.split()) for line in lines[1:]]
        if len(rows) != level.height:
            given = f"{level.width}x{len(rows)}"
            raise BoardError(Phrase("file.other-size", given=given, expected=level.size))
        cells = bytearray()
        for number, row in enumerate(rows, 1):
            if len(row) != level.width:
                reason = Phrase("file.width", given=len(row), expected=level.width)
                raise BoardError(Phrase("file.row", row=number, reason=reason))
            if not _READ.keys() >= set(row):
                symbol = next(symbol for symbol in row if symbol not in _READ)
                reason = Phrase("file.symbol", given=repr(symbol), symbols=f"{SYMBOLS} #")
                raise BoardError(Phrase("file.row", row=number, reason=reason))
            cells += row.translate(_VALUES).encode("latin-1")
        return cls.from_bytes(level, cells)

    @classmethod
    def from_bytes(cls, level: Level | str, cells: Readable) -> Board:
        """Read one byte for each cell, row by row: 0 to 8, or a value of `CellState`.

        The bytes may be those of any object with the buffer protocol, such as a numpy array.
        """
        level = Level.of(level)
        data = read_bytes(cells)
        if data.nbytes != level.cells:
            raise BoardError(f"a {level} board has {level.cells} squares, not {data.nbytes}")
        try:
            return cls(level, _kernel.Board.from_seen(level.width, level.height, level.mines, data))
        except ValueError as error:
            raise BoardError(f"{error}: use 0 to 8 or a value of CellState") from None

    @classmethod
    def from_array(cls, cells: Readable, mines: int) -> Board:
        """Read an array of shape (height, width), such as numpy's of whole numbers, with values as in `from_bytes`."""
        height, width, data = read_table(cells)
        return cls.from_bytes(Level(width, height, mines), data)

    def to_bytes(self) -> bytes:
        """Write one byte for each cell, as `from_bytes` reads them."""
        return self._cells.seen()

    def copy(self) -> Board:
        """Return a board that later moves do not change."""
        return Board(self.level, self._cells.copy())

    @property
    def opened(self) -> int:
        """The number of open cells."""
        return self._cells.opened

    @property
    def flags(self) -> int:
        """The number of flags, including those that a loss has crossed out."""
        return self._cells.flags + self._cells.wrong_flags

    @property
    def wrong_flags(self) -> int:
        """The number of flags that a loss has crossed out."""
        return self._cells.wrong_flags

    @property
    def mines_left(self) -> int:
        """Mines minus flags and explosions, whether the flags are right or not: it may be negative."""
        return self.level.mines - self.flags - self._cells.exploded

    def rows(self) -> Iterator[bytes]:
        """Yield each row as bytes."""
        return (self._cells.row(row) for row in range(self.level.height))

    def row(self, row: int) -> bytes:
        """Return one row as bytes."""
        self.level.index(row, 0)
        return self._cells.row(row)

    def closed(self) -> Iterator[tuple[int, int]]:
        """Yield the closed cells, marked or not, row by row."""
        for row, cells in enumerate(self.rows()):
            for col, state in enumerate(cells):
                if state in CLOSED:
                    yield row, col

    def neighbours(self, row: int, col: int) -> list[tuple[int, int]]:
        """Return the cells around a cell, row by row."""
        return self.level.neighbours(row, col)

    def __getitem__(self, cell: tuple[int, int]) -> int:
        try:
            row, col = cell
        except (TypeError, ValueError):
            raise not_a_cell(cell) from None
        return self._cells[self.level.index(row, col)]

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return ((row, col) for row in range(self.level.height) for col in range(self.level.width))

    def __len__(self) -> int:
        return self.level.cells

    def __contains__(self, cell: object) -> bool:
        return isinstance(cell, tuple) and len(cell) == 2 and self.level.contains(*cell)

    def items(self) -> Iterator[tuple[tuple[int, int], int]]:
        """Yield each cell as (row, col) with what it shows, row by row."""
        return zip(self, self.to_bytes(), strict=True)

    def __buffer__(self, flags: int, /) -> memoryview:
        return memoryview(self._cells)  # type: ignore[arg-type]

    def __str__(self) -> str:
        symbols = bytes.maketrans(bytes(range(len(SYMBOLS))), SYMBOLS.encode())
        return "\n".join([str(self.level), *(row.translate(symbols).decode() for row in self.rows())])

    def __repr__(self) -> str:
        return f"Board.parse({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self.level == other.level and self.to_bytes() == other.to_bytes()

    __hash__ = None  # type: ignore[assignment]


class BoardError(SapperError, ValueError):
    """A diagram that cannot be read."""


class BoardTooLarge(SapperError, MemoryError):
    """A board that does not fit into memory."""


def not_a_cell(given: object) -> TypeError:
    """Return the error for something that is not a pair."""
    return TypeError(f"a cell is (row, col), not {shown(given)}")


def require_board(given: object) -> Board:
    """Return a board as it is; raise a `TypeError` that names anything else."""
    if isinstance(given, Board):
        return given
    advice = ": give its board" if isinstance(getattr(given, "board", None), Board) else ""
    raise TypeError(f"expected a Board, not {shown(given)}{advice}")


def _new_cells(level: Level) -> _kernel.Board:
    """Return an empty board; raise `BoardTooLarge` before anything is allocated."""
    needed = 2 * level.cells  # a byte of truth and a byte of knowledge for each cell
    if needed > _memory():
        raise BoardTooLarge(Phrase("machine-error.memory", size=level.size, need=f"{needed / 2**30:.1f}"))
    return _kernel.Board(level.width, level.height, level.mines)


@cache
def _memory() -> float:
    """Return how many bytes of memory the machine has."""
    try:
        return float(os.sysconf("SC_PHYS_PAGES")) * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return float("inf")
