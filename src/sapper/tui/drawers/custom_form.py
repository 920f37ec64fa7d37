"""The form for a custom board: it shows at every key what is allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size

from ...display.wording import message, sentence, wording
from ...rules import RULESETS, Level, RulesError
from ..drawing.formatting import percent
from ..drawing.lines import Line
from ..keystrokes import ScreenKey
from .drawer import CLOSE, Drawer
from .text_field import TextField

if TYPE_CHECKING:
    from ..drawing.glyphs import Glyphs
    from ..drawing.ink import Ink
    from ..drawing.lines import Writer

FIELDS = {"width": "custom.width", "height": "custom.height", "mines": "custom.mines"}
MOST_DIGITS = 7


class FieldError(RulesError):
    """A field of the form that cannot be used, with a sentence that names it and what is allowed."""

    def __init__(self, place: int, why: str) -> None:
        super().__init__(why)
        self.place = place


class CustomForm(Drawer):
    """Three numbers; the mines may be a share such as 20%. Enter plays, or goes to the field that is wrong."""

    hint_keys = (ScreenKey("play", ("enter",), "footer.play"), ScreenKey("next", ("tab",), "footer.next"), CLOSE)

    def __init__(self, ink: Ink, glyphs: Glyphs, ruleset: str, level: Level) -> None:
        super().__init__(ink, glyphs)
        self.ruleset = ruleset
        self.fields = [_field(name, value) for name, value in zip(FIELDS, _numbers(level), strict=True)]
        self.at = 0

    @property
    def values(self) -> list[str]:
        """The text of each field."""
        return [field.text for field in self.fields]

    @property
    def level(self) -> Level | None:
        """The level, if what is typed is one."""
        return None if self._error else self._check()

    @property
    def complaint(self) -> str:
        """The error in the form, in a sentence; empty if there is none."""
        return str(self._error or "")

    @property
    def _error(self) -> FieldError | None:
        try:
            self._check()
        except FieldError as error:
            return error
        return None

    def _check(self) -> Level:
        """Return the level; raise `FieldError` for the first field that is wrong."""
        width, height = self._number(0), self._number(1)
        try:
            Level(width, height, 0)
        except RulesError as error:
            raise FieldError(1, sentence(wording().error(error))) from None
        return Level(width, height, self._number(2))

    def _number(self, place: int) -> int:
        """Return the number in a field, within what is allowed there."""
        name, text = list(FIELDS)[place], self.values[place]
        number = self._read(name, text)
        least, most = self._limits(name)
        if number is None or number < least or (most is not None and number > most):
            allowed = self._allowed(name)
            raise FieldError(place, message("custom.must-be", name=message(FIELDS[name]), allowed=allowed))
        return number

    def _read(self, name: str, text: str) -> int | None:
        digits = text.removesuffix("%")
        if not digits.isdecimal():
            return None
        return round(int(digits) * self._cells / 100) if name == "mines" and digits != text else int(digits)

    @property
    def _cells(self) -> int:
        width, height = (int(value) if value.isdecimal() else 0 for value in self.values[:2])
        return width * height

    def _limits(self, name: str) -> tuple[int, int | None]:
        """Return the least and the most that a field may be, None without an upper limit."""
        largest = RULESETS[self.ruleset].largest
        if name == "mines":
            most = max(self._cells - 1, 0)
            return 0, min(most, largest.mines) if largest else most
        return 1, getattr(largest, name) if largest else None

    def _allowed(self, name: str) -> str:
        least, most = self._limits(name)
        if most is None:
            return message("custom.at-least", least=least)
        return message("custom.range", least=least, most=most)

    def write(self, writer: Writer) -> None:
        """Write the fields and what is allowed in them."""
        writer.heading(message("custom.title"))
        room = max(8, *(cell_len(message(title)) + 1 for title in FIELDS.values()))
        for place, (name, value) in enumerate(zip(FIELDS, self.values, strict=True)):
            is_here = place == self.at
            ink = self.ink
            text = f" {value:<{MOST_DIGITS}} "
            field = (
                ink("onAccent", "accent", bold=True, reverse=ink.depth == "none") if is_here else ink("text", "raised")
            )
            parts = [(set_cell_size(message(FIELDS[name]), room), writer.style("muted")), (text, field)]
            parts.append((f"  {self._allowed(name)}", writer.style("muted")))
            writer.lines.append(Line(parts, writer.fill, f"field:{place}"))
        writer.gap()
        level = self.level
        if level is None:
            writer.paragraph(self.complaint, "bad")
            return
        share = percent(level.density)
        writer.paragraph(message("custom.summary", squares=level.cells, count=level.mines, share=share), "muted")
        writer.gap()
        play = self.hint_keys[0]
        writer.key(play.printed, play.words, play.action)

    def stroke(self, stroke: str) -> None:
        """Type, move between fields, play."""
        if stroke in ("tab", "down"):
            self._go(self.at + 1)
        elif stroke in ("shift+tab", "up"):
            self._go(self.at - 1)
        elif stroke == "enter":
            error = self._error
            if error:
                self._go(error.place)
            else:
                self.act(f"level:{self.level}")
        else:
            self.fields[self.at].stroke(stroke)
        self.redraw()

    def _go(self, place: int) -> None:
        self.at = place % len(FIELDS)
        self.fields[self.at] = _field(list(FIELDS)[self.at], self.fields[self.at].text)

    def click(self, action: str) -> bool:
        """Take a click on a field or a key of the form; the level itself is for the screen."""
        kind, _, place = action.partition(":")
        if kind == "field":
            self._go(int(place))
            self.redraw()
        elif kind in ("play", "next"):
            self.stroke("enter" if kind == "play" else "tab")
        return super().click(action) or kind != "level"


def _numbers(level: Level) -> tuple[int, int, int]:
    return level.width, level.height, level.mines


def _field(name: str, value: object) -> TextField:
    accepted = "0123456789%" if name == "mines" else "0123456789"
    return TextField(str(value), MOST_DIGITS, replaces=True, accepts=accepted.__contains__)
