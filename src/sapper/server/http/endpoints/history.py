"""Answers about games in a list: rooms, finished games, best times and statistics. Deletes a player's own games."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import msgspec
from starlette.responses import StreamingResponse

from ....history import best_times, chart_series, statistics, table
from ....history.store import OWN
from ....history.store.queries import FINISHED_IN_ORDER
from ....history.summary import configuration
from ....phrase import Phrase
from ....rules import Rules
from ...parties.ids import is_of_party
from ...protocol import api_types
from ...rooms.secrecy import is_sealed
from ...store.reports import ReportRefused, TooManyReports
from ..endpoint import FILTERS, endpoint
from ..requests import (
    ApiError,
    address_of,
    filter_of,
    is_gone,
    number,
    one_of,
    player_of,
    refuse_while_rebuilding,
    services_of,
    work,
)
from .replays import packed_replay, unpack

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from starlette.requests import Request
    from starlette.responses import Response

    from ....history.store import Listed, Store
    from ...operations.workers import Work

T = TypeVar("T")
_MOST_LISTED = 200  # games in one answer
_MOST_PLAYERS = 100  # of games from files, by name
_MOST_OFFSET = 1_000_000
_MOST_RULES = 20  # in one question about best times
_MOST_ZONE = 14 * 60  # minutes that a time zone is away from UTC
_DAY = 86_400
_FASTEST = 10  # wins in the list of the fastest
_DELETED_AT_ONCE = 200  # games in one commit: others who write wait a few milliseconds
_AGAIN = 1.0  # seconds until a part of an answer is asked for again


@endpoint("GET", "/api/rooms")
async def rooms(request: Request) -> list[api_types.InPlay]:
    """Return the player's rooms with a game in play, the newest first."""
    key = player_of(request).key

    found = await services_of(request).reader.run(lambda store: store.rounds_in_play(key))
    return [
        api_types.InPlay(round_.room, round_.public_id, game.rules, game.seq, game.created_at)
        for round_, game in found
        if not is_of_party(round_.room)
    ]


@endpoint("GET", "/api/games", query=("limit", "offset", "order", *FILTERS))
async def games(request: Request) -> list[api_types.Finished]:
    """Return finished games; `order` is newest, oldest, fastest, slowest, most-3bv or least-3bv."""
    limit = number(request, "limit", 50, _MOST_LISTED)
    offset = number(request, "offset", 0, _MOST_OFFSET)
    only = filter_of(request)
    if "device" not in request.query_params:
        only = only.replace(device=None)
    if "source" not in request.query_params:
        only = only.replace(imported=None)
    if "together" not in request.query_params:
        only = only.replace(together=None)
    order = request.query_params.get("order") or None
    if order is not None:
        one_of("order", order, FINISHED_IN_ORDER)
    listed = await report(request, lambda store: store.games(limit, offset, only, order))
    return [api_types.finished(one) for one in listed]


@endpoint("GET", "/api/games/players")
async def players(request: Request) -> list[str]:
    """Return the names of the players of games from files, those with the most games first."""
    return await report(request, lambda store: store.imported_players(_MOST_PLAYERS))


@endpoint("GET", "/api/games/{number:int}/same-board")
async def same_board(request: Request) -> list[api_types.Finished]:
    """Return other finished games on the minefield of a finished game, the newest first."""
    services, game = services_of(request), request.path_params["number"]
    limits = services.limits
    data = await packed_replay(request)

    def read(store: Store) -> list[tuple[Listed, bytes | None]]:
        return [(one, store.replay(one.id)) for one in store.same_seed(game, limits.same_board)]

    def compare(work: Work) -> list[api_types.Finished]:
        minefield = unpack(data, work).minefield
        return [api_types.finished(one) for one, other in found if other and unpack(other, work).minefield == minefield]

    found = await report(request, read)
    return await work(request, compare) if found else []


@endpoint("GET", "/api/best-times", query=("limit", *FILTERS))
async def list_best_times(request: Request) -> list[api_types.Best]:
    """Return the best times of every configuration; of wins that are not ranked the player's own, or those of files."""
    limit = number(request, "limit", 10, 100)
    only, player = filter_of(request), player_of(request).key
    if only.imported:  # nobody's secret
        lists = await report(request, lambda store: best_times.best_times(store, only, limit=limit, others=limit))
    else:
        lists = await report(request, lambda store: best_times.best_times(store, only, limit=limit, viewer=player))
    return [
        api_types.Best(
            str(one.rules),
            [api_types.finished(game) for game in one.ranked],
            [api_types.finished(game) for game in one.others],
        )
        for one in lists
        if one.ranked or one.others
    ]


@endpoint("GET", "/api/best-times/own", query=("rules",))
async def list_own_best(request: Request) -> list[api_types.OwnBest]:
    """Return the player's best time by each of the given rules, in their order."""
    given = request.query_params.getlist("rules")
    if len(given) > _MOST_RULES:
        raise ApiError(422, Phrase("refusal.too-many-rules", most=_MOST_RULES))
    lists = [configuration(Rules.parse(text)) for text in given]
    only = OWN.replace(owner=player_of(request).key)

    def read(store: Store) -> list[api_types.OwnBest]:
        return [api_types.OwnBest(rules, best_times.best_time(store, rules, only)) for rules in lists]

    return await report(request, read)


