"""The commands that change the game: new ones, levels, the search for a board, undo and pause."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...action import Action, Kind
from ...daily import daily_board, day_of
from ...daily_game import DailyStart, start_daily
from ...display.wording import message, wording
from ...replay import sharing
from ...rules import RULESETS, LayoutKind
from ..drawers import menus
from ..drawers.seed_form import SeedForm
from ..drawing.formatting import clock
from . import panel
from .board_search import next_grade

if TYPE_CHECKING:
    from ...rules import Rules
    from .move_commands import MoveCommands
    from .solo_screen import SoloScreen


class GameCommands:
    """Begins games, and moves through their time. A game worth asking for is given up only after a question."""

    def __init__(self, screen: SoloScreen, moves: MoveCommands) -> None:
        self._screen = screen
        self._state = screen.state
        self._session = screen.state.session
        self._moves = moves

    # -- New games

    def may_begin(self, action: str) -> bool:
        """Return whether an action may give up the game in play; if it has to be asked for again, show the question."""
        screen = self._screen
        screen.close_drawer()
        if screen.guard.allows(action):
            return True
        screen.say(screen.guard.question)
        return False

    def do_give_up(self) -> None:
        """Answer the question with yes: carry out the action that waits."""
        if self._screen.guard.asked:
            self._screen.commands.do(self._screen.guard.asked)

    def do_play_on(self) -> None:
        """Answer the question with no, which any other action does as well."""

    def do_new(self) -> None:
        """Begin a new game."""
        if self.may_begin("new"):
            self.new()

    def new(self, rules: Rules | None = None) -> None:
        """Begin a new game, with other rules if they are given."""
        self._screen.close_drawer()
        self._state.new_game(rules)
        self._screen.show_game()
        if self._session.forgotten_best_time is not None:
            self._screen.say(message("game.record-forgotten", time=clock(self._session.forgotten_best_time)))

    def do_face(self) -> None:
        """Do what the face does: go on after a pause, else begin a new game."""
        self._screen.commands.do("pause" if self._session.is_paused else "new")

    def do_beginner(self) -> None:
        """Play the smallest level."""
        self._level("beginner")

    def do_intermediate(self) -> None:
        """Play the middle level."""
        self._level("intermediate")

    def do_expert(self) -> None:
        """Play the largest level."""
        self._level("expert")

    def _level(self, name: str) -> None:
        level = RULESETS[self._session.rules.ruleset].level(name)
        if self.may_begin(name):
            self._state.options.set_option("game", "level", name)
            self.new(self._session.rules.replace(level=level))

    def do_level(self, text: str) -> None:
        """Play a custom level; its size is offered again the next time."""
        self._state.options.set_option("game", "custom", text)
        if self.may_begin(f"level:{text}"):
            self._state.options.set_option("game", "level", text)
            self.new(self._session.rules.replace(level=text))

    def do_seal(self) -> None:
        """Show what the board is sealed with, and how to check it."""
        digest = self._session.seal
        if digest:
            self._screen.open_page(lambda writer: panel.seal(writer, digest))
        else:
            self._screen.say(message("seal.none"))

    def do_enter_seed(self, text: str = "") -> None:
        """Play the board of a seed or a shared line, from a form if none is given."""
        sapper, rules = self._screen.sapper, self._session.rules
        if not text:
            self._screen.open_drawer(SeedForm(sapper.ink, sapper.glyphs, rules))
            return
        shared = sharing.read(text, rules)
        if self.may_begin(f"enter-seed:{text}"):
            self._session.new(shared.rules, seed=shared.seed)
            self._session.rules = rules
            self._screen.show_game()
            if shared.first:
                self._screen.put_cursor(shared.first)
                self._moves.play(Action(Kind.OPEN, *shared.first), "key")
            self._screen.say(message("seed.not-ranked"))

    def do_daily(self, level: str = "") -> None:
        """Play a board of the day, from a list of its levels if none is given."""
        today = day_of(self._screen.sapper.now())
        if not level:
            self._screen.choose(wording().action("daily").name, menus.daily_menu(self._session, today))
        elif self.may_begin(f"daily:{level}"):
            start = start_daily(self._session, daily_board(today, level), today)
            self._state.is_resumed = start is DailyStart.RESUMED
            self._screen.show_game()
            if start is not DailyStart.RESUMED:
                is_try = start is DailyStart.RANKED
                self._screen.say(message("daily.terminal-ranked") if is_try else message("daily.terminal-practice"))

    def do_retry(self) -> None:
        """Play the same board again."""
        if self.may_begin("retry"):
            self._session.retry()
            self._screen.show_game()

    def do_go_on(self) -> None:
        """Undo the last move of a lost game and go on as practice."""
        if self.may_begin("go-on"):
            self._session.continue_as_practice()
            self._screen.show_game()

    # -- The search for a no-guess board

    def do_cancel(self) -> None:
        """Stop the search."""
        self._screen.stop_looking()
        self._screen.say(message("search.stopped"))

    def do_keep_looking(self) -> None:
        """Search again, from another seed."""
        self._look_again(self._session.rules)

    def do_next_grade(self) -> None:
        """Search for a board of the next grade, which is easier to find."""
        rules = self._session.rules
        self._look_again(rules.replace(layout=LayoutKind.of(next_grade(rules))))

    def do_random(self) -> None:
        """Play a random board instead."""
        self._look_again(self._session.rules.replace(layout=LayoutKind.RANDOM))

    def _look_again(self, rules: Rules) -> None:
        failed = self._screen.failed
        self.new(rules)
        if failed:
            self._moves.play(failed.action, failed.device)

    # -- Time

    def do_undo(self) -> None:
        """Undo a move."""
        self._screen.show_travel(self._state.undo())

    def do_redo(self) -> None:
        """Play the move again that was undone last."""
        self._screen.show_travel(self._state.redo())

    def do_pause(self) -> None:
        """Cover the board and stop the clock, or go on."""
        if self._state.toggle_pause():
            self._screen.board.pressed = set()
            self._screen.refresh_all()
