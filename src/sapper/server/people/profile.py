"""The page of a player, read from the store."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ...history.best_times import best_times
from ...history.identity import public_id
from ...history.levels import USUAL, sizes_of
from ...history.store import OWN, Filter
from ...modes import MODES
from ..parties.state import COLOURS
from ..protocol import api_types

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...history.store import Listed, Store
    from ...history.store.finished_rounds import FinishedRound
    from ...history.store.people.ratings import PlayerRating, Point
    from ...history.store.players import PlayerRow

_POINTS = 200  # of a curve
_ROUNDS = 10
_GAMES = 10
_MONTH = 30 * 86_400_000  # milliseconds


def page_of(
    store: Store, key: bytes, name: str, stored: PlayerRow | None, *, now: int, viewer: bytes
) -> api_types.PlayerPage:
    """Return the page of a player; `stored` is None for one who has no name and no round yet."""
    ratings = [one for one in store.ratings_of([key]) if not one.pool.is_bot]
    own = Filter(owner=key)
    return api_types.PlayerPage(
        id=public_id(key),
        name=name,
        since=stored.created_at if stored else None,
        is_public=bool(stored and stored.is_public),
        is_own=key == viewer,
        games=store.count(own),
        ratings=[
            _rating(one, store.rating_curve(one.pool, key, _POINTS), now * 1000) for one in sorted(ratings, key=_order)
        ],
        records=[api_types.finished(game) for game in _records(store, key)],
        rounds=rounds_of(store, key, _ROUNDS),
        recent=[api_types.finished(game) for game in store.games(_GAMES, 0, own)],
    )


def _order(one: PlayerRating) -> tuple[int, int]:
    return [*MODES].index(one.pool.mode), USUAL.index(one.pool.level)


def _rating(one: PlayerRating, curve: Sequence[Point], now: int) -> api_types.OwnRating:
    value, standing = one.standing.rating.value, one.standing
    before = [point.value for point in curve if point.at < now - _MONTH]
    return api_types.OwnRating(
        mode=one.pool.mode,
        level=one.pool.level,
        value=round(value),
        deviation=round(standing.rating.deviation),
        is_sure=standing.rating.is_sure,
        rounds=standing.rounds,
        wins=standing.wins,
        best=round(standing.best) if standing.best else None,
        gain=round(value) - round(before[-1] if before else curve[0].value if curve else value),
        curve=[(point.at, round(point.value)) for point in curve],
    )


def _records(store: Store, key: bytes) -> list[Listed]:
    """Return the fastest ranked win of each usual level, by any rules."""
    lists = best_times(store, OWN.replace(owner=key), limit=1, others=0, viewer=key)
    wins = [game for one in lists for game in one.ranked]
    found = []
    for level in USUAL:
        sizes = sizes_of(level).split(",")
        here = [game for game in wins if game.summary and game.summary.level in sizes]
        found += sorted(here, key=lambda game: game.summary.elapsed if game.summary else 0)[:1]
    return found


def rounds_of(store: Store, key: bytes, most: int) -> list[api_types.ListedRound]:
    """Return the finished rounds of a player with what each changed in the rating, the newest first."""
    rounds = store.finished_rounds_of(key, most)
    gains = store.rating_gains([played.id for played in rounds])
    return [_listed(played, key, gains.get((played.id, key))) for played in rounds]


def _listed(played: FinishedRound, player: bytes, gain: float | None) -> api_types.ListedRound:
    return api_types.ListedRound(
        id=played.public_id,
        mode=played.mode,
        rules=json.loads(played.terms)["rules"],
        ended_at=played.ended_at,
        seats=[
            api_types.ListedRoundSeat(
                seat=seat.seat,
                name=seat.name,
                colour=seat.seat % COLOURS,
                place=seat.place,
                is_bot=seat.is_bot,
                is_own=seat.player == player,
            )
            for seat in played.seats
        ],
        gain=None if gain is None else round(gain),
    )
