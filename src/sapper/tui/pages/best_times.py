"""The best times: a tab for each level, a list for each exact configuration."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...display.wording import message, wording
from ...history.best_times import TimesList, best_times, is_amiga_custom
from ...history.statistics import Statistics, distribution
from ...history.store import games_of_me
from ...history.summary import configuration
from ..drawers.menus import CUSTOM, level_of
from ..drawers.menus import LEVELS as NAMED_LEVELS
from ..drawing import table
from ..keystrokes import ScreenKey
from ..play.summary import ranking_remark
from .best_times_table import COLUMNS, fields, standing, tabs, title_of
from .games_page import GamesPage
from .page import BACK
from .store_query import StoreQuery

if TYPE_CHECKING:
    from ...history.statistics import Bin
    from ...history.store import Listed, PlayedGame, Store
    from ..drawing.lines import Line, Writer

MOST = 100
LEVELS = (*NAMED_LEVELS, CUSTOM)


class BestTimesPage(GamesPage):
    """Wins only; games with help or a known board are not ranked, and shown only when asked for."""

    opened_by = "best-times"
    table = (
        *GamesPage.table,
        ScreenKey("next-level", ("right", "l"), "footer.level", "{left} {right}"),
        ScreenKey("previous-level", ("left", "h")),
        ScreenKey("next-list", ("tab",), "footer.rules"),
        ScreenKey("previous-list", ("shift+tab",)),
        ScreenKey("ranking", ("r",), "footer.ranking"),
        ScreenKey("unranked", ("u",), "footer.unranked"),
    )

    def __init__(self) -> None:
        super().__init__()
        self.level = LEVELS[0]
        self.place = 0  # among the lists of the level
        self.ranking_style = False
        self.shows_unranked = False
        self.lists: list[TimesList] = []
        self.figures: Statistics | None = None
        self.bins: list[Bin] = []
        self._lists_query = StoreQuery(self)
        self._history_query = StoreQuery(self)
        self._wanted = ""

    # -- What is read

    def begin(self) -> None:
        """Begin at the configuration that is played now."""
        rules = self.sapper.session.game.rules
        self.level = level_of(rules)
        self._wanted = configuration(rules.replace(practice=False))
        self.changed()

    def changed(self) -> None:
        """Read every list."""
        style, only = self.ranking_style, games_of_me(self.sapper.settings.game.name)

        def read(store: Store) -> list[TimesList]:
            return best_times(store, only, limit=MOST, others=MOST, ranking_style=style)

        self._lists_query.ask(read, self._take)

    def _take(self, lists: list[TimesList]) -> None:
        self.lists = lists
        names = [str(one.rules) for one in self.of_level]
        self.place = names.index(self._wanted) if self._wanted in names else 0
        self._count()

    def _count(self) -> None:
        """Count all games of the list that is shown."""
        self.figures, self.bins = None, []
        if self.shown is None:
            return
        self._wanted = str(self.shown.rules)
        only = games_of_me(self.sapper.settings.game.name).replace(rules=self._wanted)

        def read(store: Store) -> list[PlayedGame]:
            return store.played(only)

        self._history_query.ask(read, self._take_history)

    def _take_history(self, history: list[PlayedGame]) -> None:
        self.figures, self.bins = Statistics(history), distribution(history)

    # -- What is shown

    @property
    def of_level(self) -> list[TimesList]:
        """The lists of the tab."""
        return [one for one in self.lists if level_of(one.rules) == self.level]

    @property
    def shown(self) -> TimesList | None:
        """The list that is shown."""
        lists = self.of_level
        return lists[self.place % len(lists)] if lists else None

    @property
    def games(self) -> list[Listed]:
        """Its rows: ranked wins, or the others too."""
        shown = self.shown
        if shown is None:
            return []
        return [*shown.ranked, *(shown.others if self.shows_unranked else ())]

    @property
    def chosen(self) -> Listed | None:
        """The game that the choice is on."""
        games = self.games
        return games[self.scroller.at] if self.scroller.at < len(games) else None

    def keys(self) -> list[ScreenKey]:
        """Return the keys that matter now."""
        keys = [self.key("next-level")]
        if len(self.of_level) > 1:
            keys.append(self.key("next-list"))
        if self.chosen:
            keys += [self.key("enter"), self.key("export")]
        keys.append(self.key("ranking", "footer.all-3bv" if self.ranking_style else ""))
        if self.shown and (self.shown.others or self.shows_unranked):
            keys.append(self.key("unranked", "footer.ranked-only" if self.shows_unranked else ""))
        if len(keys) < 6:
            keys.append(ScreenKey("statistics", ("s",), "statistics"))
        return [*keys[:6], BACK]

    def prepare(self, width: int) -> None:
        """Choose the columns."""
        self._columns = table.fit(COLUMNS, width - 2)

    def head(self, writer: Writer) -> None:
        """Write the tabs, the configuration, the titles of the columns."""
        shown, glyphs = self.shown, writer.glyphs
        about = title_of(shown.rules, glyphs.dot) if shown else ""
        lists = len(self.of_level)
        if lists > 1:
            about += f"  {self.place % lists + 1}/{lists}"
        if self.ranking_style:
            about += f" {glyphs.dot} {message('times.ranking')}"
        tabs(writer, {name: wording().level(name) for name in LEVELS}, self.level, about)
        writer.gap()
        if self.games:
            table.head(writer, self._columns)

    def count(self) -> int:
        """Return the number of rows."""
        return len(self.games)

    def row(self, writer: Writer, number: int, is_here: bool) -> Line:
        """Return the line of a win."""
        shown = self.shown
        assert shown is not None
        game = self.games[number]
        place = number + 1 if number < len(shown.ranked) else None
        times = [one.summary.elapsed for one in self.games if one.summary]
        wide = next((column.width for place, column in self._columns if place == len(COLUMNS) - 1), 0)
        cells = fields(game, place, self.sapper.now(), (times[0], max(times)), wide, writer)
        return table.line(writer, self._columns, cells, is_here, f"row:{number}")

    def foot(self, writer: Writer) -> None:
        """Write the totals of all games of this configuration."""
        if self.sapper.store is None:
            writer.paragraph(f" {message('store.off')}", "muted")
        elif not self.games:
            if self._lists_query.is_busy:
                writer.line((" ...", "muted"))
                return
            why, more = message("times.empty-title"), message("times.empty-level")
            if self.shown:
                why = message("times.no-ranked")
            if self._is_forgotten:
                why, more = message("times.forgotten"), message("times.forgotten-why")
            if self.shown and self.shown.others:
                more = message("times.unranked", count=len(self.shown.others), key=self.key("unranked").printed)
            writer.line((f" {why}", "text*"))
            writer.line((f" {more}", "muted"))
        if self.shown:
            standing(writer, self.figures, self.bins)

    @property
    def _is_forgotten(self) -> bool:
        """Whether there were wins whose times no longer count (S4.5)."""
        is_custom = self.shown is not None and is_amiga_custom(self.shown.rules)
        return is_custom and self.figures is not None and self.figures.wins > 0

    # -- What is done

    def do_next_level(self) -> None:
        """Go to the next tab."""
        self._turn(1)

    def do_previous_level(self) -> None:
        """Go to the previous tab."""
        self._turn(-1)

    def _turn(self, way: int) -> None:
        self.do_level(LEVELS[(LEVELS.index(self.level) + way) % len(LEVELS)])

    def do_level(self, name: str) -> None:
        """Show a level."""
        self.level, self.place = name, 0
        self.scroller.go(0)
        self._count()

    def do_next_list(self) -> None:
        """Show the next configuration of the level."""
        self._step(1)

    def do_previous_list(self) -> None:
        """Show the previous configuration."""
        self._step(-1)

    def _step(self, way: int) -> None:
        self.place = (self.place + way) % max(len(self.of_level), 1)
        self.scroller.go(0)
        self._count()

    def do_ranking(self) -> None:
        """Show only boards with the least 3BV of rankings, or all."""
        self.ranking_style = not self.ranking_style
        self.note = message("times.ranking-note") if self.ranking_style else ""
        self.changed()

    def do_unranked(self) -> None:
        """Show the wins that are not ranked too, or hide them."""
        self.shows_unranked = not self.shows_unranked

    def remark(self) -> str:
        """Return why the chosen win is not ranked, or what it is marked as."""
        game = self.chosen
        return ranking_remark(game.summary) if game and game.summary else ""
