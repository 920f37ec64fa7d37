"""The faces that others make: for a moment over the board, in the line of its rulers, where no square is covered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len

from ...client.people import EMOTES, speaker
from ..drawing.lines import Box, Line, LinesWidget, place

if TYPE_CHECKING:
    from ...server.protocol.party_messages import Line as Said
    from ..drawing.ink import Ink
    from ..drawing.lines import Part
    from .state import RoomState

SHOWN_MS = 3500
MOST = 4  # at once


class EmoteLine(LinesWidget):
    """Shows who makes which face."""

    def __init__(self) -> None:
        super().__init__(id="emotes")
        self._shown: list[tuple[int, int | None, Part, Part]] = []  # until when, whose, badge and face

    def add(self, state: RoomState, ink: Ink, said: Said, now: int) -> None:
        """Show a face for a moment; a newer one of the same player takes its place."""
        person = state.people.get(said.seat) if said.seat is not None else None
        badge = (f" {person.initial} " if person else " ", ink("page", person.token if person else "muted", bold=True))
        name = speaker(state.party, said)
        face = (f" {name} {EMOTES[said.phrase or 0]} ", ink("text", "raised", bold=True))
        others = [one for one in self._shown if one[1] != said.seat]
        self._shown = [*others, (now + SHOWN_MS, said.seat, badge, face)][-MOST:]

    def draw(self, ink: Ink, board: Box, now: int) -> None:
        """Draw the faces that are still shown, at the right edge above the board."""
        self._shown = [one for one in self._shown if one[0] > now]
        parts = [part for _, _, *pair in self._shown for part in pair]
        width = min(sum(cell_len(text) for text, _ in parts), board.width)
        place(self, Box(board.x + board.width - width, board.y, width, 1) if parts else None)
        if parts:
            self.show([Line(parts, ink("text", "raised"))])
