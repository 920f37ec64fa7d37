"""The form for a custom board: it shows at every key what is allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...rules import RULESETS, Level, RulesError
from ..drawing.lines import Line
from ..keystrokes import ScreenKey
from .drawer import CLOSE, Drawer
from .text_field import TextField

if TYPE_CHECKING:
    from ...rules import Rules
    from ..drawing.glyphs import Glyphs
    from ..drawing.ink import Ink
    from ..drawing.lines import Writer

FIELDS = ("width", "height", "mines")
MOST_DIGITS = 7


class CustomForm(Drawer):
    """Three numbers. Enter goes on to the next, and plays from the last once all are right."""

    hint_keys = (ScreenKey("play", ("enter",), "play"), ScreenKey("next", ("tab",), "next"), CLOSE)

    def __init__(self, ink: Ink, glyphs: Glyphs, rules: Rules) -> None:
        super().__init__(ink, glyphs)
        self.ruleset = rules.ruleset
        level = rules.level
        self.fields = [_field(number) for number in (level.width, level.height, level.mines)]
        self.at = 0

    @property
    def values(self) -> list[str]:
        """The text of each field."""
        return [field.text for field in self.fields]

    @property
    def level(self) -> Level | None:
        """The level, if what is typed is one."""
        try:
            return self._check()
        except RulesError:
            return None

    @property
    def complaint(self) -> str:
        """What is wrong with it, in a sentence."""
        try:
            self._check()
        except RulesError as error:
            text = str(error)
            return f"{text[0].upper()}{text[1:]}."
        return ""

    def _check(self) -> Level:
        for name, value in zip(FIELDS, self.values, strict=True):
            if not value:
                raise RulesError(f"the {name} is a whole number")
        return RULESETS[self.ruleset].level(Level(*map(int, self.values)))

    def write(self, writer: Writer) -> None:
        """Write the fields and what is allowed in them."""
        writer.heading("Custom")
        for place, (name, value) in enumerate(zip(FIELDS, self.values, strict=True)):
            is_here = place == self.at
            ink = self.ink
            text = f" {value:<{MOST_DIGITS}} "
            field = (
                ink("onAccent", "accent", bold=True, reverse=ink.depth == "none") if is_here else ink("text", "raised")
            )
            parts = [(f"{name.capitalize():<8}", writer.style("muted")), (text, field)]
            parts.append((f"  {self._allowed(name)}", writer.style("muted")))
            writer.lines.append(Line(parts, writer.fill, f"field:{place}"))
        writer.gap()
        level = self.level
        if level is None:
            writer.paragraph(self.complaint, "bad")
            return
        share = f"{level.density:.0%}".replace("%", " %")
        writer.paragraph(f"{level.cells} squares, {share} of them mines.", "muted")
        writer.gap()
        writer.key("Enter", "play", "play")

    def _allowed(self, name: str) -> str:
        largest = RULESETS[self.ruleset].largest
        if name == "mines":
            sizes = [int(value) if value else 0 for value in self.values[:2]]
            most = max(sizes[0] * sizes[1] - 1, 0)
            return f"0 to {min(most, largest.mines) if largest else most}"
        return f"1 to {getattr(largest, name)}" if largest else "1 or more"

    def stroke(self, stroke: str) -> None:
        """Type, move between fields, play."""
        if stroke in ("tab", "down"):
            self._go(self.at + 1)
        elif stroke in ("shift+tab", "up"):
            self._go(self.at - 1)
        elif stroke == "enter":
            if self.level:
                self.post_message(self.Clicked(f"level:{self.level}"))
            else:
                self._go(self.at + 1)
        else:
            self.fields[self.at].stroke(stroke)
        self.redraw()

    def _go(self, place: int) -> None:
        self.at = place % len(FIELDS)
        self.fields[self.at] = _field(self.fields[self.at].text)

    def click(self, action: str) -> bool:
        """Take a click on a field or a key of the form; the level itself is for the screen."""
        kind, _, place = action.partition(":")
        if kind == "field":
            self._go(int(place))
            self.redraw()
        elif kind in ("play", "next"):
            self.stroke("enter" if kind == "play" else "tab")
        return super().click(action) or kind != "level"


def _field(value: object) -> TextField:
    return TextField(str(value), MOST_DIGITS, replaces=True, accepts="0123456789".__contains__)
