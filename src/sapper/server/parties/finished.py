"""The row of a round that has ended: its results with the players, and why it is not rated."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from ...history.store.finished_rounds import FinishedRound, FinishedSeat
from ...modes import MODES
from ...rules import Rules
from .ids import round_identity

if TYPE_CHECKING:
    from .events import Ended, Score, Terms
    from .state import PartyState


def finished_round(party: str, state: PartyState, ended: Ended) -> FinishedRound | None:
    """Return the round in play with the results of its end, None if it was not played."""
    if not (state.is_playing and ended.result):
        return None
    return FinishedRound(
        public_id=round_identity(state.secret),
        party=party,
        number=state.round,
        mode=state.terms.mode,
        terms=msgspec.json.encode(state.terms).decode(),
        started_at=state.starts_at,
        ended_at=ended.at,
        objections=tuple(objections(state, ended.result)),
        seats=tuple(_seat(state, score) for score in ended.result),
    )


def objections(state: PartyState, result: list[Score]) -> list[str]:
    """Return why a round is not rated."""
    people = [state.seats[score.seat] for score in result if not state.seats[score.seat].is_bot]
    networks = Counter(seat.network for seat in people if seat.network)
    words = {
        "help": state.terms.hints,
        "shown boards": state.terms.shows_boards,
        "rules": not _are_plain(state.terms),
        "same address": any(count > 1 for count in networks.values()),
        "alone": len(people) < 2,
    }
    return [word for word, applies in words.items() if applies]


def _are_plain(terms: Terms) -> bool:
    """Return whether the rules of a round have one life and no help. In a mode with rules of its own they have none."""
    rules = Rules.parse(terms.rules)
    return MODES[terms.mode].has_turns or (rules.lives == 1 and not rules.is_assisted)


def _seat(state: PartyState, score: Score) -> FinishedSeat:
    seat = state.seats[score.seat]
    return FinishedSeat(
        seat=score.seat,
        player=bytes.fromhex(seat.player),
        name=seat.name,
        is_bot=seat.is_bot,
        strength=seat.strength,
        place=score.place,
        status=score.status,
        share=score.share,
        at_ms=score.at,
        points=score.points,
        game_id=score.finished_id,
    )
