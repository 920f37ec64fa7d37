"""The statistics: filters as chips, figures as cards, and charts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...history import statistics
from ...history.best_times import level_title
from ...history.statistics import distribution, progress
from ...history.store import Filter
from ...rules import RULESETS
from ..keystrokes import ScreenKey
from .filters import EVERY_LEVEL, chips, in_order
from .page import BACK, PageScreen
from .statistics_charts import cards, write_charts
from .store_query import StoreQuery

if TYPE_CHECKING:
    from ...history.statistics import Bin, Period
    from ...history.store import Played, Store
    from ..drawing.lines import Line, Writer

DAY = 86_400
PERIODS = {"all time": None, "last year": 365, "last month": 30, "last week": 7}
MODES = ("all boards", "random", "no-guess")
PLAIN, HELPED = "without help", "with help"
MOST_POINTS = 2000
STRETCHES = 56
STRETCH = 6  # games at least in each


class Chip(NamedTuple):
    """One choice of what is counted."""

    key: str
    name: str
    options: tuple[str, ...]


class Counted(NamedTuple):
    """Everything that is shown of a history, computed in the thread that reads it."""

    figures: statistics.Statistics
    periods: list[Period]
    bins: list[Bin]
    points: list[tuple[int, int]]  # time and 3BV of wins


def count(history: list[Played]) -> Counted:
    """Return everything that is shown of a history."""
    wins = [(game.elapsed, game.bbbv) for game in history if game.status == "won" and game.bbbv]
    stretches = min(STRETCHES, len(history) // STRETCH + 1)
    return Counted(
        statistics.Statistics(history), progress(history, stretches), distribution(history), wins[-MOST_POINTS:]
    )


class StatisticsPage(PageScreen):
    """Figures and charts of the saved games that pass the filters."""

    heading = "Statistics"
    chooses = False
    table = (
        ScreenKey("next-chip", ("tab",), "next filter"),
        ScreenKey("previous-chip", ("shift+tab",)),
        ScreenKey("next-option", ("right", "enter", "space"), "change it", "{left} {right}"),
        ScreenKey("previous-option", ("left",)),
        *(ScreenKey(f"chip:{place}", (letter,)) for place, letter in enumerate("lmpw")),
        ScreenKey("scroll", (), "scroll", "PgDn"),
    )

    def __init__(self) -> None:
        super().__init__()
        self.levels: dict[str, str | None] = {EVERY_LEVEL: None}
        self.chosen = [0, 0, 0, 0]
        self.at = 0
        self.counted: Counted | None = None
        self._games_query = StoreQuery(self)
        self._levels_query = StoreQuery(self)
        self._lines: list[Line] = []

    @property
    def chips(self) -> list[Chip]:
        """The choices."""
        return [
            Chip("L", "level", tuple(self.levels)),
            Chip("M", "mode", (*MODES, *RULESETS)),
            Chip("P", "period", tuple(PERIODS)),
            Chip("W", "help", (PLAIN, HELPED)),
        ]

    @property
    def only(self) -> Filter:
        """The filter that the chips describe."""
        level, mode, period, help_ = (chip.options[place] for chip, place in zip(self.chips, self.chosen, strict=True))
        days = PERIODS[period]
        return Filter(
            level=self.levels[level],
            layout=mode if mode in MODES[1:] else None,
            ruleset=mode if mode in RULESETS else None,
            since=None if days is None else self.sapper.now() - days * DAY,
            plain=help_ == PLAIN,
        )

    def begin(self) -> None:
        """Read the levels played, and count."""

        def read(store: Store) -> list[str]:
            return in_order({level for _, level, _ in store.configurations()})

        def take(levels: list[str]) -> None:
            self.levels = {EVERY_LEVEL: None, **{level_title(level): level for level in levels}}

        self._levels_query.ask(read, take)
        self._count()

    def _count(self) -> None:
        only = self.only
        self.counted = None
        self._games_query.ask(lambda store: count(store.played(only)), self._take)

    def _take(self, counted: Counted) -> None:
        self.counted = counted
        self.scroller.go(0)

    # -- What is shown

    def keys(self) -> list[ScreenKey]:
        """Return the keys that matter now."""
        keys = [self.key("next-chip"), self.key("next-option")]
        if self.scroller.count > self.scroller.room:
            keys.append(self.key("scroll"))
        return [*keys, ScreenKey("best-times", ("t",), "best times"), BACK]

    def head(self, writer: Writer) -> None:
        """Write the chips."""
        shown = [(chip.key, chip.options[place]) for chip, place in zip(self.chips, self.chosen, strict=True)]
        chips(writer, shown, self.at)
        writer.gap()

    def prepare(self, width: int) -> None:
        """Write the cards and charts, which scroll together."""
        from ..drawing.lines import Writer

        writer = Writer(self.sapper.ink, self.sapper.glyphs, width - 2)
        if self.counted is None:
            words = "..." if self.sapper.store else "Games are not being saved in this session."
            writer.line((words, "muted"))
        elif not self.counted.figures.games and not self.counted.figures.abandoned:
            writer.line(("Nothing to count yet", "text*"))
            writer.line(("Finish one game and it shows up here.", "muted"))
        else:
            cards(writer, self.counted.figures)
            write_charts(writer, self.counted, self.sapper.now(), self.size.height - 7)
        self._lines = writer.lines

    def count(self) -> int:
        """Return the number of lines."""
        return len(self._lines)

    def row(self, writer: Writer, number: int, is_here: bool) -> Line:
        """Return a line."""
        return self._lines[number]

    # -- What is done

    def do_next_chip(self) -> None:
        """Go to the next filter."""
        self.at = (self.at + 1) % len(self.chosen)

    def do_previous_chip(self) -> None:
        """Go to the previous filter."""
        self.at = (self.at - 1) % len(self.chosen)

    def do_next_option(self) -> None:
        """Choose the next value of the filter."""
        self._turn(1)

    def do_previous_option(self) -> None:
        """Choose the previous value."""
        self._turn(-1)

    def do_chip(self, place: str) -> None:
        """Go to a filter and choose its next value."""
        self.at = int(place)
        self._turn(1)

    def _turn(self, way: int) -> None:
        self.chosen[self.at] = (self.chosen[self.at] + way) % len(self.chips[self.at].options)
        self._count()

    def do_scroll(self) -> None:
        """Scroll a page."""
        self.scroller.move("pagedown")
