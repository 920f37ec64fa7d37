"""The rules of the next game. Nothing here gives up the game in play: what cannot change in it applies to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...action import Kind
from ...display.wording import message, wording
from ...errors import GameError
from ...game import Status
from ...rules import RULESETS, Completion, Grade, LayoutKind, Rules
from ..drawers import menus
from ..drawers.rules_form import RulesForm

if TYPE_CHECKING:
    from .solo_screen import SoloScreen


class RuleCommands:
    """Changes rules, remembers them in the settings, and says from when they apply."""

    def __init__(self, screen: SoloScreen) -> None:
        self._screen = screen
        self._state = screen.state
        self._session = screen.state.session
        self._options = screen.state.options

    def take(self, rules: Rules) -> bool:
        """Take rules for the next game; return whether they apply now, because nothing was played yet."""
        session = self._session
        if not self._is_fresh:
            session.rules = rules
            self._state.apply_controls()
            return False
        session.new(rules)
        self._screen.show_game()
        return True

    @property
    def _is_fresh(self) -> bool:
        """Whether nothing is lost with the game in play: no move was made, and its board was not asked for."""
        session = self._session
        return session.game.status is Status.READY and not session.game.log and not session.known_board

    def change(self, name: str, value: object, *, is_done: bool = False) -> bool:
        """Change a rule and return whether it applies now; `is_done`: the game in play has taken it already."""
        applies_now = self.take(self._session.rules.replace(**{name: value})) or is_done
        self._options.choose_rules(**{name: value})
        words = wording().rule(name)
        named = (
            [words.value(one) for one in sorted(value) or ["none"]]
            if isinstance(value, frozenset)
            else [words.value(value)]
        )
        self._say(message("new.changed", rule=words.title, value=", ".join(named)), applies_now)
        return applies_now

    def _say(self, changed: str, applies_now: bool) -> None:
        self._screen.say(changed if applies_now else f"{changed} {message('new.applies-next')}")

    def do_rules(self) -> None:
        """Open the form of single rules."""
        sapper = self._screen.sapper
        self._screen.open_drawer(RulesForm(sapper.ink, sapper.glyphs, lambda: self._session.rules, self._by_form))

    def _by_form(self, name: str, value: object) -> bool:
        if name == "questions":
            return self.change(name, value, is_done=True)
        return self._complete(str(value)) if name == "completion" else self.change(name, value)

    def do_marks(self) -> None:
        """Turn question marks on or off, at once."""
        self.change("questions", not self._session.rules.questions, is_done=True)

    def do_practice(self) -> None:
        """Turn practice on or off."""
        self.change("practice", not self._session.rules.practice)

    def do_completion(self, choice: str = "") -> None:
        """Choose what wins, from a list if no choice is given."""
        if choice:
            self._complete(choice)
        else:
            self._screen.choose(wording().action("completion").name, menus.completion_menu(self._session.rules))

    def _complete(self, choice: str) -> bool:
        """Choose what wins; return whether it applies now."""
        completion = Completion(choice)
        return self.change("completion", completion, is_done=not self._is_fresh and self._complete_now(completion))

    def _complete_now(self, completion: Completion) -> bool:
        """Change what wins in the game in play; return False where its rules or its board do not allow that."""
        if self._session.game.rules.completion is completion:
            return not self._session.game.status.is_over
        try:
            self._session.play(Kind.of_completion(completion))
        except GameError:
            return False
        return True

    def do_ruleset(self, choice: str = "") -> None:
        """Choose a ruleset, from a list if no choice is given."""
        rules = self._session.rules
        if not choice:
            self._screen.choose(wording().action("ruleset").name, menus.ruleset_menu(rules))
            return
        name = menus.level_of(rules)
        level = RULESETS[choice].level(rules.level if name == menus.CUSTOM else name)
        before = self._options.settings.rules.layout
        self._options.choose_ruleset(choice)
        layout = self._options.settings.rules.layout if rules.layout is before else rules.layout
        applies_now = self.take(Rules(level, ruleset=choice, layout=layout, practice=rules.practice))
        title = wording().setting("game", "ruleset").title
        self._say(message("new.changed", rule=title, value=wording().ruleset(choice).name), applies_now)

    def do_grade(self, choice: str = "") -> None:
        """Choose random boards or a no-guess grade, from a list if no choice is given."""
        if choice:
            self.change("layout", LayoutKind.RANDOM if choice == "off" else LayoutKind.of(Grade(choice)))
        else:
            self._screen.choose(wording().action("grade").name, menus.grade_menu(self._session.rules))
