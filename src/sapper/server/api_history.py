"""Answers about games in a list: rooms, finished games, best times and statistics."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

from ..display.configuration_words import configuration_title
from ..history import best_times, statistics
from ..history.store import OWN
from ..history.summary import configuration
from ..rules import Rules
from . import api_types
from .api_replays import packed_replay, unpack
from .api_requests import ApiError, filter_of, is_gone, number, player_of, refuse_while_rebuilding, services_of, work
from .reports import ReportRefused, TooManyReports

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

    from ..history.store import Listed, Store
    from .workers import Work

T = TypeVar("T")
_MOST_LISTED = 200  # games in one answer
_MOST_OFFSET = 1_000_000
_MOST_RULES = 20  # in one question about best times


async def rooms(request: Request) -> list[api_types.InPlay]:
    """Return the player's rooms with a game in play."""
    key = player_of(request).key

    found = await services_of(request).reader.run(lambda store: store.rounds_in_play(key))
    return [
        api_types.InPlay(round_.room, round_.public_id, game.rules, game.seq, game.created_at) for round_, game in found
    ]


async def games(request: Request) -> list[api_types.Finished]:
    """Return finished games, the newest first."""
    limit = number(request, "limit", 50, _MOST_LISTED)
    offset = number(request, "offset", 0, _MOST_OFFSET)
    only = filter_of(request)
    if "device" not in request.query_params:
        only = only.replace(device=None)
    if "source" not in request.query_params:
        only = only.replace(imported=None)
    listed = await report(request, lambda store: store.games(limit, offset, only))
    return [api_types.finished(one) for one in listed]


async def same_board(request: Request) -> list[api_types.Finished]:
    """Return other finished games on the minefield of a finished game."""
    limits, game = services_of(request).limits, request.path_params["number"]
    data = await packed_replay(request)

    def read(store: Store) -> list[tuple[Listed, bytes | None]]:
        return [(one, store.replay(one.id)) for one in store.same_seed(game, limits.same_board)]

    def compare(work: Work) -> list[api_types.Finished]:
        minefield = unpack(data, work).minefield
        return [api_types.finished(one) for one, other in found if other and unpack(other, work).minefield == minefield]

    found = await report(request, read)
    return await work(request, compare) if found else []


async def list_best_times(request: Request) -> list[api_types.Best]:
    """Return the best times of every configuration."""
    limit = number(request, "limit", 10, 100)
    only = filter_of(request)
    lists = await report(request, lambda store: best_times.best_times(store, only, limit=limit))
    return [
        api_types.Best(
            str(one.rules),
            configuration_title(one.rules),
            [api_types.finished(game) for game in one.ranked],
            [api_types.finished(game) for game in one.others],
        )
        for one in lists
    ]


async def list_own_best(request: Request) -> list[api_types.OwnBest]:
    """Return the player's best time by each of the given rules, in their order."""
    given = request.query_params.getlist("rules")
    if len(given) > _MOST_RULES:
        raise ApiError(422, f"At most {_MOST_RULES} rules can be asked about at once.")
    lists = [configuration(Rules.parse(text)) for text in given]
    only = OWN.replace(owner=player_of(request).key)

    def read(store: Store) -> list[api_types.OwnBest]:
        return [api_types.OwnBest(rules, best_times.best_time(store, rules, only)) for rules in lists]

    return await report(request, read)


async def history_statistics(request: Request) -> api_types.Statistics:
    """Return the statistics of a history."""
    only = filter_of(request)

    def read(store: Store) -> api_types.Statistics:
        history = store.results(only)
        made = statistics.Statistics(history)
        names = [field for field in api_types.Statistics.__struct_fields__ if field not in ("distribution", "progress")]
        return api_types.Statistics(
            **{name: getattr(made, name) for name in names},
            distribution=[api_types.Bar(bar.start, bar.end, bar.count) for bar in statistics.distribution(history)],
            progress=[
                api_types.Stretch(part.first, part.last, part.games, part.wins, part.best, part.median)
                for part in statistics.progress(history)
            ],
        )

    return await report(request, read)


async def report(request: Request, work: Callable[[Store], T]) -> T:
    """Return a report, or raise `ApiError` if it is refused. It is not made once the client has gone."""
    refuse_while_rebuilding(request)
    address: str = request.scope["state"]["address"]
    report = asyncio.ensure_future(services_of(request).reports.run(work, address))
    gone = asyncio.ensure_future(is_gone(request))
    try:
        await asyncio.wait({report, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not report.done():
            raise ApiError(503, "The request was cancelled.")
        return await report
    except TooManyReports as error:
        raise ApiError(429, str(error), error.retry_after) from None
    except ReportRefused as error:
        raise ApiError(503, str(error), error.retry_after) from None
    finally:
        report.cancel()
        gone.cancel()
