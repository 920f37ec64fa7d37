"""What is chosen rather than played: menus, pickers, forms, looks, and leaving."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rules import RULESETS, Grade, Layout, Rules
from ..settings import CellSize
from . import catalogue, panel
from .custom_form import CustomForm
from .drawers import Choices, Page
from .name_entry import NameEntry

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..action import Action
    from .drawers import Drawer
    from .play_screen import PlayScreen

_SIZES = (CellSize.COMPACT, CellSize.WIDE, CellSize.LARGE)


class Wishes:
    """The part of the deeds that opens lists and changes what is played or how it looks."""

    screen: PlayScreen

    def play(self, action: Action, via: str) -> None:
        """Play a move."""
        raise NotImplementedError

    def _new(self, rules: Rules | None = None) -> None:
        raise NotImplementedError

    def _change(self, **choices: object) -> None:
        raise NotImplementedError

    # -- Looking for a board

    def do_cancel(self) -> None:
        """Stop looking for a board."""
        self.screen.stop_looking()
        self.screen.seat.note = "Stopped looking. Open a square to look again."
        self.screen.renew()

    def do_keep_looking(self) -> None:
        """Look on, from another seed."""
        self._look_again(self.screen.seat.session.rules)

    def do_next_grade(self) -> None:
        """Take boards of the next grade, which are easier to find."""
        rules = self.screen.seat.session.rules
        grades = list(Grade)
        grade = rules.layout.grade or Grade.FULL
        self._look_again(rules.replace(layout=Layout.of(grades[min(grades.index(grade) + 1, len(grades) - 1)])))

    def do_random(self) -> None:
        """Play a random board instead."""
        self._look_again(self.screen.seat.session.rules.replace(layout=Layout.RANDOM))

    def _look_again(self, rules: Rules) -> None:
        failed = self.screen.failed
        self._new(rules)
        if failed:
            self.play(failed.action, failed.via)

    # -- Lists and forms

    def in_drawer(self, drawer: Drawer, action: str) -> bool:
        """Let a form take a click on one of its lines."""
        if isinstance(drawer, CustomForm):
            if action == "play":
                drawer.stroke("enter")
            elif action.startswith("field:"):
                drawer.choose_line(action)
            return not action.startswith("level:")
        return False

    def _choose(self, title: str, items: list[catalogue.Item], *, typing: bool = False) -> None:
        sapper = self.screen.sapper
        self.screen.open_drawer(Choices(sapper.ink, sapper.glyphs, title, items, typing=typing))

    def _page(self, write: Callable[..., None]) -> None:
        sapper = self.screen.sapper
        self.screen.open_drawer(Page(sapper.ink, sapper.glyphs, write))

    def do_menu(self) -> None:
        """Open the Game menu."""
        session = self.screen.seat.session
        self._choose("Game", catalogue.game_menu(session.rules, is_paused=session.is_paused))

    def do_commands(self) -> None:
        """Open the command palette."""
        self._choose("Commands", catalogue.palette(self.screen.seat.settings.keys), typing=True)

    def do_completion(self, choice: str = "") -> None:
        """Choose what wins."""
        if choice:
            self._change(completion=choice)
        else:
            self._choose("Completion", catalogue.completion_menu(self.screen.seat.session.rules))

    def do_ruleset(self, choice: str = "") -> None:
        """Choose a ruleset."""
        rules = self.screen.seat.session.rules
        if not choice:
            self._choose("Ruleset", catalogue.ruleset_menu(rules))
            return
        name = catalogue.level_name(rules).lower()
        level = RULESETS[choice].level(name if name != "custom" else rules.level)
        self.screen.sapper.remember("game", ruleset=choice)
        self._new(Rules(level, ruleset=choice, layout=rules.layout, practice=rules.practice))

    def do_grade(self, choice: str = "") -> None:
        """Choose random boards or a grade without guessing."""
        if not choice:
            self._choose("Guessing", catalogue.grade_menu(self.screen.seat.session.rules))
            return
        self.screen.sapper.remember("game", no_guess=choice)
        self._change(layout=Layout.RANDOM if choice == "off" else Layout.of(Grade(choice)))

    def do_theme(self, choice: str = "") -> None:
        """Choose how the game looks."""
        sapper = self.screen.sapper
        if not choice:
            self._choose("Look", catalogue.theme_menu(self.screen.seat.settings.display.theme))
            return
        sapper.remember("display", theme=choice)
        sapper.dress()
        self.screen.lay_out()

    def do_custom(self) -> None:
        """Open the form for a level of one's own."""
        sapper = self.screen.sapper
        self.screen.open_drawer(CustomForm(sapper.ink, sapper.glyphs, self.screen.seat.session.rules))

    def do_about(self) -> None:
        """Say what this is."""
        self._page(panel.about)

    # -- The name

    def do_name(self) -> None:
        """Type a name, for best times."""
        self.screen.close_drawer()
        self.screen.seat.naming = NameEntry(self.screen.seat.settings.game.name)
        self.screen.renew()

    def do_keep_name(self) -> None:
        """Keep the name that was typed: for the game just finished, and those that follow."""
        screen, seat = self.screen, self.screen.seat
        if seat.naming is None:
            return
        name, is_asked = seat.naming.name, seat.naming.is_asked
        seat.naming = None
        if name or not is_asked:
            seat.note = ""
            screen.sapper.remember("game", name=name)
            keeper = seat.session.keeper
            if keeper and name:
                keeper.sign(name)
            elif keeper:
                keeper.player = ""
        screen.renew()

    def do_skip_name(self) -> None:
        """Keep no name."""
        if self.screen.seat.naming and self.screen.seat.naming.is_asked:
            self.screen.skip_name()
        self.screen.seat.naming = None
        self.screen.renew()

    # -- Looks and the program

    def do_zoom_in(self) -> None:
        """Draw larger cells."""
        self._zoom(1)

    def do_zoom_out(self) -> None:
        """Draw smaller cells."""
        self._zoom(-1)

    def _zoom(self, way: int) -> None:
        now = [size.upper() for size in _SIZES].index(self.screen.places.cells.name)
        self.screen.sapper.remember("display", cells=_SIZES[max(min(now + way, len(_SIZES) - 1), 0)])
        self.screen.lay_out()

    def do_zoom_reset(self) -> None:
        """Draw cells as large as fits."""
        self.screen.sapper.remember("display", cells=None)
        self.screen.lay_out()

    def do_panel(self) -> None:
        """Show the panel, or no longer."""
        self.screen.sapper.remember("display", panel=not self.screen.seat.settings.display.panel)
        self.screen.lay_out()

    def do_swap_buttons(self) -> None:
        """Let left flag and right open, or no longer."""
        self.screen.seat.is_swapped = not self.screen.seat.is_swapped
        self.screen.renew()

    def do_suspend(self) -> None:
        """Stop the clock and go back to the shell."""
        self.screen.sapper.action_suspend_process()

    def do_quit(self) -> None:
        """Leave, and keep the game."""
        self.screen.sapper.leave()
