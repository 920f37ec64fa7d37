"""Which finished games nobody may read yet, because others still play the same board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .party_events import Stage, decode
from .party_ids import round_of
from .party_state import PartyState

if TYPE_CHECKING:
    from ..history.store import Store
    from .services import Services

_SAME_BOARD = ("race", "arena")


async def is_concealed(services: Services, game: int) -> bool:
    """Return whether a finished game belongs to a round in play."""
    return await services.reader.run(lambda store: is_concealed_in(store, services, game))


def is_concealed_in(store: Store, services: Services, game: int) -> bool:
    """Return the same, in a thread that has the store.

    A round in memory knows its games. One that nobody has come back to since the server stopped is read from the store.
    """
    if game in services.concealed:
        return True
    played = store.round(game)
    found = round_of(played.room) if played is not None else None
    if found is None or found in services.open_rounds:
        return False
    stored = store.party(found[0])
    if stored is None:
        return False
    state = PartyState(map(decode, stored.events))
    return state.stage is Stage.PLAYING and state.round == found[1] and state.terms.mode in _SAME_BOARD
