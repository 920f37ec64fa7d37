"""The base of every page: a title, a body that scrolls, a line for notes and questions, keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...display.wording import sentence, wording
from ...errors import SapperError
from .. import bars, screens
from ..base_screen import BaseScreen
from ..drawers.question import Question
from ..drawing.lines import Box, Line, LinesWidget, Writer, place
from ..drawing.scroller import Scroller, with_bar
from ..keystrokes import ScreenKey, action_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual import events
    from textual.app import ComposeResult

WIDEST = 128
ROOMY = 18  # lines; below that nothing is left blank around the body
MOST_LINES = 4  # of a note above the keys
BACK = ScreenKey("back", ("escape", "q"), "footer.back")


class PageScreen(BaseScreen):
    """A screen over the board. It pauses the game, because the board cannot be seen, until it is left.

    `table` lists its keys. The method of an action is `do_` and its name; `keys` picks what the footer shows.
    """

    opened_by = ""  # the action, whose name is the heading
    chooses = True
    table: tuple[ScreenKey, ...] = ()

    def __init__(self) -> None:
        super().__init__()
        self.note = ""
        self.question: Question | None = None
        self.scroller = Scroller(chooses=self.chooses)

    # -- What a page says of itself

    @property
    def heading(self) -> str:
        """The name of the page."""
        return wording().action(self.opened_by).name

    def aside(self) -> str:
        """Return the words on the right of the title."""
        return ""

    def keys(self) -> list[ScreenKey]:
        """Return the keys that matter now."""
        return [BACK]

    def key(self, action: str, label: str = "") -> ScreenKey:
        """Return a key of the table as the footer shows it now, with other words if they are given."""
        key = next(key for key in self.table if key.action == action)
        glyphs = self.sapper.glyphs
        return key._replace(label=label or key.label, cap=key.cap.format(left=glyphs.left, right=glyphs.right))

    def prepare(self, width: int) -> None:
        """Get ready to be drawn at a width."""

    def head(self, writer: Writer) -> None:
        """Write the lines above that do not scroll."""

    def count(self) -> int:
        """Return the number of lines that scroll."""
        return 0

    def stops(self) -> list[int] | None:
        """Return the lines that can be chosen, None if that is all of them."""
        return None

    def row(self, writer: Writer, number: int, is_here: bool) -> Line:
        """Return one of the lines that scroll."""
        raise NotImplementedError

    def foot(self, writer: Writer) -> None:
        """Write the lines below that do not scroll."""

    def remark(self) -> str:
        """Return the words above the keys while there is no note and no question."""
        return ""

    # -- Places and paint

    def compose(self) -> ComposeResult:
        """Make the parts; `redraw` places them."""
        self.title_bar, self.body = LinesWidget(id="title"), LinesWidget(id="body")
        self.line, self.footer = LinesWidget(id="line"), LinesWidget(id="footer")
        yield from (self.title_bar, self.body, self.line, self.footer)

    def on_mount(self) -> None:
        """Cover the board: pause a game in play, and stop a search for a board."""
        play = self.sapper.play_screen
        if play.search:
            play.commands.do("cancel")
        play.cover()
        self.begin()
        self.scroller.fit(self.count(), 1, self.stops())  # keys of one burst may come before the first paint
        self.redraw()

    def begin(self) -> None:
        """Read what is to be shown."""

    def on_resize(self) -> None:
        """Fit the new size."""
        self.redraw()

    def on_screen_resume(self) -> None:
        """Show what has changed meanwhile."""
        if self.is_mounted and hasattr(self, "body"):
            self.redraw()

    def redraw(self) -> None:
        """Write everything again."""
        if not self.is_mounted or not self.size.width:
            return
        ink, glyphs = self.sapper.ink, self.sapper.glyphs
        width, height = self.size
        is_roomy = height > ROOMY
        margin, top, low = (2 if width >= 60 else 1), 1 + is_roomy, 2 + is_roomy
        body = min(width - 2 * margin, WIDEST)
        place(self.title_bar, Box(0, 0, width, 1))
        note = bars.notes(ink, glyphs, width, self.note, MOST_LINES) if self.note else []
        note += [self.question.line(ink, width)] if self.question else []
        low += max(len(note) - low + 1, 0)
        place(self.body, Box((width - body) // 2, top, body, max(height - top - low, 1)))
        place(self.line, Box(0, height - 1 - max(len(note), 1), width, max(len(note), 1)))
        place(self.footer, Box(0, height - 1, width, 1))
        self.title_bar.show([bars.page_title(ink, glyphs, width, self.heading, self.aside())])
        self._write_body(body, max(height - top - low, 1))
        self.line.show(note or [bars.note(ink, glyphs, width, self.remark())])
        keys = self.question.keys if self.question else self.keys()
        self.footer.show([bars.footer(ink, width, keys)])

    def language_changed(self) -> None:
        """Write everything in another language; a note was in the last one."""
        self.note = ""
        self.redraw()

    def _write_body(self, width: int, height: int) -> None:
        ink, glyphs = self.sapper.ink, self.sapper.glyphs
        self.prepare(width)
        above, below = Writer(ink, glyphs, width), Writer(ink, glyphs, width)
        self.head(above)
        self.foot(below)
        room = height - len(above.lines) - len(below.lines) - bool(below.lines)
        if room < 3 and self.count():
            below.lines, room = [], height - len(above.lines)
        scroller = self.scroller
        scroller.fit(self.count(), room, self.stops())
        has_bar = scroller.count > scroller.room
        inner = Writer(ink, glyphs, width - 2 if has_bar else width)
        lines = above.lines
        for number in range(scroller.first, min(scroller.first + scroller.room, scroller.count)):
            line = self.row(inner, number, self.chooses and number == scroller.at)
            lines.append(with_bar(line, inner, width, scroller.thumb(number - scroller.first)))
        if below.lines:
            lines += [Line((), inner.fill)] * bool(scroller.count)
            lines += below.lines
        self.body.show(lines or [Line((), inner.fill)])

    # -- Input

    def ask(self, prompt: str, then: Callable[[str], bool | None], value: str | None = None) -> None:
        """Show a question above the keys."""
        self.question = Question(prompt, then, value)
        self.redraw()

    def stroke(self, stroke: str) -> None:
        """Take a key: an open question first, then the page, then the key map where it opens another page."""
        if self.question:
            self._answer(lambda question: question.stroke(stroke))
            return
        self.note = ""
        action = action_of(self.table, stroke)
        if action:
            self.do(action)
        elif not self.scroller.move(stroke):
            if action_of((BACK,), stroke):
                self.do("back")
            else:
                self._open_page(stroke)
        if self.is_on_top:
            self.redraw()

    def _answer(self, give: Callable[[Question], bool]) -> None:
        question = self.question
        assert question is not None
        self.note = ""
        try:
            is_over = give(question)
        except (SapperError, OSError) as error:
            self.complain(error)
            is_over = question.field is None
        if is_over and self.question is question:
            self.question = None
        if self.is_current:
            self.redraw()

    def _open_page(self, stroke: str) -> None:
        try:
            action = self.sapper.options.keys.action(stroke)
        except ValueError:
            return
        if action in screens.SCREENS and screens.SCREENS[action][1] != type(self).__name__:
            self.do(action)

    def do(self, action: str) -> None:
        """Carry out an action by its name, and show why it cannot be done."""
        if not self.is_on_top:
            return
        name, _, choice = action.partition(":")
        method: Callable[..., None] | None = getattr(self, f"do_{name.replace('-', '_')}", None)
        try:
            if method:
                method(choice) if choice else method()
            elif action in screens.SCREENS:
                self.app.switch_screen(screens.open_screen(action))
        except (SapperError, OSError) as error:
            self.complain(error)

    def complain(self, error: Exception) -> None:
        """Show why something cannot be done."""
        self.note = sentence(wording().error(error))

    def on_lines_widget_clicked(self, message: LinesWidget.Clicked) -> None:
        """Do what was clicked."""
        message.stop()
        if not self.is_on_top:
            return
        if self.question:
            self._answer(lambda question: question.do(message.action))
            return
        self.note = ""
        self.do(message.action)
        if self.is_current:
            self.redraw()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll on."""
        event.stop()
        self.scroller.roll(1)
        self.redraw()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll back."""
        event.stop()
        self.scroller.roll(-1)
        self.redraw()

    def do_row(self, number: str) -> None:
        """Choose a line; a click on the chosen one does what Enter does."""
        if int(number) == self.scroller.at:
            self.do("enter")
        else:
            self.scroller.go(int(number))

    def do_back(self) -> None:
        """Go back to where this page was opened."""
        if self.is_on_top:
            self.app.pop_screen()
