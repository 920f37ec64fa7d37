"""The screen of the game: puts the parts in their places, passes input on, and shows what has changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...controls.misclick_guard import PATIENCE_MS
from ...controls.settings import AfterGame, ReducedMotion
from ...coordinates import cell_name
from ...display.wording import message, sentence
from ...game import Status
from .. import bars
from ..board.layout import arrange
from ..board_screen import BoardScreen, has_only_mines_closed
from ..drawers.drawer import Choices, Drawer, Page
from ..drawers.name_entry import NameEntry
from ..drawing.lines import LinesWidget, Writer, place
from ..keystrokes import Keystrokes, action_of
from . import board_search, keys, panel
from .board_search import Search
from .commands import PlayCommands
from .guard import Guard

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual import events
    from textual.widget import Widget

    from ...action import Action
    from ...board import Board
    from ...errors import SapperError
    from ...game import Game
    from ..board.layout import ScreenLayout
    from ..board.view import BoardView
    from ..drawers.menus import Item
    from ..drawing.lines import Line
    from ..keystrokes import ScreenKey
    from .state import Outcome, PlayState

TICK_S = 0.1
PANEL_TICKS = 5
FLASH_S = 0.16
MOST_LINES = 3  # above the keys, where there is no panel
HELP_LINES = 12  # notes, hints and odds are shown whole or are of no use
BOARD_LEAST = 7  # lines that always remain for the board
NEXT_GAME_S = 1.5


class PlayScreen(BoardScreen):
    """Title, triad, board, panel, keys. Input goes to the commands, and what they change comes back as paint."""

    def __init__(self, state: PlayState) -> None:
        super().__init__()
        self.state = state
        self.drawer: Drawer | None = None
        self.search: Search | None = None
        self.failed: Search | None = None
        self.asks_for_names = True  # False once the player skipped one
        self.guard = Guard(state.session, state.options)
        self.commands = self.make_commands()
        self.strokes = Keystrokes(lambda: state.options.keys)
        self._covered: Game | None = None  # paused by another screen, to be resumed when that is left
        self._points = False  # the pointer moved last: keys act where it is
        self._flashes = False
        self._was_over = False
        self._ticks = 0

    def make_commands(self) -> PlayCommands:
        """Return what carries out the actions of this screen."""
        return PlayCommands(self)

    def first_board(self) -> Board:
        """Return the board of the game."""
        return self.state.session.game.board

    def own_parts(self) -> list[Widget]:
        """Return the panel below the board."""
        self.under = LinesWidget(id="under")
        return [self.under]

    def on_mount(self) -> None:
        """Show the game, with the note it was started with."""
        self.set_interval(TICK_S, self._tick)
        self.board.focus()
        note = self.state.note
        self.show_game()
        self.say(note)

    def cover(self) -> None:
        """Pause a game in play because another screen hides it; coming back resumes it."""
        game = self.state.session.game
        if game.status is Status.PLAYING:
            self._covered = game
            self.sapper.stop_clock()

    def on_screen_resume(self) -> None:
        """Resume the game that another screen has paused, unless it is no longer the one in play."""
        covered, self._covered = self._covered, None
        session = self.state.session
        if covered is session.game and session.is_paused:
            session.toggle_pause()
            self.refresh_all()

    # -- Places

    @property
    def places(self) -> ScreenLayout:
        """Where everything is at this size."""
        level, has_panel = self.state.session.game.rules.level, self.state.options.display.panel
        return arrange(self.size.width, self.size.height, level, self.cell_size, panel=has_panel)

    def lay_out(self) -> None:
        """Put every part where it belongs at this size."""
        places = self.places
        self.place_parts(
            places, hides_board=self.drawer is not None and places.panel is None, hides_panel=self.drawer is not None
        )
        place(self.under, places.under)
        if self.drawer:
            place(self.drawer, places.panel or places.body)
        self.refresh_all()

    def open_drawer(self, drawer: Drawer) -> None:
        """Show a list, a form or a page beside the board."""
        self.close_drawer()
        self.drawer = drawer
        drawer.act, drawer.close = self._do_chosen, self.close_drawer
        self.mount(drawer)
        self.lay_out()

    def choose(self, title: str, items: Sequence[Item], *, typing: bool = False) -> None:
        """Show a list to choose from."""
        self.open_drawer(Choices(self.sapper.ink, self.sapper.glyphs, title, items, typing=typing))

    def open_page(self, write: Callable[[Writer], None]) -> None:
        """Show a text to read."""
        self.open_drawer(Page(self.sapper.ink, self.sapper.glyphs, write))

    def close_drawer(self) -> None:
        """Go back to the board."""
        if self.drawer:
            self.drawer.remove()
            self.drawer = None
            self.lay_out()
            self.board.focus()

    def option_changed(self, section: str) -> None:
        """Apply an option that has changed."""
        if section == "display":
            self.lay_out()
        elif section == "keys":
            self.strokes.clear()
        elif section == "controls":
            self.state.apply_controls()

    # -- Paint

    def show_game(self) -> None:
        """Show the game that the session holds now."""
        self.stop_looking()
        self.failed = None
        self._was_over = self.state.session.game.status.is_over
        self.state.show_game()
        self.board.show(self.state.session.game.board)
        self.board.pressed = set()
        self.lay_out()
        self.board.move_cursor(self.state.cursor)

    def refresh_all(self) -> None:
        """Show the state in every part; of the board only the rows that look different are painted."""
        if not self.is_composed:
            return
        self.board.covered = self.state.session.is_paused
        self.board.dims_finished = self.state.options.display.dim_finished
        self.board.flags_rest = has_only_mines_closed(self.state.session.game)
        self.board.marks = self.state.marks()
        self.write_top_and_keys()
        self.write_panels()

    def say(self, note: str) -> None:
        """Show a note to the player."""
        self.state.note = note
        self.refresh_all()

    def warn(self, cell: tuple[int, int]) -> None:
        """Say, for as long as a second open counts as meant, that a cell is a mine by the player's own flags."""
        warning = message("touch.warning", square=cell_name(*cell))
        self.say(warning)
        self.board.refuse([cell])
        self.set_timer(PATIENCE_MS / 1000, lambda: self._unsay(warning))

    def _unsay(self, note: str) -> None:
        if self.state.note == note:
            self.say("")

    def cancel_question(self) -> None:
        """Remove the question whether to give up the game, if there is one."""
        if self.guard.cancel():
            self.say("")

    def complain(self, error: SapperError | MemoryError) -> None:
        """Show why something cannot be done."""
        self.say(sentence(str(error) or message("game.no-memory")))

    def write_top_and_keys(self) -> None:
        """Write what is above and below the board."""
        state, session, places = self.state, self.state.session, self.places
        session.pressed = state.is_open and state.mouse.face_pressed
        self.write_bars(places, self.title_line(places.title.width), session, self.current_keys(), flash=self._flashes)
        self.write_line()

    def title_line(self, width: int) -> Line:
        """Return the line at the top."""
        state, ink, glyphs = self.state, self.sapper.ink, self.sapper.glyphs
        return bars.title(ink, glyphs, width, state.session, panel.distinction(state, glyphs.dot))

    def write_line(self) -> None:
        """Write above the keys, over as many lines as are free; the board yields some to a note or a hint."""
        places, state = self.places, self.state
        if places.line is None:
            return
        free = places.footer.y - places.board.y - places.board.height
        text = self._search_words() or panel.in_short(state)
        if not text and free:
            text = panel.figures_in_short(state, self.sapper.glyphs.dot)
        if not text and not free:
            place(self.line, None)
            if self.board.display:
                place(self.board, places.board)
            return
        most = max(min(free, MOST_LINES), 1)
        has_help = state.note or state.hint_steps.hint or state.odds
        wanted = HELP_LINES if has_help else MOST_LINES if state.name_entry else 1
        most = max(most, min(wanted, free + places.board.height - BOARD_LEAST))
        self.show_line(bars.notes(self.sapper.ink, self.sapper.glyphs, places.line.width, text, most))

    def show_line(self, lines: list[Line]) -> None:
        """Show lines above the keys; the board yields what is not free."""
        places = self.places
        assert places.line is not None
        free = places.footer.y - places.board.y - places.board.height
        self.line.show(lines)
        if self.board.display:
            taken = max(len(lines) - free, 0)
            place(self.line, places.line._replace(y=places.footer.y - len(lines), height=len(lines)))
            place(self.board, places.board._replace(height=max(places.board.height - taken, 2)))

    def write_panels(self) -> None:
        """Write the panels beside and below the board."""
        places, ink, glyphs = self.places, self.sapper.ink, self.sapper.glyphs
        if places.panel and not self.drawer:
            writer = Writer(ink, glyphs, places.panel.width)
            if self._search_words():
                rules = self.state.session.rules
                board_search.write(writer, self.search, self.current_keys(), rules, self.sapper.clock())
            else:
                panel.beside(self.state, writer, places.panel.height)
            self.side.show(writer.lines)
        if places.under:
            writer = Writer(ink, glyphs, places.under.width)
            panel.below(self.state, writer, places.under.height)
            self.under.show(writer.lines)

    @property
    def shows_time(self) -> bool:
        """Whether the time is shown: while a game is played, players may hide it."""
        return self.state.shows_time

    def _tick(self) -> None:
        """Show the time that passes."""
        if self.search:
            self.write_panels()
            self.write_top_and_keys()
        elif self.state.session.game.status is Status.PLAYING:
            self._ticks += 1
            if self._ticks % PANEL_TICKS == 0:
                self.write_panels()
                self.write_line()
            self.write_triad(self.places, self.state.session)

    def current_keys(self) -> Sequence[ScreenKey]:
        """Return the keys that matter now."""
        if self.drawer:
            return self.drawer.hint_keys
        if self.guard.asked:
            return keys.GIVE_UP
        return keys.current(self.state, is_searching=self.search is not None, has_failed=self.failed is not None)

    # -- The search for a board

    def look_for(self, action: Action, device: str) -> None:
        """Search for a no-guess board in the background, then play the first move on it."""
        self.failed = None
        search = self.search = Search(action, device, self.sapper.clock())
        work = self.state.session.preparation(action.row, action.col, search.on_progress)
        search.start(work, self.sapper.from_thread(self._found))
        self.refresh_all()

    def stop_looking(self) -> None:
        """Stop the search, if there is one."""
        if self.search:
            self.search.stop()
        self.search = None

    def _found(self, search: Search) -> None:
        if search is not self.search:
            return
        self.search = None
        if search.failure:
            self.failed = search
            self.refresh_all()
        else:
            self.commands.moves.play_now(search.action, search.device)

    def _search_words(self) -> str:
        return board_search.words(self.search, self.failed is not None, self.state.session.rules, self.sapper.clock())

    # -- Input

    @property
    def target(self) -> tuple[int, int]:
        """The cell that keys act on: under the pointer if that moved last, else at the cursor."""
        if self._points and self.board.hovered:
            return self.board.hovered
        return self.state.cursor

    def put_cursor(self, cell: tuple[int, int]) -> None:
        """Move the cursor."""
        self._points = False
        self.state.cursor = cell
        self.board.move_cursor(cell)

    def stroke(self, stroke: str) -> None:
        """Take a key: first what the moment offers, then the key map."""
        state = self.state
        if self.drawer:
            self.drawer.take(stroke)
            return
        if self.commands.moves.take_target(stroke):
            return
        if state.name_entry and state.name_entry.ignores(stroke, self.sapper.clock()):
            return
        moment = self.current_keys() if self._is_momentary else tuple(keys.levels(state).values())
        offered = action_of(moment, stroke)
        if offered:
            self.strokes.clear()
            self.commands.do(offered)
        elif state.name_entry:
            state.name_entry.stroke(stroke)
            self.refresh_all()
        elif meant := self.strokes.press(stroke):
            self.commands.do(meant.action, meant.times, is_counted=meant.is_counted)

    @property
    def _is_momentary(self) -> bool:
        """Whether the keys of this moment come before the key map."""
        state = self.state
        is_asked = self.guard.asked or state.asked_help or state.name_entry or state.hint_steps.hint
        return bool(is_asked or self.search or self.failed or not state.is_open)

    def on_paste(self, event: events.Paste) -> None:
        """Take what is pasted into a form, or as part of a name."""
        if self.drawer:
            self.drawer.paste(event.text)
        elif self.state.name_entry:
            self.state.name_entry.type(event.text)
            self.refresh_all()

    def on_board_view_pointer(self, message: BoardView.Pointer) -> None:
        """Feed the mouse, and play the moves that follow."""
        if message.what == "press":
            self.cancel_question()
            if message.cell:
                self.put_cursor(message.cell)
        self._points = True
        if self.search or self.failed:
            return
        what, button, cell = message.what, message.button, message.cell
        actions = self.state.point(what, button, cell, shift=message.shift, ctrl=message.ctrl, at=self.sapper.clock())
        self.board.show_pressed(self.state.pressed)
        self.commands.moves.play_by_hand(actions, "mouse")
        self.write_top_and_keys()

    def on_lines_widget_clicked(self, message: LinesWidget.Clicked) -> None:
        """Do what was clicked."""
        message.stop()
        if self.drawer and self.drawer.click(message.action):
            return
        self._do_chosen(message.action)

    def _do_chosen(self, action: str) -> None:
        """Do what was chosen in a drawer or clicked; a list closes first."""
        if isinstance(self.drawer, Choices):
            self.close_drawer()
        self.commands.do(action)

    # -- After a move

    def show(self, outcome: Outcome, before: dict[tuple[int, int], int]) -> None:
        """Show what a move has done, and what follows from it; `before` is what was in view."""
        is_over = outcome.delta.status.is_over
        self.refresh_all()
        self.board.show_delta(outcome.delta, before if self._allows("animation") else None)
        if outcome.refused:
            self.board.refuse(outcome.refused)
        if is_over and not self._was_over:
            self._finish(outcome.delta.status)
        self._was_over = is_over

    def show_travel(self, outcome: Outcome) -> None:
        """Show a game after an undo or a redo; an end that is reached by a redo is summed up again."""
        game = self.state.session.game
        self._was_over = game.status.is_over
        self.refresh_all()
        self.board.show_delta(outcome.delta)
        if self._was_over:
            self.call_after_refresh(self._sum_up, game)

    def _allows(self, option: str) -> bool:
        """Return whether the player wants a kind of movement on the screen."""
        display = self.state.options.display
        return getattr(display, option) and display.reduced_motion is not ReducedMotion.ON

    def _finish(self, status: Status) -> None:
        """Show the end of the game."""
        self.flash()
        self.follow_up(status)

    def flash(self) -> None:
        """Draw everything in reverse for a moment, where the player wants that."""
        if self._allows("flash"):
            self._flashes = self.board.flashes = True
            self.write_top_and_keys()
            self.set_timer(FLASH_S, self._end_flash)

    def follow_up(self, status: Status) -> None:
        """Sum up the game, and begin the next one where the player wants that."""
        played, options = self.state.session.game, self.state.options.game
        self.call_after_refresh(self._sum_up, played)
        after = {Status.WON: options.after_win, Status.LOST: options.after_loss}.get(status)
        if after is AfterGame.NEW_GAME:
            self.set_timer(NEXT_GAME_S, lambda: self._next_game(played))

    def _end_flash(self) -> None:
        self._flashes = self.board.flashes = False
        self.write_top_and_keys()

    def _sum_up(self, played: Game) -> None:
        """Sum up a game once its end is on the screen; its moves are judged in the background."""
        from .summary import GameSummary

        state = self.state
        if state.session.game is not played or not played.status.is_over:  # its last move was undone meanwhile
            return
        if state.summary:
            state.summary.review_task.stop()
        summary = state.summary = GameSummary(state.session)
        if summary.asks_for_name and self.asks_for_names:
            state.name_entry = NameEntry(is_asked=True, now=self.sapper.clock())
        summary.review_task.start(self.sapper.from_thread(lambda _: self.refresh_all()))
        self.refresh_all()

    def _next_game(self, played: Game) -> None:
        if self.state.session.game is played and played.status.is_over and not self.state.name_entry:
            self.commands.do("new")
