"""HTTP for everything that is not play: games, replays, best times, statistics, and advice on any position."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Route

from ..board import Board
from ..controls.settings import SCHEMA, Choice, Number, controls_for
from ..errors import SapperError
from ..history import best_times, recorder, statistics
from ..history.store import Filter, StoreError
from ..replay.model import Replay, ReplayError
from ..replay.seal import seal
from ..rules import LEVELS, RULESETS, Level, Rules
from . import advice, api_types, protocol, static, views
from .openapi import describe
from .player_names import load_name
from .refusal import as_sentence
from .workers import Busy, Cancelled

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request

    from ..history.store import Store
    from .guests import Player
    from .services import Services
    from .workers import Work

T = TypeVar("T")
_encoder = msgspec.json.Encoder()
_MOST_LISTED = 200  # games in one answer
_MOST_OFFSET = 1_000_000
_BODY_SECONDS = 10.0  # until a body is complete


class ApiError(Exception):
    """An answer with an error status and a sentence."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status
        self.why = why


def make_api(*, fresh: bool = False) -> Starlette:
    """Return the application with all routes, and their description."""
    files = static.Files(fresh=fresh)

    async def index(request: Request) -> Response:
        return static.send(request, files.page(request))

    async def asset(request: Request) -> Response:
        return static.send(request, files.asset(request.path_params["path"]))

    async def themes(request: Request) -> Response:
        return static.send(request, files.themes())

    description = _encoder.encode(describe())

    async def openapi(request: Request) -> Response:
        return Response(description, media_type="application/json")

    routes = [
        *(Route(path, index) for path in static.SCREENS),
        Route("/assets/{path:path}", asset),
        Route("/themes.json", themes),
        Route("/favicon.ico", lambda request: static.send(request, files.asset("favicon.ico"))),
        Route("/api/openapi.json", openapi),
        Route("/api/me", _answering(me)),
        Route("/api/rooms", _answering(rooms)),
        Route("/api/games", _answering(games)),
        Route("/api/games/{number:int}", _answering(game)),
        Route("/api/games/{number:int}/replay", _answering(replay)),
        Route("/api/games/{number:int}/steps", _answering(steps)),
        Route("/api/replays/verify", _answering(verify), methods=["POST"]),
        Route("/api/replays", _answering(import_replay), methods=["POST"]),
        Route("/api/best-times", _answering(list_best_times)),
        Route("/api/statistics", _answering(history_statistics)),
        Route("/api/odds", _answering(odds), methods=["POST"]),
        Route("/api/hint", _answering(hint), methods=["POST"]),
        Route("/api/move", _answering(move), methods=["POST"]),
        Route("/api/settings-schema", _answering(settings_schema)),
    ]
    return Starlette(routes=routes, exception_handlers={HTTPException: _no_route})


