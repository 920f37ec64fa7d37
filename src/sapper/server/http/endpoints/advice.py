"""Advice on any position: odds, a hint, the best move. It counts as help in the game that it helps."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeVar

import msgspec

from ....board import Board
from ....phrase import Phrase
from ....seed import Seed
from ...parties.tidy_text import one_line
from ...protocol import api_types
from ...rooms.help import outside_help, solver_answers
from ...rooms.position import Position
from ..endpoint import Body, endpoint
from ..requests import ApiError, address_of, body, charge, known_player_of, lobby_of, services_of, work

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.requests import Request

    from ...operations.workers import Work

T = TypeVar("T")
_POSITION = Body(api_types.Position, "body")
_SHORT = 4096  # letters of a diagram that is read without a thread, in at most a quarter of a millisecond


@endpoint("POST", "/api/odds", body=_POSITION)
async def odds(request: Request) -> api_types.Chances:
    """Return the odds of a position."""
    return await _advise(request, lambda board, _, work: solver_answers.odds(board, work))


@endpoint("POST", "/api/hint", body=_POSITION)
async def hint(request: Request) -> api_types.Hint:
    """Return a hint for a position, in the `stage` 1 to 4."""
    return await _advise(request, lambda board, stage, work: solver_answers.hint(board, stage, work))


@endpoint("POST", "/api/move", body=_POSITION)
async def move(request: Request) -> api_types.Move:
    """Return the best move of a position."""
    return await _advise(request, lambda board, _, work: solver_answers.best_move(board, work))


@endpoint("POST", "/api/analysis", body=_POSITION)
async def analysis(request: Request) -> api_types.Analysis:
    """Return odds, a hint, the best move and other guesses of a position, or the numbers that contradict each other."""
    most = services_of(request).limits.analysed_cells
    return await _advise(request, lambda board, _, work: solver_answers.analysis(board, work), most)


@endpoint("POST", "/api/proof", body=_POSITION)
async def proof(request: Request) -> api_types.Next:
    """Return everything that can be deduced from a position, step by step."""
    most = services_of(request).limits.analysed_cells
    return await _advise(request, lambda board, _, work: solver_answers.conclusions(board, work), most)


@endpoint("POST", "/api/arrangement", body=_POSITION)
async def arrangement(request: Request) -> api_types.Arrangement:
    """Return a minefield that fits a position, drawn at random from what is visible."""
    services = services_of(request)
    seed = Seed(services.entropy(16))
    most = services.limits.analysed_cells
    return await _advise(request, lambda board, _, work: solver_answers.arrangement(board, seed, work), most)


async def _advise(request: Request, answer: Callable[[Board, int, Work], T], most: int | None = None) -> T:
    """Return the answer about the position in the body, once it is logged as help where it is help."""
    services = services_of(request)
    limits = services.limits
    charge(request, services.rates.advice, Phrase("refusal.too-many-positions"))
    data = await body(request)
    try:
        asked = msgspec.json.decode(data, type=api_types.Position)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise ApiError(422, f"Send an object with a board: {one_line(error)}.") from None
    read = partial(_read, asked.board, most or limits.helped_cells)
    board, position = read() if len(asked.board) <= _SHORT else await work(request, lambda _: read())
    await outside_help.count(lobby_of(request), known_player_of(request), address_of(request), position)
    return await work(request, lambda work: answer(board, asked.stage, work))


def _read(diagram: str, most_cells: int) -> tuple[Board, Position]:
    board = Board.parse(diagram)
    if board.level.cells > most_cells:
        raise ApiError(422, Phrase("refusal.position-size", most=most_cells))
    return board, Position(board)
