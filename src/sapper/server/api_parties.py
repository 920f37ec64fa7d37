"""The list of parties that anybody may find, and of those that the player sits in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import api_types, views
from .api_requests import lobby_of, player_of
from .party_events import Stage

if TYPE_CHECKING:
    from starlette.requests import Request

    from .party import Party

_MOST = 100


async def parties(request: Request) -> list[api_types.ListedParty]:
    """Return the parties that the player may enter: those with a free seat first, then the newest."""
    player = player_of(request).key.hex()
    listed = [party for party in lobby_of(request).parties.in_memory if _is_listed(party, player)]
    listed.reverse()
    listed.sort(key=lambda party: (party.state.seat_of(player) is None, not party.state.has_free_seat))
    return [_listed(party, player) for party in listed[:_MOST]]


def _is_listed(party: Party, player: str) -> bool:
    state = party.state
    if state.stage is Stage.CLOSED:
        return False
    is_open = state.terms.is_public and (state.has_free_seat or state.terms.can_watch)
    return state.seat_of(player) is not None or (is_open and bool(state.present))


def _listed(party: Party, player: str) -> api_types.ListedParty:
    state, mode = party.state, party.mode
    board = mode.public_board if mode is not None and state.stage is Stage.PLAYING else None
    share = picture = None
    if board is not None:
        level = mode.level if mode is not None else None
        assert level is not None
        share = board.opened / (level.cells - level.mines)
        picture = None if views.is_chunked(level) else views.open_bits(board)
    return api_types.ListedParty(
        party=party.id,
        name=state.terms.name,
        mode=state.terms.mode,
        rules=state.terms.rules,
        stage=state.stage,
        owner=state.seats[state.owner].name if state.owner in state.seats else "",
        seats=[api_types.ListedSeat(seat.name, seat.colour, seat.is_bot) for seat in state.present],
        most_seats=state.most_seats,
        has_free_seat=state.has_free_seat,
        can_watch=state.terms.can_watch,
        watching=party.watching,
        is_mine=state.seat_of(player) is not None,
        share=share,
        picture=picture,
    )
