"""Lines of styled text, repainted when they change: every part of the screen but the board."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len, chop_cells, set_cell_size
from rich.segment import Segment
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from .ink import Depth

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from rich.style import Style
    from textual import events

    from .glyphs import Glyphs
    from .ink import Ink

Part = tuple[str, "Style"]
LEAST_PAIR = 20  # columns in which a name and its value may take two lines
# Characters between which a line may be broken, and those that belong to the one before or after them.
_WIDE = r"\u2e80-\u2fff\u3040-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff66-\uff9d"
_OPENING = "\u3008\u300a\u300c\u300e\u3010\u3014\uff08\u201c\u2018("
_CLOSING = (
    "\u3001\u3002\u3009\u300b\u300d\u300f\u3011\u3015\u30fb\u30fc\uff01\uff05\uff09\uff0c"
    "\uff0e\uff1a\uff1b\uff1f\u2026\u201d\u2019"
)
_PIECES = re.compile(
    rf"[{_OPENING}]*(?:[{_WIDE}]|[^{_WIDE}{_OPENING}{_CLOSING}]+)[{_CLOSING}]*|[{_OPENING}{_CLOSING}]+"
)


class Line(NamedTuple):
    """A line, the style that fills it up, and what a click on it does."""

    parts: Sequence[Part]
    fill: Style
    action: str | None = None
    spots: tuple[tuple[int, int, str], ...] = ()  # from where to where a click does something of its own


class Box(NamedTuple):
    """A rectangle of the screen."""

    x: int
    y: int
    width: int
    height: int


def place(widget: Widget, box: Box | None) -> None:
    """Put a widget where the layout says, or hide it."""
    widget.display = box is not None and box.width > 0 and box.height > 0
    if box is not None:
        widget.styles.offset = (box.x, box.y)
        widget.styles.width = box.width
        widget.styles.height = box.height


def wrapped(text: str, width: int) -> list[str]:
    """Return a text broken into lines; a word that is longer than a line is broken too."""
    lines: list[str] = []
    for blank, word in words(text):
        if lines and cell_len(lines[-1]) + len(blank) + cell_len(word) <= width:
            lines[-1] += f"{blank}{word}"
        else:
            lines += broken(word, width)
    return lines


def words(text: str) -> Iterator[tuple[str, str]]:
    """Yield what a line may be broken before, each with the blank before it.

    Chinese and Japanese have no blanks: a line may end after any of their characters, but begins with no closing sign.

    >>> list(words("the 3")), list(words("C7 是安全的。"))
    ([('', 'the'), (' ', '3')], [('', 'C7'), (' ', '是'), ('', '安'), ('', '全'), ('', '的。')])
    """
    for place, word in enumerate(text.split()):
        for number, piece in enumerate([word] if word.isascii() else _PIECES.findall(word)):
            yield " " if place and not number else "", piece


def broken(word: str, width: int) -> list[str]:
    """Return a word in pieces that fit a line."""
    if cell_len(word) <= width:
        return [word]
    return [piece.strip() for piece in chop_cells(word, max(width, 2))]


def last_cells(text: str, width: int) -> str:
    """Return the end of a text that fits a width."""
    while cell_len(text) > width:
        text = text[1:]
    return text


def chosen_ground(ink: Ink) -> str:
    """Return the ground of a chosen line: one that stands out from the page in every theme and depth."""
    if ink.depth == "16" or (ink.theme.scheme == "dark" and ink.theme.key != "contrast"):
        return "raised"
    return ink.mix("page", "accent", 0.14)


def cut(parts: Sequence[Part], width: int, glyphs: Glyphs) -> list[Part]:
    """Return a line cut to a width, with a sign where something is missing."""
    whole = "".join(text for text, _ in parts)
    if cell_len(whole.rstrip()) <= width:
        return list(parts)
    sign = glyphs.more if width > 2 * len(glyphs.more) else ""
    shown: list[Part] = []
    left = width - len(sign)
    for text, style in parts:
        if cell_len(text) >= left:
            return [*shown, (set_cell_size(text, left).rstrip() + sign, style)]
        shown.append((text, style))
        left -= cell_len(text)
    return shown


class LinesWidget(Widget):
    """A widget that shows lines."""

    class Clicked(Message):
        """A line, or a part of one, was clicked."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._lines: list[Line] = []

    def show(self, lines: Iterable[Line]) -> None:
        """Show other lines."""
        lines = list(lines)
        if lines != self._lines:
            self._lines = lines
            self.refresh()

    @property
    def text(self) -> str:
        """The text without its colours."""
        return "\n".join("".join(text for text, _ in line.parts).rstrip() for line in self._lines)

    def render_line(self, y: int) -> Strip:
        """Paint one line."""
        if not self._lines:
            return Strip.blank(self.size.width, self.rich_style)
        line = self._lines[y] if y < len(self._lines) else Line((), self._lines[-1].fill)
        strip = Strip([Segment(text, style) for text, style in line.parts])
        return strip.adjust_cell_length(self.size.width, line.fill)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Report what was clicked."""
        event.stop()
        line = self._lines[event.y] if 0 <= event.y < len(self._lines) else None
        action = self.action_at(line, event.x) if line else None
        if action:
            self.post_message(self.Clicked(action))

    def action_at(self, line: Line, x: int) -> str | None:
        """Return the action of a click in a line."""
        return next((action for first, end, action in line.spots if first <= x < end), line.action)


class Writer:
    """Writes the lines of a panel: headings, pairs, paragraphs, keys."""

    def __init__(self, ink: Ink, glyphs: Glyphs, width: int, ground: str = "page") -> None:
        self.ink = ink
        self.glyphs = glyphs
        self.width = width
        self.ground = ground
        self.fill = ink("text", ground)
        self.lines: list[Line] = []

    def gap(self, lines: int = 1) -> None:
        """Leave lines blank, none at the top."""
        if self.lines:
            self.lines.extend([Line((), self.fill)] * lines)

    def line(self, *parts: tuple[str, str] | Part, action: str | None = None) -> None:
        """Write one line; a part is styled by a token or a style."""
        styled = [(text, self.style(style)) for text, style in parts]
        self.lines.append(Line(cut(styled, self.width, self.glyphs), self.fill, action))

    def rest_of_bar(self, length: int) -> tuple[str, str]:
        """Return the part of a bar that is not filled; without colours it has another sign."""
        return (self.glyphs.rule if self.ink.depth is Depth.NONE else self.glyphs.bar) * length, "line"

    def style(self, style: str | Style) -> Style:
        """Return the style of a token on this ground; a `*` makes it bold."""
        if not isinstance(style, str):
            return style
        return self.ink(style.rstrip("*"), self.ground, bold=style.endswith("*"))

    def heading(self, text: str) -> None:
        """Write a heading with a rule to the edge, and a blank line."""
        self.gap()
        rule = self.glyphs.rule * max(self.width - cell_len(text) - 1, 0)
        self.line((f"{text} ", "muted*"), (rule, "line"))
        self.gap()

    def pair(self, name: str, value: str, strength: str = "text*") -> None:
        """Write a name on the left and its value on the right."""
        room = self.width - cell_len(name) - cell_len(value)
        if room < 1 and self.width >= LEAST_PAIR:  # the value on a line of its own
            self.paragraph(name, "muted")
            name, room = "", self.width - cell_len(value)
        self.line((name + " " * max(room, 1), "muted"), (value, strength))

    def hanging(self, *first: tuple[str, str] | Part, text: str, style: str, action: str | None = None) -> None:
        """Write a text after something else; its further lines stand below its first."""
        indent = sum(cell_len(part) for part, _ in first)
        for number, line in enumerate(wrapped(text, max(self.width - indent, 4)) or [""]):
            self.line(*([(" " * indent, "text")] if number else first), (line, style), action=action)

    def paragraph(self, text: str, style: str = "text", marks: dict[str, Style] | None = None) -> None:
        """Write a text over several lines; marked words have their own style."""
        usual = self.style(style)
        parts: list[Part] = []
        length = 0
        for before, word in ((before, piece) for before, whole in words(text) for piece in broken(whole, self.width)):
            size = cell_len(word)
            if parts and length + len(before) + size > self.width:
                self.line(*parts)
                parts, length = [], 0
            elif before and parts:
                parts.append((before, usual))
                length += len(before)
            bare = word.rstrip(f".,;:){_CLOSING}")
            mark = (marks or {}).get(bare)
            parts.extend([(bare, mark), (word[len(bare) :], usual)] if mark else [(word, usual)])
            length += size
        if parts:
            self.line(*parts)

    def key(self, key: str, words: str, action: str | None = None, *, chosen: bool = False) -> None:
        """Write a key and what it does."""
        cap = (f" {key} ", self.ink("text", "raised", bold=True))
        blank = ("  " if cell_len(key) < 2 else " ", "text")
        self.hanging(cap, blank, text=words, style="accent*" if chosen else "text", action=action)
