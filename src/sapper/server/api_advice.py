"""Advice on any position: odds, a hint, the best move."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from ..board import Board
from . import advice, api_types
from .api_requests import ApiError, body, services_of, work

if TYPE_CHECKING:
    from starlette.requests import Request


async def _position(request: Request) -> tuple[Board, int]:
    data = await body(request, services_of(request).limits.body)
    try:
        asked = msgspec.json.decode(data, type=api_types.Position)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise ApiError(422, f"Send an object with a board: {error}.") from None
    board = Board.parse(asked.board)
    if board.level.cells > services_of(request).limits.helped_cells:
        raise ApiError(422, f"A position has at most {services_of(request).limits.helped_cells} cells.")
    return board, asked.stage


async def odds(request: Request) -> api_types.Chances:
    """Return the odds of a position."""
    board, _ = await _position(request)
    return await work(request, lambda work: advice.odds(board, work))


async def hint(request: Request) -> api_types.Hint:
    """Return a hint for a position."""
    board, stage = await _position(request)
    return await work(request, lambda work: advice.hint(board, stage, work))


async def move(request: Request) -> api_types.Move:
    """Return the best move of a position."""
    board, _ = await _position(request)
    return await work(request, lambda work: advice.best_move(board, work))
