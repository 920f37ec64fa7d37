"""Answers about one finished game: its replay by steps or as a file, its verdicts, its board and the proof of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....analysis.metrics import measure_replay
from ....analysis.proof import grade
from ....analysis.report import Reporter, ReportError
from ....analysis.review import judge_moves
from ....analysis.verdict import VerdictKind
from ....formats import write_replay
from ....phrase import Phrase
from ....replay.bounds import Bounds
from ....replay.contributions import contributions_of
from ....replay.model import Replay
from ....replay.seal import seal
from ....replay.signature import signer_of
from ...operations.memory import game_bytes
from ...protocol import api_types, game_messages, views
from ...protocol.message import Phrase as Sent
from ...rooms.help import solver_answers
from ...rooms.secrecy import is_sealed
from ..answers import answer
from ..endpoint import TEXT, endpoint
from ..requests import ApiError, number, one_of, services_of, work

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from ....analysis.review import JudgedMove
    from ....game import Game
    from ....replay.contributions import Contribution
    from ....rules import Level
    from ...limits import Limits
    from ...operations.workers import Work
    from ...services import Services

_ENDINGS = {"text": "txt", "packed": "sapper", "rawvf": "rawvf", "evf": "evf"}  # of file names, by format
_BYTES = ("packed", "evf")  # formats that are no text
_STEP_BYTES = 160  # of a step without its cells
_CELL_BYTES = 10  # of a changed cell: its index and its value
_EVENT_BYTES = 24  # of an event of the hand


async def packed_replay(request: Request) -> bytes:
    """Return the packed replay of a finished game."""
    game, services = request.path_params["number"], services_of(request)
    data = await services.reader.run(lambda store: store.replay(game)) if game < 1 << 53 else None
    if data is not None and await is_sealed(services, game):
        raise ApiError(409, Phrase("refusal.replay-later"))
    if data is None:
        raise ApiError(404, Phrase("refusal.no-finished-game"))
    return data


def unpack(data: bytes, work: Work) -> Replay:
    """Return a stored replay; its memory is reserved before its actions are read."""
    return Replay.unpack(data, Bounds(check_game=lambda rules, actions: work.reserve(game_bytes(rules, actions))))


@endpoint("GET", "/api/games/{number:int}")
async def game(request: Request) -> api_types.FinishedGame:
    """Return a finished game: summary, rules, seed, salt, digest, and the key that signed it."""
    data = await packed_replay(request)
    found = await work(request, lambda work: unpack(data, work))
    game = request.path_params["number"]
    listed, round_ = await services_of(request).reader.run(lambda store: (store.finished(game), store.round(game)))
    if listed is None:
        raise ApiError(404, Phrase("refusal.no-finished-game"))
    salt = round_.salt if round_ else None
    signer, parts = await work(request, lambda _: (signer_of(found), contributions_of(found)))
    minefield = found.final_minefield if found.rules.level.cells <= game_messages.WHOLE_CELLS else None
    return api_types.finished_game(
        listed,
        seed=found.seed.text if found.seed else None,
        salt=salt.hex() if salt else None,
        digest=seal(found.rules, found.seed, salt) if salt and found.seed else None,
        minefield=minefield.to_text() if minefield else None,
        signed_by=signer.hex() if signer else None,
        parts=[_part(part) for part in parts],
        has_track=found.track is not None,
        program="" if found.seed else found.program,
        mode=found.mode,
    )


def _part(part: Contribution) -> api_types.PlayerPart:
    return api_types.PlayerPart(part.by, part.name, part.moves, part.opened, part.share, part.flags, part.hits)


@endpoint("GET", "/api/games/{number:int}/replay", query=("format",), media=TEXT)
async def replay(request: Request) -> Response:
    """Return the replay of a game as a file, in the `format` text, packed, rawvf, or evf if a mouse can play it."""
    kind = one_of("format", request.query_params.get("format", "text"), _ENDINGS)
    data = await packed_replay(request)
    written = await work(request, lambda work: write_replay(unpack(data, work), kind))
    name = f'attachment; filename="sapper-{request.path_params["number"]}.{_ENDINGS[kind]}"'
    media = "application/octet-stream" if kind in _BYTES else "text/plain; charset=utf-8"
    return answer(request, written, media, {"content-disposition": name})


@endpoint("GET", "/api/games/{number:int}/picture")
async def picture(request: Request) -> api_types.Picture:
    """Return the board of a game as it was at the end."""
    data = await packed_replay(request)
    return await work(request, lambda work: _picture(unpack(data, work)))


def _picture(replay: Replay) -> api_types.Picture:
    level = replay.rules.level
    if level.cells > game_messages.WHOLE_CELLS:
        raise ApiError(422, Phrase("refusal.picture-too-large"))
    return api_types.Picture(level.width, level.height, views.whole(replay.after(len(replay)).board))


@endpoint("GET", "/api/games/{number:int}/board")
async def board(request: Request) -> api_types.FinishedBoard:
    """Return the difficulty of the board of a game: ZiNi and other figures, and its grade."""
    most = services_of(request).limits.helped_cells
    data = await packed_replay(request)
    return await work(request, lambda work: _board(unpack(data, work), most))


def _board(replay: Replay, most: int) -> api_types.FinishedBoard:
    game = _solvable(replay, most)
    played, difficulty = measure_replay(replay), grade(game)
    found = played.board
    return api_types.FinishedBoard(
        bbbv=found.bbbv,
        openings=found.openings,
        islands=found.islands,
        zini=found.zini or 0,
        hzini=found.hzini or 0,
        max_efficiency=found.max_efficiency,
        hardest=difficulty.hardest,
        needs_guess=difficulty.needs_guess,
        rqp=played.rqp,
        ios=played.ios,
        qg=played.qg,
        stnb=played.stnb.value if played.stnb else None,
    )


@endpoint("GET", "/api/games/{number:int}/proof")
async def proof(request: Request) -> api_types.Proof:
    """Return the solution of the board of a game, step by step with reasons."""
    most = services_of(request).limits.helped_cells
    data = await packed_replay(request)
    return await work(request, lambda work: solver_answers.proof(_solvable(unpack(data, work), most)))


def _solvable(replay: Replay, most: int) -> Game:
    """Return a finished game whose board can be solved from its first click, or raise `ApiError`."""
    if replay.rules.level.cells > most:
        raise ApiError(422, Phrase("refusal.figures-size", count=most))
    game = replay.after(len(replay))
    if game.first is None:
        raise ApiError(422, Phrase("refusal.nothing-opened"))
    if game.minefield.is_mine(*game.first):
        raise ApiError(422, Phrase("refusal.first-click-mine"))
    return game


@endpoint("GET", "/api/games/{number:int}/steps", query=("from", "limit"))
async def steps(request: Request) -> api_types.Steps:
    """Return actions of a game, each with the cells that it changed; `next` is where the next part begins."""
    limits = services_of(request).limits
    first = number(request, "from", 0, 1 << 29)
    most = number(request, "limit", limits.step_page, limits.step_page)
    data = await packed_replay(request)
    return await work(request, lambda work: steps_of(unpack(data, work), first, most, limits))


def steps_of(replay: Replay, first: int, most: int, limits: Limits) -> api_types.Steps:
    """Return a part of a replay, or raise `ApiError` if its board is too large."""
    level = replay.rules.level
    if level.cells > limits.helped_cells:
        raise ApiError(422, Phrase("refusal.steps-too-large"))
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


@endpoint("GET", "/api/games/{number:int}/track")
async def track(request: Request) -> api_types.Track:
    """Return every movement, press and release of the mouse in a game, where they were recorded."""
    most = services_of(request).limits.answer // _EVENT_BYTES
    data = await packed_replay(request)
    return await work(request, lambda work: _track(unpack(data, work), most))


def _track(replay: Replay, most: int) -> api_types.Track:
    """Return the first `most` events of the hand, or raise `ApiError` if there are none."""
    found = replay.track
    if found is None:
        raise ApiError(404, Phrase("refusal.no-track"))
    kinds = "".join(str(kind & 15) for kind in found.kinds[:most])
    actions = "".join(str(min(made, 9)) for made in found.actions[:most])
    return api_types.Track(
        found.square, found.times[:most].tolist(), kinds, found.xs[:most].tolist(), found.ys[:most].tolist(), actions
    )


@endpoint("GET", "/api/games/{number:int}/review", query=("from",))
async def review(request: Request) -> api_types.GameReview:
    """Return the verdicts on the moves of a game; `next` is where the next part begins."""
    services = services_of(request)
    first = number(request, "from", 0, 1 << 29)
    data = await packed_replay(request)
    return await work(request, lambda work: _review(unpack(data, work), first, services, work))


def _review(replay: Replay, first: int, services: Services, work: Work) -> api_types.GameReview:
    if replay.rules.level.cells > services.limits.helped_cells:
        raise ApiError(422, Phrase("refusal.not-judged-size"))
    until = services.seconds() + services.limits.review_seconds
    moves: list[api_types.JudgedMove] = []
    for judged in judge_moves(replay, first, budget=solver_answers.BUDGET):
        moves.append(_judged(replay.rules.level, judged))
        work.check(judged.place / len(replay))
        if services.seconds() > until:
            end = judged.place + 1
            return api_types.GameReview(first, moves, end if end < len(replay) else None)
    return api_types.GameReview(first, moves, None)


@endpoint("GET", "/api/games/{number:int}/report")
async def report(request: Request) -> api_types.Report:
    """Return a game divided into what its moves gave away and what luck did, move by move."""
    data = await packed_replay(request)
    return await work(request, lambda work: _report(unpack(data, work), work))


def _report(replay: Replay, work: Work) -> api_types.Report:
    try:
        reporter = Reporter(replay)
        for move in reporter.steps():
            work.check(move.place / len(replay))
    except ReportError as error:
        return api_types.Report(str(error), Sent.of(error.args[0]), reported=False)
    made = reporter.made()
    return api_types.Report(
        str(made.phrase),
        Sent.of(made.phrase),
        start=made.start,
        end=made.end,
        given_away=made.given_away,
        luck=made.luck,
        exact=made.is_exact,
        moves=[
            api_types.ReportedMove(
                action=move.place,
                at=move.at,
                quality=move.quality,
                risk=round(move.risk, 4),
                before=round(move.before, 6),
                expected=round(move.expected, 6),
                after=round(move.after, 6),
                best=None if move.best is None else replay.rules.level.index(*move.best),
                exact=move.is_exact,
            )
            for move in made.moves
        ],
    )


def _judged(level: Level, move: JudgedMove) -> api_types.JudgedMove:
    found = move.verdict
    made = api_types.JudgedMove(move.place, move.at, found.kind, round(found.risk, 4), round(move.luck, 6), move.solved)
    if found.kind is not VerdictKind.CERTAIN:
        made.text, made.phrase = found.sentence, Sent.of(found.phrase)
        made.safe = solver_answers.indices(level, sorted(found.safe))
        if found.explanation is not None:
            made.reason = solver_answers.indices(level, found.explanation.numbers)
        if found.best is not None:
            made.best, made.best_risk = level.index(*found.best), round(found.best_risk, 4)
    return made
