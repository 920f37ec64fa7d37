"""The parties in which the races of a tournament are played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...history.store.tournaments import NewParty
from ..parties.events import Made, Sat, Started, Terms
from ..parties.events import encode as encode_event
from ..parties.ids import SECRET_BYTES, new_code
from ..parties.log import listing_after

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..parties.events import AnyEvent
    from ..services import Services
    from .state import Entrant, TournamentState

COUNTDOWN = 6_000  # milliseconds: a player who waits asks every second, and has to open the room


def new_party(
    services: Services, tournament: str, state: TournamentState, players: Sequence[Entrant], number: int, at: int
) -> NewParty:
    """Return a party for a race, which has started; one of a single player waits for the solver, and starts then."""
    terms = state.terms
    is_alone = len(players) == 1
    events: list[AnyEvent] = [
        Made(
            at=at,
            terms=Terms(
                mode=terms.mode, rules=terms.rules, name=f"{terms.name} #{number}".strip(), seats=max(2, len(players))
            ),
            is_quick=is_alone,
            allows_bots=is_alone,
            tournament=tournament,
        )
    ]
    events += [
        Sat(at=at, seat=seat, player=one.player, name=one.name, network=one.network, is_bot=one.is_bot)
        for seat, one in enumerate(players)
    ]
    if not is_alone:
        secret = services.entropy(SECRET_BYTES).hex()
        events.append(Started(at=at, starts_at=at + COUNTDOWN, seats=[*range(len(players))], secret=secret))
    encoded = tuple(map(encode_event, events))
    return NewParty(services.new_id(), new_code(services), encoded, listing_after(None, events))
