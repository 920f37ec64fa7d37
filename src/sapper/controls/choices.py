"""The words that settings may be set to."""

from __future__ import annotations

from enum import StrEnum

from ..rules import Grade


class When(StrEnum):
    """Whether a button acts when it goes down or when it comes up."""

    PRESS = "press"
    RELEASE = "release"


class RightDrag(StrEnum):
    """The cell that a right button acts on: the one where it went down, or where it comes up."""

    ORIGIN = "origin-decides"
    POSITION = "position-decides"


class TouchScheme(StrEnum):
    """The meaning of a tap: open (and a hold flags), flag (and a hold opens), or what a switch is set to."""

    TAP_OPENS = "tap-opens"
    TAP_FLAGS = "tap-flags"
    SWITCH = "switch"


class Hand(StrEnum):
    """The thumb that plays."""

    LEFT = "left"
    RIGHT = "right"


class ThemeChoice(StrEnum):
    """A theme by its name.

    `system` follows light, dark and contrast of the machine; `terminal` takes the colours that a terminal has anyway.
    """

    SYSTEM = "system"
    CLASSIC = "classic"
    AMIGA = "amiga"
    LIGHT = "light"
    DARK = "dark"
    CONTRAST = "contrast"
    COLOUR_BLIND = "colour-blind"
    MONO = "mono"
    TERMINAL = "terminal"


class ReducedMotion(StrEnum):
    """Whether movement is left out; `system` asks the machine."""

    SYSTEM = "system"
    ON = "on"
    OFF = "off"


class NumberStyle(StrEnum):
    """The style of numbers: digits, as the dots of a die, or as digits with a shape of their own for each."""

    DIGITS = "digits"
    DOTS = "dots"
    SHAPES = "digits-and-shapes"


class Rulers(StrEnum):
    """When the page names rows and columns at the edges of a board: while something names a square, or always."""

    NAMED = "named"
    ALWAYS = "always"


class CellSize(StrEnum):
    """The size of cells; `auto` takes the largest that fits."""

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


class Help(StrEnum):
    """Whether help that takes a game out of the ranking is given: after asking once a game, at once, or never."""

    ASK = "ask"
    ALLOW = "allow"
    OFF = "off"


class AfterGame(StrEnum):
    """The action after the end of a game."""

    SUMMARY = "summary"
    NEW_GAME = "new-game"
