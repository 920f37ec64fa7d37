"""What a board asks of a player, and how a game was played, in the numbers that players compare.

docs/metrics.md has every formula, where it comes from, and how the programs differ that use it.
"""

from __future__ import annotations

from math import dist, log, sqrt

from .. import _kernel
from ..action import Kind
from ..board import CellState
from ..errors import GameError
from ..game import Game, Status
from ..rules import BEGINNER, EXPERT, INTERMEDIATE
from ..value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..action import LogEntry
    from ..board import Board
    from ..minefield import Minefield
    from ..replay import Replay
    from ..rules import Level

    Figure = int | float | bool | str | None

_FLAGGED = 1 << CellState.FLAG

#: The constant of STNB for each level: the polynomial 87.420 n² - 155.829 n + 115.708 for n = 1, 2, 3.
STNB_CONSTANTS = {BEGINNER: 47.299, INTERMEDIATE: 153.730, EXPERT: 435.001}
#: The constant of STNB as ms_toollib has it.
STNB_CONSTANTS_TOOLLIB = {BEGINNER: 36.0, INTERMEDIATE: 162.0, EXPERT: 435.0}


class BoardMetrics(Value):
    """What a minefield asks of a player.

    >>> from sapper import Minefield
    >>> measure(Minefield.from_text("*.... ....*"))
    BoardMetrics(bbbv=3, openings=1, islands=2, zini=3, hzini=3)
    """

    bbbv: int  # least clicks without flags: the openings, and the numbers that belong to none
    openings: int  # groups of zeros, with the numbers around them
    islands: int  # groups of numbers that belong to no opening
    zini: int | None  # clicks with flags and chords, chosen greedily; None where nobody asked
    hzini: int | None  # the same, as people play: all openings first, chords only at open cells

    @property
    def max_efficiency(self) -> float | None:
        """The 3BV over the better of the two ZiNi: the highest efficiency that they find."""
        return None if self.zini is None or self.hzini is None else _ratio(self.bbbv, min(self.zini, self.hzini))


def measure(minefield: Minefield, *, with_zini: bool = True) -> BoardMetrics:
    """Measure a minefield. Finding a ZiNi takes most of the time, and may be left out."""
    both = (zini(minefield), hzini(minefield)) if with_zini else (None, None)
    return BoardMetrics(*_kernel.survey(minefield._truth), *both)


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
    """Give 3BV, openings and islands of minefields, as `bbbv_many` takes them."""
    values = memoryview(_kernel.survey_many(packed, width, height)).cast("I").tolist()
    return list(zip(values[::3], values[1::3], values[2::3], strict=True))


def solved(minefield: Minefield, board: Board) -> int:
    """Count the 3BV solved on a board: a number when it is open, an opening when its last cell is."""
    return _kernel.solved(minefield._truth, board._cells)


