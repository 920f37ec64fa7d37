"""The screen of the game: puts the parts in their places, and tells each what has changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from textual.screen import Screen

from ...controls.settings import AfterGame, CellSize, ReducedMotion
from ...game import Status
from .. import screens
from ..board.view import BoardView
from ..drawers import name_entry
from ..drawers.drawer import Choices, Drawer
from ..drawing.lines import LinesWidget, Writer, place
from ..keystrokes import Keystrokes, shown, stroke_of
from . import bars, board_search, end_panel, panel
from .board_search import Search
from .commands import PlayCommands
from .layout import Cells, arrange

if TYPE_CHECKING:
    from textual import events
    from textual.app import ComposeResult

    from ...action import Action
    from ...errors import SapperError
    from ...game import Delta, Game
    from ..app import SapperApp
    from .layout import Layout
    from .state import PlayState

TICK_S = 0.1
PANEL_TICKS = 5
FLASH_S = 0.12
MOST_LINES = 3  # above the keys, where there is no panel
HINT_LINES = 5  # a hint that is cut is none
BOARD_LEAST = 7  # lines that the board keeps
NEXT_GAME_S = 1.5
LEAVING = {"ctrl+z": "suspend", "ctrl+c": "quit", "ctrl+q": "quit"}  # wherever the keys go


class PlayScreen(Screen[None]):
    """Title, triad, board, panel, keys. Every input goes to the state, every change comes back as paint."""

    def __init__(self, state: PlayState) -> None:
        super().__init__()
        self.state = state
        self.drawer: Drawer | None = None
        self.search: Search | None = None
        self.failed: Search | None = None
        self.commands = PlayCommands(self)
        self.strokes = Keystrokes(state.settings.keys)
        self._points = False  # the pointer moved last: keys act where it is
        self._flashes = False
        self._was_over = False
        self._ticks = 0
        self._has_skipped = False  # no name is asked for twice in a sitting

    @property
    def sapper(self) -> SapperApp:
        """The app, by its own type."""
        return cast("SapperApp", self.app)

    def compose(self) -> ComposeResult:
        """Make the parts; `arrange` places them."""
        ink, glyphs = self.sapper.ink, self.sapper.glyphs
        self.board = BoardView(self.state.session.game.board, ink, glyphs, self.sapper.clock)
        self.title_bar, self.triad = LinesWidget(id="title"), LinesWidget(id="triad")
        self.side, self.under = LinesWidget(id="side"), LinesWidget(id="under")
        self.line, self.footer = LinesWidget(id="line"), LinesWidget(id="footer")
        yield from (self.title_bar, self.triad, self.board, self.side, self.under, self.line, self.footer)

    def on_mount(self) -> None:
        """Begin."""
        self.set_interval(TICK_S, self._tick)
        self.board.focus()
        note = self.state.note  # what is to be told at the start is no word on a game before
        self.show_game()
        self.state.note = note
        self.refresh_all()

    # -- Places

    @property
    def places(self) -> Layout:
        """Where everything stands now."""
        display = self.state.settings.display
        wish = None if display.cells is CellSize.AUTO else Cells[display.cells.upper()]
        level = self.state.session.game.rules.level
        return arrange(self.size.width, self.size.height, level, wish, panel=display.panel)

    def on_resize(self) -> None:
        """Place everything anew."""
        self.lay_out()

    def lay_out(self) -> None:
        """Put every part where it belongs at this size."""
        places = self.places
        hides_board = self.drawer is not None and places.panel is None
        self.board.restyle(self.sapper.ink, self.sapper.glyphs, places.cells)
        place(self.title_bar, places.title)
        place(self.triad, None if hides_board else places.triad)
        place(self.board, None if hides_board else places.board)
        place(self.side, None if self.drawer else places.panel)
        place(self.under, places.under)
        place(self.line, None if hides_board else places.line)
        place(self.footer, places.footer)
        if self.drawer:
            place(self.drawer, places.panel or places.body)
        self.refresh_all()

    def open_drawer(self, drawer: Drawer) -> None:
        """Put a list, a form or a page beside the board."""
        self.close_drawer()
        self.drawer = drawer
        self.mount(drawer)
        self.lay_out()

    def close_drawer(self) -> None:
        """Go back to the board."""
        if self.drawer:
            self.drawer.remove()
            self.drawer = None
            self.lay_out()
            self.board.focus()

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
        """Tell every part what there is to show now."""
        if not self.is_mounted:
            return
        state, board = self.state, self.board
        board.covered = state.session.is_paused
        board.marks = state.marks()
        board.changed()
        self._write_bars()
        self._write_panel()

    def _write_bars(self) -> None:
        state, session = self.state, self.state.session
        ink, glyphs, places = self.sapper.ink, self.sapper.glyphs, self.places
        session.pressed = state.is_open and state.mouse.face_pressed
        self.title_bar.show(
            [bars.title(ink, glyphs, places.title.width, session, panel.distinction(state, glyphs.dot))]
        )
        self.triad.show([bars.triad(ink, glyphs, places.triad.width, session, flash=self._flashes)])
        self.footer.show([bars.footer(ink, places.footer.width, self._keys())])
        self._write_line(self._search_words() or panel.in_short(state))

    def _write_line(self, text: str) -> None:
        """Tell something above the keys, over as many lines as are free; to a note or a hint the board yields some."""
        places = self.places
        if places.line is None:
            return
        free = places.footer.y - places.board.y - places.board.height
        most = max(min(free, MOST_LINES), 1)
        wanted = MOST_LINES if self.state.note else HINT_LINES if self.state.guide.hint else 1
        most = max(most, min(wanted, free + places.board.height - BOARD_LEAST))
        lines = bars.notes(self.sapper.ink, self.sapper.glyphs, places.line.width, text, most)
        self.line.show(lines)
        if self.board.display:
            taken = max(len(lines) - free, 0)
            place(self.line, places.line._replace(y=places.footer.y - len(lines), height=len(lines)))
            place(self.board, places.board._replace(height=max(places.board.height - taken, 2)))

    def _write_panel(self) -> None:
        places, ink, glyphs = self.places, self.sapper.ink, self.sapper.glyphs
        if places.panel and not self.drawer:
            writer = Writer(ink, glyphs, places.panel.width)
            if self._search_words():
                board_search.write(writer, self.search, self._keys(), self.sapper.clock())
            else:
                panel.beside(self.state, writer, places.panel.height)
            self.side.show(writer.lines)
        if places.under:
            writer = Writer(ink, glyphs, places.under.width)
            panel.below(self.state, writer, places.under.height)
            self.under.show(writer.lines)

    def _tick(self) -> None:
        state = self.state
        if self.search:
            self._write_panel()
            self._write_bars()
        elif state.session.game.status is Status.PLAYING:
            self._ticks += 1
            if self._ticks % PANEL_TICKS == 0:
                self._write_panel()
            self.triad.show([bars.triad(self.sapper.ink, self.sapper.glyphs, self.places.triad.width, state.session)])

    def _keys(self) -> list[tuple[str, str, str]]:
        """List the keys that matter now."""
        state, session = self.state, self.state.session
        keys = state.settings.keys

        def of(action: str, word: str) -> list[tuple[str, str, str]]:
            own = keys.keys(action)
            best = next((key for key in own if key == "space"), own[0] if own else None)
            return [(shown(best), word, action)] if best else []

        more = of("commands", "more")
        if self.drawer:
            return list(self.drawer.hint_keys)
        if state.naming:
            return list(name_entry.KEYS)
        if self.search:
            return [("Esc", "stop looking", "cancel"), *more]
        if self.failed:
            return [("K", "keep looking", "keep-looking"), ("G", "next grade", "next-grade"), ("R", "random", "random")]
        if session.is_paused:
            return [("P", "go on", "pause"), ("N", "new", "new"), ("Q", "quit", "quit"), *more]
        if state.guide.hint:
            word = "more" if state.guide.step < 3 else "play it"
            return [*of("hint", word), ("Esc", "close", "close"), *of("odds", "odds"), *of("pause", "pause"), *more]
        if session.game.status.is_over:
            return [*((key, word, action) for key, _, word, action in end_panel.keys(state)), *more]
        chords = of("chord", "chord") if session.game.rules.chord != "off" else []
        flags = of("mark", "flag") if session.game.rules.flags != "off" else []
        undo = [("Backspace", "undo", "undo")] if session.game.rules.practice and session.game.log else []
        first = [*of("open", "open"), *flags, *chords, *of("hint", "hint")]
        return [*first, *(undo or of("pause", "pause")), *of("new", "new"), *more]

    # -- Looking for a board

    def look_for(self, action: Action, device: str) -> None:
        """Lay a no-guess board in the background, then play the first move on it."""
        self.failed = None
        search = self.search = Search(action, device, self.sapper.clock())
        work = self.state.session.preparation(action.row, action.col, search.on_progress)
        search.start(work, self.sapper.from_thread(self._found))
        self.refresh_all()

    def stop_looking(self) -> None:
        """Drop the search, if there is one."""
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
            self.commands.play_now(search.action, search.device)

    def _search_words(self) -> str:
        return board_search.words(self.search, self.failed is not None, self.sapper.clock())

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

    def on_key(self, event: events.Key) -> None:
        """Take a key: first what the moment offers, then the key map."""
        event.stop()
        event.prevent_default()
        stroke = stroke_of(event) if screens.is_on_top(self) else None
        if stroke in LEAVING:
            self.commands.do(LEAVING[stroke])
            return
        if stroke is None or self.drawer:
            return
        if self.state.naming:
            self._type_name(stroke)
            return
        offered = {key.lower(): action for key, _, action in self._keys()}
        offered |= {"escape": offered["esc"]} if "esc" in offered else {}
        letter = stroke.removeprefix("shift+").lower()
        is_momentary = self.search or self.failed or not self.state.is_open or self.state.guide.hint
        if is_momentary and letter in offered:
            self.strokes.clear()
            self.commands.do(offered[letter])
            return
        meant = self.strokes.press(stroke)
        if meant:
            self.commands.do(meant.action, meant.times, is_counted=meant.is_counted)

    def _type_name(self, stroke: str) -> None:
        """Give a key to the name that is being typed."""
        assert self.state.naming
        if stroke in ("enter", "escape"):
            self.commands.do("keep-name" if stroke == "enter" else "skip-name")
        else:
            self.state.naming.stroke(stroke)
            self.refresh_all()

    def on_paste(self, event: events.Paste) -> None:
        """Take what is pasted as part of a name."""
        if self.state.naming:
            self.state.naming.type(event.text)
            self.refresh_all()

    def on_board_view_pointer(self, message: BoardView.Pointer) -> None:
        """Feed the mouse of the state, and play what it gives."""
        state = self.state
        if message.what == "press" and message.cell:
            state.cursor = message.cell
            self.board.move_cursor(message.cell)
        self._points = True
        if self.search or self.failed:
            return
        actions = state.point(
            message.what,
            message.button,
            message.cell,
            shift=message.shift,
            ctrl=message.ctrl,
            at=self.sapper.clock(),
        )
        pressed = state.pressed
        if pressed != self.board.pressed:
            changed = pressed ^ self.board.pressed
            self.board.pressed = pressed
            self.board.changed(row for row, _ in changed)
        for action in actions:
            self.commands.play(action, "mouse")
        self._write_bars()

    def on_lines_widget_clicked(self, message: LinesWidget.Clicked) -> None:
        """Do what was clicked."""
        message.stop()
        if self.drawer and self.commands.in_drawer(self.drawer, message.action):
            return
        if isinstance(self.drawer, Choices):
            self.close_drawer()
        self.commands.do(message.action)

    def on_drawer_closed(self, message: Drawer.Closed) -> None:
        """Put the list away."""
        message.stop()
        self.close_drawer()

    # -- After a move

    def show_delta(self, delta: Delta, before: dict[tuple[int, int], int]) -> None:
        """Paint what a move has changed, and what follows from it."""
        display = self.state.settings.display
        self.refresh_all()
        if display.animation and display.reduced_motion is not ReducedMotion.ON:
            self.board.ripple(delta, before)
        is_over = delta.status.is_over
        if is_over and not self._was_over:
            self._finish(delta.status)
        self._was_over = is_over

    def show_travel(self) -> None:
        """Paint a game that went back or forth in time; an end that is reached so is summed up again."""
        game = self.state.session.game
        self._was_over = game.status.is_over
        self.state.ending = self.state.naming = None
        self.refresh_all()
        if self._was_over:
            self.call_after_refresh(self._sum_up, game)

    def _finish(self, status: Status) -> None:
        display, game = self.state.settings.display, self.state.settings.game
        if display.flash and display.reduced_motion is not ReducedMotion.ON:
            self._flashes = True
            self._write_bars()
            self.set_timer(FLASH_S, self._calm)
        played = self.state.session.game
        self.call_after_refresh(self._sum_up, played)
        after = {Status.WON: game.after_win, Status.LOST: game.after_loss}.get(status)
        if after is AfterGame.NEW_GAME:
            self.set_timer(NEXT_GAME_S, lambda: self._go_on_from(played))

    def _sum_up(self, played: Game) -> None:
        """Count what the game amounts to, once its end is on the screen; judge its moves in the background."""
        from ..drawers.name_entry import NameEntry
        from .summary import GameSummary

        state = self.state
        if state.session.game is not played or not played.status.is_over:  # its last move may be taken back by now
            return
        state.ending = GameSummary(state.session)
        if state.ending.asks_for_name and not self._has_skipped:
            state.naming = NameEntry(is_asked=True)
        state.ending.judging.start(self.sapper.from_thread(lambda _: self.refresh_all()))
        self.refresh_all()

    def skip_name(self) -> None:
        """Ask for no name in this sitting any more."""
        self._has_skipped = True

    def _go_on_from(self, played: Game) -> None:
        if self.state.session.game is played and played.status.is_over and not self.state.naming:
            self.commands.do("new")

    def _calm(self) -> None:
        self._flashes = False
        self._write_bars()

    def complain(self, error: SapperError | MemoryError) -> None:
        """Say why something cannot be done."""
        text = str(error)
        self.state.note = f"{text[:1].upper()}{text[1:]}."
        self.refresh_all()
