"""Answers about one finished game: its replay, step by step or as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..replay.bounds import Bounds
from ..replay.model import Replay
from ..replay.seal import seal
from ..replay.signature import signer_of
from . import api_types, protocol
from .api_answers import answer
from .api_requests import ApiError, number, services_of, work
from .memory import game_bytes

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from .limits import Limits
    from .workers import Work

_STEP_BYTES = 120  # of a step without its cells
_CELL_BYTES = 10  # of a changed cell: its index and its value


async def _packed(request: Request) -> bytes:
    """Return the packed replay of a finished game."""
    game = request.path_params["number"]
    data = await services_of(request).reader.run(lambda store: store.replay(game)) if game < 1 << 53 else None
    if data is None:
        raise ApiError(404, "There is no such finished game.")
    return data


def unpack(data: bytes, work: Work) -> Replay:
    """Return a stored replay; its memory is reserved before its actions are read."""
    return Replay.unpack(data, Bounds(check_game=lambda rules, actions: work.reserve(game_bytes(rules, actions))))


async def game(request: Request) -> api_types.FinishedGame:
    """Return a finished game with what was sealed."""
    data = await _packed(request)
    found = await work(request, lambda work: unpack(data, work))
    game = request.path_params["number"]
    listed, round_ = await services_of(request).reader.run(lambda store: (store.finished(game), store.round(game)))
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
    data = await _packed(request)
    text = await work(request, lambda work: unpack(data, work).to_text().encode())
    name = f'attachment; filename="sapper-{request.path_params["number"]}.txt"'
    return answer(request, text, "text/plain; charset=utf-8", {"content-disposition": name})


async def steps(request: Request) -> api_types.Steps:
    """Return a part of a game, action by action, from the action `from` on."""
    limits = services_of(request).limits
    first = number(request, "from", 0, 1 << 29)
    most = number(request, "limit", limits.step_page, limits.step_page)
    data = await _packed(request)
    return await work(request, lambda work: _steps(unpack(data, work), first, most, limits))


def _steps(replay: Replay, first: int, most: int, limits: Limits) -> api_types.Steps:
    level = replay.rules.level
    if level.cells > limits.helped_cells:
        raise ApiError(422, "This board is too large to be shown step by step.")
    game = replay.after(first)
    steps: list[api_types.Step] = []
    size = 0
    for entry in replay.entries[first : first + most]:
        delta = game.apply(entry)
        size += _STEP_BYTES + _CELL_BYTES * len(delta)
        if steps and size > limits.answer:
            break
        action = entry.action
        cell = level.index(action.row, action.col) if action.row >= 0 else None
        cells = delta.cells.flat()
        steps.append(
            api_types.Step(entry.at, action.kind.value, cell, cells, delta.status.value, entry.by, entry.device)
        )
    end = first + len(steps)
    next_ = end if end < len(replay) else None
    return api_types.Steps(str(replay.rules), level.width, level.height, level.mines, first, steps, next_)
