"""The screens beyond the board, by the action that opens them. A screen is imported when it is opened.

A new screen is a module here with a class that can be made without arguments, and a line in the table.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.screen import Screen

SCREENS = {
    "best-times": ("pages.best_times", "BestTimes"),
    "statistics": ("pages.statistics", "Statistics"),
    "history": ("pages.history", "History"),
    "settings": ("pages.settings", "SettingsScreen"),
    "help": ("pages.help", "HelpScreen"),
    "watch": ("replay.screen", "ReplayViewer"),
}


def open_screen(action: str) -> Screen[None]:
    """Make the screen of an action."""
    module, name = SCREENS[action]
    screen: Screen[None] = getattr(import_module(f"{__package__}.{module}"), name)()
    return screen


def is_on_top(screen: Screen[None]) -> bool:
    """Tell whether a screen is the one in use: keys that came in one burst may reach it after it was left."""
    stack = screen.app.screen_stack
    return bool(stack) and stack[-1] is screen