def progress(board: Board) -> int:
    """Count what can be seen of the 3BV solved, from the visible board alone.

    These are the open numbers that touch no visible zero, and the groups of zeros with every cell around them open.
    A number opened before the opening that it borders on counts until a zero beside it is seen.
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
        """The 3BV seen to be solved in a second."""
        return _ratio(self.solved * 1000, self.time)

    @property
    def efficiency(self) -> float | None:
        """The 3BV seen to be solved by a click."""
        return _ratio(self.solved, self.clicks)


def live(board: Board, clicks: int, elapsed: int) -> Live:
    """Measure a game in play by nothing but what is visible."""
    return Live(progress(board), clicks, elapsed)


class Clicks(Value):
    """Clicks by what they are for: opening, marking, chording."""

    left: int = 0
    right: int = 0
    chord: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.left + self.right + self.chord

    def __sub__(self, others: Clicks) -> Clicks:
        return Clicks(self.left - others.left, self.right - others.right, self.chord - others.chord)


class Stnb(Value):
    """An STNB with the constant it was made with, because programs disagree about that."""

    value: float
    constant: float


class GameMetrics(Value):
    """How a game was played. T is the time in seconds; what divides by nothing is None.

    A game lost or given up is measured by the 3BV it solved, which is all of it in a game won by opening.
    """

    level: Level
    status: Status
    time: int  # milliseconds of playing time
    board: BoardMetrics  # all zeros where no cell was opened, and so no mine laid
    solved: int  # 3BV
    clicks: Clicks
    effective: Clicks  # those that changed the board, the one that hits a mine included (as in RAWVF)
    flags: int  # placed, whether they still stand or not
    wasted_flags: int  # placed, and never part of a chord that opened something
    unflags: int  # taken off, or turned into a question mark
    misflags: int  # placed on a safe cell
    misunflags: int  # taken off a safe cell
    path: float | None  # between recorded pointers in a straight line, in cells; None if none were
    path_manhattan: float | None  # the same along rows and columns (RAWVF)

    @property
    def is_won(self) -> bool:
        """Whether the game was won."""
        return self.status is Status.WON

    @property
    def density(self) -> float:
        """Mines per cell."""
        return self.level.density

    @property
    def bbbv(self) -> int:
        """The 3BV of the board."""
        return self.board.bbbv

    @property
    def openings(self) -> int:
        """The openings of the board."""
        return self.board.openings

    @property
    def islands(self) -> int:
        """The islands of the board."""
        return self.board.islands

    @property
    def zini(self) -> int | None:
        """The greedy ZiNi of the board."""
        return self.board.zini

    @property
    def hzini(self) -> int | None:
        """The human ZiNi of the board."""
        return self.board.hzini

    @property
    def max_efficiency(self) -> float | None:
        """3BV / best ZiNi."""
        return self.board.max_efficiency

    @property
    def wasted(self) -> Clicks:
        """The clicks that changed nothing."""
        return self.clicks - self.effective

    @property
    def is_no_flag(self) -> bool:
        """Whether the style is NF: no effective right click (ranking site)."""
        return not self.effective.right

    @property
    def bbbv_per_second(self) -> float | None:
        """Solved / T (ranking site)."""
        return _ratio(self.solved, self._seconds)

    @property
    def clicks_per_second(self) -> float | None:
        """Clicks / T."""
        return _ratio(self.clicks.total, self._seconds)

    @property
    def effective_per_second(self) -> float | None:
        """Effective clicks / T."""
        return _ratio(self.effective.total, self._seconds)

    @property
    def estimated_time(self) -> int | None:
        """T * 3BV / solved in milliseconds, rounded down; the time itself for games won (ranking site)."""
        if self.is_won:
            return self.time
        return self.time * self.bbbv // self.solved if self.solved else None

    @property
    def ioe(self) -> float | None:
        """Index of efficiency: solved / clicks (ranking site). Chords may bring it above 1."""
        return _ratio(self.solved, self.clicks.total)

    @property
    def correctness(self) -> float | None:
        """Effective clicks / clicks (ranking site)."""
        return _ratio(self.effective.total, self.clicks.total)

    @property
    def throughput(self) -> float | None:
        """Solved / effective clicks (ranking site), so that IOE is correctness * throughput."""
        return _ratio(self.solved, self.effective.total)

    @property
    def rqp(self) -> float | None:
        """Rapport of speed and quality: T² / solved (ranking site). Lower is better."""
        return _ratio(self._seconds**2, self.solved)

    @property
    def rqp_arbiter(self) -> float | None:
        """RQP with a clock that starts at 1: (T + 1) / (solved / T) (Arbiter)."""
        return _ratio((self._seconds + 1) * self._seconds, self.solved)

    @property
    def ios(self) -> float | None:
        """Index of speed: log T / log solved (ranking site). Lower is better; below 0 under a second."""
        return self._index_of_speed(self._seconds)

    @property
    def ios_arbiter(self) -> float | None:
        """IOS with a clock that starts at 1: log (T + 1) / log solved (Arbiter)."""
        return self._index_of_speed(self._seconds + 1)

    @property
    def qg(self) -> float | None:
        """T^1.7 / solved (ranking site). Lower is better."""
        return _ratio(self._seconds**1.7, self.solved)

    @property
    def stnb(self) -> Stnb | None:
        """K * solved / T^1.7 * sqrt(solved / 3BV), for the three levels of the ranking, beginner being 8x8/10."""
        return self._stnb(STNB_CONSTANTS)

    @property
    def stnb_toollib(self) -> Stnb | None:
        """STNB with the constants 36, 162 and 435 (ms_toollib)."""
        return self._stnb(STNB_CONSTANTS_TOOLLIB)

    @property
    def zini_per_second(self) -> float | None:
        """ZiNi * (solved / 3BV) / T (RAWVF)."""
        return self._share(self.zini, self._seconds)

    @property
    def hzini_per_second(self) -> float | None:
        """HZiNi * (solved / 3BV) / T (RAWVF)."""
        return self._share(self.hzini, self._seconds)

    @property
    def zne(self) -> float | None:
        """ZiNi efficiency: ZiNi * (solved / 3BV) / clicks (RAWVF)."""
        return self._share(self.zini, self.clicks.total)

    @property
    def znt(self) -> float | None:
        """ZiNi throughput: ZiNi * (solved / 3BV) / effective clicks (RAWVF)."""
        return self._share(self.zini, self.effective.total)

    @property
    def hzne(self) -> float | None:
        """HZiNi efficiency: HZiNi * (solved / 3BV) / clicks (RAWVF)."""
        return self._share(self.hzini, self.clicks.total)

    @property
    def hznt(self) -> float | None:
        """HZiNi throughput: HZiNi * (solved / 3BV) / effective clicks (RAWVF)."""
        return self._share(self.hzini, self.effective.total)

    def rows(self) -> Iterator[tuple[str, str, Figure, str]]:
        """List every metric as (name, label, value, unit); a unit is ms, s, /s, %, cells, or nothing."""
        for name, label, unit in METRICS:
            value: object = self
            for part in name.split("."):
                value = getattr(value, part, None)
            yield name.replace(".", "_"), label, value, unit  # type: ignore[misc]

    def to_dict(self) -> dict[str, Figure]:
        """Give the level, the result and every metric as plain values, for JSON and tables."""
        values = {name: value for name, _, value, _ in self.rows()}
        return {"level": str(self.level), "status": str(self.status)} | values

    @property
    def _seconds(self) -> float:
        return self.time / 1000

    def _index_of_speed(self, seconds: float) -> float | None:
        return log(seconds) / log(self.solved) if self.time and self.solved > 1 else None

    def _stnb(self, constants: dict[Level, float]) -> Stnb | None:
        constant = constants.get(self.level)
        if constant is None or not self.time or not self.bbbv:
            return None
        return Stnb(constant * self.solved / self._seconds**1.7 * sqrt(self.solved / self.bbbv), constant)

    def _share(self, clicks: int | None, of: float) -> float | None:
        return None if clicks is None else _ratio(clicks * self.solved, self.bbbv * of)


#: Every metric of a game in the order of listings: where it is found, its label with its variant, its unit.
METRICS = (
    ("time", "Time", "ms"),
    ("estimated_time", "Estimated time", "ms"),
    ("bbbv", "3BV", ""),
    ("solved", "Solved 3BV", ""),
    ("bbbv_per_second", "3BV/s", "/s"),
    ("openings", "Openings", ""),
    ("islands", "Islands", ""),
    ("density", "Density", "%"),
    ("clicks.total", "Clicks", ""),
    ("clicks.left", "Left clicks", ""),
    ("clicks.right", "Right clicks", ""),
    ("clicks.chord", "Chords", ""),
    ("clicks_per_second", "Clicks/s", "/s"),
    ("effective.total", "Effective clicks", ""),
    ("effective.left", "Effective left clicks", ""),
    ("effective.right", "Effective right clicks", ""),
    ("effective.chord", "Effective chords", ""),
    ("effective_per_second", "Effective clicks/s", "/s"),
    ("wasted.total", "Wasted clicks", ""),
    ("wasted.left", "Wasted left clicks", ""),
    ("wasted.right", "Wasted right clicks", ""),
    ("wasted.chord", "Wasted chords", ""),
    ("ioe", "Efficiency (IOE)", "%"),
    ("max_efficiency", "Highest efficiency (3BV / ZiNi)", "%"),
    ("correctness", "Correctness", "%"),
    ("throughput", "Throughput", "%"),
    ("is_no_flag", "No flags (NF)", ""),
    ("flags", "Flags", ""),
    ("wasted_flags", "Wasted flags", ""),
    ("unflags", "Flags taken off", ""),
    ("misflags", "Flags on safe cells", ""),
    ("misunflags", "Flags taken off safe cells", ""),
    ("zini", "ZiNi (greedy)", ""),
    ("hzini", "HZiNi (human)", ""),
    ("zini_per_second", "ZiNi/s", "/s"),
    ("hzini_per_second", "HZiNi/s", "/s"),
    ("zne", "ZNE", "%"),
    ("znt", "ZNT", "%"),
    ("hzne", "HZNE", "%"),
    ("hznt", "HZNT", "%"),
    ("rqp", "RQP (T)", ""),
    ("rqp_arbiter", "RQP (T + 1, Arbiter)", ""),
    ("ios", "IOS (T)", ""),
    ("ios_arbiter", "IOS (T + 1, Arbiter)", ""),
    ("qg", "QG", ""),
    ("stnb.value", "STNB", ""),
    ("stnb.constant", "K of STNB", ""),
    ("stnb_toollib.value", "STNB (ms_toollib)", ""),
    ("stnb_toollib.constant", "K of STNB (ms_toollib)", ""),
    ("path", "Path", "cells"),
    ("path_manhattan", "Path (Manhattan)", "cells"),
)


def measure_game(game: Game, *, with_zini: bool = True) -> GameMetrics:
    """Measure a game that is over. Of a game in play even the 3BV would tell which boards are easy."""
    return _measure_game(Game(game.rules, layout=game._same_layout), game.log, with_zini)


def measure_replay(replay: Replay, *, with_zini: bool = True) -> GameMetrics:
    """Measure a recorded game, by playing it once."""
    return _measure_game(replay.after(0), replay.entries, with_zini)


def seconds_text(milliseconds: int, digits: int = 2) -> str:
    """Write a time in seconds with up to three digits after the point: cut off, never rounded, as rankings do.

    >>> seconds_text(49_999), seconds_text(49_999, 3), seconds_text(49_999, 0)
    ('49.99', '49.999', '49')
    """
    whole, rest = divmod(milliseconds, 1000)
    return f"{whole}.{rest:03}"[: len(str(whole)) + 1 + digits] if digits else str(whole)


def format_value(value: Figure, unit: str) -> str:
    """Write a number as players do; times are cut off, never rounded.

    >>> format_value(0.5, "%"), format_value(1234, "ms"), format_value(None, ""), format_value(True, "")
    ('50.0%', '1.234 s', '-', 'yes')
    """
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if unit == "ms" and isinstance(value, int):
        return f"{seconds_text(value, 3)} s"
    if unit == "%" and not isinstance(value, str):
        return f"{value:.1%}"
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def _measure_game(game: Game, entries: Iterable[LogEntry], with_zini: bool) -> GameMetrics:
    """Play a game that has not begun to its end, and count."""
    tally = _Tally(game)
    for entry in entries:
        tally.apply(entry)
    if not game.status.is_over:
        raise GameError("a game is measured when it is over")
    minefield = None if game.first is None else game.minefield
    return GameMetrics(
        level=game.rules.level,
        status=game.status,
        time=game.log[-1].at if game.log else 0,
        board=BoardMetrics(0, 0, 0, 0, 0) if minefield is None else measure(minefield, with_zini=with_zini),
        solved=0 if minefield is None else solved(minefield, game.board),
        clicks=Clicks(*tally.clicks),
        effective=Clicks(*tally.effective),
        flags=len(tally.flagged),
        wasted_flags=len(tally.flagged) - tally.used_flags,
        unflags=len(tally.unflagged),
        misflags=_safe_ones(minefield, tally.flagged),
        misunflags=_safe_ones(minefield, tally.unflagged),
        path=tally.path,
        path_manhattan=tally.path_manhattan,
    )


_LEFT, _RIGHT, _CHORD = range(3)
_BUTTONS = {
    Kind.OPEN: _LEFT,
    Kind.FLAG: _RIGHT,
    Kind.QUESTION: _RIGHT,
    Kind.CLEAR: _RIGHT,
    Kind.CHORD: _CHORD,
}


class _Tally:
    """Counts the clicks of a game while it is played again. What is undone later still counts as a click."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._cells = game.board._cells
        self._width = game.rules.level.width
        self._idle: set[int] = set()  # flags that no chord has used
        self._pointer: tuple[float, float] | None = None
        self.clicks = [0, 0, 0]
        self.effective = [0, 0, 0]
        self.flagged: list[int] = []
        self.unflagged: list[int] = []
        self.used_flags = 0
        self.path: float | None = None
        self.path_manhattan: float | None = None

    def apply(self, entry: LogEntry) -> None:
        if entry.pointer is not None:
            self._move(entry.pointer)
        action = entry.action
        button = _BUTTONS.get(action.kind)
        if button is None:
            self._game.apply(entry)
            return
        self.clicks[button] += 1
        cell = action.row * self._width + action.col
        if button == _RIGHT:
            changed = self._mark(entry, cell)
        elif button == _CHORD:
            changed = self._chord(entry, cell)
        else:
            changed = len(self._game.apply(entry).cells) > 0
        self.effective[button] += changed

    def _mark(self, entry: LogEntry, cell: int) -> bool:
        before = self._cells[cell]
        if not len(self._game.apply(entry).cells):
            return False
        if entry.action.kind is Kind.FLAG:
            self.flagged.append(cell)
            self._idle.add(cell)
        elif before == CellState.FLAG:
            self.unflagged.append(cell)
        return True

    def _chord(self, entry: LogEntry, cell: int) -> bool:
        cells = self._cells
        flags = cells.around(cell, _FLAGGED)
        before = cells.opened + cells.exploded
        if not len(self._game.apply(entry).cells):
            return False
        if cells.opened + cells.exploded > before:
            used = self._idle.intersection(flags)
            self._idle -= used
            self.used_flags += len(used)
        return True

    def _move(self, pointer: tuple[float, float]) -> None:
        last, self._pointer = self._pointer or pointer, pointer
        self.path = (self.path or 0.0) + dist(last, pointer)
        across, down = abs(pointer[0] - last[0]), abs(pointer[1] - last[1])
        self.path_manhattan = (self.path_manhattan or 0.0) + across + down


def _safe_ones(minefield: Minefield | None, cells: list[int]) -> int:
    return 0 if minefield is None else sum(not minefield._truth.is_mine(cell) for cell in cells)


def _ratio(part: float, whole: float) -> float | None:
    return part / whole if whole else None
