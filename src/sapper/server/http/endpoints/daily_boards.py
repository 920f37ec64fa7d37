"""Answers about daily boards: those of a day with their tables, the player's days, and solutions of days gone by."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....analysis.proof import prove
from ....coordinates import cell_name
from ....daily import GRADES, seconds_left, streak
from ....history.statistics import bars
from ....phrase import Phrase
from ...protocol import api_types
from ...protocol.message import Phrase as Sent
from ...rooms import daily_rooms, secrecy
from ..endpoint import endpoint
from ..requests import ApiError, address_of, player_of, services_of, work
from .history import report

if TYPE_CHECKING:
    from starlette.requests import Request

    from ....daily import DailyBoard
    from ....history.store import Store
    from ....history.store.daily import DailyTry
    from ...services import Services

_BARS = 20  # at most, of the times of a board


@endpoint("GET", "/api/daily")
@endpoint("GET", "/api/daily/{day}")
async def boards(request: Request) -> api_types.Daily:
    """Return the boards of a day, today if none is named: their tables, the player's tries and the player's days."""
    services = services_of(request)
    today = daily_rooms.today(services)
    day = request.path_params.get("day", today)
    listed = [daily_rooms.board_of(day, level) for level in GRADES]
    if day > today:
        raise ApiError(404, Phrase("refusal.day-not-begun"))
    player = player_of(request).key
    network = services.guests.network_mark(address_of(request))

    def read(store: Store) -> api_types.Daily:
        tries = store.daily_tries(player)
        days = streak({one.day for one in tries if one.is_solved}, today)
        return api_types.Daily(
            day=day,
            today=today,
            seconds_left=seconds_left(services.now()),
            levels=[
                _level(services, store, board, daily_rooms.find_try(tries, board), player, network) for board in listed
            ],
            streak=days.now,
            best_streak=days.best,
            days=_days(tries, services.limits.daily_days),
        )

    return await report(request, read)


def _level(
    services: Services, store: Store, board: DailyBoard, tried: DailyTry | None, player: bytes, network: str
) -> api_types.DailyLevel:
    level = board.rules.level
    is_open = secrecy.is_day_open(services, board.day)
    is_over = is_open and not (tried is not None and tried.in_play)
    is_shown = is_over or (tried is not None and tried.is_solved)
    counts = store.daily_counts(board.day, board.level)
    times = store.daily_times(board.day, board.level)
    table = store.daily_table(board.day, board.level, services.limits.daily_rows)
    own = None if tried is None else _own(store, tried, is_open=is_open)
    return api_types.DailyLevel(
        level=board.level,
        rules=str(board.rules),
        width=level.width,
        height=level.height,
        mines=level.mines,
        grade=GRADES[board.level].number,
        first=cell_name(*board.first),
        own=own,
        is_unranked=own is None and store.has_daily_ended(board.day, board.level, network),
        cells=daily_rooms.solved_picture(services, board) if is_shown else None,
        played=counts.played,
        solved=counts.solved,
        median=counts.median,
        ranked=len(times),
        times=[api_types.Bar(bar.start, bar.end, bar.count) for bar in bars(times, _BARS)],
        table=[
            api_types.DailyLine(
                place,
                one.name,
                one.elapsed,
                one.bbbv if is_open else None,
                one.player == player,
                one.game if is_over else None,
            )
            for place, one in enumerate(table, 1)
        ],
    )


def _own(store: Store, tried: DailyTry, *, is_open: bool) -> api_types.OwnTry:
    return api_types.OwnTry(
        status=_status(tried),
        room=tried.room if tried.in_play else None,
        game=tried.game if is_open and not tried.in_play else None,
        time=tried.elapsed,
        bbbv=tried.bbbv if is_open else None,
        place=store.daily_place(tried) if tried.ranked else None,
        objections=list(store.unranked_because(tried)),
    )


def _status(tried: DailyTry) -> str:
    """Return how a try ended; one whose game was deleted counts as abandoned."""
    return tried.status or ("playing" if tried.in_play else "abandoned")


def _days(tries: list[DailyTry], most: int) -> dict[str, list[str]]:
    """Return how the tries of each day ended, in the order of the levels, the newest days first."""
    levels = list(GRADES)
    days: dict[str, list[str]] = {}
    for one in tries:
        if one.day not in days and len(days) == most:
            break
        ended = days.setdefault(one.day, [""] * len(levels))
        ended[levels.index(one.level)] = _status(one)
    return days


@endpoint("GET", "/api/daily/{day}/{level}")
async def solution(request: Request) -> api_types.DailySolution:
    """Return the solution of a board whose day is over, once the player's own try is over too."""
    services, player = services_of(request), player_of(request).key
    board = daily_rooms.board_of(request.path_params["day"], request.path_params["level"])
    if not secrecy.is_day_open(services, board.day):
        raise ApiError(404, Phrase("refusal.solution-after-day"))
    tried = await report(request, lambda store: daily_rooms.find_try(store.daily_tries(player), board))
    if tried is not None and tried.in_play:
        raise ApiError(404, Phrase("refusal.solution-after-try"))
    return await work(request, lambda _: _solution(services, board))


def _solution(services: Services, board: DailyBoard) -> api_types.DailySolution:
    level = board.rules.level
    proof = prove(daily_rooms.minefield_of(services, board), board.first)
    opening = api_types.SolutionStep("", [level.index(*cell) for cell in proof.opened], [])
    steps = [
        api_types.SolutionStep(
            step.explanation.sentence,
            [level.index(*cell) for cell in step.opened],
            [] if step.explanation.safe else [level.index(*cell) for cell in step.explanation.cells],
            Sent.of(step.explanation.phrase),
        )
        for step in proof.steps
    ]
    cells = daily_rooms.solved_picture(services, board)
    first = level.index(*board.first)
    return api_types.DailySolution(board.day, board.level, level.width, level.height, first, cells, [opening, *steps])
