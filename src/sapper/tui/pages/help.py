"""The help: pages of Markdown with a list of contents, and a table of the player's own keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size

from ...display.help_text import TOPICS, page
from ...display.wording import message, wording
from ..drawing import markdown
from ..drawing.lines import Line, Writer
from ..keystrokes import TERMINAL_KEYS, ScreenKey, shown
from .page import BACK, PageScreen

if TYPE_CHECKING:
    from ...controls.keys import KeyMap

CONTENTS = 25  # columns for the titles of the pages, at least
WIDE = 70
WIDEST_TEXT = 78


class HelpPage(PageScreen):
    """Left and right turn the pages, up and down scroll."""

    opened_by = "help"
    chooses = False
    table = (
        ScreenKey("next", ("right", "tab", "enter"), "footer.pages", "{left} {right}"),
        ScreenKey("previous", ("left", "shift+tab")),
        ScreenKey("scroll", ("space",), "footer.scroll"),
        *(ScreenKey(f"topic:{place}", (str(place + 1),)) for place in range(len(TOPICS))),
    )

    def __init__(self) -> None:
        super().__init__()
        self.at = 0
        self._lines: list[Line] = []
        self._is_wide = True
        self._contents = CONTENTS

    @property
    def topic(self) -> str:
        """The page that is open."""
        return list(TOPICS)[self.at]

    def keys(self) -> list[ScreenKey]:
        """Return the keys that matter now."""
        scrolls = self.scroller.count > self.scroller.room
        return [self.key("next"), *([self.key("scroll")] if scrolls else []), BACK]

    def prepare(self, width: int) -> None:
        """Write the page next to the contents, or alone where there is no room for them."""
        self._is_wide = width >= WIDE
        titles = max(cell_len(message(title)) for title in TOPICS.values())
        self._contents = max(CONTENTS, titles + 6)
        room = min(width - 2 - (self._contents if self._is_wide else 0), WIDEST_TEXT)
        writer = Writer(self.sapper.ink, self.sapper.glyphs, room)
        text = page(self.topic, wording().language)
        markdown.write(writer, text, {"keys": lambda writer: key_table(writer, self.sapper.options.keys)})
        self._lines = writer.lines
        if self._is_wide:
            self._lines += [Line((), writer.fill)] * (len(TOPICS) - len(self._lines))

    def head(self, writer: Writer) -> None:
        """Write which page this is, where there is no room for the contents."""
        if self._is_wide:
            return
        writer.line((f"{self.at + 1}/{len(TOPICS)} ", "accent*"), (message(TOPICS[self.topic]), "muted"))

    def count(self) -> int:
        """Return the number of lines."""
        return len(self._lines)

    def row(self, writer: Writer, number: int, is_here: bool) -> Line:
        """Return a line of the page, after a line of the contents."""
        line = self._lines[number]
        if not self._is_wide:
            return line
        place = number - self.scroller.first
        if place >= len(TOPICS):
            return line._replace(parts=[(" " * self._contents, writer.fill), *line.parts])
        ink = writer.ink
        is_open = place == self.at
        own = ink("onAccent", "accent", bold=True, reverse=ink.depth == "none") if is_open else writer.style("muted")
        entry = f" {place + 1} {message(list(TOPICS.values())[place])}"
        parts = [(set_cell_size(entry, self._contents - 2), own), ("  ", writer.fill), *line.parts]
        return line._replace(parts=parts, spots=((0, self._contents - 2, f"topic:{place}"),))

    def do_next(self) -> None:
        """Turn to the next page."""
        self._turn(self.at + 1)

    def do_previous(self) -> None:
        """Turn to the previous page."""
        self._turn(self.at - 1)

    def do_topic(self, place: str) -> None:
        """Open a page."""
        self._turn(int(place))

    def _turn(self, place: int) -> None:
        self.at = place % len(TOPICS)
        self.scroller.first = 0

    def do_scroll(self) -> None:
        """Scroll a page."""
        self.scroller.move("pagedown")


def key_table(writer: Writer, keys: KeyMap) -> None:
    """Write every action with its keys."""
    for action, bound in keys.bindings:
        own = [key for key in bound if key not in TERMINAL_KEYS]
        if not own:
            continue
        width = min(27, writer.width // 2 + 2)
        parts = [(f"{set_cell_size(wording().action(action).name, width - 1)} ", writer.style("text"))]
        left = writer.width - width
        for key in own:
            cap = f" {shown(key)} "
            if cell_len(cap) + 1 > left:
                break
            parts += [(cap, writer.ink("text", "raised", bold=True)), (" ", writer.fill)]
            left -= cell_len(cap) + 1
        writer.line(*parts)
