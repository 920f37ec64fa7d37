"""The boards of a race as those who watch see them while it is played: which ninths of each are open."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import set_cell_size

from ...client.news import span_words
from ...display.wording import message

if TYPE_CHECKING:
    from ..drawing.lines import Part, Writer
    from .state import RoomState

SHAPE = 9  # columns of a shape, with the space after it


def watched_shapes(state: RoomState) -> dict[int, int]:
    """Return the shapes by seat, none for those who play and while no round is in play."""
    party = state.party
    if party.me is not None or not party.is_playing:
        return {}
    return {seat: line.shape for seat, line in party.progress.items() if line.shape is not None}


def late_words(state: RoomState) -> str:
    """Return by how much those who watch are late."""
    return message("watching.behind", time=span_words(state.party.behind))


def write_shapes(state: RoomState, writer: Writer) -> None:
    """Write which ninths of each board are open, side by side, for those who watch."""
    party, shapes = state.party, watched_shapes(state)
    across = max(writer.width // SHAPE, 1)
    seats = sorted(shapes)
    for first in range(0, len(seats), across):
        row = seats[first : first + across]
        people = [(seat, state.people[seat]) for seat in row]
        writer.line(
            *(
                (set_cell_size(f"{person.initial} {party.progress[seat].share * 100:.0f} %", SHAPE), person.token)
                for seat, person in people
            )
        )
        for third in range(3):
            parts: list[Part] = []
            for seat, person in people:
                ninths = [bool(shapes[seat] >> (3 * third + at) & 1) for at in range(3)]
                picture = "".join(2 * (writer.glyphs.bar if is_open else writer.glyphs.dot) for is_open in ninths)
                parts.append((set_cell_size(picture, SHAPE), writer.ink(person.token, writer.ground)))
            writer.line(*parts)