async def _no_route(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    return _problem(
        status, "There is nothing at this address." if status == 404 else "This method is not allowed here."
    )


def _answering(handler: Callable[[Request], Awaitable[object]]) -> Callable[[Request], Awaitable[Response]]:
    """Return an endpoint that sends the result of a handler as JSON, and its errors as sentences."""

    async def endpoint(request: Request) -> Response:
        try:
            found = await handler(request)
        except ApiError as error:
            return _problem(error.status, error.why)
        except (Busy, Cancelled) as error:
            return _problem(503, as_sentence(error))
        except StoreError:
            return _problem(503, "The games cannot be read at the moment.")
        except SapperError as error:
            return _problem(422, as_sentence(error))
        if isinstance(found, Response):
            return found
        return Response(_encoder.encode(found), media_type="application/json", headers={"cache-control": "no-store"})

    return endpoint


def _problem(status: int, why: str) -> Response:
    return Response(_encoder.encode(api_types.Problem(why)), status, media_type="application/json")


def _services(request: Request) -> Services:
    services: Services = request.scope["state"]["services"]
    return services


def _player(request: Request) -> Player:
    player: Player = request.scope["state"]["player"]
    return player


async def _body(request: Request, most: int) -> bytes:
    """Return the body of a request, within limits of size and time."""
    declared = request.headers.get("content-length", "0")
    if not declared.isdecimal() or int(declared) > most:
        raise ApiError(413, f"A body has at most {most} bytes.")
    data = bytearray()
    try:
        async with asyncio.timeout(_BODY_SECONDS):
            async for part in request.stream():
                data += part
                if len(data) > most:
                    raise ApiError(413, f"A body has at most {most} bytes.")
    except TimeoutError:
        raise ApiError(408, "The body took too long to arrive.") from None
    return bytes(data)


def _number(request: Request, name: str, default: int, most: int) -> int:
    text = request.query_params.get(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and int(text) <= most):
        raise ApiError(422, f"The parameter {name} is a number from 0 to {most}.")
    return int(text)


def _filter(request: Request) -> Filter:
    given = request.query_params
    level = given.get("level")
    return Filter(
        level=str(Level.parse(level)) if level else None,
        ruleset=given.get("ruleset") or None,
        layout=given.get("layout") or None,
        plain=given.get("plain") in ("1", "true"),
    )


def _is_mine(request: Request) -> bool:
    return request.query_params.get("mine") in ("1", "true")


async def me(request: Request) -> api_types.Me:
    """Return who the player is."""
    player = _player(request)
    await load_name(_services(request), player)
    return api_types.Me(player.id, player.name)


async def rooms(request: Request) -> list[api_types.InPlay]:
    """Return the player's rooms with a game in play."""
    key = _player(request).key

    def read(store: Store) -> list[api_types.InPlay]:
        listed = {game.id: game for game in store.unfinished()} if (mine := store.rounds_in_play(key)) else {}
        return [
            api_types.InPlay(found.room, found.public_id, game.rules, game.seq, game.created_at)
            for found in mine
            if (game := listed.get(found.game)) is not None
        ]

    return await _services(request).reader.run(read)


async def games(request: Request) -> list[api_types.Finished]:
    """Return finished games, the newest first."""
    limit = _number(request, "limit", 50, _MOST_LISTED)
    offset = _number(request, "offset", 0, _MOST_OFFSET)
    only, key = _filter(request), _player(request).key
    if _is_mine(request):
        listed = await _services(request).reader.run(lambda store: store.games_of(key, limit, offset))
    else:
        listed = await _services(request).reader.run(lambda store: store.games(limit, offset, only))
    return [api_types.finished(one) for one in listed]


async def _replay_of(request: Request) -> Replay:
    number = request.path_params["number"]
    if number >= 1 << 53:
        raise ApiError(404, "There is no such finished game.")
    data = await _services(request).reader.run(lambda store: store.replay(number))
    if data is None:
        raise ApiError(404, "There is no such finished game.")
    return await _work(request, lambda _: Replay.unpack(data))


async def game(request: Request) -> api_types.FinishedGame:
    """Return a finished game with what was sealed."""
    found = await _replay_of(request)
    number = request.path_params["number"]
    listed, round_ = await _services(request).reader.run(lambda store: (store.finished(number), store.round(number)))
    if listed is None:
        raise ApiError(404, "There is no such finished game.")
    salt = round_.salt if round_ else None
    minefield = found.minefield if found.rules.level.cells <= protocol.WHOLE_CELLS else None
    return api_types.finished_game(
        listed,
        seed=found.seed.text if found.seed else None,
        salt=salt.hex() if salt else None,
        digest=seal(found.rules, found.seed, salt) if salt and found.seed else None,
        minefield=minefield.to_text() if minefield else None,
    )


async def replay(request: Request) -> Response:
    """Return a replay as text."""
    found = await _replay_of(request)
    text = await _work(request, lambda _: found.to_text())
    name = f'attachment; filename="sapper-{request.path_params["number"]}.txt"'
    return Response(text, media_type="text/plain; charset=utf-8", headers={"content-disposition": name})


async def steps(request: Request) -> api_types.Steps:
    """Return a game action by action."""
    found = await _replay_of(request)
    level = found.rules.level
    if level.cells > _services(request).limits.helped_cells:
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

    return await _work(request, play)


async def verify(request: Request) -> api_types.Verification:
    """Return whether a replay is genuine."""
    data = await _body(request, _services(request).limits.replay_body)
    try:
        found = await _work(request, lambda _: _load(request, data))
    except ReplayError as error:
        return api_types.Verification(False, as_sentence(error))
    return api_types.Verification(True, None, str(found.rules), found.status.value, found.elapsed, len(found))


async def import_replay(request: Request) -> api_types.Imported:
    """Store a replay from elsewhere. Its board counts as known, because this server did not see it played."""
    data = await _body(request, _services(request).limits.replay_body)
    found = await _work(request, lambda _: _load(request, data).replace(known_board=True))
    number = await _services(request).writer.run(lambda store: recorder.import_replay(store, found, "import"))
    return api_types.Imported(number)


def _load(request: Request, data: bytes) -> Replay:
    found = Replay.load(data)
    if found.rules.level.cells > _services(request).limits.most_cells:
        raise ReplayError("the board is larger than this server plays")
    return found


async def list_best_times(request: Request) -> list[api_types.Best]:
    """Return the best times of every configuration."""
    limit = _number(request, "limit", 10, 100)
    only = _filter(request)
    lists = await _services(request).reader.run(lambda store: best_times.best_times(store, only, limit=limit))
    return [
        api_types.Best(
            str(one.rules),
            best_times.title(one.rules),
            [api_types.finished(game) for game in one.ranked],
            [api_types.finished(game) for game in one.others],
        )
        for one in lists
    ]


async def history_statistics(request: Request) -> api_types.Statistics:
    """Return the statistics of a history."""
    only, key, mine = _filter(request), _player(request).key, _is_mine(request)

    def read(store: Store) -> api_types.Statistics:
        history = store.played(only)
        if mine:
            own = store.numbers_of(key)
            history = [game for game in history if game.id in own]
        made = statistics.Statistics(history)
        names = [field for field in api_types.Statistics.__struct_fields__ if field not in ("distribution", "progress")]
        return api_types.Statistics(
            **{name: getattr(made, name) for name in names},
            distribution=[api_types.Bar(bar.start, bar.end, bar.count) for bar in statistics.distribution(history)],
            progress=[
                api_types.Stretch(part.first, part.last, part.games, part.wins, part.best, part.median)
                for part in statistics.progress(history)
            ],
        )

    return await _services(request).reader.run(read)


async def _position(request: Request) -> tuple[Board, int]:
    data = await _body(request, _services(request).limits.body)
    try:
        asked = msgspec.json.decode(data, type=api_types.Position)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise ApiError(422, f"Send an object with a board: {error}.") from None
    board = Board.parse(asked.board)
    if board.level.cells > _services(request).limits.helped_cells:
        raise ApiError(422, f"A position has at most {_services(request).limits.helped_cells} cells.")
    return board, asked.stage


async def odds(request: Request) -> api_types.Chances:
    """Return the odds of a position."""
    board, _ = await _position(request)
    return await _work(request, lambda work: advice.odds(board, work))


async def hint(request: Request) -> api_types.Hint:
    """Return a hint for a position."""
    board, stage = await _position(request)
    return await _work(request, lambda work: advice.hint(board, stage, work))


async def move(request: Request) -> api_types.Move:
    """Return the best move of a position."""
    board, _ = await _position(request)
    return await _work(request, lambda work: advice.best_move(board, work))


async def _work(request: Request, job: Callable[[Work], T]) -> T:
    address: str = request.scope["state"]["address"]
    return await _services(request).workers.run(job, player=_player(request).key, address=address)


async def settings_schema(request: Request) -> dict[str, object]:
    """Return a description of every setting, and the rules that can be chosen."""
    sections: dict[str, dict[str, object]] = {}
    for section, options in SCHEMA.items():
        sections[section] = {}
        for name, option in options.items():
            described: dict[str, object] = {"type": type(option).__name__.lower(), "allowed": option.allowed}
            described["default"] = list(option.default) if isinstance(option.default, tuple) else option.default
            if isinstance(option, Choice):
                described["choices"] = [str(word) for word in type(option.default)]
            if isinstance(option, Number):
                described["least"], described["most"] = option.least, option.most
            sections[section][name] = described
    rulesets = {
        name: {
            "levels": {level: str(size) for level, size in bundle.levels.items()},
            "largest": str(bundle.largest) if bundle.largest else None,
            "choices": {choice: _plain(value) for choice, value in bundle.choices.items()},
            "controls": {
                spelled.replace("_", "-"): _plain(getattr(controls, spelled))
                for controls in [controls_for(name)]
                for spelled in controls.field_names()
            },
        }
        for name, bundle in RULESETS.items()
    }
    return {
        "settings": sections,
        "levels": {name: str(level) for name, level in LEVELS.items()},
        "rulesets": rulesets,
        "default_rules": str(Rules()),
    }


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else str(value) if isinstance(value, str) else value
