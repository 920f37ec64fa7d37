"""The lines above and below the board: title, triad, note, keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from rich.cells import cell_len

from ..display.wording import wording
from ..session import Face
from .drawers.menus import layout_title, layout_words, level_name, level_words
from .drawing.formatting import clock, date_and_time
from .drawing.lines import Line, cut, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..replay.model import Replay
    from ..session import Session
    from .drawing.glyphs import Glyphs
    from .drawing.ink import Ink
    from .drawing.lines import Part
    from .keystrokes import ScreenKey

FACES = {Face.IDLE: ":)", Face.PRESSED: ":o", Face.WON: "B)", Face.LOST: "X(", Face.PAUSED: "-_-"}
MOST_KEYS = 8
LEAST_NOTE = 12  # columns for which a note in the title is cut; with fewer it is left out


class Dials(Protocol):
    """A counter, a clock and a face: of a session, or of a replay."""

    @property
    def mines_left(self) -> int:
        """Mines minus flags."""

    @property
    def elapsed(self) -> int:
        """The time in milliseconds."""

    @property
    def face(self) -> Face:
        """The face."""


class _Bar:
    """Puts parts in a row and records which can be clicked."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.spots: list[tuple[int, int, str]] = []
        self.width = 0

    def add(self, part: Part, action: str | None = None) -> None:
        size = cell_len(part[0])
        if action:
            self.spots.append((self.width, self.width + size, action))
        self.parts.append(part)
        self.width += size


def title(ink: Ink, glyphs: Glyphs, width: int, session: Session, note: str) -> Line:
    """Return the title: what is played, and on the right what sets it apart."""
    rules, bar = session.game.rules, _Bar()
    bar.add((f" {glyphs.flag} ", ink("accent", "panel", bold=True)), "menu")
    bar.add(("Sapper", ink("text", "panel", bold=True)), "menu")
    bar.add(("   " if width >= 60 else " ", ink("text", "panel")))
    size = level_words(rules.level, glyphs.times, glyphs.dot)
    bar.add((f"{level_name(rules)} {size}" if width >= 50 else size, ink("text", "panel")), "menu")
    if width >= 60:
        bar.add(("  ", ink("text", "panel")))
        ruleset = wording().ruleset(rules.ruleset).name
        left = width - bar.width - cell_len(ruleset) - 3 - cell_len(note) - 2
        layout = layout_title(rules) if cell_len(layout_title(rules)) <= left else layout_words(rules)
        bar.add((layout, ink("muted", "panel")), "grade")
        if bar.width + 3 + cell_len(ruleset) <= width:
            bar.add((f" {glyphs.dot} ", ink("muted", "panel")))
            bar.add((ruleset, ink("muted", "panel")), "ruleset")
    most = width - bar.width - 2
    if most >= min(cell_len(note), LEAST_NOTE):
        shown = cut([(note, ink("muted", "panel"))], most, glyphs)[0]
        bar.add((" " * (most + 1 - cell_len(shown[0])), ink("text", "panel")))
        bar.add(shown)
    return Line(bar.parts, ink("text", "panel"), None, tuple(bar.spots))


def replay_title(ink: Ink, glyphs: Glyphs, width: int, replay: Replay) -> Line:
    """Return the title of a replay: what was played, how it ended, by whom and when."""
    rules, bar = replay.rules, _Bar()
    bar.add((f" {glyphs.flag} ", ink("accent", "panel", bold=True)))
    bar.add(("Sapper", ink("text", "panel", bold=True)))
    size = level_words(rules.level, glyphs.times, glyphs.dot)
    bar.add((f"   {level_name(rules)} {size}" if width >= 50 else f" {size}", ink("text", "panel")))
    ending = f"{wording().status(replay.status)} {clock(replay.elapsed)}"
    bar.add((f"  {layout_words(rules)} {glyphs.dot} {ending}" if width >= 60 else f" {ending}", ink("muted", "panel")))
    when = date_and_time(replay.played_at) if replay.played_at else ""
    note = f" {glyphs.dot} ".join(word for word in (*replay.players[:1], when) if word)
    room = width - bar.width - cell_len(note) - 1
    if room > 0 and note:
        bar.add((" " * room + note, ink("muted", "panel")))
    return Line(bar.parts, ink("text", "panel"))


