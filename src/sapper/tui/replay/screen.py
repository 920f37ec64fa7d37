"""The replay viewer: a game played again, with every move judged. Its keys are its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from textual.screen import Screen

from ...analysis.review import MOST_CELLS
from ...controls.settings import CellSize
from ...errors import SapperError
from ...game import Status
from ...replay.model import Replay
from .. import screens
from ..board.marks import Marks
from ..board.view import BoardView
from ..drawing.lines import LinesWidget, Writer, place
from ..keystrokes import stroke_of
from ..play import bars, odds_marks
from ..play.layout import Cells, arrange_watch
from . import panel
from .playback import Playback
from .review_task import Judging
from .timeline import Timeline

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual import events
    from textual.app import ComposeResult

    from ...analysis.review import JudgedMove
    from ..app import SapperApp
    from ..drawing.lines import Box
    from ..play.layout import Layout
    from .comments import Comment

FRAME_S = 1 / 30
FAR = 10  # moves at once
KEYS = (
    ("Space", "play", "play"),
    (", .", "step", "next"),
    ("[ ]", "mistake", "next-mark"),
    ("+ -", "speed", "faster"),
    ("V", "odds", "odds"),
    ("G", "play from here", "from-here"),
    ("Esc", "back", "back"),
)
STROKES = {
    "space": "play",
    ".": "next",
    ",": "previous",
    "down": "next",
    "up": "previous",
    "j": "next",
    "k": "previous",
    "pagedown": "far-next",
    "pageup": "far-previous",
    "right": "later",
    "left": "earlier",
    "l": "later",
    "h": "earlier",
    "home": "start",
    "end": "end",
    "]": "next-mark",
    "[": "previous-mark",
    "+": "faster",
    "=": "faster",
    "-": "slower",
    "v": "odds",
    "g": "from-here",
    "w": "back",
    "q": "back",
    "escape": "back",
}


class ReplayViewer(Screen[None]):
    """Shows a replay, the game just finished if none is given. `alone`: there is nothing to go back to."""

    def __init__(self, replay: Replay | None = None, *, alone: bool = False) -> None:
        super().__init__()
        self._given = replay
        self._is_alone = alone
        self.shows_odds = False
        self.note = ""
        self._is_sure = False
        self._judged: dict[int, JudgedMove] = {}
        self._comments: dict[int, Comment | None] = {}
        self._shown: object = None

    @property
    def sapper(self) -> SapperApp:
        """The app, by its own type."""
        return cast("SapperApp", self.app)

    def compose(self) -> ComposeResult:
        """Make the parts; `arrange_watch` places them."""
        self.playback = Playback(self._given or self._just_finished())
        self.judging = Judging(self.playback.replay)
        ink, glyphs = self.sapper.ink, self.sapper.glyphs
        self.board = BoardView(self.playback.game.board, ink, glyphs, self.sapper.clock)
        self.board.cursor = None
        self.board.can_focus = False
        self.title_bar, self.triad = LinesWidget(id="title"), LinesWidget(id="triad")
        self.side, self.line, self.footer = LinesWidget(id="side"), LinesWidget(id="line"), LinesWidget(id="footer")
        self.timeline = Timeline()
        yield from (self.title_bar, self.triad, self.board, self.side, self.timeline, self.line, self.footer)

    def _just_finished(self) -> Replay:
        session = self.sapper.session
        recorder = session.recorder
        if recorder and recorder.finished:
            return recorder.finished.replay
        return Replay.of(session.game, session.seed, known_board=session.known_board)

    def on_mount(self) -> None:
        """Begin at the first action, standing still, and judge the moves meanwhile."""
        self.set_interval(FRAME_S, self._tick)
        self.judging.start(self.sapper.from_thread(self._tell))
        self.lay_out()

    def on_unmount(self) -> None:
        """Leave no review behind."""
        self.judging.stop()

    def _tell(self, judging: Judging) -> None:
        if judging.review:
            self._judged = {move.place: move for move in judging.review.moves}
        self.refresh_all()

    # -- Places and paint

    @property
    def places(self) -> tuple[Layout, Box]:
        """Where everything stands, and the time line."""
        display = self.sapper.settings.display
        wish = None if display.cells is CellSize.AUTO else Cells[display.cells.upper()]
        level = self.playback.replay.rules.level
        return arrange_watch(self.size.width, self.size.height, level, wish, panel=display.panel)

    def on_resize(self) -> None:
        """Place everything anew."""
        self.lay_out()

    def lay_out(self) -> None:
        """Put every part where it belongs at this size."""
        if not self.is_mounted:
            return
        places, timeline = self.places
        self.board.restyle(self.sapper.ink, self.sapper.glyphs, places.cells)
        place(self.title_bar, places.title)
        place(self.triad, places.triad)
        place(self.board, places.board)
        place(self.side, places.panel)
        place(self.timeline, timeline)
        place(self.line, places.line)
        place(self.footer, places.footer)
        self.call_after_refresh(self.refresh_all)

    def refresh_all(self) -> None:
        """Show the replay as it stands."""
        if not self.is_mounted:
            return
        self._show_board()
        self._write()

    def _show_board(self) -> None:
        board, game = self.board, self.playback.game
        if board.board is not game.board:
            board.show(game.board)
        board.covered = game.status is Status.PAUSED
        board.marks = self._marks()
        board.changed()
        last = self.playback.last
        if last and last.action.kind.has_cell:
            board.bring_into_view((last.action.row, last.action.col))
        self._shown = (self.playback.place, game)

    def _marks(self) -> Marks:
        last = self.playback.last
        comment = self.comment
        marks = comment.marks if comment and not self.shows_odds else Marks()
        if last and last.action.kind.has_cell and not comment:
            marks.last = (last.action.row, last.action.col)
        if self.shows_odds and not self.playback.game.status.is_over:
            try:
                odds_marks.mark(self.playback.game.board, marks)
            except SapperError as error:
                self.note = panel.sentence(str(error))
        return marks

    @property
    def comment(self) -> Comment | None:
        """What is said of the move just played; while the replay runs, nothing."""
        move = self._judged.get(self.playback.place - 1)
        if move is None or (self.playback.is_playing and self.playback.speed > 1):
            return None
        if move.place not in self._comments:
            from .comments import comment

            self._comments[move.place] = comment(self.playback.replay, move)
        return self._comments[move.place]

    def _write(self) -> None:
        ink, glyphs, (places, _) = self.sapper.ink, self.sapper.glyphs, self.places
        playback, replay = self.playback, self.playback.replay
        self.title_bar.show([bars.replay_title(ink, glyphs, places.title.width, replay)])
        self.triad.show([bars.triad(ink, glyphs, places.triad.width, playback)])
        self.timeline.draw(ink, glyphs, playback, self.judging.review)
        keys = [(KEYS[0][0], "pause" if playback.is_playing else "play", "play"), *KEYS[1:]]
        if self._is_alone:
            keys[-1] = ("Esc", "quit", "back")
        self.footer.show([bars.footer(ink, places.footer.width, keys)])
        if places.panel:
            writer = Writer(ink, glyphs, places.panel.width)
            panel.write_review(writer, self.judging, self.comment, self._said())
            panel.write_moves(writer, playback, self._judged, places.panel.height)
            self.side.show(writer.lines)
        comment = self.comment
        words = self._said() or (f"{comment.title}. {comment.sentence}" if comment else self._in_short())
        self.line.show([bars.note(ink, glyphs, places.title.width, words)])

    def _said(self) -> str:
        if self.note:
            return self.note
        if self.shows_odds and not self.playback.game.status.is_over:
            try:
                return odds_marks.sentence(self.playback.game.board)
            except SapperError:
                return ""
        return ""

    def _in_short(self) -> str:
        review, glyphs = self.judging.review, self.sapper.glyphs
        if review is None:
            return panel.sentence(self.judging.failure) if self.judging.failure else ""
        survival = odds_marks.percent(review.survival)
        return f"{glyphs.mistake} {len(review.mistakes)}  {glyphs.guess} {len(review.guesses)}  {survival} survival"

    def _tick(self) -> None:
        playback = self.playback
        if not playback.is_playing:
            return
        playback.advance(self.sapper.clock())
        if (playback.place, playback.game) != self._shown:
            self._show_board()
        self._write()

    # -- Input

    def on_key(self, event: events.Key) -> None:
        """Take a key."""
        event.stop()
        event.prevent_default()
        stroke = stroke_of(event) if screens.is_on_top(self) else None
        if stroke in ("ctrl+c", "ctrl+q"):
            self.sapper.leave()
        elif stroke == "ctrl+z":
            self.sapper.action_suspend_process()
        elif stroke and stroke.removeprefix("shift+").lower() in STROKES:
            self.do(STROKES[stroke.removeprefix("shift+").lower()])

    def on_lines_widget_clicked(self, message: LinesWidget.Clicked) -> None:
        """Do what was clicked, or go to a move of the list."""
        message.stop()
        kind, _, number = message.action.partition(":")
        if kind == "move":
            self._go(int(number))
        elif kind in ("face", "menu"):
            self.do("play")
        else:
            self.do(message.action)

    def on_timeline_sought(self, message: Timeline.Sought) -> None:
        """Go where the time line was pointed at."""
        self._leave_note()
        self.playback.pause()
        self.playback.seek(message.at)
        self.refresh_all()

    def on_mouse_scroll_down(self) -> None:
        """Step on."""
        self._go(self.playback.place + 1)

    def on_mouse_scroll_up(self) -> None:
        """Step back."""
        self._go(self.playback.place - 1)

    def do(self, action: str) -> None:
        """Do something by its name; a viewer that was left does nothing."""
        if not screens.is_on_top(self):
            return
        if action != "from-here":
            self._leave_note()
        place = self.playback.place
        column = max(self.playback.length // max(self.timeline.size.width - 1, 1), 1)
        commands: dict[str, Callable[[], None]] = {
            "play": self._play,
            "next": lambda: self._go(place + 1),
            "previous": lambda: self._go(place - 1),
            "far-next": lambda: self._go(place + FAR),
            "far-previous": lambda: self._go(place - FAR),
            "later": lambda: self._seek(self.playback.at + column),
            "earlier": lambda: self._seek(self.playback.at - column),
            "start": lambda: self._go(0),
            "end": lambda: self._go(len(self.playback.replay)),
            "next-mark": lambda: self._to_mark(1),
            "previous-mark": lambda: self._to_mark(-1),
            "faster": lambda: self.playback.change_speed(1),
            "slower": lambda: self.playback.change_speed(-1),
            "odds": self._toggle_odds,
            "from-here": self._play_from_here,
            "back": self._back,
        }
        if action in commands:
            commands[action]()
            if screens.is_on_top(self):
                self.refresh_all()

    def _leave_note(self) -> None:
        self.note, self._is_sure = "", False

    def _play(self) -> None:
        if self.playback.is_playing:
            self.playback.pause()
        else:
            self.playback.play(self.sapper.clock())

    def _go(self, number: int) -> None:
        self.playback.pause()
        self.playback.go(number)
        self.refresh_all()

    def _seek(self, at: int) -> None:
        self.playback.pause()
        self.playback.seek(at)

    def _to_mark(self, way: int) -> None:
        """Go to the next mistake or guess, or the one before."""
        review, here = self.judging.review, self.playback.place - 1
        if review is None:
            return
        marked = sorted(move.place for move in (*review.mistakes, *review.guesses))
        ahead = [number for number in marked if (number - here) * way > 0]
        if ahead:
            self._go((ahead[0] if way > 0 else ahead[-1]) + 1)
        else:
            self.note = "No mistake and no guess there."

    def _toggle_odds(self) -> None:
        cells = self.playback.replay.rules.level.cells
        if cells > MOST_CELLS:
            self.note = f"There are odds up to {MOST_CELLS} squares."
            return
        self.shows_odds = not self.shows_odds

    def _play_from_here(self) -> None:
        """Take the position to the board, as practice; a game in play is given up only when asked for twice."""
        session = self.sapper.session
        if session.game.log and not session.game.status.is_over and not self._is_sure:
            self._is_sure = True
            self.note = "Once more gives up the game in play."
            return
        try:
            session.play_from(self.playback.replay, self.playback.place)
        except SapperError as error:
            self.note = panel.sentence(str(error))
            return
        self.app.pop_screen()
        self.sapper.play_screen.state.offered = False
        self.sapper.play_screen.show_game()

    def _back(self) -> None:
        if self._is_alone:
            self.sapper.leave()
        else:
            self.app.pop_screen()
