"""Answers about one finished game: its replay step by step or as a file, its verdicts, how it looked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..analysis.review import judge_moves
from ..analysis.verdict import VerdictKind
from ..formats import write_replay
from ..replay.bounds import Bounds
from ..replay.model import Replay
from ..replay.parts import parts_of
from ..replay.seal import seal
from ..replay.signature import signer_of
from . import advice, api_types, protocol, views
from .api_answers import answer
from .api_requests import ApiError, number, one_of, services_of, work
from .memory import game_bytes
from .secrecy import is_sealed

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from ..analysis.review import JudgedMove
    from ..replay.parts import Part
    from ..rules import Level
    from .limits import Limits
    from .services import Services
    from .workers import Work

_ENDINGS = {"text": "txt", "packed": "sapper", "rawvf": "rawvf"}  # of file names, by format
_STEP_BYTES = 160  # of a step without its cells
_CELL_BYTES = 10  # of a changed cell: its index and its value


async def packed_replay(request: Request) -> bytes:
    """Return the packed replay of a finished game."""
    game, services = request.path_params["number"], services_of(request)
    data = await services.reader.run(lambda store: store.replay(game)) if game < 1 << 53 else None
    if data is not None and await is_sealed(services, game):
        raise ApiError(409, "Others still play this board. Its replay can be seen when they have finished.")
    if data is None:
        raise ApiError(404, "There is no such finished game.")
    return data


def unpack(data: bytes, work: Work) -> Replay:
    """Return a stored replay; its memory is reserved before its actions are read."""
    return Replay.unpack(data, Bounds(check_game=lambda rules, actions: work.reserve(game_bytes(rules, actions))))


async def game(request: Request) -> api_types.FinishedGame:
    """Return a finished game with what was sealed."""
    data = await packed_replay(request)
    found = await work(request, lambda work: unpack(data, work))
    game = request.path_params["number"]
    listed, round_ = await services_of(request).reader.run(lambda store: (store.finished(game), store.round(game)))
    if listed is None:
        raise ApiError(404, "There is no such finished game.")
    salt = round_.salt if round_ else None
    signer, parts = await work(request, lambda _: (signer_of(found), parts_of(found)))
    minefield = found.minefield if found.rules.level.cells <= protocol.WHOLE_CELLS else None
    return api_types.finished_game(
        listed,
        seed=found.seed.text if found.seed else None,
        salt=salt.hex() if salt else None,
        digest=seal(found.rules, found.seed, salt) if salt and found.seed else None,
        minefield=minefield.to_text() if minefield else None,
        signed_by=signer.hex() if signer else None,
        parts=[_part(part) for part in parts],
    )


def _part(part: Part) -> api_types.PlayerPart:
    return api_types.PlayerPart(part.by, part.name, part.moves, part.opened, part.share, part.flags, part.hits)


async def replay(request: Request) -> Response:
    """Return a replay as a file."""
    kind = one_of("format", request.query_params.get("format", "text"), _ENDINGS)
    data = await packed_replay(request)
    written = await work(request, lambda work: write_replay(unpack(data, work), kind))
    name = f'attachment; filename="sapper-{request.path_params["number"]}.{_ENDINGS[kind]}"'
    media = "application/octet-stream" if kind == "packed" else "text/plain; charset=utf-8"
    return answer(request, written, media, {"content-disposition": name})


async def picture(request: Request) -> api_types.Picture:
    """Return how the board looked at the end."""
    data = await packed_replay(request)
    return await work(request, lambda work: _picture(unpack(data, work)))


def _picture(replay: Replay) -> api_types.Picture:
    level = replay.rules.level
    if level.cells > protocol.WHOLE_CELLS:
        raise ApiError(422, "This board is too large for a small picture.")
    return api_types.Picture(level.width, level.height, views.whole(replay.after(len(replay)).board))


async def steps(request: Request) -> api_types.Steps:
    """Return a part of a game, action by action, from the action `from` on."""
    limits = services_of(request).limits
    first = number(request, "from", 0, 1 << 29)
    most = number(request, "limit", limits.step_page, limits.step_page)
    data = await packed_replay(request)
    return await work(request, lambda work: steps_of(unpack(data, work), first, most, limits))


def steps_of(replay: Replay, first: int, most: int, limits: Limits) -> api_types.Steps:
    """Return a part of a replay, or raise `ApiError` if its board is too large."""
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
        x, y = entry.pointer or (None, None)
        steps.append(
            api_types.Step(
                at=entry.at,
                kind=action.kind.value,
                cell=level.index(action.row, action.col) if action.row >= 0 else None,
                cells=delta.cells.flat(),
                status=delta.status.value,
                mines_left=game.mines_left,
                by=entry.by,
                device=entry.device,
                x=x,
                y=y,
            )
        )
    end = first + len(steps)
    next_ = end if end < len(replay) else None
    return api_types.Steps(str(replay.rules), level.width, level.height, level.mines, first, steps, next_)


async def review(request: Request) -> api_types.GameReview:
    """Return the verdicts on the moves of a game, from the action `from` on."""
    services = services_of(request)
    first = number(request, "from", 0, 1 << 29)
    data = await packed_replay(request)
    return await work(request, lambda work: _review(unpack(data, work), first, services, work))


def _review(replay: Replay, first: int, services: Services, work: Work) -> api_types.GameReview:
    if replay.rules.level.cells > services.limits.helped_cells:
        raise ApiError(422, "The moves on a board of this size are not judged.")
    until = services.seconds() + services.limits.review_seconds
    moves: list[api_types.JudgedMove] = []
    for judged in judge_moves(replay, first, budget=advice.BUDGET):
        moves.append(_judged(replay.rules.level, judged))
        work.check(judged.place / len(replay))
        if services.seconds() > until:
            end = judged.place + 1
            return api_types.GameReview(first, moves, end if end < len(replay) else None)
    return api_types.GameReview(first, moves, None)


def _judged(level: Level, move: JudgedMove) -> api_types.JudgedMove:
    found = move.verdict
    made = api_types.JudgedMove(move.place, move.at, found.kind, round(found.risk, 4), round(move.luck, 6), move.solved)
    if found.kind is not VerdictKind.CERTAIN:
        made.text = found.sentence
        made.safe = advice.indices(level, sorted(found.safe))
        if found.explanation is not None:
            made.reason = advice.indices(level, found.explanation.numbers)
        if found.best is not None:
            made.best, made.best_risk = level.index(*found.best), round(found.best_risk, 4)
    return made
