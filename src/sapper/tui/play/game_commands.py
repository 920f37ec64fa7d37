"""Which game is played: new ones, levels and rules, the search for a board, undo and pause."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...display.wording import message, wording
from ...game import Status
from ...rules import RULESETS, Grade, LayoutKind, Rules
from ..drawers import menus
from ..keystrokes import shown
from .board_search import next_grade

if TYPE_CHECKING:
    from .move_commands import MoveCommands
    from .screen import PlayScreen


class GameCommands:
    """Begins games, changes their rules, and moves through their time."""

    def __init__(self, screen: PlayScreen, moves: MoveCommands) -> None:
        self._screen = screen
        self._state = screen.state
        self._session = screen.state.session
        self._moves = moves
        self.is_confirmed = False  # a new game was asked for once, and asking again confirms it

    # -- New games

    def do_new(self) -> None:
        """Begin a new game; where the settings say so, only when asked twice."""
        is_long = self._session.is_worth_asking(self._state.options.game.confirm_new_after)
        if is_long and not self.is_confirmed:
            self.is_confirmed = True
            own = self._state.options.keys.keys("new")
            self._screen.say(message("new.confirm", key=shown(own[0]) if own else "N"))
        else:
            self.new()

    def new(self, rules: Rules | None = None) -> None:
        """Begin a new game, with other rules if they are given."""
        self.is_confirmed = False
        self._screen.close_drawer()
        self._state.new_game(rules)
        self._screen.show_game()

    def new_with(self, **choices: object) -> None:
        """Begin a new game with some rules changed."""
        self.new(self._session.rules.replace(**choices))

    def use_rules(self, rules: Rules) -> bool:
        """Take rules for the next game; return whether it began at once, because nothing was played yet."""
        rules = rules.replace(practice=self._session.rules.practice)
        if self._session.game.status is not Status.READY or self._session.game.log:
            self._session.rules = rules
            return False
        self._session.new(rules)
        self._screen.show_game()
        return True

    def do_face(self) -> None:
        """Do what the face does: go on after a pause, else begin a new game."""
        self.do_pause() if self._session.is_paused else self.do_new()

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
        self._state.options.set_option("game", "level", name)
        self.new_with(level=level)

    def do_level(self, text: str) -> None:
        """Play a custom level."""
        self._state.options.set_option("game", "level", text)
        self.new_with(level=text)

    def do_retry(self) -> None:
        """Play the same board again."""
        self._session.retry()
        self._screen.show_game()

    def do_go_on(self) -> None:
        """Undo the last move of a lost game and go on as practice."""
        self._session.continue_as_practice()
        self._screen.show_game()

    # -- Rules

    def do_marks(self) -> None:
        """Turn question marks on or off, in a new game."""
        self.new_with(questions=not self._session.rules.questions)

    def do_practice(self) -> None:
        """Turn practice on or off, in a new game."""
        self.new_with(practice=not self._session.rules.practice)

    def do_completion(self, choice: str = "") -> None:
        """Choose what wins, from a list if no choice is given."""
        if choice:
            self.new_with(completion=choice)
        else:
            self._screen.choose(wording().action("completion").name, menus.completion_menu(self._session.rules))

    def do_ruleset(self, choice: str = "") -> None:
        """Choose a ruleset, from a list if no choice is given."""
        rules = self._session.rules
        if not choice:
            self._screen.choose(wording().action("ruleset").name, menus.ruleset_menu(rules))
            return
        name = menus.level_of(rules)
        level = RULESETS[choice].level(rules.level if name == menus.CUSTOM else name)
        self._state.options.set_option("game", "ruleset", choice)
        self.new(Rules(level, ruleset=choice, layout=rules.layout, practice=rules.practice))

    def do_grade(self, choice: str = "") -> None:
        """Choose random boards or a no-guess grade, from a list if no choice is given."""
        if not choice:
            self._screen.choose(wording().action("grade").name, menus.grade_menu(self._session.rules))
            return
        self._state.options.set_option("game", "no-guess", choice)
        self.new_with(layout=LayoutKind.RANDOM if choice == "off" else LayoutKind.of(Grade(choice)))

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
