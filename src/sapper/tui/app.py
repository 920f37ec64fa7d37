"""The app: one session, its screens and its themes, saving, and signals."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import signal
import time
from typing import TYPE_CHECKING

from textual.app import App
from textual.theme import Theme as TextualTheme

from ..action import Action
from ..controls.schema import SCHEMA
from ..controls.settings import Settings, ThemeChoice
from ..display import themes
from ..display.languages import choose, language_of, languages
from ..display.wording import message, use_language
from ..game import Status
from ..history.store import StoreError
from ..session import CLOCK_NOTED_S
from .base_screen import BaseScreen
from .drawing import background
from .drawing.driver import sapper_driver
from .drawing.glyphs import ASCII, UNICODE, can_be_shown
from .drawing.ink import Depth, Ink
from .options import Options
from .play.solo_screen import SoloScreen
from .play.solo_state import SoloState
from .together.access import NoAccess

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from textual.driver import Driver

    from ..analysis.rounds import RoundFile
    from ..client import Client, RemoteParty
    from ..controls.settings import CellSize
    from ..history.store import Store
    from ..replay.model import Replay
    from ..rules import Level
    from ..session import Session
    from .together.access import Access

RETRY_S = 5.0  # between attempts to save what the store refused
_ENDING_SIGNALS = ("SIGTERM", "SIGHUP", "SIGINT")
_BY_SCHEME = (ThemeChoice.SYSTEM, ThemeChoice.TERMINAL)
_DEPTHS = {"truecolor": Depth.TRUE, "256": Depth.MANY, "standard": Depth.SIXTEEN, "windows": Depth.SIXTEEN}


class SapperApp(App[None], inherit_bindings=False):
    """The full-screen game on a given session; changed settings are written to `settings_file`, if there is one."""

    CSS_PATH = "play.tcss"
    ALLOW_SELECT = False  # Textual fails when text is selected in a drawer that the first of two presses has closed
    ENABLE_COMMAND_PALETTE = False
    TITLE = "Sapper"

    def __init__(
        self,
        session: Session,
        settings: Settings,
        *,
        clock: Callable[[], int],
        now: Callable[[], int] = lambda: int(time.time()),
        store: Store | None = None,
        settings_file: Path | None = None,
        ascii_only: bool = False,
        depth: Depth | None = None,
        note: str = "",
        others: Sequence[int] = (),
        is_resumed: bool = False,
        replay: Replay | None = None,
        played: RoundFile | None = None,
        first: tuple[int, int] | None = None,
        room: tuple[Client, RemoteParty] | None = None,
        access: Access | None = None,
        lobby: str = "",
        opens: str = "",
    ) -> None:
        without_colour = "NO_COLOR" in os.environ if depth is None else depth is Depth.NONE
        super().__init__(ansi_color=True if without_colour else None)
        self.session = session
        self.options = Options(settings, settings_file, self._option_changed)
        self._store = store
        self.clock = clock
        self.now = now  # seconds since 1970, for dates
        self.failure: Exception | None = None
        self.stopped_by = 0  # the signal that ended the game
        self._is_shown = False  # the first frame, which is whole
        self._depth = Depth.NONE if without_colour else depth
        self._ascii_only = ascii_only or without_colour or (depth is None and not can_be_shown())
        self.zooms: dict[Level, CellSize] = {}  # the size of cells by level, where it was changed
        self._scheme = background.from_environment()
        self._note = note or _in_use(others)
        self._is_resumed = is_resumed
        self._replay = replay  # to be watched first
        self._played = played  # a round to be watched first
        self._first = first  # to be opened at once
        self.access: Access = access or NoAccess()  # to rooms on servers
        self._room = room  # to be entered first, and all there is
        self._lobby = lobby  # the server whose rooms are shown first
        self._terminal_name = ""
        self._opens = opens  # the action of the screen that is shown first
        self.farewell = ""  # why a room was left, unless the player did it
        self.restyle()

    def get_default_screen(self) -> SoloScreen:
        """Begin at the board."""
        state = SoloState(self.session, self.options)
        state.is_resumed, state.note = self._is_resumed, self._note
        self.play_screen = SoloScreen(state)
        return self.play_screen

    def on_mount(self) -> None:
        """Begin with what was asked for, and repaint everything when the shell brings the game back."""
        if self._replay:
            from .replay.screen import ReplayViewer

            self.push_screen(ReplayViewer(self._replay, alone=True))
        elif self._played:
            from .replay.round_screen import RoundViewer

            self.push_screen(RoundViewer(self._played, alone=True))
        elif self._room:
            from .together.screen import RoomScreen

            self.push_screen(RoomScreen(self, *self._room, alone=True))
        elif self._lobby:
            from .together.lobby import LobbyPage

            self.push_screen(LobbyPage(self._lobby, alone=True))
        elif self._opens:
            from .screens import open_screen

            self.push_screen(open_screen(self._opens))
        elif self._first:
            self.call_after_refresh(self.play_screen.commands.moves.play, Action("open", *self._first), "key")
        self.app_resume_signal.subscribe(self, lambda _: self.repaint())
        self.call_after_refresh(self._note_first_frame)
        self.call_after_refresh(self.play_screen.commands.show_failures)
        self._leave_at_signals()
        self.set_interval(RETRY_S, self._save_again)
        self.set_interval(CLOCK_NOTED_S, self.session.note_clock)

    def _note_first_frame(self) -> None:
        """Collect garbage from now on, where the command that started the app has put it off."""
        self._is_shown = True
        if not gc.isenabled():
            gc.freeze()  # imported modules stay
            gc.enable()

    # -- What is written to the terminal

    def name_terminal(self, words: str) -> None:
        """Give the window of the terminal a title; empty words take it back."""
        if words == self._terminal_name:
            return
        self._terminal_name = words
        if self._driver is not None:
            title = f"{words} - Sapper" if words else "Sapper"
            self._driver.write(f"\x1b]0;{title}\x07")
            self._driver.flush()

    def get_driver_class(self) -> type[Driver]:
        """Return the driver of this system, made to write only what differs from what is shown."""
        return sapper_driver(super().get_driver_class())

    def on_resize(self) -> None:
        """Repaint a terminal of another size: it may have moved or cut what it showed."""
        if self._is_shown:
            self.call_after_refresh(self.repaint)

    def repaint(self) -> None:
        """Write the whole screen again, whatever the terminal shows."""
        shown = getattr(self._driver, "filter", None)  # a test has a driver without one
        if shown:
            shown.forget()
        if self.screen_stack:
            self.screen.refresh(repaint=True, layout=True)

    # -- Looks

    def restyle(self) -> None:
        """Take the colours and signs that the settings ask for."""
        display = self.options.display
        is_known = display.theme in (*themes.names(), *themes.own_names())
        theme = themes.theme(display.theme) if is_known else themes.usual(self._scheme)
        depth = self._depth or _DEPTHS.get(self.console.color_system or "", Depth.NONE)
        self.ink = Ink(theme, depth, own_palette=display.theme is ThemeChoice.TERMINAL)
        # Colours by number or name reach the terminal as they are: Textual would choose others.
        self.ansi_color = None if self.ink.depth is Depth.TRUE else True
        is_plain = self._ascii_only or display.ascii or depth is Depth.NONE
        self.glyphs = ASCII if is_plain else UNICODE
        self.register_theme(_textual_theme(theme))
        self.theme = f"sapper-{theme.key}"

    @property
    def asks_for_scheme(self) -> bool:
        """Whether it matters if the terminal is light or dark."""
        return self.options.display.theme in _BY_SCHEME

    def take_scheme(self, scheme: str) -> None:
        """Follow the terminal: "light" or "dark"."""
        if scheme != self._scheme:
            self._scheme = scheme
            self.restyle()
            if self.is_running and self.screen_stack:
                self.play_screen.option_changed("display")

    @property
    def settings(self) -> Settings:
        """The settings in use."""
        return self.options.settings

    def _option_changed(self, section: str, name: str) -> None:
        """Apply an option that has changed, wherever it shows."""
        if name == "language":
            self._speak()
        elif section == "display":
            if name == "cells":
                self.zooms.clear()
            self.restyle()
        elif name == "name" and self.session.recorder:
            self.session.recorder.player = self.options.game.name
        elif name == "track":
            self.session.records_hand = self.options.game.track
        if name != "language":
            self.play_screen.option_changed(section)

    def _speak(self) -> None:
        """Speak the language that the settings ask for, on every open screen."""
        chosen = self.options.display.language
        is_system = chosen == SCHEMA["display"]["language"].default
        use_language(language_of(os.environ) if is_system else choose([chosen], languages()))
        for screen in self.screen_stack:
            if isinstance(screen, BaseScreen):
                screen.language_changed()

    # -- Around the game

    def from_thread(self, call: Callable[..., None]) -> Callable[..., None]:
        """Return a function with which a thread can call something of the app; after its end nothing happens."""
        loop = asyncio.get_running_loop()

        def hand_over(*arguments: object) -> None:
            with contextlib.suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(lambda: self.call_later(call, *arguments))

        return hand_over

    @property
    def store(self) -> Store | None:
        """The store of games; None while it cannot be opened."""
        if self._store is None and self.session.recorder:
            try:
                return self.session.recorder.store
            except StoreError:
                return None
        return self._store

    def _save_again(self) -> None:
        """Try again to save what the store has refused."""
        if self.session.failure and self.session.recorder:
            self.session.recorder.retry()
            self.play_screen.commands.show_failures()

    def _leave_at_signals(self) -> None:
        """Let signals that end a program save the game and restore the terminal first."""
        loop = asyncio.get_running_loop()
        for name in _ENDING_SIGNALS:
            number = getattr(signal, name, None)
            if number is None or signal.getsignal(number) is signal.SIG_IGN:
                continue
            with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):  # Windows, another thread
                loop.add_signal_handler(number, self._leave_by, number)

    def _leave_by(self, number: int) -> None:
        self.stopped_by = number
        self.leave()

    def stop_clock(self) -> None:
        """Pause a game in play."""
        if self.session.game.status is Status.PLAYING:
            self.session.stop_clock()
            self.play_screen.refresh_all()

    def leave(self) -> None:
        """Quit; an unfinished game is saved and comes first the next time."""
        self.stop_clock()
        self.exit()

    def action_suspend_process(self) -> None:
        """Stop the clock, and the program until the shell brings it back."""
        self.stop_clock()
        super().action_suspend_process()

    async def action_quit(self) -> None:
        """Quit."""
        self.leave()

    def _fatal_error(self) -> None:
        """Leave after a fault without a traceback: the command reports it in one line."""
        self.failure = self._exception
        self._close_messages_no_wait()


def _in_use(processes: Sequence[int]) -> str:
    """Return a sentence that the games of other processes are not offered, empty if there are none."""
    numbers = ", ".join(str(process or "?") for process in processes)
    return message("store.in-use", count=len(processes), processes=numbers) if processes else ""


def _textual_theme(theme: themes.Theme) -> TextualTheme:
    """Return the tokens as style sheets know them: `$background`, `$surface`, `$panel`, `$foreground`, `$primary`."""
    return TextualTheme(
        name=f"sapper-{theme.key}",
        primary=theme["accent"],
        secondary=theme["muted"],
        accent=theme["accent"],
        foreground=theme["text"],
        background=theme["page"],
        surface=theme["panel"],
        panel=theme["raised"],
        success=theme["good"],
        warning=theme["warn"],
        error=theme["bad"],
        dark=theme.scheme == "dark",
        variables={"line": theme["line"], "muted": theme["muted"], "on-accent": theme["onAccent"]},
    )
