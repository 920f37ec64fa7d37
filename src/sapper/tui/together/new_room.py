"""The form for a new room and a quick match: lines of choices, every one with a default."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace
from rich.cells import cell_len, set_cell_size

from ...client import Terms
from ...client.news import span_words
from ...display.wording import message, wording
from ...modes import MODES
from ...rules import Guessing, Rules
from ..drawers.menus import level_words
from ..drawing.lines import Line
from .terms_words import mode_name, mode_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...server.protocol.party_messages import Strength
    from ..drawing.lines import Part, Writer

_LEVELS = ("beginner", "intermediate", "expert")
_LAYOUTS = ("no-guess", "random")
_GUESSING = tuple(Guessing)
_LINES = ("mode", "level", "layout", "guessing", "join", "grace", "watch_delay", "quick", "strength")
GRACES = (45, 120, 300, 900)  # seconds that a seat waits for a player whose connection is lost
DELAYS = (0, 30, 60, 300)  # seconds by which watchers are late; 0 is as little as the server allows
_STRENGTHS: tuple[Strength, ...] = ("slow", "steady", "fast")  # of the solver
_VALUES: dict[str, tuple[object, ...]] = {
    "mode": tuple(MODES),
    "level": _LEVELS,
    "layout": _LAYOUTS,
    "guessing": _GUESSING,
    "grace": GRACES,
    "watch_delay": DELAYS,
    "strength": _STRENGTHS,
}
LABEL = 10  # columns at least


class NewRoom:
    """The choices so far, and the line that is being changed."""

    def __init__(self) -> None:
        self.at = 0
        self.mode = next(iter(MODES))
        self.level = "expert"
        self.layout = "no-guess"
        self.guessing = Guessing.HONEST
        self.is_public = False
        self.grace = GRACES[0]
        self.watch_delay = DELAYS[0]
        self.allows_bots = False  # in a quick match
        self.strength: Strength = "steady"  # of the solver

    @property
    def terms(self) -> Terms:
        """The terms of the room."""
        mode = MODES[self.mode]
        lives = " lives=3" if mode.has_lives else ""
        guessing = "" if self.guessing is Guessing.HONEST else f" guessing={self.guessing}"
        rules = mode.rules if mode.has_turns else f"modern {self.level} layout={self.layout}{lives}{guessing}"
        return Terms(
            mode=self.mode,
            rules=rules,
            is_public=self.is_public,
            seats=mode.seats or 10,
            grace=self.grace,
            watch_delay=self.watch_delay if mode.is_secret else 0,
        )

    @property
    def solver_terms(self) -> Terms:
        """The terms of a game with the solver, which plays no list of boards."""
        terms = self.terms
        if MODES[self.mode].has_boards:
            terms = replace(terms, mode=next(mode.name for mode in MODES.values() if mode.is_secret))
        return replace(terms, is_public=False, seats=2)

    def move(self, way: int) -> None:
        """Go to another line."""
        self.at = max(min(self.at + way, len(_LINES) - 1), 0)

    def change(self, way: int) -> None:
        """Take the next or the previous value of the line."""
        line = _LINES[self.at]
        if line == "join":
            self.is_public = not self.is_public
        elif line == "quick":
            self.allows_bots = not self.allows_bots
        else:
            values = _VALUES[line]
            setattr(self, line, values[(values.index(getattr(self, line)) + way) % len(values)])

    def choose(self, line: str, value: str) -> None:
        """Take a value that was clicked."""
        self.at = _LINES.index(line)
        if line == "join":
            self.is_public = value == "listed"
        elif line == "quick":
            self.allows_bots = value == "bots"
        else:
            made = {"grace": int, "watch_delay": int, "guessing": Guessing}.get(line, str)
            setattr(self, line, made(value))

    def write(self, writer: Writer, *, is_here: bool) -> None:
        """Write the lines; the chosen values stand out."""
        words = wording()
        modes = [(mode, mode_name(mode).lower()) for mode in MODES]
        levels = [(level, words.level(level)) for level in _LEVELS]
        layouts = [(layout, words.rule("layout").value(layout).lower()) for layout in _LAYOUTS]
        joins = [("private", message("rooms.private-link")), ("listed", message("rooms.listed-here"))]
        graces = [(str(grace), span_words(grace)) for grace in GRACES]
        delays = [(str(delay), _delay_words(delay)) for delay in DELAYS]
        if not MODES[self.mode].is_secret:
            delays = [("0", message("rooms.watch-at-once"))]
        quick = [("people", message("rooms.quick-people")), ("bots", message("rooms.quick-bots"))]
        strengths = [(name, message(f"opponents.{name}").lower()) for name in _STRENGTHS]
        guessing = words.rule("guessing")
        guesses = [(name.value, guessing.value(name)) for name in _GUESSING]
        is_fixed = MODES[self.mode].has_turns
        if is_fixed:
            level = Rules.parse(MODES[self.mode].rules).level
            field = level_words(level, writer.glyphs.times, writer.glyphs.dot)
            levels, layouts, guesses = [("", field)], [("", layouts[1][1])], [("", guesses[0][1])]
        lines: tuple[tuple[str, str, Sequence[tuple[str, str]], str], ...] = (
            ("mode", "rooms.mode", modes, self.mode),
            ("level", "rooms.field", levels, "" if is_fixed else self.level),
            ("layout", "rooms.layout", layouts, "" if is_fixed else self.layout),
            ("guessing", "", guesses, "" if is_fixed else self.guessing),
            ("join", "rooms.join", joins, "listed" if self.is_public else "private"),
            ("grace", "rooms.absence", graces, str(self.grace)),
            ("watch_delay", "rooms.watch-delay", delays, str(self.watch_delay) if len(delays) > 1 else "0"),
            ("quick", "rooms.quick", quick, "bots" if self.allows_bots else "people"),
            ("strength", "opponents.key", strengths, self.strength),
        )
        titles = [message(label) if label else guessing.title for _, label, _, _ in lines]
        room = max(LABEL, *map(cell_len, titles))
        for number, (title, (name, _, values, chosen)) in enumerate(zip(titles, lines, strict=True)):
            row = self._row(writer, name, set_cell_size(title.lower(), room), values, chosen)
            mark = writer.glyphs.head if is_here and number == self.at else " "
            writer.lines.append(row._replace(parts=[(f"{mark} ", writer.style("accent*")), *row.parts]))
        writer.gap()
        writer.line((f"  {mode_text(self.terms)}", "muted"))

    def _row(self, writer: Writer, name: str, label: str, values: Sequence[tuple[str, str]], chosen: str) -> Line:
        """Return a line; where there is no room for all values, it has the chosen one alone."""
        ink = writer.ink
        least = 2 + cell_len(label) + sum(cell_len(text) + 2 for _, text in values)
        if least > writer.width:
            values = [(value, text) for value, text in values if value == chosen]
        gap = 1 if least + len(values) < writer.width else 0
        parts: list[Part] = [(label, writer.style("muted"))]
        spots: list[tuple[int, int, str]] = []
        at = 2 + cell_len(label)
        for value, text in values:
            is_chosen = value == chosen
            style = (
                ink("text", "raised", bold=True, reverse=ink.depth == "none") if is_chosen else writer.style("muted")
            )
            parts += [(f" {text} ", style), (" " * gap, writer.fill)]
            spots.append((at, at + cell_len(text) + 2, f"set-new:{name}={value}"))
            at += cell_len(text) + 2 + gap
        return Line(parts, writer.fill, None, tuple(spots))


def _delay_words(delay: int) -> str:
    """Return by how much watchers are late."""
    return span_words(delay) if delay else message("rooms.watch-least")
