"""Which finished games nobody may read yet, because others still play the same board."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .party_events import decode
from .party_ids import round_of
from .party_state import PartyState

if TYPE_CHECKING:
    from ..history.store import Store
    from .services import Services

_SAME_BOARD = ("race", "arena")
_RECENT = 500  # games of a player, among which are those of rounds in play


async def is_concealed(services: Services, game: int) -> bool:
    """Return whether a finished game belongs to a round in play."""
    return await services.reader.run(lambda store: is_concealed_in(store, services, game))


def is_concealed_in(store: Store, services: Services, game: int) -> bool:
    """Return the same, in a thread that has the store.

    A round in memory knows its games, if no other server plays it. Any other round is read from the store.
    """
    if not services.is_shared and game in services.concealed:
        return True
    played = store.round(game)
    found = round_of(played.room) if played is not None else None
    if found is None or (not services.is_shared and found in services.open_rounds):
        return False
    return _is_in_play(store, *found)


async def concealed_of(services: Services, player: bytes) -> set[int]:
    """Return the finished games of a player that belong to rounds in play."""
    if not services.is_shared:
        return services.concealed
    return await services.reader.run(lambda store: _concealed_of(store, player))


def _concealed_of(store: Store, player: bytes) -> set[int]:
    games: dict[tuple[str, int], set[int]] = {}
    for game, room in store.recent_rooms(player, _RECENT):
        found = round_of(room)
        if found is not None:
            games.setdefault(found, set()).add(game)
    return {game for found, played in games.items() if _is_in_play(store, *found) for game in played}


def _is_in_play(store: Store, party: str, round_: int) -> bool:
    """Return whether everybody plays the same boards in a round, and it is not over."""
    stored = store.party(party)
    if stored is None:
        return False
    state = PartyState(map(decode, stored.events))
    return state.is_playing and state.round == round_ and state.terms.mode in _SAME_BOARD
