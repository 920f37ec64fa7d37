"""Answers about one finished game: its replay, step by step or as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import Response

from ..replay.model import Replay
from ..replay.seal import seal
from ..replay.signature import signer_of
from . import api_types, protocol, views
from .api_requests import ApiError, services_of, work

if TYPE_CHECKING:
    from starlette.requests import Request

    from .workers import Work


async def _replay_of(request: Request) -> Replay:
    number = request.path_params["number"]
    if number >= 1 << 53:
        raise ApiError(404, "There is no such finished game.")
    data = await services_of(request).reader.run(lambda store: store.replay(number))
    if data is None:
        raise ApiError(404, "There is no such finished game.")
    return await work(request, lambda _: Replay.unpack(data))


async def game(request: Request) -> api_types.FinishedGame:
    """Return a finished game with what was sealed."""
    found = await _replay_of(request)
    number = request.path_params["number"]
    listed, round_ = await services_of(request).reader.run(lambda store: (store.finished(number), store.round(number)))
    if listed is None:
        raise ApiError(404, "There is no such finished game.")
    salt = round_.salt if round_ else None
    signer = await work(request, lambda _: signer_of(found))
    minefield = found.minefield if found.rules.level.cells <= protocol.WHOLE_CELLS else None
    return api_types.finished_game(
        listed,
        seed=found.seed.text if found.seed else None,
        salt=salt.hex() if salt else None,
        digest=seal(found.rules, found.seed, salt) if salt and found.seed else None,
        minefield=minefield.to_text() if minefield else None,
        signed_by=signer.hex() if signer else None,
    )


async def replay(request: Request) -> Response:
    """Return a replay as text."""
    found = await _replay_of(request)
    text = await work(request, lambda _: found.to_text())
    name = f'attachment; filename="sapper-{request.path_params["number"]}.txt"'
    return Response(text, media_type="text/plain; charset=utf-8", headers={"content-disposition": name})


async def steps(request: Request) -> api_types.Steps:
    """Return a game action by action."""
    found = await _replay_of(request)
    level = found.rules.level
    if level.cells > services_of(request).limits.helped_cells:
        raise ApiError(422, "This board is too large to be shown step by step.")

    def play(work: Work) -> api_types.Steps:
        game = found.after(0)
        steps = []
        for number, entry in enumerate(found.entries):
            if number % 64 == 0:
                work.check()
            delta = game.apply(entry)
            action = entry.action
            cell = level.index(action.row, action.col) if action.row >= 0 else None
            cells = views.listed(delta, level.width)
            steps.append(
                api_types.Step(entry.at, action.kind.value, cell, cells, delta.status.value, entry.by, entry.device)
            )
        return api_types.Steps(str(found.rules), level.width, level.height, level.mines, steps)

    return await work(request, play)