def triad(
    ink: Ink,
    glyphs: Glyphs,
    width: int,
    session: Dials,
    *,
    mines: int,
    has_time: bool = True,
    flash: bool = False,
) -> Line:
    """Return mines left, the face and the time, unless that is hidden: the triad of S4."""
    bar = _Bar()
    plain = ink("displayOn", "display", reverse=flash)
    strong = ink("displayOn", "display", bold=True, reverse=flash)
    whole, tenth = divmod(session.elapsed // 100, 10)
    counter, time = f"{mines:>3}", f"{whole:>3}" if has_time else "   "
    face = FACES[session.face].center(6)
    bar.add((f" {glyphs.mine} " if width >= 16 else "", ink("displayOn", "display", reverse=flash)))
    bar.add((counter, strong))
    before = max(width // 2 - 3 - bar.width, 0)
    after = max(width - bar.width - before - len(face) - len(time) - 3, 0)
    bar.add((" " * before, plain))
    bar.add((face, ink("faceInk", "faceFill", bold=True, reverse=ink.depth == "none")), "face")
    bar.add((" " * after, plain))
    bar.add((time, strong))
    tenths = wording().decimal(f".{tenth}") if has_time else "  "
    bar.add((tenths, ink(ink.mix("displayOn", "display", 0.35), "display", reverse=flash)))
    return Line(bar.parts, plain, None, tuple(bar.spots))


def triad_with_words(ink: Ink, glyphs: Glyphs, width: int, mines: int, words: str, *, is_strong: bool) -> Line:
    """Return mines left, and words in the place of the time: in a room, while the clock says nothing."""
    bar = _Bar()
    plain, strong = ink("displayOn", "display"), ink("displayOn", "display", bold=True)
    bar.add((f" {glyphs.mine} " if width >= 16 else "", plain))
    bar.add((f"{mines:>3}", strong))
    shown = f" {words} "
    bar.add((" " * max(width - bar.width - cell_len(shown), 1), plain))
    accent = ink("faceInk", "faceFill", bold=True, reverse=ink.depth == "none")
    bar.add((shown, accent if is_strong else strong), "face")
    return Line(cut(bar.parts, width, glyphs), plain, None, tuple(bar.spots))


def room_title(ink: Ink, glyphs: Glyphs, width: int, name: str, played: str, note: str, token: str) -> Line:
    """Return the title of a room: its name, what it plays, and a note on the right."""
    bar = _Bar()
    bar.add((f" {glyphs.flag} ", ink("accent", "panel", bold=True)), "menu")
    bar.add(("Sapper", ink("text", "panel", bold=True)), "menu")
    bar.add(("   " if width >= 60 else " ", ink("text", "panel")))
    room = width - bar.width - (cell_len(note) + 3 if note else 1)
    for part in cut([(name, ink("text", "panel")), (f"  {played}", ink("muted", "panel"))], max(room, 1), glyphs):
        bar.add(part, "menu")
    if note:
        bar.add((" " * max(width - bar.width - cell_len(note) - 1, 1), ink("text", "panel")))
        bar.add((note, ink(token, "panel")))
    return Line(bar.parts, ink("text", "panel"), None, tuple(bar.spots))


def footer(ink: Ink, width: int, keys: Sequence[ScreenKey]) -> Line:
    """Return the keys that matter now, as many as fit."""
    bar = _Bar()
    bar.add((" ", ink("text", "panel")))
    for key in _fitting(keys, width - 1):
        bar.add((f" {key.printed} ", ink("text", "raised", bold=True, reverse=ink.depth == "none")), key.action)
        bar.add((f" {key.words}  ", ink("muted", "panel")), key.action)
    return Line(bar.parts, ink("text", "panel"), None, tuple(bar.spots))


def _fitting(keys: Sequence[ScreenKey], width: int) -> list[ScreenKey]:
    """Leave out keys, the last but one first, until the others fit: the last leads to all."""
    shown = list(keys)
    del shown[MOST_KEYS - 1 : -1]
    while len(shown) > 1 and sum(cell_len(key.printed) + cell_len(key.words) + 5 for key in shown) > width:
        del shown[-2]
    return shown


def note(ink: Ink, glyphs: Glyphs, width: int, text: str) -> Line:
    """Return a note of one line above the keys."""
    return notes(ink, glyphs, width, text, 1)[0]


def notes(ink: Ink, glyphs: Glyphs, width: int, text: str, most: int) -> list[Line]:
    """Return a note above the keys, over at most `most` lines."""
    style = ink("text", "page")
    words = wrapped(text, max(width - 2, 1))
    shown = [*words[: most - 1], " ".join(words[most - 1 :])]
    return [Line(cut([(f" {line}", style)], width - 1, glyphs), style) for line in shown[: max(len(words), 1)]]


def page_title(ink: Ink, glyphs: Glyphs, width: int, heading: str, aside: str) -> Line:
    """Return the title of a page, and on the right what it is about."""
    bar = _Bar()
    bar.add((f" {glyphs.flag} ", ink("accent", "panel", bold=True)), "back")
    bar.add(("Sapper", ink("text", "panel", bold=True)), "back")
    bar.add(("   " if width >= 60 else " ", ink("text", "panel")))
    bar.add((heading, ink("text", "panel")))
    room = width - bar.width - cell_len(aside) - 1
    if room > 0:
        bar.add((" " * room, ink("text", "panel")))
        bar.add((aside, ink("muted", "panel")))
    return Line(bar.parts, ink("text", "panel"), None, tuple(bar.spots))
