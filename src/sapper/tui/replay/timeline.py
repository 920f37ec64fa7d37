"""The time line of a replay: speed, luck, marks for mistakes and guesses, and a head that can be dragged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.message import Message

from ...analysis.metrics import seconds_text
from ...display import charts
from ...display.wording import message, wording
from ..board.layout import TIMELINES
from ..drawing.lines import Line, LinesWidget, Writer

if TYPE_CHECKING:
    from textual import events

    from ...analysis.review import Review
    from ..drawing.glyphs import Glyphs
    from ..drawing.ink import Ink
    from .playback import Motion, Playback

LUCK_HEIGHT = 3
FULL, MIDDLE, SMALL, _ = TIMELINES


class SeekLine(LinesWidget):
    """Shows the position in a replay. A click or a drag in any of its lines moves it there."""

    class Sought(Message):
        """A moment was pointed at."""

        def __init__(self, at: int) -> None:
            super().__init__()
            self.at = at

    def __init__(self) -> None:
        super().__init__(id="timeline")
        self._length = 0
        self._is_held = False

    def write_head(self, writer: Writer, playback: Motion) -> None:
        """Write the head, and under it the time and the speed."""
        self._length = playback.length
        head = charts.column_of(playback.at, playback.length, writer.width)
        bar = (writer.glyphs.bar * head, "accent")
        writer.line(bar, (writer.glyphs.head, "text*"), writer.rest_of_bar(writer.width - head - 1))
        writer.lines.append(self._status(writer, playback))

    def _status(self, writer: Writer, playback: Motion) -> Line:
        words = wording()
        times = f"{words.decimal(seconds_text(playback.at))} / {words.seconds(seconds_text(playback.length))}"
        state = message("replay.paused")
        if playback.is_playing:
            state = f"{writer.glyphs.playing} {message('replay.playing')}"
        speed = message("replay.speed-factor", factor=f"{playback.speed:g}{writer.glyphs.times}")
        if cell_len(times) + cell_len(state) + cell_len(speed) + 3 > writer.width:
            state = ""
        room = max(writer.width - cell_len(times) - cell_len(state) - cell_len(speed) - 2, 1)
        style = writer.style("muted")
        return Line(((times, style), (" " * room + state, style), (f"  {speed}", style)), writer.fill)

    # -- The pointer

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Take hold of the head."""
        event.stop()
        self._is_held = True
        self.capture_mouse()
        self._seek(event.x)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Drag the head."""
        if self._is_held:
            event.stop()
            self._seek(event.x)

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """Release the head."""
        event.stop()
        self._is_held = False
        self.release_mouse()

    def _seek(self, x: int) -> None:
        last = max(self.size.width - 1, 1)
        self.post_message(self.Sought(self._length * max(min(x, last), 0) // last))


class Timeline(SeekLine):
    """The line of a game, with what its review found."""

    def draw(self, ink: Ink, glyphs: Glyphs, playback: Playback, review: Review | None) -> None:
        """Draw the line, with as much above it as there is room for."""
        self._length = playback.length
        width, height = max(self.size.width, 1), self.size.height
        writer = Writer(ink, glyphs, width)
        if review and height >= MIDDLE:
            self._draw_speed(writer, review, is_spaced=height >= FULL)
        if review and height >= FULL:
            self._draw_luck(writer, review)
        while len(writer.lines) < height - min(height, SMALL):
            writer.lines.insert(0, Line((), writer.fill))
        if height >= SMALL:
            writer.lines.append(self._marks(writer, review))
        self.write_head(writer, playback)
        self.show(writer.lines)

    def _draw_speed(self, writer: Writer, review: Review, *, is_spaced: bool) -> None:
        _title(writer, message("game.speed"))
        samples = [(move.at, move.solved) for move in review.moves]
        values = charts.speeds(samples, self._length, writer.width)
        writer.line((charts.area(values, 1, ascii_only=writer.glyphs.bar == "=")[0], "accent"))
        if is_spaced:
            writer.gap()

    def _draw_luck(self, writer: Writer, review: Review) -> None:
        _title(writer, message("replay.luck"))
        used, samples = 0.0, []
        for move in review.moves:
            used += move.luck
            samples.append((move.at, used))
        values = charts.steps(samples, self._length, writer.width)
        for row in charts.area(values, LUCK_HEIGHT, ascii_only=writer.glyphs.bar == "="):
            writer.line((row, "number.1"))

    def _marks(self, writer: Writer, review: Review | None) -> Line:
        signs = [(" ", writer.fill)] * writer.width
        for move in review.moves if review else ():
            column = charts.column_of(move.at, self._length, writer.width)
            if move.verdict.is_mistake:
                signs[column] = (writer.glyphs.mistake, writer.style("bad*"))
            elif move.verdict.is_guess and signs[column][0] == " ":
                signs[column] = (writer.glyphs.guess, writer.style("warn*"))
        return Line(signs, writer.fill)


def _title(writer: Writer, text: str) -> None:
    """Write a heading without the blank line after it."""
    rule = writer.glyphs.rule * max(writer.width - cell_len(text) - 1, 0)
    writer.line((f"{text} ", "muted*"), (rule, "line"))
