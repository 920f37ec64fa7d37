"""The cells that the players of a race had open in the end: shown when the round is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...protocol import game_messages, party_messages, views

if TYPE_CHECKING:
    from ....board import Board
    from ..party import Party


def ghost(party: Party, seat: int, board: Board) -> bytes:
    """Return the encoded ghost of a board."""
    level, cells = board.level, views.open_bits(board)
    return game_messages.encode(
        party_messages.Ghost(
            party=party.id, round=party.state.round, seat=seat, width=level.width, height=level.height, cells=cells
        )
    )
