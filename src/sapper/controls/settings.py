"""What the player chose: one schema for all front ends, with a text form in TOML."""

from __future__ import annotations

from enum import StrEnum

from ..errors import SapperError
from ..rules import RULESETS, Grade, Layout, Rules, RulesError
from ..value import Value
from .keys import ACTIONS, KeyMap, KeysError, Profile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any, ClassVar

MOST_BYTES = 64 * 1024
TOO_LONG = f"settings have at most {MOST_BYTES} bytes"


class SettingsError(SapperError, ValueError):
    """Settings that cannot be used: one line that says which, why, and what is allowed."""


class When(StrEnum):
    """Whether a button acts when it goes down or when it comes up."""

    PRESS = "press"
    RELEASE = "release"


class RightDrag(StrEnum):
    """Which cell says what a right button does: the one where it went down, or where it comes up."""

    ORIGIN = "origin-decides"
    POSITION = "position-decides"


class TouchScheme(StrEnum):
    """What a tap does: open (and a hold flags), flag (and a hold opens), or what a switch says."""

    TAP_OPENS = "tap-opens"
    TAP_FLAGS = "tap-flags"
    SWITCH = "switch"


class Hand(StrEnum):
    """Which thumb plays."""

    LEFT = "left"
    RIGHT = "right"


class Theme(StrEnum):
    """How the game looks; `system` follows light, dark and contrast of the machine."""

    SYSTEM = "system"
    CLASSIC = "classic"
    AMIGA = "amiga"
    LIGHT = "light"
    DARK = "dark"
    CONTRAST = "contrast"
    COLOUR_BLIND = "colour-blind"
    MONO = "mono"


class ReducedMotion(StrEnum):
    """Whether movement is left out; `system` asks the machine."""

    SYSTEM = "system"
    ON = "on"
    OFF = "off"


class CellSize(StrEnum):
    """How large cells are drawn in the terminal; `auto` takes the largest that fits."""

    AUTO = "auto"
    COMPACT = "compact"
    WIDE = "wide"
    LARGE = "large"


class NoGuess(StrEnum):
    """Random boards, or the grade of reasoning that solves them without a guess."""

    OFF = "off"
    SINGLE = Grade.SINGLE.value
    PAIRS = Grade.PAIRS.value
    CHAINS = Grade.CHAINS.value
    COUNT = Grade.COUNT.value
    FULL = Grade.FULL.value


class AfterGame(StrEnum):
    """What follows the end of a game."""

    SUMMARY = "summary"
    NEW_GAME = "new-game"


class Choice(Value):
    """A setting that is one of some words."""

    default: StrEnum

    @property
    def allowed(self) -> str:
        """What the setting may be, in words."""
        return " or ".join(f'"{word}"' for word in type(self.default))

    def read(self, value: object) -> StrEnum:
        """Check a value."""
        words = type(self.default)
        if not isinstance(value, str) or value not in list(words):
            raise ValueError(self.allowed)
        return words(value)


class Switch(Value):
    """A setting that is on or off."""

    default: bool
    allowed = "true or false"

    def read(self, value: object) -> bool:
        """Check a value."""
        if not isinstance(value, bool):
            raise ValueError(self.allowed)
        return value


class Number(Value):
    """A setting that is a whole number within limits."""

    default: int
    least: int
    most: int

    @property
    def allowed(self) -> str:
        """What the setting may be, in words."""
        return f"a whole number from {self.least} to {self.most}"

    def read(self, value: object) -> int:
        """Check a value."""
        if not isinstance(value, int) or isinstance(value, bool) or not self.least <= value <= self.most:
            raise ValueError(self.allowed)
        return value


class Text(Value):
    """A setting that is one line of text."""

    default: str
    allowed: str

    def read(self, value: object) -> str:
        """Check a value."""
        if not isinstance(value, str) or not value.isprintable():
            raise ValueError(self.allowed)
        return value


class Keys(Value):
    """A setting that is a key or a list of keys."""

    default: tuple[str, ...]
    allowed = 'a key such as "f" or a list such as ["f", "ctrl+z"]'

    def __init__(self) -> None:
        self._set(default=())

    def read(self, value: object) -> tuple[str, ...]:
        """Check a value."""
        keys = [value] if isinstance(value, str) else value
        if not isinstance(keys, list | tuple) or not all(isinstance(key, str) and key.isprintable() for key in keys):
            raise ValueError(self.allowed)
        return tuple(keys)


