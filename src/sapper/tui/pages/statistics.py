"""The statistics: filters as chips, figures as cards, and charts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...display.wording import message, wording
from ...history import statistics
from ...history.statistics import distribution, period_count, progress
from ...history.store import BOT, PEOPLE, Filter
from ...history.together import ALONE, CHOICES
from ...rules import RULESETS
from ..keystrokes import ScreenKey
from .filters import chips, in_order, level_title
from .page import BACK, PageScreen
from .statistics_charts import cards, write_charts
from .statistics_luck import Looked, look_further, write_luck
from .store_query import StoreQuery

if TYPE_CHECKING:
    from ...history.statistics import Bin, Period
    from ...history.store import PlayedGame, Store
    from ..drawing.lines import Line, Writer

DAY = 86_400
PERIODS = {  # in days, with the message that names each
    None: "statistics.all-time",
    365: "statistics.last-year",
    30: "statistics.last-month",
    7: "statistics.last-week",
}
MODES = ("all", "random", "no-guess")
HELP = {True: "statistics.without-help", False: "statistics.with-help"}
#: Whose games, and what they were played with: the name of the choice, the filter's fields.
PLAYERS: dict[str, dict[str, object]] = {
    "statistics.own": {"device": PEOPLE, "together": ALONE},
    "statistics.mouse": {"device": "mouse", "imported": False, "together": ALONE},
    "statistics.keys": {"device": "key", "imported": False, "together": ALONE},
    "statistics.together": {"device": PEOPLE, "imported": False, "together": CHOICES["yes"]},
    "statistics.bots": {"device": BOT, "imported": False, "together": ALONE},
    "statistics.imported": {"imported": True},
}
MOST_POINTS = 2000
MOST_PERIODS = 56


class Chip(NamedTuple):
    """One choice of what is counted: its key, and the names of its values."""

    key: str
    names: tuple[str, ...]


class Counted(NamedTuple):
    """The figures of a history, computed in the thread that reads it."""

    figures: statistics.Statistics
    periods: list[Period]
    bins: list[Bin]
    points: list[tuple[int, int]]  # time and 3BV of wins


def count(history: list[PlayedGame]) -> Counted:
    """Return everything that is shown of a history."""
    wins = [(game.elapsed, game.bbbv) for game in history if game.status == "won" and game.bbbv]
    parts = period_count(len(history), MOST_PERIODS)
    return Counted(statistics.Statistics(history), progress(history, parts), distribution(history), wins[-MOST_POINTS:])


class StatisticsPage(PageScreen):
    """Figures and charts of the saved games that pass the filters."""

    opened_by = "statistics"
    chooses = False
    table = (
        ScreenKey("next-chip", ("tab",), "footer.next-filter"),
        ScreenKey("previous-chip", ("shift+tab",)),
        ScreenKey("next-option", ("right", "enter", "space"), "footer.change", "{left} {right}"),
        ScreenKey("previous-option", ("left",)),
        *(ScreenKey(f"chip:{place}", (letter,)) for place, letter in enumerate("lmpwg")),
        ScreenKey("scroll", (), "footer.scroll", "PgDn"),
    )

    def __init__(self) -> None:
        super().__init__()
        self.levels: list[str | None] = [None]
        self.chosen = [0, 0, 0, 0, 0]
        self.at = 0
        self.counted: Counted | None = None
        self.looked: Looked | None = None  # at skill and luck, as far as that is known
        self._games_query = StoreQuery(self)
        self._luck_query = StoreQuery(self)
        self._levels_query = StoreQuery(self)
        self._lines: list[Line] = []

    @property
    def chips(self) -> list[Chip]:
        """The choices."""
        words = wording()
        modes = [words.words("modes", mode).name for mode in MODES]
        return [
            Chip("L", tuple(map(level_title, self.levels))),
            Chip("M", (*modes, *(words.ruleset(name).name for name in RULESETS))),
            Chip("P", tuple(map(message, PERIODS.values()))),
            Chip("W", tuple(map(message, HELP.values()))),
            Chip("G", tuple(map(message, PLAYERS))),
        ]

    @property
    def only(self) -> Filter:
        """The filter that the chips describe."""
        level, mode, period, plain, player = self.chosen
        name = (*MODES, *RULESETS)[mode]
        days = list(PERIODS)[period]
        return Filter(
            level=self.levels[level],
            layout=name if name in MODES[1:] else None,
            ruleset=name if name in RULESETS else None,
            since=None if days is None else self.sapper.now() - days * DAY,
            plain=list(HELP)[plain],
        ).replace(**self._whose(list(PLAYERS.values())[player]))

    def _whose(self, fields: dict[str, object]) -> dict[str, object]:
        """Return the fields of a choice; games of the player are also the imported ones with the player's name."""
        name = self.sapper.settings.game.name
        return fields if "imported" in fields else fields | ({"me": name} if name else {"imported": False})

    def begin(self) -> None:
        """Read the levels played, and count."""

        def read(store: Store) -> list[str]:
            return in_order({level for _, level, _ in store.configurations()})

        def take(levels: list[str]) -> None:
            self.levels = [None, *levels]

        self._levels_query.ask(read, take)
        self._count()

    def _count(self) -> None:
        only = self.only
        self.counted = self.looked = None
        self._games_query.ask(lambda store: count(store.played(only)), self._take)

    def _take(self, counted: Counted) -> None:
        self.counted = counted
        self.scroller.go(0)
        self._look_further()

    def _look_further(self) -> None:
        only = self.only
        self._luck_query.ask(lambda store: look_further(store, only), self._take_luck)

    def _take_luck(self, looked: Looked) -> None:
        """Show what is known of skill and luck, and look at the games that are left."""
        if self.counted is None:  # other games are asked for meanwhile
            return
        self.looked = looked
        if looked.left:
            self._look_further()

    # -- What is shown

    def keys(self) -> list[ScreenKey]:
        """Return the keys that matter now."""
        keys = [self.key("next-chip"), self.key("next-option")]
        if self.scroller.count > self.scroller.room:
            keys.append(self.key("scroll"))
        return [*keys, ScreenKey("best-times", ("t",), "best-times"), BACK]

    def head(self, writer: Writer) -> None:
        """Write the chips."""
        shown = [(chip.key, chip.names[place]) for chip, place in zip(self.chips, self.chosen, strict=True)]
        chips(writer, shown, self.at)
        writer.gap()

    def prepare(self, width: int) -> None:
        """Write the cards and charts, which scroll together."""
        from ..drawing.lines import Writer

        writer = Writer(self.sapper.ink, self.sapper.glyphs, width - 2)
        if self.counted is None:
            words = "..." if self.sapper.store else message("store.off")
            writer.line((words, "muted"))
        elif not self.counted.figures.games and not self.counted.figures.abandoned:
            writer.line((message("times.empty-title"), "text*"))
            writer.line((message("statistics.empty"), "muted"))
        else:
            cards(writer, self.counted.figures, is_one_level=self._is_one_level)
            lines = self.size.height - 7
            write_charts(writer, self.counted, self.sapper.now(), lines, is_one_level=self._is_one_level)
            if self.looked is not None:
                write_luck(writer, self.looked, self.sapper.now())
        self._lines = writer.lines

    @property
    def _is_one_level(self) -> bool:
        """Whether all games that are counted are of the same level."""
        return self.levels[self.chosen[0]] is not None or len(self.levels) <= 2

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
        self.chosen[self.at] = (self.chosen[self.at] + way) % len(self.chips[self.at].names)
        self._count()

    def do_scroll(self) -> None:
        """Scroll a page."""
        self.scroller.move("pagedown")
