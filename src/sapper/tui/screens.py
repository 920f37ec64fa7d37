"""The screens beyond the board, by the action that opens them. A screen is imported when it is opened.

A new screen is a module here with a class that can be made without arguments, and a line in the table.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.screen import Screen

SCREENS = {
    "best-times": ("pages.best_times", "BestTimesPage"),
    "statistics": ("pages.statistics", "StatisticsPage"),
    "history": ("pages.history", "HistoryPage"),
    "settings": ("pages.settings", "SettingsPage"),
    "help": ("pages.help", "HelpPage"),
    "together": ("together.lobby", "LobbyPage"),
    "watch": ("replay.screen", "ReplayViewer"),
    "report": ("replay.report", "ReportPage"),
    "learn": ("learn.page", "LearnPage"),
    "insights": ("learn.insights", "InsightsPage"),
    "lesson": ("learn.lesson", "LessonScreen"),
    "training": ("learn.drill", "TrainingScreen"),
    "puzzles": ("learn.drill", "PuzzleScreen"),
    "rush": ("learn.rush", "RushScreen"),
}


def has_screen(action: str) -> bool:
    """Return whether an action opens a screen."""
    return action.partition(":")[0] in SCREENS


def open_screen(action: str) -> Screen[None]:
    """Return the screen of an action; `settings:display.theme` opens the settings at one of them."""
    opened, _, place = action.partition(":")
    module, name = SCREENS[opened]
    kind: type[Screen[None]] = getattr(import_module(f"{__package__}.{module}"), name)
    return kind(place) if place else kind()