@endpoint("GET", "/api/statistics", query=FILTERS)
async def history_statistics(request: Request) -> api_types.Statistics:
    """Return the statistics of a history: games, wins, times, streaks, distribution and progress."""
    only = filter_of(request)
    found = await report(request, lambda store: statistics.figures(store.results(only)))
    return msgspec.convert(found, api_types.Statistics)


@endpoint("GET", "/api/statistics/charts", query=("offset", *FILTERS))
async def history_charts(request: Request) -> api_types.Charts:
    """Return the statistics of a history with what its charts show; `offset` is the time zone in minutes."""
    only = filter_of(request)
    offset, now = _offset(request) * 60, services_of(request).now()

    def read(store: Store) -> dict[str, object]:
        history = store.results(only)
        return statistics.figures(history) | {
            "points": [win._asdict() for win in chart_series.newest_wins(history)],
            "fastest": [win._asdict() for win in chart_series.fastest_wins(history, _FASTEST)],
            "survival": chart_series.survival(history),
            "days": [day._asdict() for day in chart_series.days(history, now, offset)],
            "today": (now + offset) // _DAY,
        }

    return msgspec.convert(await report(request, read), api_types.Charts)


@endpoint("GET", "/api/games/csv", query=FILTERS, media="text/csv")
async def games_csv(request: Request) -> Response:
    """Return a line for each game of the player that the query asks for, as `sapper stats --csv` writes them."""
    only = filter_of(request).replace(owner=player_of(request).key)
    games = (await report(request, lambda store: store.numbers(only)))[::-1]

    async def lines() -> AsyncIterator[bytes]:
        yield table.header().encode()
        for start in range(0, len(games), _MOST_LISTED):
            page = games[start : start + _MOST_LISTED]
            yield (await report_part(request, partial(_rows, page))).encode()

    return StreamingResponse(lines(), media_type="text/csv; charset=utf-8", headers={"cache-control": "no-store"})


def _rows(games: list[int], store: Store) -> str:
    return table.rows(store.listed(games))


@endpoint("DELETE", "/api/games/{number:int}")
async def delete_game(request: Request) -> api_types.Deleted:
    """Delete a finished game of the player for good; 404 for a game of another player."""
    game, key = request.path_params["number"], player_of(request).key
    if game < 1 << 53 and await is_sealed(services_of(request), game):
        raise ApiError(409, Phrase("refusal.delete-later"))
    deleted = (
        await services_of(request).writer.run(lambda store: store.delete_own(key, [game])) if game < 1 << 53 else 0
    )
    if not deleted:
        raise ApiError(404, Phrase("refusal.no-own-game"))
    return api_types.Deleted(deleted)


@endpoint("DELETE", "/api/games", query=("count", *FILTERS))
async def delete_games(request: Request) -> api_types.Deleted:
    """Delete the finished games of the player that the query asks for; 409 unless their number is `count`."""
    key = player_of(request).key
    only = filter_of(request).replace(owner=key)
    count = number(request, "count", 0, _MOST_OFFSET)
    games = await report(request, lambda store: store.numbers(only))
    if len(games) != count:
        raise ApiError(409, Phrase("refusal.games-changed", count=len(games), asked=count))
    deleted = 0
    for start in range(0, len(games), _DELETED_AT_ONCE):
        part = games[start : start + _DELETED_AT_ONCE]
        deleted += await services_of(request).writer.run(partial(_delete, key, part))
    return api_types.Deleted(deleted)


def _delete(key: bytes, games: list[int], store: Store) -> int:
    return store.delete_own(key, games)


def _offset(request: Request) -> int:
    """Return the time zone of the player in minutes, or raise `ApiError`."""
    text = request.query_params.get("offset", "0")
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 5 and int(digits) <= _MOST_ZONE):
        raise ApiError(422, f"The parameter offset is a number of minutes from -{_MOST_ZONE} to {_MOST_ZONE}.")
    return int(text)


async def report_part(request: Request, work: Callable[[Store], T]) -> T:
    """Return a part of a long answer. While too much is asked for, it waits: the answer has begun already."""
    while True:
        try:
            return await services_of(request).reports.run(work, address_of(request))
        except ReportRefused:
            await asyncio.sleep(_AGAIN)


async def report(request: Request, work: Callable[[Store], T]) -> T:
    """Return a report, or raise `ApiError` if it is refused. It is not made once the client has gone."""
    refuse_while_rebuilding(request)
    made = asyncio.ensure_future(services_of(request).reports.run(work, address_of(request)))
    gone = asyncio.ensure_future(is_gone(request))
    try:
        await asyncio.wait({made, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not made.done():
            raise ApiError(503, Phrase("refusal.request-cancelled"))
        return await made
    except TooManyReports as error:
        raise ApiError(429, error.phrase or str(error), error.retry_after) from None
    except ReportRefused as error:
        raise ApiError(503, error.phrase or str(error), error.retry_after) from None
    finally:
        made.cancel()
        gone.cancel()
