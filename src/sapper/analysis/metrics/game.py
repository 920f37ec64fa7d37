"""The metrics of a game, as players compare them. docs/metrics.md has every formula and its source."""

from __future__ import annotations

from math import log, sqrt

from ...game import Status
from ...rules import BEGINNER, EXPERT, INTERMEDIATE
from ...value import Value
from .board import ratio
from .text import METRICS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...rules import Level
    from .board import BoardMetrics
    from .click_tally import Clicks
    from .text import Figure

#: The constant of STNB for each level: the polynomial 87.420 n² - 155.829 n + 115.708 for n = 1, 2, 3.
STNB_CONSTANTS = {BEGINNER: 47.299, INTERMEDIATE: 153.730, EXPERT: 435.001}
#: The constant of STNB as ms_toollib has it.
STNB_CONSTANTS_TOOLLIB = {BEGINNER: 36.0, INTERMEDIATE: 162.0, EXPERT: 435.0}


class Stnb(Value):
    """An STNB with the constant it was made with, because programs disagree about that."""

    value: float
    constant: float


class GameMetrics(Value):
    """The metrics of a game. T is the time in seconds; a quotient by zero is None.

    A game lost or given up is measured by the 3BV it solved, which is all of it in a game won by opening.
    """

    level: Level
    status: Status
    time: int  # milliseconds of playing time
    board: BoardMetrics  # all zeros where no cell was opened, and so no mine placed
    solved: int  # 3BV
    clicks: Clicks
    effective: Clicks  # those that changed the board, the one that hits a mine included (as in RAWVF)
    flags: int  # placed, whether they still stand or not
    wasted_flags: int  # placed, and never next to a chord that had all its flags or opened something
    unflags: int  # taken off, or turned into a question mark
    misflags: int  # placed on a safe cell
    misunflags: int  # taken off a safe cell
    path_of_clicks: float | None  # straight lines between the pointers of actions, in cells; None if none were recorded
    outside: int | None  # clicks released outside the board, not among the clicks; None without a track, as below
    path: float | None  # the way of the pointer on the board from the first opening on, in cells (ms_toollib)
    path_manhattan: float | None  # its whole way along rows and columns (RAWVF)
    one_and_a_half: int | None  # chords that began with the press that set a mark (RAWVF)

    @property
    def has_track(self) -> bool:
        """Whether every press is recorded: without, right clicks that did nothing are missing."""
        return self.outside is not None

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
        return ratio(self.solved, self._seconds)

    @property
    def clicks_per_second(self) -> float | None:
        """Clicks / T."""
        return ratio(self.clicks.total, self._seconds)

    @property
    def effective_per_second(self) -> float | None:
        """Effective clicks / T."""
        return ratio(self.effective.total, self._seconds)

    @property
    def estimated_time(self) -> int | None:
        """T * 3BV / solved in milliseconds, rounded down; the time itself for games won (ranking site)."""
        if self.is_won:
            return self.time
        return self.time * self.bbbv // self.solved if self.solved else None

    @property
    def ioe(self) -> float | None:
        """Index of efficiency: solved / clicks (ranking site). Chords may bring it above 1."""
        return ratio(self.solved, self.clicks.total)

    @property
    def correctness(self) -> float | None:
        """Effective clicks / clicks (ranking site)."""
        return ratio(self.effective.total, self.clicks.total)

    @property
    def throughput(self) -> float | None:
        """Solved / effective clicks (ranking site), so that IOE is correctness * throughput."""
        return ratio(self.solved, self.effective.total)

    @property
    def rqp(self) -> float | None:
        """Rapport of speed and quality: T² / solved (ranking site). Lower is better."""
        return ratio(self._seconds**2, self.solved)

    @property
    def rqp_arbiter(self) -> float | None:
        """RQP with a clock that starts at 1: (T + 1) / (solved / T) (Arbiter)."""
        return ratio((self._seconds + 1) * self._seconds, self.solved)

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
        return ratio(self._seconds**1.7, self.solved)

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
        """Return the level, the result and every metric as plain values, for JSON and tables."""
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
        return None if clicks is None else ratio(clicks * self.solved, self.bbbv * of)
