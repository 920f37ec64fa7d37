"""Positions from elsewhere: a diagram that was pasted, a board file or a replay that was dropped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....board import SYMBOLS, Board
from ....errors import SapperError
from ....formats import read_board, recognise
from ....formats.tatham import usual_first
from ....game import Game
from ....layouts import FixedLayout
from ....phrase import Phrase
from ....rules import FirstClick, Level, Rules, RulesError
from ...protocol import api_types
from ...protocol.refusal import as_sentence
from ..endpoint import FILE, Body, endpoint
from ..requests import ApiError, body, charge, number, services_of, work
from .imports import load_replay

if TYPE_CHECKING:
    from starlette.requests import Request

    from ....minefield import Minefield
    from ...limits import Limits
    from ...operations.workers import Work

_ROW = frozenset(f"{SYMBOLS}#fX \t")
_ONLY_MINES = frozenset("*.0 \t")
_OWN_REPLAYS = ("text", "packed")


@endpoint("POST", "/api/position", query=("name", "mines"), body=Body(FILE, "replay_body"))
async def position(request: Request) -> api_types.ReadPosition:
    """Return the position in a diagram, a board file or a replay."""
    services = services_of(request)
    limits = services.limits
    charge(request, services.rates.advice, Phrase("refusal.too-many-positions"))
    name = request.query_params.get("name", "")[:200]
    mines = number(request, "mines", 0, limits.analysed_cells)
    data = await body(request)
    return await work(request, lambda work: _read(data, name, mines, limits, work))


def _read(data: bytes, name: str, mines: int, limits: Limits, work: Work) -> api_types.ReadPosition:
    """Return what the bytes show, or raise an error that says why nothing can be read."""
    if recognise(data, name) in _OWN_REPLAYS:
        found = _from_replay(data, limits, work)
    elif (diagram := _diagram(data, mines)) is not None:
        found = api_types.ReadPosition(str(_checked(Board.parse(diagram), limits)), "board")
    else:
        file = read_board(data, name)
        _check_size(file.minefield.level, limits)
        board = _first_opening(file.minefield, file.first)
        found = api_types.ReadPosition(str(board), "minefield", file.minefield.to_text())
    return found


def _diagram(data: bytes, mines: int) -> str | None:
    """Return the diagram of a visible board; rows without a level before them get the given number of mines."""
    try:
        lines = [line.strip() for line in data.decode("utf-8-sig").splitlines() if line.strip()]
    except UnicodeDecodeError:
        return None
    if not lines:
        return None
    try:
        Level.parse(lines[0])
    except RulesError:
        symbols = set().union(*lines)
        if not symbols <= _ROW or symbols <= _ONLY_MINES:
            return None
        rows = ["".join(line.split()) for line in lines]
        most = len(rows[0]) * len(rows) - 1
        return "\n".join([f"{len(rows[0])}x{len(rows)}/{min(mines, most)}", *rows])
    return "\n".join(lines)


def _from_replay(data: bytes, limits: Limits, work: Work) -> api_types.ReadPosition:
    """Return the position before the last action of a replay."""
    replay = load_replay(data, limits, work)
    _check_size(replay.rules.level, limits)
    actions = max(len(replay) - 1, 0)
    return api_types.ReadPosition(str(replay.after(actions).board), "replay", actions=actions)


def _first_opening(minefield: Minefield, first: tuple[int, int] | None) -> Board:
    """Return a minefield as it looks after its first cell was opened."""
    game = Game(Rules(minefield.level, first=FirstClick.ANY), layout=FixedLayout(minefield))
    try:
        game.open(*(first or usual_first(minefield)))
    except SapperError as error:
        raise ApiError(422, as_sentence(error)) from None
    return game.board


def _checked(board: Board, limits: Limits) -> Board:
    _check_size(board.level, limits)
    return board


def _check_size(level: Level, limits: Limits) -> None:
    if level.cells > limits.analysed_cells:
        raise ApiError(422, Phrase("refusal.position-size", most=limits.analysed_cells))
