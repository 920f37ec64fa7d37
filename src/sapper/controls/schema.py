"""The schema: every setting with its option, for all front ends."""

from __future__ import annotations

from ..phrase import Phrase, listed
from ..rules import RULESETS, RulesError
from ..value import Value
from .choices import (
    AfterGame,
    CellSize,
    Hand,
    Help,
    NoGuess,
    NumberStyle,
    ReducedMotion,
    RightDrag,
    Rulers,
    ThemeChoice,
    TouchScheme,
    When,
)
from .keys import ACTIONS, Profile
from .options import Choice, Keys, Language, NamedChoice, Number, Switch, Text
from .settings_text import SettingsError, toml_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import ClassVar

    from ..rules import Level
    from .options import Option

_KEYS: dict[str, Option] = {"profile": Choice(Profile.DEFAULT)}
_KEYS.update((action, Keys()) for action in ACTIONS)
SCHEMA: dict[str, dict[str, Option]] = {
    "controls": {
        "reveal": Choice(When.RELEASE),
        "flag": Choice(When.PRESS),
        "right-drag": Choice(RightDrag.POSITION),
        "chord-both-buttons": Switch(True),
        "chord-middle": Switch(True),
        "chord-double-click": Switch(True),
        "chord-left-on-number": Switch(True),
        "chord-right-on-number": Switch(True),
        "chord-shift-left": Switch(True),
        "double-click-ms": Number(400, 100, 1000),
        "touch": Choice(TouchScheme.TAP_OPENS),
        "hold-ms": Number(180, 80, 600),
        "hand": Choice(Hand.RIGHT),
        "vibration": Switch(True),
        "misclick-guard": Switch(False),
    },
    "keys": _KEYS,
    "display": {
        "language": Language("system"),
        "theme": NamedChoice(ThemeChoice.SYSTEM),
        "animation": Switch(True),
        "reduced-motion": Choice(ReducedMotion.SYSTEM),
        "flash": Switch(True),
        "cells": Choice(CellSize.AUTO),
        "rulers": Choice(Rulers.NAMED),
        "panel": Switch(True),
        "ascii": Switch(False),
        "timer": Switch(True),
        "dim-finished": Switch(False),
        "highlight-neighbours": Switch(False),
        "count-down": Switch(False),
        "number-style": Choice(NumberStyle.DIGITS),
    },
    "game": {
        "name": Text("", Phrase("setting.name")),
        "level": Text("beginner", Phrase("setting.level")),
        "ruleset": Text("modern", Phrase("setting.one-of", choices=listed(RULESETS))),
        "rules": Text("", Phrase("setting.rules")),
        "no-guess": Choice(NoGuess.OFF),
        "custom": Text("", Phrase("setting.size")),
        "confirm-new-after": Number(30, 0, 86_400),
        "help": Choice(Help.ASK),
        "after-win": Choice(AfterGame.SUMMARY),
        "after-loss": Choice(AfterGame.SUMMARY),
        "track": Switch(True),
        "ranked": Switch(True),
    },
    "sound": {
        "on": Switch(False),
        "volume": Number(50, 0, 100),
        "open": Switch(True),
        "opening": Switch(True),
        "flag": Switch(True),
        "won": Switch(True),
        "lost": Switch(True),
    },
    "together": {
        "notify-title": Switch(False),
        "notify-sound": Switch(False),
        "notify-browser": Switch(False),
        "emotes": Switch(True),
    },
}

# Where the controls of a ruleset differ from the defaults above.
RULESET_CONTROLS: dict[str, dict[str, object]] = {
    "official": {"chord-left-on-number": False, "chord-right-on-number": False},
    "amiga": {
        "flag": When.RELEASE,
        "right-drag": RightDrag.ORIGIN,
        "chord-both-buttons": False,
        "chord-middle": False,
        "chord-double-click": False,
        "chord-left-on-number": False,
        "chord-shift-left": False,
    },
}

# Whose boards need no guess unless the player chooses otherwise; those of the old games were laid at random.
RULESET_NO_GUESS = {"modern": NoGuess.FULL}


