"""The page of insights: how often a technique came up, how long it took, how often it was missed; Enter trains it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...display.wording import message, wording
from ...learn import insights, moments
from ..drawing import table
from ..drawing.formatting import percent
from ..drawing.table import Column, Field
from ..keystrokes import ScreenKey
from ..pages.filters import chips, in_order, level_title
from ..pages.page import BACK, PageScreen
from ..pages.store_query import StoreQuery
from .study_task import StudyTask

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...history.store import Store
    from ...history.store.learning import Studied
    from ...learn.insights import Insight
    from ..drawing.lines import Line, Writer

DEVICES = (None, "mouse", "key", "touch", "text")
COLUMNS = (
    Column("insights.technique", 16, grows=24),
    Column("insights.seen", 8, to_right=True),
    Column("insights.median", 11, to_right=True),
    Column("insights.missed", 7, to_right=True),
    Column("insights.to-train", 8, 2, to_right=True),
)


class InsightsPage(PageScreen):
    """A line for each technique that came up in the games of a level and a device."""

    opened_by = "insights"
    table = (
        ScreenKey("enter", ("enter", "space", "t"), "learn-page.trainer"),
        ScreenKey("level", ("l", "right"), "footer.level"),
        ScreenKey("device", ("d",), "charts.device"),
    )

    def __init__(self) -> None:
        super().__init__()
        self.levels: list[str | None] = [None]
        self.level: str | None = None
        self.device: str | None = None
        self.found: list[Insight] = []
        self.is_read = False
        self._studied: Sequence[Studied] = ()
        self._query = StoreQuery(self)
        self._study: StudyTask | None = None

    @property
    def heading(self) -> str:
        """The name of the page."""
        return message("learn-page.insights")

    def begin(self) -> None:
        """Read what is known, and look at games that were played since."""
        if self.sapper.store is not None:
            self._study = StudyTask(self.sapper.store)
            self._study.start(self.sapper.from_thread(self._read))
        self._read()

    def on_unmount(self) -> None:
        """Stop looking at games."""
        if self._study is not None:
            self._study.stop()

    def _read(self) -> None:
        def read(store: Store) -> Sequence[Studied]:
            return store.studied(moments.VERSION)

        if self.is_mounted:
            self._query.ask(read, self._take)

    def _take(self, studied: Sequence[Studied]) -> None:
        self._studied, self.is_read = studied, True
        self.levels = [None, *in_order({game.level for game in studied})]
        self._count()
        self.redraw()

    def _count(self) -> None:
        games = insights.chosen(self._studied, levels=self.level, device=self.device)
        self.found = insights.insights(games)

    # -- What is shown

    def aside(self) -> str:
        """Return how many games are still to be looked at."""
        left = self._study.left if self._study else None
        return message("learn-page.looking", count=left) if left else ""

    def head(self, writer: Writer) -> None:
        """Write the filters, the finding, and the titles of the columns."""
        device = message("charts.all-devices") if self.device is None else wording().words("devices", self.device).name
        chips(writer, [("L", level_title(self.level)), ("D", device)], -1)
        writer.gap()
        worst = insights.weakest(self.found)
        if worst is not None:
            values = {"technique": name_of(worst), "time": seconds(worst.waited), "share": percent(worst.share)}
            writer.paragraph(message("insights.finding", **values), "text*")
            writer.gap()
        if self.found:
            table.head(writer, table.fit(COLUMNS, writer.width))
        elif self.is_read:
            writer.paragraph(message("insights.none"), "muted")

    def count(self) -> int:
        """Return the number of techniques."""
        return len(self.found)

    def row(self, writer: Writer, number: int, is_here: bool) -> Line:
        """Return the line of a technique."""
        one = self.found[number]
        missed = "bad" if one.share >= 0.5 else "text"
        fields = (
            Field(name_of(one), "text", is_here),
            Field(str(one.seen), "text"),
            Field(seconds(one.waited), "text"),
            Field(percent(one.share), missed),
            Field(str(len(set(one.keys)) or ""), "muted"),
        )
        return table.line(writer, table.fit(COLUMNS, writer.width), fields, is_here, f"row:{number}")

    def keys(self) -> list[ScreenKey]:
        """Return the keys that matter now."""
        first = [self.key("enter")] if self.found else []
        return [*first, self.key("level"), self.key("device"), BACK]

    # -- What can be done

    def do_enter(self) -> None:
        """Train the technique that the choice is on."""
        from ..screens import open_screen

        if self.found:
            self.app.push_screen(open_screen(f"training:{self.found[self.scroller.at].technique}"))

    def do_level(self) -> None:
        """Count the games of the next level."""
        self.level = self.levels[(self.levels.index(self.level) + 1) % len(self.levels)]
        self._count()

    def do_device(self) -> None:
        """Count the games of the next device."""
        self.device = DEVICES[(DEVICES.index(self.device) + 1) % len(DEVICES)]
        self._count()


def name_of(one: Insight) -> str:
    """Return the name of a technique."""
    return wording().words("techniques", one.technique).name


def seconds(milliseconds: int) -> str:
    """Return a time with a tenth of a second."""
    return wording().seconds(f"{milliseconds / 1000:.1f}")
