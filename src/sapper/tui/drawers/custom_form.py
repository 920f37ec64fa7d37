"""The form for a custom board: it shows at every key what is allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...display.wording import message, sentence
from ...rules import RULESETS, Level, RulesError
from ..drawing.formatting import percent
from ..drawing.lines import Line
from ..keystrokes import ScreenKey
from .drawer import CLOSE, Drawer
from .text_field import TextField

if TYPE_CHECKING:
    from ...rules import Rules
    from ..drawing.glyphs import Glyphs
    from ..drawing.ink import Ink
    from ..drawing.lines import Writer

FIELDS = {"width": "custom.width", "height": "custom.height", "mines": "custom.mines"}
MOST_DIGITS = 7


class CustomForm(Drawer):
    """Three numbers. Enter goes on to the next, and plays from the last once all are right."""

    hint_keys = (ScreenKey("play", ("enter",), "footer.play"), ScreenKey("next", ("tab",), "footer.next"), CLOSE)

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
            return sentence(str(error))
        return ""

    def _check(self) -> Level:
        for title, value in zip(FIELDS.values(), self.values, strict=True):
            if not value:
                raise RulesError(message("custom.whole-number", name=message(title)))
        return RULESETS[self.ruleset].level(Level(*map(int, self.values)))

    def write(self, writer: Writer) -> None:
        """Write the fields and what is allowed in them."""
        writer.heading(message("custom.title"))
        for place, (name, value) in enumerate(zip(FIELDS, self.values, strict=True)):
            is_here = place == self.at
            ink = self.ink
            text = f" {value:<{MOST_DIGITS}} "
            field = (
                ink("onAccent", "accent", bold=True, reverse=ink.depth == "none") if is_here else ink("text", "raised")
            )
            parts = [(f"{message(FIELDS[name]):<8}", writer.style("muted")), (text, field)]
            parts.append((f"  {self._allowed(name)}", writer.style("muted")))
            writer.lines.append(Line(parts, writer.fill, f"field:{place}"))
        writer.gap()
        level = self.level
        if level is None:
            writer.paragraph(self.complaint, "bad")
            return
        writer.paragraph(message("custom.summary", squares=level.cells, share=percent(level.density)), "muted")
        writer.gap()
        play = self.hint_keys[0]
        writer.key(play.printed, play.words, play.action)

    def _allowed(self, name: str) -> str:
        largest = RULESETS[self.ruleset].largest
        if name == "mines":
            sizes = [int(value) if value else 0 for value in self.values[:2]]
            most = max(sizes[0] * sizes[1] - 1, 0)
            return message("custom.range", least=0, most=min(most, largest.mines) if largest else most)
        if largest is None:
            return message("custom.at-least", least=1)
        return message("custom.range", least=1, most=getattr(largest, name))

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
