"""The screen of a player alone: the search for a board, the pause, the figures, and the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...controls.settings import AfterGame
from ...game import Status
from .. import bars
from ..drawers.name_entry import NameEntry
from ..drawing.lines import Writer, place
from ..keystrokes import action_of
from . import board_search, keys, panel
from .board_search import Search
from .screen import HELP_LINES, MOST_LINES, PlayScreen
from .solo_commands import SoloCommands

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual import events

    from ...action import Action
    from ...game import Game
    from ..drawing.lines import Line
    from ..keystrokes import ScreenKey
    from .solo_state import SoloState
    from .state import Outcome

PANEL_TICKS = 5
BOARD_LEAST = 7  # lines that always remain for the board
NEXT_GAME_S = 1.5


class SoloScreen(PlayScreen):
    """Shows the game of a session on this machine."""

    state: SoloState
    commands: SoloCommands

    def __init__(self, state: SoloState) -> None:
        self.search: Search | None = None
        self.failed: Search | None = None
        self.asks_for_names = True  # False once the player skipped one
        self._covered: Game | None = None  # paused by another screen, to be resumed when that is left
        super().__init__(state)

    def make_commands(self) -> SoloCommands:
        """Return the commands of this screen."""
        return SoloCommands(self)

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

    def show_game(self) -> None:
        """Show the game that the session holds now."""
        self.stop_looking()
        self.failed = None
        super().show_game()

    # -- Paint

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
            text = panel.figures_in_short(state, self.sapper.glyphs.dot, places.line.width, min(free, MOST_LINES))
        if not text and not free:
            place(self.line, None)
            if self.board.display:
                place(self.board, places.board)
            return
        most = max(min(free, MOST_LINES), 1)
        has_help = state.note or state.hint_steps.hint or state.odds or state.is_drafting or state.session.is_paused
        wanted = HELP_LINES if has_help else MOST_LINES if state.name_entry else 1
        most = max(most, min(wanted, free + places.board.height - BOARD_LEAST))
        self.show_line(bars.notes(self.sapper.ink, self.sapper.glyphs, places.line.width, text, most))

    def write_panels(self) -> None:
        """Write the panels next to and below the board."""
        places, ink, glyphs = self.places, self.sapper.ink, self.sapper.glyphs
        if places.panel and not self.drawer:
            writer = Writer(ink, glyphs, places.panel.width)
            if self._search_words():
                rules = self.state.session.rules
                board_search.write(writer, self.search, self.current_keys(), rules, self.sapper.clock())
            else:
                panel.write_side(self.state, writer, places.panel.height)
            self.side.show(writer.lines)
        if places.under:
            writer = Writer(ink, glyphs, places.under.width)
            panel.below(self.state, writer, places.under.height)
            self.under.show(writer.lines)

    def tick(self) -> None:
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
    def takes_moves(self) -> bool:
        """Whether a key or a button plays a move now: not while a board is looked for."""
        return self.search is None and self.failed is None

    def current_keys(self) -> Sequence[ScreenKey]:
        """Return the keys that matter now."""
        if self.drawer:
            return self.drawer.hint_keys
        if self.guard.asked:
            return keys.GIVE_UP
        return keys.current(self.state, is_searching=self.search is not None, has_failed=self.failed is not None)

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
        is_asked = self.guard.asked or state.asked_help or state.name_entry
        is_helped = state.hint_steps.hint or state.is_drafting
        return bool(is_asked or is_helped or not self.takes_moves or not state.is_open)

    def on_paste(self, event: events.Paste) -> None:
        """Take what is pasted into a form, or as part of a name."""
        if self.drawer:
            self.drawer.paste(event.text)
        elif self.state.name_entry:
            self.state.name_entry.type(event.text)
            self.refresh_all()

    # -- After a move

    def show_travel(self, outcome: Outcome) -> None:
        """Show a game after an undo or a redo; an end that is reached by a redo is summed up again."""
        game = self.state.session.game
        self._was_over = game.status.is_over
        self.refresh_all()
        self.board.show_delta(outcome.delta)
        if self._was_over:
            self.call_after_refresh(self._sum_up, game)

    def follow_up(self, status: Status) -> None:
        """Sum up the game, and begin the next one where the player wants that."""
        played, options = self.state.session.game, self.state.options.game
        self.call_after_refresh(self._sum_up, played)
        after = {Status.WON: options.after_win, Status.LOST: options.after_loss}.get(status)
        if after is AfterGame.NEW_GAME:
            self.set_timer(NEXT_GAME_S, lambda: self._next_game(played))

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
