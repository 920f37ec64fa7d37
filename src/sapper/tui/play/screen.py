"""A board that is played on, alone or in a room: puts the parts in their places, passes input on, shows changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...controls.misclick_guard import PATIENCE_MS
from ...controls.settings import ReducedMotion
from ...coordinates import cell_name
from ...display.wording import message, sentence, wording
from ..board.layout import arrange
from ..board_screen import BoardScreen, has_only_mines_closed
from ..drawers.drawer import Choices, Drawer, Page
from ..drawing.lines import LinesWidget, Writer, place
from ..keystrokes import Keystrokes
from .guard import Guard

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.widget import Widget

    from ...board import Board
    from ...errors import SapperError
    from ...game import Status
    from ..board.layout import ScreenLayout
    from ..board.view import BoardView
    from ..drawers.menus import Item
    from ..drawing.lines import Line
    from ..keystrokes import ScreenKey
    from .commands import PlayCommands
    from .state import Outcome, PlayState

TICK_S = 0.1
FLASH_S = 0.16
MOST_LINES = 3  # above the keys, where there is no panel
HELP_LINES = 12  # notes, hints and odds are shown whole or are of no use


class PlayScreen(BoardScreen):
    """Title, triad, board, panel, keys. Input goes to the commands, and what they change comes back as paint."""

    def __init__(self, state: PlayState) -> None:
        super().__init__()
        self.state = state
        self.drawer: Drawer | None = None
        self.guard = Guard(state.session, state.options)
        self.commands = self.make_commands()
        self.strokes = Keystrokes(lambda: state.options.keys)
        self._points = False  # the pointer moved last: keys act where it is
        self._flashes = False
        self._was_over = False
        self._ticks = 0

    def make_commands(self) -> PlayCommands:
        """Return the commands of this screen."""
        raise NotImplementedError

    def first_board(self) -> Board:
        """Return the board of the game."""
        return self.state.session.game.board

    def own_parts(self) -> list[Widget]:
        """Return the panel below the board."""
        self.under = LinesWidget(id="under")
        return [self.under]

    def on_mount(self) -> None:
        """Show the game, with the note it was started with."""
        self.set_interval(TICK_S, self.tick)
        self.board.focus()
        note = self.state.note
        self.show_game()
        self.say(note)

    # -- Places

    @property
    def places(self) -> ScreenLayout:
        """The places of all parts at this size."""
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
        """Show a list, a form or a page next to the board."""
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

    def language_changed(self) -> None:
        """Write everything in another language; a list or a page that is open was written in the last one."""
        self.close_drawer()
        self.state.language_changed()
        super().language_changed()

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
        self.board.covered = self.state.is_covered
        self.board.dims_finished = self.state.options.display.dim_finished
        self.board.counts_down = self.state.options.display.count_down and not self.state.session.game.status.is_over
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
        self.say(sentence(wording().error(error) or message("game.no-memory")))

    def write_top_and_keys(self) -> None:
        """Write what is above and below the board."""
        state, session, places = self.state, self.state.session, self.places
        session.pressed = state.is_open and state.mouse.face_pressed
        self.write_bars(places, self.title_line(places.title.width), session, self.current_keys(), flash=self._flashes)
        self.write_line()

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

    @property
    def shows_time(self) -> bool:
        """Whether the time is shown: while a game is played, players may hide it."""
        return self.state.shows_time

    def title_line(self, width: int) -> Line:
        """Return the line at the top."""
        raise NotImplementedError

    def write_line(self) -> None:
        """Write above the keys."""
        raise NotImplementedError

    def write_panels(self) -> None:
        """Write the panels next to and below the board."""
        raise NotImplementedError

    def tick(self) -> None:
        """Show the time that passes."""
        raise NotImplementedError

    # -- Input

    def current_keys(self) -> Sequence[ScreenKey]:
        """Return the keys that matter now."""
        raise NotImplementedError

    @property
    def takes_moves(self) -> bool:
        """Whether a key or a button plays a move now."""
        return True

    @property
    def target(self) -> tuple[int, int]:
        """The cell that keys act on: under the pointer if that moved last, else at the cursor."""
        if self._points and self.board.hovered:
            return self.board.hovered
        return self.state.cursor

    def put_cursor(self, cell: tuple[int, int]) -> None:
        """Move the cursor."""
        self._points = False
        self.state.move_cursor(cell)
        self.board.move_cursor(cell)

    def on_board_view_pointer(self, message: BoardView.Pointer) -> None:
        """Feed the mouse, and play the moves that follow."""
        if message.what == "press":
            self.cancel_question()
            if message.cell:
                self.state.cursor = message.cell
                self.board.move_cursor(message.cell)
        self._points = True
        if not self.takes_moves:
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
        """Show the outcome of a move; `before` are the cells that were in view."""
        is_over = outcome.delta.status.is_over
        self.refresh_all()
        self.board.show_delta(outcome.delta, before if self._allows("animation") else None)
        if outcome.refused:
            self.board.refuse(outcome.refused)
        if is_over and not self._was_over:
            self._finish(outcome.delta.status)
        self._was_over = is_over

    def _allows(self, option: str) -> bool:
        """Return whether the player wants a kind of movement on the screen."""
        display = self.state.options.display
        return getattr(display, option) and display.reduced_motion is not ReducedMotion.ON

    def _finish(self, status: Status) -> None:
        """Show the end of the game."""
        self.flash()
        self.follow_up(status)

    def follow_up(self, status: Status) -> None:
        """Do what follows the end of a game."""
        raise NotImplementedError

    def flash(self) -> None:
        """Draw everything in reverse for a moment, where the player wants that."""
        if self._allows("flash"):
            self._flashes = self.board.flashes = True
            self.write_top_and_keys()
            self.set_timer(FLASH_S, self._end_flash)

    def _end_flash(self) -> None:
        self._flashes = self.board.flashes = False
        self.write_top_and_keys()
