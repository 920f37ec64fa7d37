"""Ratings of players by their rounds: Glicko-2, for each mode and level class. A pure function of the stored rounds.

A round is rated if nothing speaks against it (its objections) and its board is that of a usual level. People are rated
against people and bots against bots, each by the places. The performance of a player is one for all comparisons of a
round, so those of n players count as much as 2 (n - 1) / n games of two.
"""

from __future__ import annotations

import json

from ..analysis.ratings import Rating, Result, rated
from ..errors import SapperError
from ..modes import MODES
from ..rules import RULESETS, Rules
from ..value import Value
from .levels import USUAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ..modes import Mode
    from ..rules import Level
    from .store.finished_rounds import FinishedRound, FinishedSeat

VERSION = 1  # of this computation: with another one, stored ratings are computed again
LEAST_DEVIATION = 45.0  # so that results count for ever
_PERIOD = 86_400_000  # milliseconds in which an unused rating becomes less sure by one volatility
_OF_NOBODY = {"alone"}  # the objection to a round in which no two people played, which bots may have


class Pool(Value):
    """The rounds in which results can be compared."""

    mode: str
    level: str  # beginner, intermediate or expert, by the size of the board
    is_bot: bool = False


class PoolRating(Value):
    """The rating of a player in a pool."""

    rating: Rating = Rating()
    rounds: int = 0
    wins: int = 0  # first places that were not shared
    best: float = 0.0  # the highest value that was sure; 0 without one
    at: int = 0  # the end of the last round, in milliseconds since 1970


class Change(Value):
    """The change of a standing by a round."""

    pool: Pool
    player: bytes
    before: PoolRating
    after: PoolRating


def changes(played: FinishedRound, standing_of: Callable[[Pool, bytes], PoolRating]) -> list[Change]:
    """Return how a round changes the standings of its players, given those before it."""
    found = []
    for is_bot in (False, True):
        seats = [seat for seat in played.seats if seat.is_bot == is_bot and seat.place and not seat.strength]
        objections = set(played.objections) - (_OF_NOBODY if is_bot else set())
        level = level_class(played)
        if len(seats) < 2 or objections or level is None:
            continue
        pool = Pool(played.mode, level, is_bot)
        before = {seat.seat: standing_of(pool, seat.player) for seat in seats}
        found += [
            Change(pool, seat.player, before[seat.seat], _after(seat, seats, before, played.ended_at)) for seat in seats
        ]
    return found


def standings(rounds: Iterable[FinishedRound]) -> dict[tuple[Pool, bytes], PoolRating]:
    """Return the standings after rounds in the order in which they ended."""
    found: dict[tuple[Pool, bytes], PoolRating] = {}
    for played in rounds:
        for change in changes(played, lambda pool, player: found.get((pool, player), PoolRating())):
            found[change.pool, change.player] = change.after
    return found


def level_class(played: FinishedRound) -> str | None:
    """Return the level class in which a round is rated, None if it is not because of its mode or board."""
    mode = MODES.get(played.mode)
    if mode is None:
        return None
    try:
        return class_of(mode, Rules.parse(json.loads(played.terms).get("rules") or mode.rules))
    except (SapperError, ValueError):
        return None


def class_of(mode: Mode, rules: Rules) -> str | None:
    """Return the level class of rules: in a mode with turns every board of a usual size with enough mines has one."""
    if not mode.is_match:
        return None
    for name in USUAL:
        for usual in {bundle.levels[name] for bundle in RULESETS.values()}:
            if rules.level == usual or (mode.has_turns and _is_as_large(rules.level, usual)):
                return name
    return None


def _is_as_large(level: Level, usual: Level) -> bool:
    return (level.width, level.height) == (usual.width, usual.height) and level.mines >= usual.mines


def _after(seat: FinishedSeat, seats: list[FinishedSeat], before: dict[int, PoolRating], at: int) -> PoolRating:
    """Return the standing of a player after the results against all others of a round."""
    own = before[seat.seat]
    weight = 2 / len(seats)
    results = [
        Result(before[other.seat].rating, _score(seat.place, other.place), weight)
        for other in seats
        if other.seat != seat.seat
    ]
    periods = max(0, at - own.at) / _PERIOD if own.at else 0.0
    rating = rated(own.rating, results, periods=periods)
    rating = rating.replace(deviation=max(rating.deviation, LEAST_DEVIATION))
    is_first = all(seat.place < other.place for other in seats if other.seat != seat.seat)
    best = max(own.best, rating.value) if rating.is_sure else own.best
    return PoolRating(rating, own.rounds + 1, own.wins + is_first, best, max(at, own.at))


def _score(place: int, other: int) -> float:
    return 1.0 if place < other else 0.0 if place > other else 0.5
