"""The entries of the command palette: every command, every theme and choice of rules, every setting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...controls.settings import SCHEMA, Choice, Switch
from ...display.wording import message, wording
from ..keystrokes import TERMINAL_KEYS, shown
from . import menus
from .menus import Item

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...controls.keys import KeyMap
    from ...controls.settings import Settings
    from ...rules import Rules

_COMMANDS = (
    *("new", "beginner", "intermediate", "expert", "custom", "retry", "pause", "hint", "certain", "odds"),
    *("draft", "draft-follow", "draft-clear", "draft-flags"),
    *("best-move", "why", "prove", "undo", "redo", "go-on", "menu", "ruleset", "grade", "completion", "marks"),
    *("practice", "theme", "panel", "swap-buttons", "zoom-in", "zoom-out", "zoom-reset", "share", "numbers", "seal"),
    *(
        "name",
        "watch",
        "report",
        "statistics",
        "best-times",
        "history",
        "settings",
        "help",
        "about",
        "rules",
        "enter-seed",
    ),
    *("daily", "together", "learn", "save", "quit"),
)
_NOT_HERE = (  # settings that have commands of their own, and those that only the page has a use for
    *(("display", name) for name in ("theme", "panel", "highlight-neighbours", "number-style", "rulers")),
    *(("game", name) for name in ("name", "ruleset", "no-guess", "ranked")),
    *(("controls", name) for name in ("touch", "hold-ms", "hand", "vibration")),
    *(("sound", name) for name in SCHEMA["sound"]),
    ("together", "notify-browser"),
)


def palette(keys: KeyMap, settings: Settings, rules: Rules) -> list[Item]:
    """Return every entry, commands first."""
    return [
        *_commands(keys),
        *_named("theme", menus.theme_menu(settings.display.theme)),
        *_named("ruleset", menus.ruleset_menu(rules)),
        *_named("grade", menus.grade_menu(rules)),
        *_named("completion", menus.completion_menu(rules)),
        *_settings(settings),
    ]


def _commands(keys: KeyMap) -> Iterable[Item]:
    bound = dict(keys.bindings)
    for action in _COMMANDS:
        own = [key for key in bound.get(action, ()) if key not in TERMINAL_KEYS]
        words = wording().action(action)
        synonyms = wording().synonyms(action)
        yield Item(shown(own[0]) if own else "", words.name, action, note=words.description, synonyms=synonyms)


def _named(command: str, items: Iterable[Item]) -> Iterable[Item]:
    """Return the entries of a list with the name of the list before each."""
    name = wording().action(command).name
    return [item._replace(key="", words=message("commands.choice", name=name, value=item.words)) for item in items]


def _settings(settings: Settings) -> Iterable[Item]:
    """Return a switch as one entry, a choice as one for each value, anything else as the way to its line."""
    for section, options in SCHEMA.items():
        for name, option in options.items():
            words, place = wording().setting(section, name), f"{section}.{name}"
            if (section, name) in _NOT_HERE or (section == "keys" and name != "profile"):
                continue
            now = getattr(_section(settings, section), name.replace("-", "_"))
            if isinstance(option, Switch):
                yield Item("", words.title, f"set:{place}", now, words.description)
            elif isinstance(option, Choice):
                for value in type(option.default):
                    title = message("commands.choice", name=words.title, value=words.value(value))
                    yield Item("", title, f"set:{place}={value}", value == now, words.description)
            else:
                yield Item("", words.title, f"settings:{place}", note=words.description)


def _section(settings: Settings, section: str) -> object:
    if section == "controls":
        return settings.controls()
    named = {"keys": settings.keys, "display": settings.display, "game": settings.game, "together": settings.together}
    return named[section]