class _Section(Value):
    """The settings of a section, each one the player's choice or its default."""

    section: ClassVar[str]

    def __init__(self, **given: object) -> None:
        values = {name.replace("_", "-"): value for name, value in given.items()}
        for name, option in SCHEMA[self.section].items():
            value = read_value(self.section, name, values.pop(name)) if name in values else option.default
            self._set(**{name.replace("-", "_"): value})
        for name in values:
            find_option(self.section, name)


class Controls(_Section, init=False):
    """The controls of mouse and touch."""

    section = "controls"
    reveal: When
    flag: When
    right_drag: RightDrag
    chord_both_buttons: bool
    chord_middle: bool
    chord_double_click: bool
    chord_left_on_number: bool
    chord_right_on_number: bool
    chord_shift_left: bool
    double_click_ms: int
    touch: TouchScheme
    hold_ms: int
    hand: Hand
    vibration: bool
    misclick_guard: bool


class Display(_Section, init=False):
    """The look of the game."""

    section = "display"
    language: str  # system, or the code of a language
    theme: ThemeChoice | str  # str: the name of an own theme
    animation: bool
    reduced_motion: ReducedMotion
    flash: bool
    cells: CellSize
    rulers: Rulers
    panel: bool
    ascii: bool
    timer: bool
    dim_finished: bool
    highlight_neighbours: bool
    count_down: bool
    number_style: NumberStyle


class NextGame(_Section, init=False):
    """The next game, and what happens before and after it."""

    section = "game"
    name: str
    level: str
    ruleset: str
    rules: str
    no_guess: NoGuess
    custom: str  # the size of the last custom board
    confirm_new_after: int  # seconds of play; 0 never asks
    help: Help
    after_win: AfterGame
    after_loss: AfterGame
    track: bool
    ranked: bool

    def custom_level(self, ruleset: str) -> Level | None:
        """Return the last custom size, None if there is none that a ruleset allows."""
        try:
            return RULESETS[ruleset].level(self.custom) if self.custom else None
        except RulesError:
            return None


class Together(_Section, init=False):
    """How a player is called to a round, and whether the faces of others are shown."""

    section = "together"
    notify_title: bool
    notify_sound: bool
    notify_browser: bool
    emotes: bool


def controls_for(ruleset: str, given: Mapping[str, object] | None = None) -> Controls:
    """Return the controls of a ruleset, with the player's own choices on top.

    >>> controls_for("amiga").flag, controls_for("amiga", {"flag": "press"}).flag
    (<When.RELEASE: 'release'>, <When.PRESS: 'press'>)
    """
    return Controls(**(RULESET_CONTROLS.get(ruleset, {}) | dict(given or {})))


_NAMING = ("setting.must-be", "setting.section")  # sentences that name the setting themselves


class SettingError(SettingsError):
    """An error at a setting whose line is not known yet."""

    def __init__(self, section: str, name: str, why: Phrase | str) -> None:
        where = ".".join(part if part.isprintable() else ascii(part) for part in (section, name) if part)
        super().__init__(self.about(where, why))
        self.section = section
        self.name = name
        self.why = why

    @staticmethod
    def about(setting: str, why: Phrase | str) -> Phrase:
        """Return the error as a sentence about a setting, by whatever name it is known."""
        if isinstance(why, Phrase) and why.code in _NAMING:
            return Phrase(why.code, setting=setting, **why.values)
        return Phrase("setting.about", setting=setting, reason=why)


def find_option(section: str, name: str) -> Option:
    """Return the option of a setting, or raise an error that lists those there are."""
    options = SCHEMA.get(section)
    if options is None:
        raise SettingError(section, "", Phrase("setting.no-section", choices=listed(SCHEMA)))
    if name not in options:
        raise SettingError(section, name, Phrase("setting.no-setting", choices=listed(options)))
    return options[name]


def read_value(section: str, name: str, value: object) -> object:
    """Return the value of a setting, or raise an error that says what is allowed."""
    option = find_option(section, name)
    try:
        return option.read(value)
    except ValueError:
        why = Phrase("setting.must-be", allowed=option.allowed, value=_show(value))
        raise SettingError(section, name, why) from None


def _show(value: object) -> str:
    shown = repr(value) if isinstance(value, list | dict) else toml_value(value)
    return shown if len(shown) <= 60 else f"{shown[:60]}..."
