"""The list of public parties, and of those in which the player has a seat."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...parties.events import Stage
from ...protocol import api_types, views
from ..endpoint import endpoint
from ..requests import lobby_of, player_of

if TYPE_CHECKING:
    from starlette.requests import Request

    from ...parties.listing import FoundParty

_MOST = 100


@endpoint("GET", "/api/parties")
async def parties(request: Request) -> list[api_types.ListedParty]:
    """Return the parties that the player may enter: challenges, those with a free seat, and the newest first."""
    key, listing = player_of(request).key, lobby_of(request).parties.list
    player, challenges = key.hex(), await listing.challenges_of(key)
    own: list[FoundParty] = []
    free: list[FoundParty] = []
    full: list[FoundParty] = []
    for party in await listing.read():  # which may be thousands
        state = party.state
        if state.stage is Stage.CLOSED or party.id in challenges:
            continue
        if state.seat_of(player) is not None:
            own.append(party)
        elif state.is_listed and len(free) < _MOST:
            if state.has_free_seat:
                free.append(party)
            elif state.terms.can_watch:
                full.append(party)
    own.sort(key=lambda party: not party.state.has_free_seat)
    challenged = [_listed(party, player, name) for party, name in challenges.values()]
    return challenged + [_listed(party, player) for party in (own + free + full)[:_MOST]]


@endpoint("GET", "/api/people")
async def people(request: Request) -> api_types.PeopleHere:
    """Return how many people are connected to this server, and how many of them look for another player."""
    lobby = lobby_of(request)
    here = {one.player.key for one in lobby.connections if one.device != "bot"}
    waiting = [one for party in lobby.parties.in_memory for one in party.waiting_for_match]
    return api_types.PeopleHere(here=len(here), looking=len({one.player.key for one in waiting} & here))


def _listed(party: FoundParty, player: str, challenger: str = "") -> api_types.ListedParty:
    state, mode = party.state, party.mode
    board = mode.public_board if mode is not None and state.is_playing else None
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
        seats=[
            api_types.ListedSeat(seat.name, seat.colour, seat.is_bot, seat.strength, party.ratings.get(seat.player))
            for seat in state.present
        ],
        most_seats=state.most_seats,
        has_free_seat=state.has_free_seat,
        can_watch=state.terms.can_watch,
        entry=state.terms.entry,
        watching=party.watching,
        is_mine=state.seat_of(player) is not None,
        challenger=challenger,
        share=share,
        picture=picture,
    )
