"""The tables of this week and of this season of the daily boards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....history.seasons import days_left, month_of, season_table, week_of
from ...protocol import api_types
from ...rooms import daily_rooms
from ..endpoint import endpoint
from ..requests import player_of, services_of
from .history import report

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.requests import Request

    from ....history.seasons import SeasonLine, Span
    from ....history.store import Store

_LINES = 20
_WINNERS = 3


@endpoint("GET", "/api/seasons")
async def seasons(request: Request) -> api_types.Seasons:
    """Return the tables of this week and of this month of the daily boards, and who won those before."""
    today, player = daily_rooms.today(services_of(request)), player_of(request).key
    return await report(
        request,
        lambda store: api_types.Seasons(
            _season(store, week_of(today), week_of(today, before=1), today, player),
            _season(store, month_of(today), month_of(today, before=1), today, player),
        ),
    )


def _season(store: Store, span: Span, before: Span, today: str, player: bytes) -> api_types.Season:
    table = season_table(store.daily_places(span.first, span.last))
    last = season_table(store.daily_places(before.first, before.last))
    shown = table[:_LINES] + [line for line in table[_LINES:] if line.player == player]
    return api_types.Season(
        first=span.first,
        last=span.last,
        days_left=days_left(span, today),
        players=len(table),
        lines=[
            api_types.SeasonLine(line.place, name, line.points, line.wins, line.boards, you=line.player == player)
            for line, name in zip(shown, _names(store, shown), strict=True)
        ],
        winner=", ".join(name for name in _names(store, [line for line in last if line.place == 1][:_WINNERS]) if name),
    )


def _names(store: Store, lines: Iterable[SeasonLine]) -> list[str]:
    """Return the names of the players of some lines."""
    return [store.name_of(line.player) for line in lines]
