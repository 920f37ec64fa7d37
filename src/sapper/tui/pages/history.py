"""The history: every saved game, the newest first, unfinished ones on top."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...display.wording import message, sentence, wording
from ...errors import SapperError
from ...history.store import Filter, GameElsewhere
from ...rules import LEVELS, Rules
from ..drawers.menus import layout_words
from ..drawing import table
from ..drawing.formatting import NOTHING, longest_days, per_second, percent, seconds, when
from ..drawing.table import Column, Field
from ..keystrokes import ScreenKey
from .filters import chips, level_title
from .game_list import UNFINISHED, GameList, ListSummary, summarize
from .games_page import GamesPage
from .page import BACK
from .store_query import StoreQuery

if TYPE_CHECKING:
    from ...history.store import Listed, Summary
    from ..drawing.lines import Line, Writer

RESULTS = (None, "won", "lost", "abandoned", UNFINISHED)
_USUAL = ("beginner", "intermediate", "expert")
COLUMNS = (
    Column("columns.when", 8, texts=longest_days),
    Column("columns.level", 12, 1, grows=12, texts=lambda: [wording().level(name) for name in _USUAL]),
    Column("columns.board", 10, 4),
    Column("columns.result", 10, texts=lambda: [wording().status(name) for name in wording().names("statuses")]),
    Column("columns.time", 8, to_right=True),
    Column("figures.3bv-speed", 5, 3, to_right=True),
    Column("columns.solved", 6, 5, to_right=True),
    Column("columns.remarks", 9, 6, grows=40, texts=lambda: [message("count.moves", count=888)]),
)
_TOKENS = {"won": "good", "lost": "bad"}


class HistoryPage(GamesPage):
    """A long list. Enter goes on with an unfinished game, and shows a finished one."""

    opened_by = "history"
    table = (
        *GamesPage.table,
        ScreenKey("chip:0", ("l",), "footer.level"),
        ScreenKey("chip:1", ("r",), "footer.result"),
        ScreenKey("next-chip", ("tab",)),
        ScreenKey("next-option", ("right",)),
        ScreenKey("previous-option", ("left",)),
    )

    def __init__(self) -> None:
        super().__init__()
        self.levels: list[str | None] = [None]
        self.picks = [0, 0]
        self.at = 0
        self.game_list: GameList | None = None
        self._query = StoreQuery(self)

    def begin(self) -> None:
        """Read the list."""
        self.changed()

    def changed(self) -> None:
        """Read the list again."""
        level, result = self.levels[self.picks[0]], RESULTS[self.picks[1]]
        only = Filter(level=level, status=result)

        def take(found: ListSummary) -> None:
            if level is None:
                self.levels = [None, *found.levels]
            self.game_list = GameList(self.store, only, found.unfinished, found.finished)

        self._query.ask(lambda store: summarize(store, only), take)

    # -- What is shown

    @property
    def chosen(self) -> Listed | None:
        """The game that the choice is on."""
        return self.game_list[self.scroller.at] if self.game_list and self.scroller.at < len(self.game_list) else None

    def aside(self) -> str:
        """Return how many games there are."""
        return message("count.games", count=len(self.game_list)) if self.game_list else ""

    def keys(self) -> list[ScreenKey]:
        """Return the keys that matter now."""
        game, own = self.chosen, []
        if game and game.finished:
            own = [self.key("enter"), self.key("export"), self.key("delete")]
        elif game:
            own = [self.key("enter", "footer.resume"), self.key("delete")]
        return [*own, self.key("chip:0"), self.key("chip:1"), BACK]

    def prepare(self, width: int) -> None:
        """Choose the columns."""
        self._columns = table.fit(COLUMNS, width - 2)

    def head(self, writer: Writer) -> None:
        """Write the filters and the titles of the columns."""
        level, result = self.levels[self.picks[0]], RESULTS[self.picks[1]]
        shown = (
            ("L", level_title(level)),
            ("R", wording().status(result) if result else message("history.all-games")),
        )
        chips(writer, shown, self.at)
        writer.gap()
        if self.count():
            table.head(writer, self._columns)

    def count(self) -> int:
        """Return the number of games."""
        return len(self.game_list) if self.game_list else 0

    def row(self, writer: Writer, number: int, is_here: bool) -> Line:
        """Return the line of a game."""
        assert self.game_list is not None
        game = self.game_list[number]
        fields = _fields(game, self.sapper.now()) if game else [Field("") for _ in COLUMNS]
        return table.line(writer, self._columns, fields, is_here, f"row:{number}")

    def foot(self, writer: Writer) -> None:
        """Write why the list is empty."""
        if self.count():
            return
        if self.sapper.store is None:
            writer.line((f" {message('store.off')}", "muted"))
            return
        if self._query.is_busy:
            writer.line((" ...", "muted"))
            return
        why = message("history.no-match") if any(self.picks) else message("times.empty-title")
        writer.line((f" {why}", "text*"))
        writer.line((f" {message('history.empty')}", "muted"))

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
            except GameElsewhere as error:
                self.note = sentence(wording().error(error))
                return
            except SapperError:
                self.note = message("store.cannot-resume")
                return
            sapper.play_screen.state.is_resumed = True
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
        """Choose the previous value."""
        self._turn(-1)

    def _turn(self, way: int) -> None:
        count = (len(self.levels), len(RESULTS))[self.at]
        self.picks[self.at] = (self.picks[self.at] + way) % count
        self.scroller.go(0)
        self.changed()


def _fields(game: Listed, now: int) -> list[Field]:
    rules = Rules.parse(game.rules)
    summary = game.summary
    named = next((name for name, size in LEVELS.items() if size == rules.level), None)
    level = Field(wording().level(named) if named else str(rules.level), "text")
    is_modern = rules.ruleset == "modern"
    board = Field(layout_words(rules) if is_modern else wording().ruleset(rules.ruleset).name)
    if not game.finished or summary is None:
        word = Field(wording().status(UNFINISHED) if not game.finished else NOTHING, "accent", True)
        moves = message("count.moves", count=game.seq) if not game.finished else ""
        rest = [Field(NOTHING), Field(NOTHING), Field(NOTHING), Field(moves)]
        return [Field(when(game.created_at, now), "text"), level, board, word, *rest]
    return [
        Field(when(summary.ended_at, now), "text"),
        level,
        board,
        Field(wording().status(summary.status), _TOKENS.get(summary.status, "muted"), summary.status == "won"),
        Field(seconds(summary.elapsed), "text", summary.status == "won"),
        Field(_speed(summary)),
        Field(percent(summary.solved / summary.bbbv) if summary.bbbv else NOTHING),
        Field(", ".join(filter(None, (summary.name, wording().remarks(summary.remarks))))),
    ]


def _speed(summary: Summary) -> str:
    return per_second(summary.bbbv_per_second) if summary.status == "won" else NOTHING
