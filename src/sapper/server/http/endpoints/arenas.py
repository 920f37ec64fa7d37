"""The results of arenas, as files for `sapper verify`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....phrase import Phrase
from ...parties.arena_result import read_result
from ..answers import answer
from ..endpoint import endpoint
from ..requests import ApiError
from .history import report

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from ....history.store import Store


@endpoint("GET", "/api/arenas/{party}/{round:int}", media="application/json")
async def result(request: Request) -> Response:
    """Return the result of an arena that is over, for `sapper verify`: boards, their seals, replays and table."""
    party, round_ = request.path_params["party"], request.path_params["round"]

    def read(store: Store) -> str | None:
        arena = read_result(store, party, round_)
        return None if arena is None else arena.dump()

    written = await report(request, read)
    if written is None:
        raise ApiError(404, Phrase("refusal.no-arena"))
    name = f'attachment; filename="sapper-arena-{round_}.json"'
    return answer(request, written.encode(), "application/json", {"content-disposition": name})
