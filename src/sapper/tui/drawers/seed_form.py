"""The form for a seed or a shared line: it shows at every key which board that would be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import set_cell_size

from ...coordinates import cell_name
from ...display.wording import message, sentence, wording
from ...errors import SapperError
from ...replay import sharing
from ..drawing.lines import last_cells
from ..keystrokes import ScreenKey
from .drawer import CLOSE, Drawer
from .menus import layout_words, level_words
from .text_field import TextField

if TYPE_CHECKING:
    from ...rules import Rules
    from ..drawing.glyphs import Glyphs
    from ..drawing.ink import Ink
    from ..drawing.lines import Writer

MOST_SIGNS = 400


class SeedForm(Drawer):
    """One line of text, typed or pasted; Enter plays the board."""

    hint_keys = (ScreenKey("play", ("enter",), "footer.play"), CLOSE)

    def __init__(self, ink: Ink, glyphs: Glyphs, rules: Rules) -> None:
        super().__init__(ink, glyphs)
        self.field = TextField("", MOST_SIGNS)
        self._rules = rules

    @property
    def complaint(self) -> str:
        """The error in the text, in a sentence; empty if it can be played."""
        try:
            sharing.read(self.field.text, self._rules)
        except SapperError as error:
            return sentence(wording().error(error))
        return ""

    def write(self, writer: Writer) -> None:
        """Write the line, and what it would play."""
        writer.heading(wording().action("enter-seed").name)
        field = writer.ink("text", "raised", bold=True, underline=writer.ink.depth == "none")
        shown = f" {last_cells(self.field.text, max(writer.width - 3, 1))}_"
        writer.line((set_cell_size(shown, writer.width), field))
        writer.gap()
        if not self.field.text.strip():
            writer.paragraph(message("seed.how"), "muted")
        elif self.complaint:
            writer.paragraph(self.complaint, "bad")
        else:
            self._write_board(writer)

    def _write_board(self, writer: Writer) -> None:
        shared = sharing.read(self.field.text, self._rules)
        rules, dot = shared.rules, f" {writer.glyphs.dot} "
        size = level_words(rules.level, writer.glyphs.times, writer.glyphs.dot)
        writer.paragraph(dot.join((size, layout_words(rules), wording().ruleset(rules.ruleset).name)), "text*")
        if shared.first:
            writer.paragraph(message("seed.first", square=cell_name(*shared.first)))
        writer.paragraph(message("seed.not-ranked"), "muted")
        writer.gap()
        play = self.hint_keys[0]
        writer.key(play.printed, play.words, play.action)

    def stroke(self, stroke: str) -> None:
        """Type, or play."""
        if stroke != "enter":
            self.field.stroke(stroke)
        elif self.field.text.strip() and not self.complaint:
            self.act(f"enter-seed:{self.field.text.strip()}")
        self.redraw()

    def paste(self, text: str) -> None:
        """Take a text that is pasted."""
        self.field.type(" ".join(text.split()))
        self.redraw()

    def click(self, action: str) -> bool:
        """Take a click on the key; the board itself is for the screen."""
        if action == "play":
            self.stroke("enter")
        return super().click(action) or not action.startswith("enter-seed:")