if TYPE_CHECKING:
    Option = Choice | Switch | Number | Text | Keys

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
    },
    "keys": _KEYS,
    "display": {
        "theme": Choice(Theme.SYSTEM),
        "animation": Switch(True),
        "reduced-motion": Choice(ReducedMotion.SYSTEM),
        "flash": Switch(True),
        "cells": Choice(CellSize.AUTO),
        "panel": Switch(True),
        "ascii": Switch(False),
    },
    "game": {
        "name": Text("", "your name, as best times show it"),
        "level": Text("beginner", "a level such as expert or 30x16/99"),
        "ruleset": Text("modern", f"one of {', '.join(RULESETS)}"),
        "rules": Text("", "choices such as questions=on completion=either"),
        "no-guess": Choice(NoGuess.OFF),
        "confirm-new-after": Number(0, 0, 86_400),
        "after-win": Choice(AfterGame.SUMMARY),
        "after-loss": Choice(AfterGame.SUMMARY),
    },
}

# What a ruleset sets otherwise than the defaults above.
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


class _Section(Value):
    """The settings of a section, each given or by default."""

    section: ClassVar[str]

    def __init__(self, **given: object) -> None:
        values = {name.replace("_", "-"): value for name, value in given.items()}
        for name, option in SCHEMA[self.section].items():
            value = _read(self.section, name, values.pop(name)) if name in values else option.default
            self._set(**{name.replace("-", "_"): value})
        for name in values:
            _option(self.section, name)


class Controls(_Section, init=False):
    """How buttons and fingers play."""

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


class Display(_Section, init=False):
    """How the game looks."""

    section = "display"
    theme: Theme
    animation: bool
    reduced_motion: ReducedMotion
    flash: bool
    cells: CellSize
    panel: bool
    ascii: bool


class NextGame(_Section, init=False):
    """What a new game is, and what comes before and after it."""

    section = "game"
    name: str
    level: str
    ruleset: str
    rules: str
    no_guess: NoGuess
    confirm_new_after: int  # seconds of play; 0 never asks
    after_win: AfterGame
    after_loss: AfterGame


def controls_for(ruleset: str, given: Mapping[str, object] | None = None) -> Controls:
    """Give the controls of a ruleset, with the player's own choices on top.

    >>> controls_for("amiga").flag, controls_for("amiga", {"flag": "press"}).flag
    (<When.RELEASE: 'release'>, <When.PRESS: 'press'>)
    """
    return Controls(**(RULESET_CONTROLS.get(ruleset, {}) | dict(given or {})))


class Settings(Value):
    r"""The choices that the player made; what was not chosen is the ruleset's or the default.

    >>> settings = Settings.parse('[controls]\nhold-ms = 250')
    >>> settings.controls().hold_ms, settings.display.theme
    (250, <Theme.SYSTEM: 'system'>)
    >>> print(settings.change("game", level="expert"))
    [controls]
    hold-ms = 250
    <BLANKLINE>
    [game]
    level = "expert"
    """

    chosen: tuple[tuple[str, str, Any], ...]  # section, name, value

    def __init__(self, chosen: Iterable[tuple[str, str, object]] = ()) -> None:
        values = {(section, name): _read(section, name, value) for section, name, value in chosen}
        order = ((section, name) for section, options in SCHEMA.items() for name in options)
        self._set(chosen=tuple((*key, values[key]) for key in order if key in values))
        try:
            _ = self.keys
        except KeysError as error:
            raise _Misplaced("keys", error.action, str(error)) from None
        self._check_rules()

    def _check_rules(self) -> None:
        game = self.game
        bundle = RULESETS.get(game.ruleset)
        if bundle is None:
            raise _Misplaced("game", "ruleset", f'is one of {", ".join(RULESETS)}, not "{game.ruleset}"')
        try:
            bundle.level(game.level)
        except RulesError as error:
            raise _Misplaced("game", "level" if "level" in self.given("game") else "ruleset", str(error)) from None
        try:
            _ = self.rules
        except RulesError as error:
            raise _Misplaced("game", "rules", str(error)) from None

    @classmethod
    def parse(cls, text: str) -> Settings:
        """Read TOML, or raise one line that says where it is wrong and what is allowed."""
        tables = _tables(text)
        try:
            return cls(_flatten(tables))
        except _Misplaced as error:
            raise SettingsError(f"line {_line_of(text, error.section, error.name)}: {error}") from None

    def given(self, section: str) -> dict[str, Any]:
        """List what the player chose in a section."""
        return {name: value for place, name, value in self.chosen if place == section}

    def controls(self, ruleset: str | None = None) -> Controls:
        """Give the controls for a ruleset, the chosen one if none is named."""
        return controls_for(self.game.ruleset if ruleset is None else ruleset, self.given("controls"))

    @property
    def keys(self) -> KeyMap:
        """The key map."""
        own = self.given("keys")
        return KeyMap(own.pop("profile", Profile.DEFAULT), own)

    @property
    def display(self) -> Display:
        """How the game looks."""
        return Display(**self.given("display"))

    @property
    def game(self) -> NextGame:
        """What a new game is."""
        return NextGame(**self.given("game"))

    @property
    def rules(self) -> Rules:
        """The rules of a new game."""
        game = self.game
        level = RULESETS[game.ruleset].level(game.level)
        for word in game.rules.split():
            if "=" not in word:
                raise RulesError(f"{word!r} is not a choice: write NAME=VALUE such as questions=on")
        rules = Rules.parse(f"{game.ruleset} {level} {game.rules}")
        if game.no_guess is NoGuess.OFF:
            return rules
        return rules.replace(layout=Layout.of(Grade(game.no_guess)))

    def change(self, section: str, **values: object) -> Settings:
        """Return the settings with some values changed; None goes back to the default."""
        chosen = {(place, name): value for place, name, value in self.chosen}
        for spelled, value in values.items():
            name = spelled.replace("_", "-")
            if value is None:
                _option(section, name)
                chosen.pop((section, name), None)
            else:
                chosen[section, name] = value
        return Settings((*key, value) for key, value in chosen.items())

    def __str__(self) -> str:
        tables = []
        for section in SCHEMA:
            values = self.given(section)
            if values:
                tables.append("\n".join([f"[{section}]", *(f"{name} = {_toml(values[name])}" for name in values)]))
        return "\n\n".join(tables)

    def __repr__(self) -> str:
        return f"Settings.parse({str(self)!r})"


