"""The boards of a race as those who watch see them: side by side in the place of their own board.

While it is played, which ninths of each are open, or the boards where the room shows them; afterwards the boards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len, set_cell_size

from ...board import SYMBOLS
from ...client.news import span_words
from ...client.people import name_of
from ...display.wording import message
from ..board.cells import Look
from ..board.layout import Cells
from ..board.marks import Marks
from ..drawing.formatting import clock, percent
from ..drawing.lines import Box, Line, LinesWidget, cut, place

if TYPE_CHECKING:
    from ...server.protocol.party_messages import SeatProgress, SeenBoard
    from ..board.layout import ScreenLayout
    from ..drawing.glyphs import Glyphs
    from ..drawing.ink import Ink
    from ..drawing.lines import Part
    from .state import RoomState

    Rows = list[list[Part]]

GAP = 2  # columns between two boards
LEAST_WIDTH = 20  # columns of a board with its player
SHAPE_ROWS = 2  # lines of a ninth
_RANKS = {"won": 0, "abandoned": 2}


def is_watched(state: RoomState) -> bool:
    """Return whether there are boards of others to watch."""
    party = state.party
    is_on = party.is_playing or bool(party.boards)
    return party.me is None and party.mode.is_match and party.mode.is_secret and is_on and bool(party.progress)


class WatchedBoards(LinesWidget):
    """Shows all boards of a race, the leader first: as many as fit, or one that is chosen."""

    def __init__(self) -> None:
        super().__init__(id="watched")
        self._chosen: int | None = None  # a seat

    def choose(self, state: RoomState, digit: str) -> bool:
        """Show one board alone, by its number in the order of the seats, or all; return whether there are any."""
        if not is_watched(state) or not (digit.isdecimal() and len(digit) == 1):
            return False
        seats = dict(enumerate(sorted(state.party.progress), 1))
        self._chosen = seats.get(int(digit))
        return True

    def draw(self, state: RoomState, ink: Ink, glyphs: Glyphs, places: ScreenLayout) -> None:
        """Draw the boards between the counters and what is below, or nothing for a player."""
        if not is_watched(state):
            place(self, None)
            return
        top, below = places.board.y, places.under or places.line or places.footer
        width = (places.panel.x if places.panel else places.title.width) - 1
        box = Box(0, top, width, max(min(below.y, places.footer.y) - top, 1))
        place(self, box)
        self.show(board_lines(state, ink, glyphs, box.width, box.height, self._chosen))


def board_lines(state: RoomState, ink: Ink, glyphs: Glyphs, width: int, height: int, chosen: int | None) -> list[Line]:
    """Return the lines of all boards that fit, or of the chosen one, under a line that says how late they are."""
    party, look = state.party, Look(ink, glyphs, Cells.COMPACT)
    behind = message("watching.behind", time=span_words(party.behind)) if party.is_playing else ""
    keys = message("watching.keys", count=min(9, len(party.progress)))
    head: list[Part] = [(f" {behind}  ", ink("accent", "page", bold=True)), (keys, ink("muted", "page"))]
    lines = [Line(cut(head, width, glyphs), look.page)]
    shown = [(place, seat) for place, seat in _in_order(party.progress) if chosen in (None, seat)]
    cards = [_card(state, look, seat, place, width) for place, seat in shown]
    across = max(1, (width + GAP) // (max(map(_width_of, cards), default=1) + GAP))
    while cards:
        row, cards = cards[:across], cards[across:]
        tall = max(map(len, row))
        if len(lines) > 1 and len(lines) + tall > height:
            break
        for number in range(tall):
            parts: list[Part] = [(" ", look.page)]
            for card in row:
                parts += card[number] if number < len(card) else [(" " * _width_of(card), look.page)]
                parts.append((" " * GAP, look.page))
            lines.append(Line(cut(parts, width, glyphs), look.page))
    return [*lines, *[Line((), look.page)] * (height - len(lines))][:height]


def _width_of(card: Rows) -> int:
    return sum(cell_len(text) for text, _ in card[0])


def _in_order(progress: dict[int, SeatProgress]) -> list[tuple[int, int]]:
    """Return place and seat of all players, the leader first; equal ones share a place."""

    def key(line: SeatProgress) -> tuple[int, float]:
        return _RANKS.get(line.status, 1), line.at if line.status == "won" else -line.share

    keys = sorted(key(line) for line in progress.values())
    return sorted((1 + keys.index(key(line)), seat) for seat, line in progress.items())


def _card(state: RoomState, look: Look, seat: int, place: int, width: int) -> Rows:
    """Return a board with its player above it."""
    party = state.party
    seen, shape = party.boards.get(seat), party.progress[seat].shape
    picture = _board(look, seen, width - GAP) if seen else _shape(state, look, seat, shape) if shape is not None else []
    across = sum(cell_len(text) for text, _ in picture[0]) if picture else 0
    size = max(across, min(LEAST_WIDTH, width - GAP))
    padded = [[*row, (" " * (size - across), look.page)] for row in picture]
    return [_head(state, look, seat, place, size), *padded, [(" " * size, look.page)]]


def _head(state: RoomState, look: Look, seat: int, place: int, size: int) -> list[Part]:
    """Return place, letter, name and progress of a player."""
    ink, progress, person = look.ink, state.party.progress[seat], state.people[seat]
    is_out = progress.status in ("lost", "abandoned")
    reached = clock(progress.at) if progress.status == "won" else percent(progress.share)
    name = f" {name_of(state.party.seats[seat])}"
    room = max(size - 6 - cell_len(reached), 0)
    return [
        (f"{'-' if is_out else place:>2} ", ink("muted", "page")),
        (f" {person.initial} ", ink("page", person.token, bold=True, reverse=ink.depth == "none")),
        (set_cell_size(name, room), ink("muted" if is_out else "text", "page", bold=True)),
        (reached, ink("muted" if is_out else "text", "page")),
    ]


def _board(look: Look, seen: SeenBoard, width: int) -> Rows:
    """Return a board as the room shows it, or the left part of one that is too wide."""
    cells, marks = seen.cells * (seen.width * seen.height if len(seen.cells) == 1 else 1), Marks()
    return [
        [
            look.marked((row, col), SYMBOLS.index(cells[row * seen.width + col]), marks)[:2]
            for col in range(min(seen.width, width))
        ]
        for row in range(seen.height)
    ]


def _shape(state: RoomState, look: Look, seat: int, shape: int) -> Rows:
    """Return which ninths of a board are open."""
    third, glyphs = LEAST_WIDTH // 3, look.glyphs
    style = look.ink(state.people[seat].token, "page")
    rows: Rows = []
    for down in range(3):
        ninths = [bool(shape >> (3 * down + across) & 1) for across in range(3)]
        text = "".join((glyphs.bar if is_open else glyphs.dot) * (third - 1) + " " for is_open in ninths)
        rows += [[(text, style)] for _ in range(SHAPE_ROWS)]
    return rows
