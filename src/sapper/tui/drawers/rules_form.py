"""The form of single rules: first click, lives, assists and every other choice of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rich.cells import set_cell_size

from ...display.wording import message, sentence, wording
from ...errors import SapperError
from ...rules import CHOICES, Assist, Rules
from ..drawing.lines import Line, cut
from ..drawing.scroller import Scroller, with_bar
from ..keystrokes import ScreenKey, action_of
from .drawer import CLOSE, Drawer

if TYPE_CHECKING:
    from collections.abc import Callable
    from enum import StrEnum
    from typing import Any

    from ..drawing.glyphs import Glyphs
    from ..drawing.ink import Ink
    from ..drawing.lines import Writer

MOST_LIVES = 99
NOTE_LINES = 7  # below the list: a blank one, the chosen rule in words, and from when it applies
_FIRST = ("first", "lives", "assists")


class Row(NamedTuple):
    """A rule of the form; an assist is a switch of its own."""

    name: str
    assist: Assist | None = None

    @property
    def title(self) -> str:
        """Its name in words."""
        words = wording().rule(self.name)
        return words.value(self.assist) if self.assist else words.title

    def value(self, rules: Rules) -> object:
        """Return its value in some rules; of an assist, whether it is on."""
        value = getattr(rules, self.name)
        return self.assist in value if self.assist else value

    def spelled(self, rules: Rules) -> str:
        """Return its value in words."""
        value = self.value(rules)
        return wording().rule("practice").value(value) if self.assist else wording().rule(self.name).value(value)

    def turned(self, rules: Rules, way: int) -> object:
        """Return the next value of the rule."""
        value: Any = getattr(rules, self.name)
        if self.assist:
            return value ^ {self.assist}
        if isinstance(value, bool):
            return not value
        if isinstance(value, int):
            return max(min(value + way, MOST_LIVES), 1)
        kind: type[StrEnum] = type(value)
        values = list(kind)
        return values[(values.index(value) + way) % len(values)]


def rows() -> list[Row]:
    """Return the rules of the form: what the old games differ in most first. The layout has a list of its own."""
    names = [*_FIRST, *(name for name in CHOICES if name not in (*_FIRST, "layout"))]
    listed: list[Row] = []
    for name in names:
        listed += [Row(name, assist) for assist in Assist] if name == "assists" else [Row(name)]
    return listed


class RulesForm(Drawer):
    """Up and down choose a rule, left and right change it, Del resets it to the ruleset's choice."""

    keys = (
        ScreenKey("next", ("right", "space", "enter", "l"), "footer.change", "{left} {right}"),
        ScreenKey("previous", ("left", "h")),
        ScreenKey("default", ("delete", "backspace"), "footer.default", "Del"),
        CLOSE,
    )

    def __init__(
        self, ink: Ink, glyphs: Glyphs, rules: Callable[[], Rules], change: Callable[[str, object], bool]
    ) -> None:
        super().__init__(ink, glyphs)
        self._rules = rules
        self._change = change  # returns whether the rule applies now
        self.rows = rows()
        self.note = ""
        self._scroller = Scroller(chooses=True)
        self.hint_keys = tuple(
            key._replace(cap=key.cap.format(left=glyphs.left, right=glyphs.right)) for key in self.keys if key.label
        )

    @property
    def here(self) -> Row:
        """The rule that the choice is on."""
        return self.rows[self._scroller.at]

    def write(self, writer: Writer) -> None:
        """Write the rules with their values, and the chosen one in words."""
        writer.heading(wording().action("rules").name)
        rules, scroller = self._rules(), self._scroller
        room = max(self.size.height - len(writer.lines) - NOTE_LINES, 3)
        scroller.fit(len(self.rows), room)
        for number in range(scroller.first, min(scroller.first + room, len(self.rows))):
            line = self._row(writer, self.rows[number], rules, number)
            writer.lines.append(with_bar(line, writer, writer.width, scroller.thumb(number - scroller.first)))
        writer.gap()
        words = wording().rule(self.here.name)
        writer.paragraph(message("new.changed", rule=self.here.title, value=self.here.spelled(rules)), "text*")
        writer.paragraph(self.note or words.description, "warn" if self.note else "muted")

    def _row(self, writer: Writer, row: Row, rules: Rules, number: int) -> Line:
        ink, is_here = self.ink, number == self._scroller.at
        ground, token = ("accent", "onAccent") if is_here else (writer.ground, "text")
        reverse = is_here and ink.depth == "none"
        plain = ink(token, ground, reverse=reverse)
        strong = ink(token, ground, bold=True, reverse=reverse)
        usual = Rules(rules.level, ruleset=rules.ruleset)
        mark = self.glyphs.was_safe if row.value(rules) != row.value(usual) else " "
        width = max(writer.width * 3 // 5, 12)
        title = cut([(row.title, plain)], width, self.glyphs)[0][0]
        parts = [(f"{mark} {set_cell_size(title, width)} ", plain), (row.spelled(rules), strong)]
        return Line(cut(parts, writer.width - 2, self.glyphs), plain, f"row:{number}")

    def stroke(self, stroke: str) -> None:
        """Choose a rule or change it; a digit sets the lives."""
        self.note = ""
        action = action_of(self.keys, stroke)
        rules, here = self._rules(), self.here
        if action in ("next", "previous"):
            self._set(here.turned(rules, 1 if action == "next" else -1))
        elif action == "default":
            self._set(getattr(Rules(rules.level, ruleset=rules.ruleset), here.name))
        elif here.name == "lives" and stroke in "123456789":
            self._set(int(stroke))
        else:
            self._scroller.move({"tab": "down", "shift+tab": "up"}.get(stroke, stroke))
        self.redraw()

    def _set(self, value: object) -> None:
        try:
            if not self._change(self.here.name, value):
                self.note = message("new.applies-next")
        except SapperError as error:
            self.note = sentence(wording().error(error))

    def click(self, action: str) -> bool:
        """Take a click on a rule: the first chooses it, the next changes it."""
        kind, _, number = action.partition(":")
        if kind == "row" and int(number) != self._scroller.at:
            self.note = ""
            self._scroller.go(int(number))
        elif kind in ("row", "next"):
            self.stroke("right")
        elif kind == "default":
            self.stroke("delete")
        self.redraw()
        return super().click(action) or True
