"""Skill and luck in the player's own games: reports that are computed once, some at a time, and added up."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import msgspec

from ....history import luck
from ...protocol import api_types
from ..endpoint import FILTERS, endpoint
from ..requests import filter_of, player_of, services_of, work
from .history import report

if TYPE_CHECKING:
    from starlette.requests import Request

    from ....history.store import Filter, Store
    from ....history.store.balances import Balance
    from ...operations.workers import Work
    from ...services import Services

T = TypeVar("T")


@endpoint("GET", "/api/statistics/luck", query=FILTERS)
async def history_luck(request: Request) -> api_types.Luck:
    """Return skill and luck in the player's own games that the query asks for, after a look at some more of them.

    Ask again while `left` is not 0.
    """
    services = services_of(request)
    only = filter_of(request).replace(owner=player_of(request).key)
    games = await report(request, lambda store: store.unbalanced(luck.VERSION, only, luck.AT_ONCE))
    if games:
        found = await work(request, lambda work: _balances(games, services, work))
        await services.writer.run(lambda store: store.set_balances(luck.VERSION, found))

    return await report(request, lambda store: _luck(store, only))


def _luck(store: Store, only: Filter) -> api_types.Luck:
    """Return the means of what is known of the games that pass a filter."""
    balances = store.balances(luck.VERSION, only)
    whole = luck.total(balances)
    levels = luck.by_level(balances).items()
    return api_types.Luck(
        store.count_unbalanced(luck.VERSION, only),
        None if whole is None else _means(api_types.LuckMeans, whole),
        [_means(api_types.LevelLuck, one, level=level) for level, one in levels],
        [_means(api_types.LuckPeriod, one.total, first=one.first, last=one.last) for one in luck.over_time(balances)],
    )


def _balances(games: list[tuple[int, bytes]], services: Services, work: Work) -> list[tuple[int, Balance | None]]:
    """Return the balances of the first games, as many as there is time for; at least one."""
    until = services.seconds() + services.limits.review_seconds
    found: list[tuple[int, Balance | None]] = []
    for game, packed in games:
        found.append((game, luck.balance_of(packed)))
        work.check(len(found) / len(games))
        if services.seconds() > until:
            break
    return found


def _means(kind: type[T], total: luck.Total, **more: object) -> T:
    return msgspec.convert({name: getattr(total, name) for name in total.field_names()} | more, kind)
