"""The measures of a board, and how much of it is solved. docs/metrics.md has every formula."""

from __future__ import annotations

from ... import _kernel
from ...value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...board import Board
    from ...minefield import Minefield


class BoardMetrics(Value):
    """The measures of a minefield.

    >>> from sapper import Minefield
    >>> measure(Minefield.from_text("*.... ....*"))
    BoardMetrics(bbbv=3, openings=1, islands=2, zini=3, hzini=3)
    """

    bbbv: int  # least clicks without flags: the openings, and the numbers that belong to none
    openings: int  # groups of zeros, with the numbers around them
    islands: int  # groups of numbers that belong to no opening
    zini: int | None  # clicks with flags and chords, chosen greedily; None if not asked for
    hzini: int | None  # the same, as people play: all openings first, chords only at open cells

    @property
    def max_efficiency(self) -> float | None:
        """The 3BV over the better of the two ZiNi: the highest efficiency that they find."""
        return None if self.zini is None or self.hzini is None else ratio(self.bbbv, min(self.zini, self.hzini))


def measure(minefield: Minefield, *, with_zini: bool = True) -> BoardMetrics:
    """Measure a minefield. Finding a ZiNi takes most of the time, and may be left out."""
    both = (zini(minefield), hzini(minefield)) if with_zini else (None, None)
    survey = _kernel.survey(minefield._truth)
    return BoardMetrics(survey.bbbv, survey.openings, survey.islands, *both)


def bbbv(minefield: Minefield) -> int:
    """Count the 3BV alone, in a small part of the time."""
    return _kernel.bbbv(minefield._truth)


def zini(minefield: Minefield) -> int:
    """Count the clicks of the greedy ZiNi alone."""
    return _kernel.zini(minefield._truth)


def hzini(minefield: Minefield) -> int:
    """Count the clicks of the human ZiNi alone."""
    return _kernel.human_zini(minefield._truth)


def bbbv_many(packed: bytes, width: int, height: int) -> list[int]:
    """Count the 3BV of minefields of one size, given as their `to_bytes` one after another."""
    return memoryview(_kernel.bbbv_many(packed, width, height)).cast("I").tolist()


def survey_many(packed: bytes, width: int, height: int) -> list[tuple[int, int, int]]:
    """Return 3BV, openings and islands of minefields, as `bbbv_many` takes them."""
    values = memoryview(_kernel.survey_many(packed, width, height)).cast("I").tolist()
    return list(zip(values[::3], values[1::3], values[2::3], strict=True))


def solved(minefield: Minefield, board: Board) -> int:
    """Count the 3BV solved on a board: a number when it is open, an opening when its last cell is."""
    return _kernel.solved(minefield._truth, board._cells)


def progress(board: Board) -> int:
    """Count what can be seen of the 3BV solved, from the visible board alone.

    These are the open numbers that touch no visible zero, and the groups of zeros with every cell around them open.
    A number opened before the opening that it borders on counts until a zero next to it is seen.
    """
    return _kernel.progress(board._cells)


class Live(Value):
    '''What a player may know of a game in play.

    >>> from sapper import Board
    >>> board = Board.parse("""
    ... 5x2/2
    ... .101.
    ... 1101.
    ... """)
    >>> seen = live(board, clicks=4, elapsed=1000)
    >>> seen.solved, seen.bbbv_per_second, seen.efficiency
    (2, 2.0, 0.5)
    '''

    solved: int
    clicks: int
    time: int  # milliseconds

    @property
    def bbbv_per_second(self) -> float | None:
        """The 3BV seen to be solved in a second; None in the first second, which says little about the pace."""
        return ratio(self.solved * 1000, self.time) if self.time >= 1000 else None

    @property
    def efficiency(self) -> float | None:
        """The 3BV seen to be solved by a click."""
        return ratio(self.solved, self.clicks)


def live(board: Board, clicks: int, elapsed: int) -> Live:
    """Measure a game in play by nothing but what is visible."""
    return Live(progress(board), clicks, elapsed)


def ratio(part: float, whole: float) -> float | None:
    """Return part / whole, None where that divides by nothing."""
    return part / whole if whole else None
