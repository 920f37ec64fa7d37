"""The history: every game that is kept, the newest first, unfinished ones on top."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import SapperError
from ...history.best_times import level_title
from ...history.store import Filter
from ...rules import Rules
from ..drawers.menus import layout_words
from ..drawing import table
from ..drawing.formatting import NOTHING, counted, per_second, percent, seconds, when
from ..drawing.table import Column, Field
from .game_list import UNFINISHED, GameList, ListSummary, survey
from .games_page import GamesPage
from .page import BACK
from .statistics_charts import chips
from .store_query import Reading

if TYPE_CHECKING:
    from ...history.store import Listed, Summary
    from ..drawing.lines import Line, Writer

EVERY_LEVEL = "all levels"
RESULTS = {
    "all games": None,
    "won": "won",
    "lost": "lost",
    "given up": "abandoned",
    UNFINISHED: UNFINISHED,
}
COLUMNS = (
    Column("when", 8),
    Column("level", 12, 1, grows=12),
    Column("board", 10, 4),
    Column("result", 10),
    Column("time", 8, to_right=True),
    Column("3BV/s", 5, 3, to_right=True),
    Column("open", 5, 5, to_right=True),
    Column("remarks", 9, 6, grows=40),
)
_WORDS = {"won": ("won", "good"), "lost": ("lost", "bad"), "abandoned": ("given up", "muted")}


class History(GamesPage):
    """A long list. Enter goes on with an unfinished game, and shows a finished one."""

    heading = "History"
    strokes = GamesPage.strokes | {
        "l": "chip:0",
        "r": "chip:1",
        "tab": "next-chip",
        "right": "next-option",
        "left": "previous-option",
    }

    def __init__(self) -> None:
        super().__init__()
        self.levels: dict[str, str | None] = {EVERY_LEVEL: None}
        self.picks = [0, 0]
        self.at = 0
        self.game_list: GameList | None = None
        self._reading = Reading(self)

    def begin(self) -> None:
        """List."""
        self.changed()

    def changed(self) -> None:
        """List anew."""
        level, result = list(self.levels.values())[self.picks[0]], list(RESULTS.values())[self.picks[1]]
        only = Filter(level=level, status=result)

        def take(found: ListSummary) -> None:
            if level is None:
                self.levels = {EVERY_LEVEL: None, **{level_title(name): name for name in found.levels}}
            self.game_list = GameList(self.store, only, found.waiting, found.finished)

        self._reading.ask(lambda store: survey(store, only), take)

    # -- What is shown

    @property
    def chosen(self) -> Listed | None:
        """The game that the choice is on."""
        return self.game_list[self.scroller.at] if self.game_list and self.scroller.at < len(self.game_list) else None

    def aside(self) -> str:
        """Say how many there are."""
        return counted(len(self.game_list), "game") if self.game_list else ""

    def keys(self) -> list[tuple[str, str, str]]:
        """List the keys that matter now."""
        game = self.chosen
        own = self.game_keys() if game else []
        if game and not game.finished:
            own = [("Enter", "go on with it", "enter"), ("Del", "delete", "delete")]
        return [*own, ("L", "level", "chip:0"), ("R", "result", "chip:1"), BACK]

    def prepare(self, width: int) -> None:
        """Choose the columns."""
        self._columns = table.fit(COLUMNS, width - 2)

    def head(self, writer: Writer) -> None:
        """Write the filters and the titles of the columns."""
        shown = [("L", list(self.levels)[self.picks[0]]), ("R", list(RESULTS)[self.picks[1]])]
        chips(writer, shown, self.at)
        writer.gap()
        if self.count():
            table.head(writer, self._columns)

    def count(self) -> int:
        """Count the games."""
        return len(self.game_list) if self.game_list else 0

    def row(self, writer: Writer, number: int, is_here: bool) -> Line:
        """Write a game."""
        assert self.game_list is not None
        game = self.game_list[number]
        fields = _fields(game, self.sapper.now()) if game else [Field("") for _ in COLUMNS]
        return table.line(writer, self._columns, fields, is_here, f"row:{number}")

    def foot(self, writer: Writer) -> None:
        """Say why there is nothing."""
        if self.count():
            return
        if self.sapper.store is None:
            writer.line((" Games are not kept in this sitting.", "muted"))
            return
        if self._reading.is_busy:
            writer.line((" ...", "muted"))
            return
        writer.line((" No such game." if any(self.picks) else " Nothing to show yet", "text*"))
        writer.line((" Every game you play is listed here.", "muted"))

    # -- What is done

    def do_enter(self) -> None:
        """Go on with an unfinished game, or watch a finished one."""
        game = self.chosen
        if game is None or game.finished:
            super().do_enter()
            return
        sapper = self.sapper
        recorder = sapper.session.recorder
        if not (recorder and recorder.number == game.id):
            try:
                sapper.session.resume(self.store.load(game.id))
            except SapperError:
                self.note = "This game cannot go on. Delete it, or leave it as it is."
                return
            sapper.play_screen.state.offered = True
            sapper.play_screen.show_game()
        self.do("back")

    def do_chip(self, place: str) -> None:
        """Choose the next value of a filter."""
        self.at = int(place)
        self._turn(1)

    def do_next_chip(self) -> None:
        """Go to the other filter."""
        self.at = 1 - self.at

    def do_next_option(self) -> None:
        """Choose the next value of the filter."""
        self._turn(1)

    def do_previous_option(self) -> None:
        """Choose the value before."""
        self._turn(-1)

    def _turn(self, way: int) -> None:
        options = (self.levels, RESULTS)[self.at]
        self.picks[self.at] = (self.picks[self.at] + way) % len(options)
        self.scroller.go(0)
        self.changed()


def _fields(game: Listed, now: int) -> list[Field]:
    rules = Rules.parse(game.rules)
    summary = game.summary
    named = level_title(str(rules.level)).removeprefix("Custom ")
    level = Field(named.split()[0], "text")
    board = Field(layout_words(rules) if rules.ruleset == "modern" else rules.ruleset)
    if not game.finished or summary is None:
        word = Field(UNFINISHED if not game.finished else NOTHING, "accent", True)
        moves = counted(game.seq, "move") if not game.finished else ""
        rest = [Field(NOTHING), Field(NOTHING), Field(NOTHING), Field(moves)]
        return [Field(when(game.created_at, now), "text"), level, board, word, *rest]
    result, token = _WORDS.get(summary.status, (summary.status, "muted"))
    return [
        Field(when(summary.ended_at, now), "text"),
        level,
        board,
        Field(result, token, summary.status == "won"),
        Field(seconds(summary.elapsed), "text", summary.status == "won"),
        Field(_speed(summary)),
        Field(percent(summary.solved / summary.bbbv) if summary.bbbv else NOTHING),
        Field(", ".join([*([summary.name] if summary.name else []), *summary.remarks])),
    ]


def _speed(summary: Summary) -> str:
    return per_second(summary.bbbv, summary.elapsed) if summary.status == "won" else NOTHING
