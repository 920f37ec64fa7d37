"""The boards of a round at one moment, each with its players: as many as fit beside and below each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len, set_cell_size

from ...analysis.rounds import story_of
from ...client.plain_text import plain
from ...game import Status
from ..board.cells import Look
from ..board.layout import Cells
from ..board.marks import Marks, Person
from ..drawing.formatting import percent
from ..drawing.lines import Line
from .playback import Motion, Playback

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...analysis.rounds import RoundFile
    from ...rules import Level
    from ..drawing.glyphs import Glyphs
    from ..drawing.ink import Ink
    from ..drawing.lines import Part

COLOURS = 8
GAP = 2  # columns between two boards
LEAST_WIDTH = 18  # columns that a board has for its players


class Lane(NamedTuple):
    """The games of a player one after the other, or the game that all share: when each begins, and its playback."""

    seats: tuple[int, ...]
    games: tuple[tuple[int, Playback], ...]

    @property
    def level(self) -> Level:
        """The size of its boards."""
        return self.games[0][1].replay.rules.level


class RoundPlayback(Motion):
    """Plays all games of a round on one clock."""

    def __init__(self, played: RoundFile) -> None:
        times = sorted(game.start + entry.at for game in played.games for entry in game.replay.entries)
        super().__init__(times, played.length)
        self.played = played
        self.story = story_of(played)
        by_seats: dict[tuple[int, ...], list[tuple[int, Playback]]] = {}
        for game in sorted(played.games, key=lambda game: game.start):
            by_seats.setdefault(game.seats, []).append((game.start, Playback(game.replay)))
        self.lanes = [Lane(seats, tuple(games)) for seats, games in sorted(by_seats.items())]
        self._place = 0

    @property
    def place(self) -> int:
        """The number of actions of all games that are played."""
        return self._place

    def _show(self, place: int) -> None:
        self._place = place

    def game_of(self, lane: Lane) -> Playback:
        """Return the game that a lane shows now, at this moment."""
        start, playback = next((one for one in reversed(lane.games) if one[0] <= self.at), lane.games[0])
        playback.seek(self.at - start)
        return playback

    def name_of(self, seat: int) -> str:
        """Return the name of a player, or the number of the seat."""
        return plain(self.played.name_of(seat)) or str(seat + 1)

    def person(self, seat: int) -> Person:
        """Return the letter and the colour of a player."""
        name = self.name_of(seat).upper()
        letter = next((sign for sign in name if sign.isalnum() and cell_len(sign) == 1), str((seat + 1) % 10))
        return Person(letter, f"players.{seat % COLOURS + 1}")

    def to_event(self, way: int) -> bool:
        """Go to the next event, or to the one before; return whether there is one."""
        ahead = [event.at for event in self.story.events if (event.at - self.at) * way > 0]
        if ahead:
            self.seek(ahead[0] if way > 0 else ahead[-1])
        return bool(ahead)


def board_lines(
    ink: Ink, glyphs: Glyphs, playback: RoundPlayback, width: int, height: int, chosen: int | None
) -> list[Line]:
    """Return the lines of the boards: of all that fit, or of the chosen one; of a large board a part."""
    look = Look(ink, glyphs, Cells.COMPACT)
    lanes = playback.lanes
    first = chosen or 0
    cards = [
        _card(look, playback, lane, width, height) for lane in (lanes if chosen is None else lanes[first : first + 1])
    ]
    lines: list[Line] = []
    across = max(1, (width + GAP) // (max((card.width for card in cards), default=1) + GAP))
    while cards:
        row, cards = cards[:across], cards[across:]
        tall = max(len(card.rows) for card in row)
        if lines and len(lines) + tall > height:
            break
        if lines and len(lines) + tall < height:
            lines.append(Line((), look.page))
        for number in range(tall):
            parts: list[Part] = []
            for card in row:
                parts += card.rows[number] if number < len(card.rows) else [(" " * card.width, look.page)]
                parts.append((" " * GAP, look.page))
            lines.append(Line(parts, look.page))
    return lines[:height]


class _Card(NamedTuple):
    width: int
    rows: list[list[Part]]


def _card(look: Look, playback: RoundPlayback, lane: Lane, width: int, height: int) -> _Card:
    """Return a board with its players above it."""
    shown = playback.game_of(lane)
    board, last = shown.game.board, shown.last
    level = lane.level
    columns, rows = min(level.width, width), min(level.height, max(height - 1, 1))
    focus = (last.action.row, last.action.col) if last and last.action.row >= 0 else (0, 0)
    left = max(0, min(focus[1] - columns // 2, level.width - columns))
    top = max(0, min(focus[0] - rows // 2, level.height - rows))
    marks = Marks(last=focus if last else None)
    if len(lane.seats) > 1:
        entries = shown.replay.entries[: shown.place]
        marks.owners = {
            (entry.action.row, entry.action.col): playback.person(entry.by)
            for entry in entries
            if entry.action.row >= 0 and entry.by in lane.seats
        }
        if playback.played.mode.has_turns:
            marks.finds = frozenset(cell for cell in marks.owners if board[cell] > 11)
    size = max(columns, min(LEAST_WIDTH, width))
    found = [_head(look, playback, lane, size)]
    for row in range(top, top + rows):
        parts = [look.marked((row, col), board[row, col], marks)[:2] for col in range(left, left + columns)]
        found.append([*parts, (" " * (size - columns), look.page)])
    return _Card(size, found)


def _head(look: Look, playback: RoundPlayback, lane: Lane, width: int) -> list[Part]:
    """Return the line above a board: place, letter and name of each player, and how far they are."""
    ink = look.ink
    leader = None if playback.played.mode.is_team else playback.story.leader_at(playback.at)
    parts: list[Part] = []
    room = width // len(lane.seats)
    for seat in lane.seats:
        person = playback.person(seat)
        reached = reached_words(playback, seat)
        mark = "*" if seat == leader else " "
        name = set_cell_size(f" {playback.name_of(seat)}{mark}", max(room - cell_len(reached) - 4, 0))
        parts.append((f" {person.initial} ", ink("page", person.token, bold=True, reverse=ink.depth == "none")))
        parts.append((name, ink("text", "page", bold=True)))
        parts.append((f"{reached} ", ink("text", "page")))
    size = sum(cell_len(text) for text, _ in parts)
    return [*parts, (" " * max(width - size, 0), look.page)] if size <= width else _fitted(parts, width)


def _fitted(parts: Sequence[Part], width: int) -> list[Part]:
    shown: list[Part] = []
    for text, style in parts:
        shown.append((set_cell_size(text, min(cell_len(text), width)), style))
        width -= cell_len(shown[-1][0])
    return shown


def reached_words(playback: RoundPlayback, seat: int) -> str:
    """Return how far a player is at this moment."""
    share = playback.story.share_at(seat, playback.at) if playback.at else 0.0
    played = playback.played
    if played.mode.has_boards:
        return f"{int(share)} + {percent(share % 1)}"
    games = played.games_of(seat)
    if played.mode.has_turns and games:
        return str(round(share * games[0].replay.rules.level.mines))
    is_out = bool(games) and playback.at >= games[-1].end and games[-1].replay.status is not Status.WON
    return f"{'x ' if is_out and len(games[0].seats) == 1 else ''}{percent(share)}"
