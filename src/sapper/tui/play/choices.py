"""What is chosen rather than played: menus, pickers, forms, looks, and leaving."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...controls.settings import CellSize
from ...rules import RULESETS, Grade, Layout, Rules
from ..drawers import menus
from ..drawers.custom_form import CustomForm
from ..drawers.drawer import Choices, Page
from ..drawers.name_entry import NameEntry
from . import panel

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...action import Action
    from ..drawers.drawer import Drawer
    from .screen import PlayScreen

_SIZES = (CellSize.COMPACT, CellSize.WIDE, CellSize.LARGE)


class PlayChoices:
    """The part of the commands that opens lists and changes what is played or how it looks."""

    screen: PlayScreen

    def play(self, action: Action, device: str) -> None:
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
        self.screen.state.note = "Stopped looking. Open a square to look again."
        self.screen.refresh_all()

    def do_keep_looking(self) -> None:
        """Look on, from another seed."""
        self._look_again(self.screen.state.session.rules)

    def do_next_grade(self) -> None:
        """Take boards of the next grade, which are easier to find."""
        rules = self.screen.state.session.rules
        grades = list(Grade)
        grade = rules.layout.grade or Grade.FULL
        self._look_again(rules.replace(layout=Layout.of(grades[min(grades.index(grade) + 1, len(grades) - 1)])))

    def do_random(self) -> None:
        """Play a random board instead."""
        self._look_again(self.screen.state.session.rules.replace(layout=Layout.RANDOM))

    def _look_again(self, rules: Rules) -> None:
        failed = self.screen.failed
        self._new(rules)
        if failed:
            self.play(failed.action, failed.device)

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

    def _choose(self, title: str, items: list[menus.Item], *, typing: bool = False) -> None:
        sapper = self.screen.sapper
        self.screen.open_drawer(Choices(sapper.ink, sapper.glyphs, title, items, typing=typing))

    def _page(self, write: Callable[..., None]) -> None:
        sapper = self.screen.sapper
        self.screen.open_drawer(Page(sapper.ink, sapper.glyphs, write))

    def do_menu(self) -> None:
        """Open the Game menu."""
        session = self.screen.state.session
        self._choose("Game", menus.game_menu(session.rules, is_paused=session.is_paused))

    def do_commands(self) -> None:
        """Open the command palette."""
        self._choose("Commands", menus.palette(self.screen.state.settings.keys), typing=True)

    def do_completion(self, choice: str = "") -> None:
        """Choose what wins."""
        if choice:
            self._change(completion=choice)
        else:
            self._choose("Completion", menus.completion_menu(self.screen.state.session.rules))

    def do_ruleset(self, choice: str = "") -> None:
        """Choose a ruleset."""
        rules = self.screen.state.session.rules
        if not choice:
            self._choose("Ruleset", menus.ruleset_menu(rules))
            return
        name = menus.level_name(rules).lower()
        level = RULESETS[choice].level(name if name != "custom" else rules.level)
        self.screen.sapper.set_option("game", ruleset=choice)
        self._new(Rules(level, ruleset=choice, layout=rules.layout, practice=rules.practice))

    def do_grade(self, choice: str = "") -> None:
        """Choose random boards or a grade without guessing."""
        if not choice:
            self._choose("Guessing", menus.grade_menu(self.screen.state.session.rules))
            return
        self.screen.sapper.set_option("game", no_guess=choice)
        self._change(layout=Layout.RANDOM if choice == "off" else Layout.of(Grade(choice)))

    def do_theme(self, choice: str = "") -> None:
        """Choose how the game looks."""
        sapper = self.screen.sapper
        if not choice:
            self._choose("Look", menus.theme_menu(self.screen.state.settings.display.theme))
            return
        sapper.set_option("display", theme=choice)
        sapper.restyle()
        self.screen.lay_out()

    def do_custom(self) -> None:
        """Open the form for a level of one's own."""
        sapper = self.screen.sapper
        self.screen.open_drawer(CustomForm(sapper.ink, sapper.glyphs, self.screen.state.session.rules))

    def do_about(self) -> None:
        """Say what this is."""
        self._page(panel.about)

    # -- The name

    def do_name(self) -> None:
        """Type a name, for best times."""
        self.screen.close_drawer()
        self.screen.state.naming = NameEntry(self.screen.state.settings.game.name)
        self.screen.refresh_all()

    def do_keep_name(self) -> None:
        """Keep the name that was typed: for the game just finished, and those that follow."""
        screen, state = self.screen, self.screen.state
        if state.naming is None:
            return
        name, is_asked = state.naming.name, state.naming.is_asked
        state.naming = None
        if name or not is_asked:
            state.note = ""
            screen.sapper.set_option("game", name=name)
            recorder = state.session.recorder
            if recorder and name:
                recorder.sign(name)
            elif recorder:
                recorder.player = ""
        screen.refresh_all()

    def do_skip_name(self) -> None:
        """Keep no name."""
        if self.screen.state.naming and self.screen.state.naming.is_asked:
            self.screen.skip_name()
        self.screen.state.naming = None
        self.screen.refresh_all()

    # -- Looks and the program

    def do_zoom_in(self) -> None:
        """Draw larger cells."""
        self._zoom(1)

    def do_zoom_out(self) -> None:
        """Draw smaller cells."""
        self._zoom(-1)

    def _zoom(self, way: int) -> None:
        now = [size.upper() for size in _SIZES].index(self.screen.places.cells.name)
        self.screen.sapper.set_option("display", cells=_SIZES[max(min(now + way, len(_SIZES) - 1), 0)])
        self.screen.lay_out()

    def do_zoom_reset(self) -> None:
        """Draw cells as large as fits."""
        self.screen.sapper.set_option("display", cells=None)
        self.screen.lay_out()

    def do_panel(self) -> None:
        """Show the panel, or no longer."""
        self.screen.sapper.set_option("display", panel=not self.screen.state.settings.display.panel)
        self.screen.lay_out()

    def do_swap_buttons(self) -> None:
        """Let left flag and right open, or no longer."""
        self.screen.state.is_swapped = not self.screen.state.is_swapped
        self.screen.refresh_all()

    def do_suspend(self) -> None:
        """Stop the clock and go back to the shell."""
        self.screen.sapper.action_suspend_process()

    def do_quit(self) -> None:
        """Leave, and keep the game."""
        self.screen.sapper.leave()
