"""The ratings of the players of a party in what it plays, as the store has them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Self

from ...history.round_ratings import Pool, class_of
from ...modes import MODES
from ...rules import Rules
from ..protocol.party_messages import SeatRating
from .events import Chosen, Ended, Sat

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...history.store import Store
    from ...history.store.people.ratings import PlayerRating
    from .events import AnyEvent, Terms
    from .party import Party
    from .state import PartyState

_CHANGES = Sat | Chosen | Ended  # who is rated, in what, and what a round changed


class PartyRatings:
    """Reads the ratings again whenever an event may have changed them, and shows them."""

    def __init__(self, party: Party) -> None:
        self._party = party
        self.shown: dict[str, SeatRating] = {}  # by the key of the player
        self._is_reading = False

    def follow(self, events: Iterable[AnyEvent]) -> None:
        """Take the events that were applied to the party."""
        if any(isinstance(event, _CHANGES) for event in events):
            self.read()

    def read(self) -> None:
        """Read the ratings from the store and show them; what changes meanwhile is read again."""
        if not self._is_reading and (self.shown or Question.of(self._party.id, self._party.state)):
            self._is_reading = True
            self._party.spawn(self._read())

    async def _read(self) -> None:
        party, seq, found = self._party, -1, self.shown
        try:
            while seq != party.state.seq:
                seq, question = party.state.seq, Question.of(party.id, party.state)
                found = await party.services.reader.run(question.answer) if question is not None else {}
        finally:
            self._is_reading = False
        if found != self.shown and not party.is_stopped:
            self.shown = found
            party.show()


class Question(NamedTuple):
    """Who is rated in a party, in what, and the round that is over: what the store is asked."""

    mode: str
    level: str
    players: dict[bytes, bool]  # whether each is a bot
    ended: tuple[str, int] | None

    @classmethod
    def of(cls, party: str, state: PartyState) -> Self | None:
        """Return the question about a party, None if nothing is rated there."""
        level = level_of(state.terms)
        seats = {bytes.fromhex(seat.player): seat.is_bot for seat in state.seats.values() if not seat.strength}
        if level is None or not seats:
            return None
        return cls(state.terms.mode, level, seats, (party, state.round) if state.result else None)

    def answer(self, store: Store) -> dict[str, SeatRating]:
        """Return the ratings from the store, by the keys of the players, with what the round that is over changed."""
        played = store.finished_round_of(*self.ended) if self.ended else None
        gains = store.rating_gains([played.id]) if played else {}
        return {
            one.player.hex(): _shown(one, gains.get((played.id, one.player)) if played else None)
            for one in store.ratings_of(list(self.players))
            if one.pool == Pool(self.mode, self.level, self.players[one.player])
        }


def level_of(terms: Terms) -> str | None:
    """Return the level class in which a party is rated, None if it is not rated."""
    return class_of(MODES[terms.mode], Rules.parse(terms.rules or MODES[terms.mode].rules))


def _shown(one: PlayerRating, gain: float | None) -> SeatRating:
    rating = one.standing.rating
    return SeatRating(round(rating.value), rating.is_sure, None if gain is None else round(gain))
