"""Lists, forms and pages next to the board, or in its place where there is no room."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size

from ...display.wording import message
from ..drawing.lines import Line, LinesWidget, Writer, cut, wrapped
from ..drawing.scroller import Scroller, with_bar
from ..keystrokes import ScreenKey, action_of
from .matching import matching
from .text_field import TextField

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..drawing.glyphs import Glyphs
    from ..drawing.ink import Ink
    from .menus import Item


NOTE_LINES = 4  # below a list: a blank one and the note
CLOSE = ScreenKey("close", ("escape",), "footer.close")


class Drawer(LinesWidget):
    """Something to read or to choose from; Escape closes it.

    It never has the focus: the screen hands over each key, and what is chosen is done at once. A message, or a focus
    that moves when the drawer is mounted, would be overtaken by keys that come in one burst.
    """

    hint_keys: tuple[ScreenKey, ...] = (CLOSE,)

    def __init__(self, ink: Ink, glyphs: Glyphs) -> None:
        super().__init__()
        self.ink = ink
        self.glyphs = glyphs
        self.act: Callable[[str], None] = lambda _: None  # carries out an action; set by the screen, as `close`
        self.close: Callable[[], None] = lambda: None

    def write(self, writer: Writer) -> None:
        """Write what is shown."""

    def stroke(self, stroke: str) -> None:
        """Take a key."""

    def paste(self, text: str) -> None:
        """Take a text that is pasted."""

    def click(self, action: str) -> bool:
        """Take a click on one of the lines; return False to let the screen do it."""
        if action == "close":
            self.close()
        return action == "close"

    def redraw(self) -> None:
        """Write everything again."""
        writer = Writer(self.ink, self.glyphs, max(self.size.width, 20))
        self.write(writer)
        self.show(writer.lines)

    def on_resize(self) -> None:
        """Fit the width."""
        self.redraw()

    def take(self, stroke: str) -> None:
        """Take a key; Escape closes."""
        if action_of((CLOSE,), stroke):
            self.close()
        else:
            self.stroke(stroke)


class Choices(Drawer):
    """A list to choose from by letter, arrows or mouse; with `typing` it narrows to what is typed."""

    hint_keys = (ScreenKey("choose", ("enter",), "footer.choose"), CLOSE)

    def __init__(self, ink: Ink, glyphs: Glyphs, title: str, items: Sequence[Item], *, typing: bool = False) -> None:
        super().__init__(ink, glyphs)
        self.title = title
        self.items = list(items)
        self.typing = typing
        self.field = TextField()
        self.at = 0 if typing else next((place for place, item in enumerate(items) if item.chosen), 0)
        self._scroller = Scroller(chooses=True)

    def click(self, action: str) -> bool:
        """Take a click on one of the keys; items are for the screen."""
        if action == "choose":
            self.stroke("enter")
        return super().click(action) or action == "choose"

    def paste(self, text: str) -> None:
        """Take a text that is pasted as part of what is typed."""
        if self.typing:
            self.field.type(text)
            self.at = 0
            self.redraw()

    @property
    def matching(self) -> list[Item]:
        """The items that match what is typed, the best first."""
        return matching(self.items, self.field.text)

    def write(self, writer: Writer) -> None:
        """Write the list, with the chosen line in view."""
        writer.heading(self.title)
        if self.typing:
            writer.line((": ", "muted"), (self.field.text, "text*"), ("_", "accent*"))
            writer.gap()
        found = self.matching
        self.at = max(min(self.at, len(found) - 1), 0)
        room = max(self.size.height - len(writer.lines), 1)
        size = max((cell_len(item.key) for item in found), default=1)
        below = self._has_notes_below(found, room, size)
        room -= NOTE_LINES if below else 0
        if not found:
            writer.paragraph(message("commands.none"), "muted")
            return
        self._scroller.at = self.at
        self._scroller.fit(len(found), room)
        top = len(writer.lines)
        for place in range(self._first_shown(found, room, size), len(found)):
            item = found[place]
            shown = item._replace(note="") if below and not self._fits(item, size) else item
            if len(writer.lines) - top + len(self._lines_of(item, size)) > room:
                break
            self._write_item(writer, shown, size, top, place == self.at)
        if below and not self._fits(found[self.at], size):
            writer.gap()
            writer.paragraph(found[self.at].note, "muted")

    def _has_notes_below(self, items: Sequence[Item], room: int, size: int) -> bool:
        """Return whether notes that are too long for their lines stand below the list, that of the chosen line."""
        has_room = room > 2 * NOTE_LINES if self.typing else len(items) + NOTE_LINES <= room
        return has_room and not all(self._fits(item, size) for item in items)

    def _fits(self, item: Item, size: int) -> bool:
        return size + cell_len(item.words) + cell_len(item.note) + 7 <= self.size.width

    def _lines_of(self, item: Item, size: int) -> list[str]:
        """Return the words of an item over as many lines as they need."""
        return wrapped(item.words, max(self.size.width - size - 6, 8)) or [""]

    def _first_shown(self, found: Sequence[Item], room: int, size: int) -> int:
        """Return the first item to be shown, so that the chosen one is in view."""
        first = self._scroller.first
        while first < self.at and sum(len(self._lines_of(item, size)) for item in found[first : self.at + 1]) > room:
            first += 1
        return first

    def _write_item(self, writer: Writer, item: Item, size: int, top: int, is_here: bool) -> None:
        first, *others = self._lines_of(item, size)
        is_one = not others
        row = item._replace(words=first, hot_key=item.hot_key if is_one else "", note=item.note if is_one else "")
        writer.lines.append(self._row(writer, row, size, len(writer.lines) - top, is_here))
        for words in others:
            more = item._replace(words=words, key="", hot_key="", note="", chosen=False)
            writer.lines.append(self._row(writer, more, size, len(writer.lines) - top, is_here))

    def _row(self, writer: Writer, item: Item, size: int, line: int, is_here: bool) -> Line:
        ink = self.ink
        ground = "accent" if is_here else writer.ground
        token = "onAccent" if is_here else "text"
        plain = ink(token, ground, bold=item.chosen, reverse=is_here and ink.depth == "none")
        faint = ink("onAccent" if is_here else "muted", ground, reverse=is_here and ink.depth == "none")
        cap = ink("text", "raised", bold=True)
        tick = f" {self.glyphs.tick}" if item.chosen else ""
        parts = [(f" {set_cell_size(item.key, size)} ", cap), (f" {item.words}{tick}", plain)]
        is_thumb = self._scroller.thumb(line)
        room = writer.width if is_thumb is None else writer.width - 2
        if item.note and sum(cell_len(text) for text, _ in parts) + cell_len(item.note) + 2 <= room:
            parts.append((f"  {item.note}", faint))
        taken = sum(cell_len(text) for text, _ in parts)
        blank = room - taken - 1 - cell_len(item.hot_key)
        if item.hot_key and blank >= 2:
            parts.append((" " * blank + f"{item.hot_key} ", faint))
        return with_bar(Line(cut(parts, room, self.glyphs), plain, item.action), writer, writer.width, is_thumb)

    def stroke(self, stroke: str) -> None:
        """Move, choose or type."""
        steps = {"up": -1, "down": 1, "pageup": -9, "pagedown": 9, "home": -999, "end": 999, "tab": 1, "shift+tab": -1}
        found = self.matching
        if stroke in steps:
            self.at += steps[stroke]
        elif stroke == "enter":
            if found:
                self.act(found[min(self.at, len(found) - 1)].action)
        elif self.typing:
            if self.field.stroke(stroke):
                self.at = 0
        else:
            letter = stroke.removeprefix("shift+").upper()
            chosen = next((item for item in found if item.key.upper() == letter), None)
            if chosen:
                self.act(chosen.action)
            elif stroke in "jk":
                self.at += 1 if stroke == "j" else -1
        self.redraw()

    def on_mouse_scroll_down(self) -> None:
        """Go on in the list."""
        self.stroke("down")

    def on_mouse_scroll_up(self) -> None:
        """Go back in the list."""
        self.stroke("up")


class Page(Drawer):
    """A text to read, scrolled where it is long."""

    hint_keys = (ScreenKey("", ("up", "down"), "footer.scroll", "footer.arrows"), CLOSE)

    def __init__(self, ink: Ink, glyphs: Glyphs, write: Callable[[Writer], None]) -> None:
        super().__init__(ink, glyphs)
        self._write = write
        self._first = 0

    def write(self, writer: Writer) -> None:
        """Write the part in view."""
        self._write(writer)
        self._first = max(min(self._first, len(writer.lines) - self.size.height), 0)
        writer.lines = writer.lines[self._first :]

    def stroke(self, stroke: str) -> None:
        """Scroll, or close."""
        page = max(self.size.height - 2, 1)
        steps = {"up": -1, "down": 1, "k": -1, "j": 1, "pageup": -page, "pagedown": page, "space": page}
        if stroke in steps:
            self._first += steps[stroke]
            self.redraw()
        elif stroke in ("enter", "q"):
            self.close()

    def on_mouse_scroll_down(self) -> None:
        """Scroll on."""
        self.stroke("down")

    def on_mouse_scroll_up(self) -> None:
        """Scroll back."""
        self.stroke("up")