class _Misplaced(SettingsError):
    """An error at a setting whose line is not known yet."""

    def __init__(self, section: str, name: str, why: str) -> None:
        where = ".".join(part if part.isprintable() else ascii(part) for part in (section, name) if part)
        super().__init__(f"{where} {why}" if why.startswith("is ") else f"{where}: {why}")
        self.section = section
        self.name = name


def _option(section: str, name: str) -> Option:
    options = SCHEMA.get(section)
    if options is None:
        raise _Misplaced(section, "", f"there is no such section, choose {', '.join(SCHEMA)}")
    if name not in options:
        raise _Misplaced(section, name, f"there is no such setting, choose {', '.join(options)}")
    return options[name]


def _read(section: str, name: str, value: object) -> object:
    option = _option(section, name)
    try:
        return option.read(value)
    except ValueError as error:
        raise _Misplaced(section, name, f"is {error}, not {_show(value)}") from None


def _show(value: object) -> str:
    shown = _toml(value) if isinstance(value, bool | int | str) else f"a {type(value).__name__}"
    return shown if len(shown) <= 60 else f"{shown[:60]}..."


def _toml(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, str):
        escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"' if escaped.isprintable() else ascii(value)
    return str(value)


def _tables(text: str) -> dict[str, Any]:
    import tomllib

    if len(text) > MOST_BYTES:
        raise SettingsError(f"line 1: {TOO_LONG}")
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        what, at, place = str(error).removesuffix(")").rpartition(" (at ")
        digits = place.removeprefix("line ").partition(",")[0]
        line = digits if at and digits.isdecimal() else str(text.rstrip().count("\n") + 1)
        why = what if at else "it is nested too deep" if isinstance(error, RecursionError) else str(error)
        raise SettingsError(f"line {line}: not TOML: {why[:1].lower()}{why[1:]}") from None


def _flatten(tables: Mapping[str, Any]) -> list[tuple[str, str, object]]:
    chosen: list[tuple[str, str, object]] = []
    for section, values in tables.items():
        if section not in SCHEMA:
            _option(section, "")
        if not isinstance(values, dict):
            raise _Misplaced(section, "", f"is a section: write [{section}] and its settings below")
        chosen.extend((section, name, value) for name, value in values.items())
    return chosen


def _line_of(text: str, section: str, name: str) -> int:
    """Find the line where a setting is written: the first that makes it appear."""
    import tomllib

    lines = text.splitlines(keepends=True)
    is_silent = [not line.strip() or line.lstrip().startswith("#") for line in lines]
    begun = 0
    for number in range(len(lines)):
        if is_silent[number]:
            continue
        try:
            tables = tomllib.loads("".join(lines[: number + 1]))
        except tomllib.TOMLDecodeError:
            continue  # in the middle of a list
        if section in tables and (not name or name in tables[section]):
            break
        begun = number + 1
    while begun < len(lines) - 1 and is_silent[begun]:
        begun += 1
    return begun + 1
