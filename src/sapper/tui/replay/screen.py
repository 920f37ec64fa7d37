"""The replay viewer: a game played again, with every move judged. Its keys are its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...analysis import odds as solver
from ...analysis.help_limit import MOST_CELLS
from ...display.wording import message, sentence, wording
from ...errors import SapperError
from ...game import Status
from ...replay.contributions import contributions_of
from .. import bars
from ..board import odds
from ..board.layout import arrange_watch
from ..board.marks import Marks
from ..board_screen import BoardScreen, has_only_mines_closed
from ..drawing.formatting import grouped, percent
from ..drawing.lines import LinesWidget, Writer, place
from ..keystrokes import ScreenKey, action_of
from ..play.keys import GIVE_UP
from . import panel
from .comments import comment
from .hand import HandView, ReplayHand
from .playback import Playback, just_finished
from .review_task import ReviewTask
from .timeline import SeekLine, Timeline

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.widget import Widget

    from ...analysis.review import JudgedMove
    from ...board import Board
    from ...replay.model import Replay
    from ..board.layout import ScreenLayout
    from ..board.odds import OddsReport
    from ..drawing.lines import Box
    from .comments import Comment

FRAME_S = 1 / 30
FAR = 10  # moves at once
HAND_NOTES = {
    HandView.TRAIL: "replay.hand-trail",
    HandView.HEAT: "replay.hand-heat",
    HandView.OFF: "replay.hand-off",
}
KEYS = (
    ScreenKey("play", ("space",), "footer.play"),
    ScreenKey("next", (".", "down", "j"), "footer.step", ", ."),
    ScreenKey("previous", (",", "up", "k")),
    ScreenKey("far-next", ("pagedown",)),
    ScreenKey("far-previous", ("pageup",)),
    ScreenKey("later", ("right", "l")),
    ScreenKey("earlier", ("left", "h")),
    ScreenKey("start", ("home",)),
    ScreenKey("end", ("end",)),
    ScreenKey("next-mark", ("]",), "footer.mistake", "[ ]"),
    ScreenKey("previous-mark", ("[",)),
    ScreenKey("faster", ("+", "="), "footer.speed", "+ -"),
    ScreenKey("slower", ("-",)),
    ScreenKey("odds", ("v",), "odds"),
    ScreenKey("hand", ("t",), "footer.hand"),
    ScreenKey("report", ("r",), "report"),
    ScreenKey("from-here", ("g",), "footer.play-from-here"),
    ScreenKey("back", ("escape", "w", "q"), "footer.back"),
)


class ReplayViewer(BoardScreen):
    """Shows a replay, the game just finished if none is given. `alone`: there is nothing to go back to.

    A new position is looked at once, in `_show_position`; painting only shows what was found there.
    """

    def __init__(self, replay: Replay | None = None, *, alone: bool = False, place: int = 0) -> None:
        super().__init__()
        self._given = replay
        self._place = place  # how many actions are played at first
        self._is_alone = alone
        self.shows_odds = False
        self.hand_view = HandView.TRAIL
        self.note = ""
        self.comment: Comment | None = None  # on the move just played
        self._odds: OddsReport | None = None
        self._odds_of: object = None
        self._judged: dict[int, JudgedMove] = {}
        self._shown: object = None

    def first_board(self) -> Board:
        """Return the board before the first action."""
        self.playback = Playback(self._given or just_finished(self.sapper.session))
        self.playback.go(self._place)
        self.review_task = ReviewTask(self.playback.replay)
        self._parts = contributions_of(self.playback.replay)
        self.hand = ReplayHand(self.playback.replay)
        return self.playback.game.board

    def own_parts(self) -> list[Widget]:
        """Return the time line; the board takes no cursor, no focus and no wheel, which steps."""
        self.board.cursor = None
        self.board.can_focus = self.board.takes_wheel = False
        self.timeline = Timeline()
        return [self.timeline]

    def on_mount(self) -> None:
        """Begin at the first action, paused, and judge the moves meanwhile."""
        self.set_interval(FRAME_S, self._tick)
        self.review_task.start(self.sapper.from_thread(self._on_review))
        self.lay_out()

    def on_unmount(self) -> None:
        """Stop the review."""
        self.review_task.stop()

    def _on_review(self, task: ReviewTask) -> None:
        if task.review:
            self._judged = {move.place: move for move in task.review.moves}
        self.refresh_all()

    # -- Places and paint

    @property
    def places(self) -> tuple[ScreenLayout, Box]:
        """The places of all parts at this size, and the time line."""
        level, has_panel = self.playback.replay.rules.level, self.sapper.options.display.panel
        return arrange_watch(self.size.width, self.size.height, level, self.cell_size, panel=has_panel)

    def lay_out(self) -> None:
        """Put every part where it belongs at this size."""
        if not self.is_mounted:
            return
        places, timeline = self.places
        self.place_parts(places)
        place(self.timeline, timeline)
        self.call_after_refresh(self.refresh_all)

    def refresh_all(self) -> None:
        """Show the replay at its present position."""
        if not self.is_mounted:
            return
        self._show_position()
        self._write()

    def _show_position(self) -> None:
        """Look at a position once: its comment, its odds where they are shown, its board."""
        board, game, last = self.board, self.playback.game, self.playback.last
        if board.board is not game.board:
            board.show(game.board)
        position = (self.playback.place, game)
        if position != self._shown:
            board.changed()
        self._shown = position
        self.comment = self._comment()
        self._update_odds(position)
        board.covered = game.status is Status.PAUSED
        board.flags_rest = has_only_mines_closed(game)
        board.marks = self._marks()
        if last and last.action.kind.has_cell:
            board.bring_into_view((last.action.row, last.action.col))

    def _update_odds(self, position: object) -> None:
        game = self.playback.game
        if not self.shows_odds or game.status.is_over:
            self._odds = self._odds_of = None
        elif position != self._odds_of:
            self._odds = odds.report(game.board, lambda: solver.odds(game.board))
            self._odds_of = position

    def _marks(self) -> Marks:
        last, said = self.playback.last, self.comment
        marks = said.marks if said and not self.shows_odds else Marks()
        if last and last.action.kind.has_cell and not said:
            marks.last = (last.action.row, last.action.col)
        if self._odds:
            self._odds.mark(marks)
        self.hand.mark(marks, self.hand_view, self.playback.at)
        return marks

    def _comment(self) -> Comment | None:
        """Return the comment on the move just played; nothing while the replay runs fast."""
        move = self._judged.get(self.playback.place - 1)
        if move is None or (self.playback.is_playing and self.playback.speed > 1):
            return None
        return comment(self.playback.replay, move)

    def _keys(self) -> list[ScreenKey]:
        """Return the keys that the footer shows."""
        if self.sapper.play_screen.guard.asked:
            return list(GIVE_UP)
        labels = {"play": "pause"} if self.playback.is_playing else {}
        if self._is_alone:
            labels["back"] = "quit"
        return [key._replace(label=labels.get(key.action, key.label)) for key in KEYS if key.label]

    def _write(self) -> None:
        ink, glyphs, (places, _) = self.sapper.ink, self.sapper.glyphs, self.places
        playback, said = self.playback, self.comment
        title = bars.replay_title(ink, glyphs, places.title.width, playback.replay)
        self.write_bars(places, title, playback, self._keys())
        self.timeline.draw(ink, glyphs, playback, self.review_task.review)
        note = self.note or (self._odds.sentence if self._odds else "")
        if places.panel:
            writer = Writer(ink, glyphs, places.panel.width)
            panel.write_review(writer, self.review_task, said, note)
            panel.write_players(writer, self._parts)
            panel.write_origin(writer, playback.replay)
            panel.write_moves(writer, playback, self._judged, self._parts, self.hand, places.panel.height)
            self.side.show(writer.lines)
        words = note or (f"{said.title}. {said.sentence}" if said else self._in_short())
        self.line.show([bars.note(ink, glyphs, places.title.width, words)])

    def _in_short(self) -> str:
        review, glyphs = self.review_task.review, self.sapper.glyphs
        if review is None:
            return sentence(self.review_task.failure) if self.review_task.failure else ""
        mistakes, guesses = f"{glyphs.mistake} {len(review.mistakes)}", f"{glyphs.guess} {len(review.guesses)}"
        return f"{mistakes}  {guesses}  {message('replay.survival', share=percent(review.survival))}"

    def _tick(self) -> None:
        playback = self.playback
        if not playback.is_playing:
            return
        playback.advance(self.sapper.clock())
        if (playback.place, playback.game) != self._shown:
            self._show_position()
        elif self.hand.is_recorded:
            self.board.marks = self._marks()
        self._write()

    # -- Input

    def stroke(self, stroke: str) -> None:
        """Take a key."""
        action = action_of(self._keys(), stroke) or action_of(KEYS, stroke)
        if action:
            self.do(action)

    def on_lines_widget_clicked(self, message: LinesWidget.Clicked) -> None:
        """Do what was clicked, or go to a move of the list."""
        message.stop()
        kind, _, number = message.action.partition(":")
        if kind == "move":
            self._go(int(number))
        else:
            self.do("play" if kind in ("face", "menu") else message.action)

    def on_seek_line_sought(self, message: SeekLine.Sought) -> None:
        """Go where the time line was pointed at."""
        self._clear_note()
        self._seek(message.at)
        self.refresh_all()

    def on_mouse_scroll_down(self) -> None:
        """Step on."""
        self._go(self.playback.place + 1)

    def on_mouse_scroll_up(self) -> None:
        """Step back."""
        self._go(self.playback.place - 1)

    def do(self, action: str) -> None:
        """Carry out an action by its name; a viewer that was left does nothing."""
        if not self.is_on_top:
            return
        if action not in ("from-here", "give-up"):
            self._clear_note()
        method: Callable[[], None] | None = getattr(self, f"do_{action.replace('-', '_')}", None)
        if method:
            method()
            if self.is_on_top:
                self.refresh_all()

    def _clear_note(self) -> None:
        self.note = ""
        self.sapper.play_screen.guard.cancel()

    # -- Moving through the replay

    def do_play(self) -> None:
        """Play, or pause."""
        if self.playback.is_playing:
            self.playback.pause()
        else:
            self.playback.play(self.sapper.clock())

    def do_next(self) -> None:
        """Go one action forward."""
        self._go(self.playback.place + 1)

    def do_previous(self) -> None:
        """Go one action back."""
        self._go(self.playback.place - 1)

    def do_far_next(self) -> None:
        """Go several actions forward."""
        self._go(self.playback.place + FAR)

    def do_far_previous(self) -> None:
        """Go several actions back."""
        self._go(self.playback.place - FAR)

    def do_start(self) -> None:
        """Go to the start."""
        self._go(0)

    def do_end(self) -> None:
        """Go to the end."""
        self._go(len(self.playback.replay))

    def _go(self, number: int) -> None:
        self.playback.pause()
        self.playback.go(number)
        self.refresh_all()

    def do_later(self) -> None:
        """Go forward by a column of the time line."""
        self._seek(self.playback.at + self._column_ms)

    def do_earlier(self) -> None:
        """Go back by a column of the time line."""
        self._seek(self.playback.at - self._column_ms)

    @property
    def _column_ms(self) -> int:
        return max(self.playback.length // max(self.timeline.size.width - 1, 1), 1)

    def _seek(self, at: int) -> None:
        self.playback.pause()
        self.playback.seek(at)

    def do_faster(self) -> None:
        """Play faster."""
        self.playback.change_speed(1)

    def do_slower(self) -> None:
        """Play more slowly."""
        self.playback.change_speed(-1)

    def do_next_mark(self) -> None:
        """Go to the next mistake or guess."""
        self._to_mark(1)

    def do_previous_mark(self) -> None:
        """Go to the previous mistake or guess."""
        self._to_mark(-1)

    def _to_mark(self, way: int) -> None:
        review, here = self.review_task.review, self.playback.place - 1
        if review is None:
            return
        marked = sorted(move.place for move in (*review.mistakes, *review.guesses))
        ahead = [number for number in marked if (number - here) * way > 0]
        if ahead:
            self._go((ahead[0] if way > 0 else ahead[-1]) + 1)
        else:
            self.note = message("replay.no-more")

    # -- Odds, and leaving

    def do_odds(self) -> None:
        """Show the odds, or hide them."""
        if self.playback.replay.rules.level.cells > MOST_CELLS:
            self.note = message("odds.too-large", most=grouped(MOST_CELLS))
        else:
            self.shows_odds = not self.shows_odds

    def do_hand(self) -> None:
        """Show the way of the pointer, then where it stayed, then neither."""
        if self.hand.is_recorded:
            self.hand_view = self.hand_view.following
            self.note = message(HAND_NOTES[self.hand_view])
        else:
            self.note = message("replay.no-hand")

    def do_report(self) -> None:
        """Show the report of the game."""
        from .report import ReportPage

        self.playback.pause()
        self.app.push_screen(ReportPage(self.playback.replay))

    def do_from_here(self) -> None:
        """Play on from this position, as practice; a game in play may have to be given up first."""
        session, guard = self.sapper.session, self.sapper.play_screen.guard
        if not guard.allows("from-here"):
            self.note = guard.question
            return
        try:
            session.play_from(self.playback.replay, self.playback.place)
        except SapperError as error:
            self.note = sentence(wording().error(error))
            return
        self.app.pop_screen()
        self.sapper.play_screen.state.is_resumed = False
        self.sapper.play_screen.show_game()

    def do_give_up(self) -> None:
        """Answer the question with yes."""
        self.do_from_here()

    def do_play_on(self) -> None:
        """Answer the question with no, which any other action does as well."""

    def do_back(self) -> None:
        """Go back to where the viewer was opened, or quit."""
        if self._is_alone:
            self.sapper.leave()
        else:
            self.app.pop_screen()
