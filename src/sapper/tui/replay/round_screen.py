"""A finished round in the terminal: all boards on one time line, who led, and what happened."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.cells import cell_len

from ...analysis.metrics import seconds_text
from ...display import charts
from ...display.columns import right
from ...display.wording import message, wording
from .. import bars
from ..base_screen import BaseScreen
from ..drawing.formatting import clock, date_and_time, percent
from ..drawing.lines import Box, Line, LinesWidget, Writer, place, wrapped
from ..keystrokes import ScreenKey, action_of
from .round_boards import RoundPlayback, board_lines, reached_words
from .timeline import SeekLine

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual.app import ComposeResult

    from ...analysis.rounds import RoundEvent, RoundFile, RoundResult
    from ..drawing.glyphs import Glyphs
    from ..drawing.ink import Ink

FRAME_S = 1 / 30
FAR = 10  # actions at once
PANEL = 36
LEAST_BOARDS = 32  # columns that boards have next to a panel
LINE_HEIGHT = 4
_EVENT_INDENT = 11  # cells before the words of an event: its time and the letter of its player
EVENTS = {
    "lead": "round.lead",
    "won": "round.won",
    "lost": "round.lost",
    "abandoned": "round.abandoned",
    "solved": "round.solved",
}
KEYS = (
    ScreenKey("play", ("space",), "footer.play"),
    ScreenKey("next-event", ("]",), "round.key-event", "[ ]"),
    ScreenKey("previous-event", ("[",)),
    ScreenKey("board", ("tab",), "round.key-board"),
    ScreenKey("all", ("0",), "round.key-all"),
    ScreenKey("next", (".", "down", "j"), "footer.step", ", ."),
    ScreenKey("previous", (",", "up", "k")),
    ScreenKey("far-next", ("pagedown",)),
    ScreenKey("far-previous", ("pageup",)),
    ScreenKey("later", ("right", "l")),
    ScreenKey("earlier", ("left", "h")),
    ScreenKey("start", ("home",)),
    ScreenKey("end", ("end",)),
    ScreenKey("faster", ("+", "="), "footer.speed", "+ -"),
    ScreenKey("slower", ("-",)),
    ScreenKey("back", ("escape", "q", "w"), "footer.back"),
)


class LeadLine(SeekLine):
    """The time line of a round: over the head, who led when and when somebody ended."""

    def draw(self, ink: Ink, glyphs: Glyphs, playback: RoundPlayback) -> None:
        """Draw the line."""
        writer = Writer(ink, glyphs, max(self.size.width, 1))
        if not playback.played.mode.is_team:
            writer.lines.append(self._leads(writer, playback))
        writer.lines.append(self._ends(writer, playback))
        self.write_head(writer, playback)
        self.show(writer.lines)

    def _leads(self, writer: Writer, playback: RoundPlayback) -> Line:
        width, parts = writer.width, []
        for column in range(width):
            leader = playback.story.leader_at((column + 1) * max(playback.length, 1) // width)
            if leader is None:
                parts.append((" ", writer.fill))
            else:
                person = playback.person(leader)
                parts.append(
                    (person.initial, writer.ink("page", person.token, bold=True, reverse=writer.ink.depth == "none"))
                )
        return Line(parts, writer.fill)

    def _ends(self, writer: Writer, playback: RoundPlayback) -> Line:
        signs = [(" ", writer.fill)] * writer.width
        for event in playback.story.events:
            if event.kind != "lead":
                person = playback.person(event.seat)
                column = charts.column_of(event.at, playback.length, writer.width)
                sign = writer.glyphs.tick if event.kind in ("won", "solved") else writer.glyphs.wrong
                signs[column] = (sign, writer.ink(person.token, writer.ground, bold=True))
        return Line(signs, writer.fill)


class RoundViewer(BaseScreen):
    """Shows a finished round. `alone`: there is nothing to go back to."""

    def __init__(self, played: RoundFile, *, alone: bool = False) -> None:
        super().__init__()
        self.playback = RoundPlayback(played)
        self.chosen: int | None = None  # the only board in view
        self.note = ""
        self._is_alone = alone

    def compose(self) -> ComposeResult:
        """Make the parts; `lay_out` places them."""
        self.title_bar, self.boards = LinesWidget(id="title"), LinesWidget(id="boards")
        self.side, self.footer = LinesWidget(id="side"), LinesWidget(id="footer")
        self.timeline = LeadLine()
        yield from (self.title_bar, self.boards, self.side, self.timeline, self.footer)

    def on_mount(self) -> None:
        """Begin at the start, paused."""
        self.set_interval(FRAME_S, self._tick)
        self.lay_out()

    def on_resize(self) -> None:
        """Fit the new size; Textual calls that of the base too."""
        self.lay_out()

    def language_changed(self) -> None:
        """Write everything in another language."""
        self.lay_out()

    def lay_out(self) -> None:
        """Put every part where it belongs at this size."""
        if not self.is_mounted or not hasattr(self, "footer"):
            return
        width, height = self.size
        room = max(height - 2 - LINE_HEIGHT, 1)
        has_panel = width - PANEL - 3 >= LEAST_BOARDS
        boards = width - PANEL - 3 if has_panel else width - 2
        place(self.title_bar, Box(0, 0, width, 1))
        place(self.boards, Box(1, 1, max(boards, 1), room))
        place(self.side, Box(width - PANEL - 1, 1, PANEL, height - 2) if has_panel else None)
        place(self.timeline, Box(1, 1 + room, max(boards, 1), LINE_HEIGHT))
        place(self.footer, Box(0, height - 1, width, 1))
        self.call_after_refresh(self.refresh_all)

    def refresh_all(self) -> None:
        """Show the round at its present moment."""
        if not self.is_mounted:
            return
        ink, glyphs, playback = self.sapper.ink, self.sapper.glyphs, self.playback
        self.title_bar.show([self._title(ink, glyphs)])
        width, height = self.boards.size
        self.boards.show(board_lines(ink, glyphs, playback, width, height, self.chosen))
        self.timeline.draw(ink, glyphs, playback)
        if self.side.display:
            writer = Writer(ink, glyphs, PANEL)
            self._write_side(writer)
            self.side.show(writer.lines)
        self.footer.show([bars.footer(ink, self.size.width, self._keys())])

    def _title(self, ink: Ink, glyphs: Glyphs) -> Line:
        played = self.playback.played
        kind = message("round.of", mode=wording().mode(played.mode_name).name, count=len(played.players))
        left = f" {glyphs.flag} Sapper   {kind}"
        right = self.note or date_and_time(min(played.ended_at // 1000, 253_402_300_799))
        room = max(self.size.width - cell_len(left) - cell_len(right) - 1, 1)
        return Line(
            ((left, ink("text", "panel", bold=True)), (" " * room + right, ink("muted", "panel"))), ink("text", "panel")
        )

    def _write_side(self, writer: Writer) -> None:
        """Write who leads, the result, and what happened, the last event marked; a click goes there."""
        playback = self.playback
        played, story = playback.played, playback.story
        if not played.mode.is_team:
            leader = story.leader_at(playback.at)
            words = message("round.level") if leader is None else message("round.leads", name=playback.name_of(leader))
            writer.paragraph(words, "text*")
            writer.paragraph(message("round.changes", count=max(0, len(story.leads) - 1)), "muted")
        writer.heading(message("rooms.result"))
        for line in played.result:
            place_words = "" if played.mode.is_team else f"{line.place or message('cli-games.late')} "
            name = f"{place_words}{playback.name_of(line.seat)}"
            writer.pair(name, f"{reached_words(playback, line.seat)}  {right(_ended(played, line), 8)}")
        writer.heading(message("round.events"))
        now = next((event for event in reversed(story.events) if event.at <= playback.at), None)
        here = story.events.index(now) if now else 0
        height = max(self.side.size.height - len(writer.lines), 1)
        for event in _around(story.events, here, height, lambda event: len(self._event_lines(writer, event))):
            self._write_event(writer, event, is_now=event == now)

    def _event_lines(self, writer: Writer, event: RoundEvent) -> list[str]:
        words = message(EVENTS[event.kind], name=self.playback.name_of(event.seat))
        return wrapped(words, writer.width - _EVENT_INDENT)

    def _write_event(self, writer: Writer, event: RoundEvent, *, is_now: bool) -> None:
        """Write an event; one that does not fit into a line goes on below its words."""
        person = self.playback.person(event.seat)
        ink = writer.ink("page", person.token, bold=True, reverse=writer.ink.depth == "none")
        at = right(wording().decimal(seconds_text(event.at, 1)), 6)
        style = "accent*" if is_now else "text"
        first: tuple[Any, ...] = ((f"{at} ", "muted"), (f" {person.initial} ", ink), (" ", style))
        for line in self._event_lines(writer, event):
            writer.line(*first, (line, style), action=f"at:{event.at}")
            first = ((" " * _EVENT_INDENT, "text"),)

    def _keys(self) -> list[ScreenKey]:
        """Return the keys that the footer shows."""
        labels = {"play": "pause"} if self.playback.is_playing else {}
        if self._is_alone:
            labels["back"] = "quit"
        return [key._replace(label=labels.get(key.action, key.label)) for key in KEYS if key.label]

    def _tick(self) -> None:
        if self.playback.is_playing:
            self.playback.advance(self.sapper.clock())
            self.refresh_all()

    # -- Input

    def stroke(self, stroke: str) -> None:
        """Take a key; a digit shows one board alone."""
        if stroke in "123456789":
            self._choose(int(stroke) - 1)
        elif action := action_of(KEYS, stroke):
            self.do(action)

    def on_lines_widget_clicked(self, message: LinesWidget.Clicked) -> None:
        """Go to an event that was clicked, or do what a key would."""
        message.stop()
        kind, _, at = message.action.partition(":")
        if kind == "at":
            self._move(lambda: self.playback.seek(int(at)))
        else:
            self.do(message.action)

    def on_seek_line_sought(self, message: SeekLine.Sought) -> None:
        """Go where the time line was pointed at."""
        at = message.at
        self._move(lambda: self.playback.seek(at))

    def do(self, action: str) -> None:
        """Carry out an action by its name; a viewer that was left does nothing."""
        if not self.is_on_top:
            return
        playback = self.playback
        column = max(playback.length // max(self.timeline.size.width - 1, 1), 1)
        moves: dict[str, Callable[[], object]] = {
            "next": lambda: playback.go(playback.place + 1),
            "previous": lambda: playback.go(playback.place - 1),
            "far-next": lambda: playback.go(playback.place + FAR),
            "far-previous": lambda: playback.go(playback.place - FAR),
            "later": lambda: playback.seek(playback.at + column),
            "earlier": lambda: playback.seek(playback.at - column),
            "start": lambda: playback.seek(0),
            "end": lambda: playback.seek(playback.length),
            "next-event": lambda: self._to_event(1),
            "previous-event": lambda: self._to_event(-1),
        }
        if action in moves:
            self._move(moves[action])
        elif action == "play":
            playback.pause() if playback.is_playing else playback.play(self.sapper.clock())
            self.refresh_all()
        elif action in ("faster", "slower"):
            playback.change_speed(1 if action == "faster" else -1)
            self.refresh_all()
        elif action in ("board", "all"):
            self._choose(-1 if action == "all" else (self.chosen + 1 if self.chosen is not None else 0))
        elif action == "back":
            self._leave()

    def _move(self, move: Callable[[], object]) -> None:
        self.note = ""
        self.playback.pause()
        move()
        self.refresh_all()

    def _to_event(self, way: int) -> None:
        if not self.playback.to_event(way):
            self.note = message("round.no-more")

    def _choose(self, number: int) -> None:
        """Show one board alone, or with a number that there is not, all."""
        is_there = 0 <= number < len(self.playback.lanes)
        self.chosen = number if is_there and number != self.chosen else None
        self.refresh_all()

    def _leave(self) -> None:
        if self._is_alone:
            self.sapper.leave()
        else:
            self.app.pop_screen()


def _ended(played: RoundFile, line: RoundResult) -> str:
    """Return how a player ended."""
    if played.mode.wins_by == "points":
        return str(line.points)
    if line.status == "won" and not played.mode.is_team:
        return clock(line.at)
    return wording().status(line.status) if line.status and not played.mode.is_team else percent(line.share)


def _around(
    events: Sequence[RoundEvent], here: int, height: int, lines_of: Callable[[RoundEvent], int]
) -> Sequence[RoundEvent]:
    """Return the events that fit into a height, with one of them in the middle where there is room on both sides."""
    first, last = here, here + 1
    left = height - (lines_of(events[here]) if events else 0)
    is_before = True
    while left > 0 and (first > 0 or last < len(events)):
        is_before = first > 0 and (is_before or last == len(events))
        added = lines_of(events[first - 1] if is_before else events[last])
        if added > left:
            break
        left -= added
        first, last = (first - 1, last) if is_before else (first, last + 1)
        is_before = not is_before
    return events[first:last]
