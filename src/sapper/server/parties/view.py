"""The message that shows a party as it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...history.identity import public_id
from ..protocol import party_messages
from .events import Stage
from .ids import round_identity

if TYPE_CHECKING:
    from .party import Party


def party_message(party: Party) -> party_messages.Party:
    """Return the party as it is."""
    state, now = party.state, party.services.seconds()
    mode = party.rounds.mode
    if mode is not None and mode.round != state.round:
        mode = None
    is_begun = mode is not None and mode.is_begun
    here = party.people.elsewhere.seats | party.people.here.seats
    return party_messages.Party(
        party=party.id,
        seq=state.seq,
        terms=state.terms,
        stage=state.stage,
        owner=state.owner,
        seats=[_seat(party, seat, here, now) for seat in state.seats],
        code=party.code if state.stage is Stage.WAITING else "",
        round=state.round,
        starts_in=max(0, round((party.rounds.begins - now) * 1000)) if state.is_playing and not is_begun else None,
        ends_in=mode.ends_in if mode is not None and state.is_playing else None,
        seals=mode.seals if mode is not None else [],
        result=state.result,
        match_winner=state.match_winner,
        watching=party.people.watching,
        is_quick=state.is_quick,
        knocks=[
            party_messages.Knock(player=public_id(bytes.fromhex(key)), name=knocker.name, device=knocker.device)
            for key, knocker in party.door.knocking.items()
        ],
        tournament=state.tournament,
        replay=round_identity(state.secret) if state.result and not state.is_playing else "",
    )


def _seat(party: Party, number: int, here: dict[int, str], now: float) -> party_messages.PartySeat:
    """Return the public part of a seat; `here` are the devices of the connected players."""
    state = party.state
    seat, away = state.seats[number], party.people.away.get(number)
    return party_messages.PartySeat(
        seat=number,
        name=seat.name,
        colour=seat.colour,
        player=public_id(bytes.fromhex(seat.player)),
        is_ready=seat.is_ready,
        is_here=number in here,
        leaves_in=None if away is None or seat.has_left else max(0, round((away - now) * 1000)),
        is_muted=seat.is_muted,
        has_left=seat.has_left,
        plays=state.is_playing and number in state.playing,
        wins=seat.wins,
        device="bot" if seat.is_bot else here.get(number, ""),
        strength=seat.strength,
        rating=party.ratings.shown.get(seat.player),
    )
