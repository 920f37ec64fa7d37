"""HTTP for everything that is not play: the routes, errors as sentences, and the answers about server and player."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Route

from ...controls.settings import SCHEMA, Choice, Number, controls_for
from ...errors import SapperError
from ...history.store import StoreError
from ...rules import LEVELS, RULESETS, Rules
from ..operations.memory import NoMemory
from ..operations.workers import Busy, Cancelled
from ..protocol import api_types
from ..protocol.refusal import as_sentence
from ..rooms.player_names import load_name
from . import static
from .answers import json_answer, problem
from .endpoints import advice, arenas, backup, daily_boards, history, imports, parties, positions, replays
from .openapi import describe
from .page_versions import PageVersions
from .requests import ApiError, player_of, services_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request

_encoder = msgspec.json.Encoder()
_SOON = 2  # seconds after which a thread, memory or the store may be free again


def make_api(files: static.Files | None = None) -> Starlette:
    """Return the application with all routes, and their description."""
    files = files or static.Files()
    versions = PageVersions(files)

    async def index(request: Request) -> Response:
        return static.send(request, files.page(request))

    async def asset(request: Request) -> Response:
        try:
            found = await versions.asset(request.path_params["path"], services_of(request))
        except StoreError:
            return problem(503, "This file cannot be read at the moment.")
        return static.send(request, found)

    async def themes(request: Request) -> Response:
        return static.send(request, files.themes())

    description = _encoder.encode(describe())

    async def openapi(request: Request) -> Response:
        return Response(description, media_type="application/json")

    routes = [
        *(Route(path, index) for path in static.SCREENS),
        Route("/assets/{path:path}", asset),
        Route("/themes.json", themes),
        Route("/sw.js", lambda request: static.send(request, files.worker())),
        Route("/favicon.ico", lambda request: static.send(request, files.asset("favicon.ico"))),
        Route("/api/openapi.json", openapi),
        Route("/api/me", _answering(me)),
        Route("/api/rooms", _answering(history.rooms)),
        Route("/api/games", _answering(history.games)),
        Route("/api/games", _answering(history.delete_games), methods=["DELETE"]),
        Route("/api/games/csv", _answering(history.games_csv)),
        Route("/api/games/{number:int}", _answering(replays.game)),
        Route("/api/games/{number:int}", _answering(history.delete_game), methods=["DELETE"]),
        Route("/api/games/{number:int}/replay", _answering(replays.replay)),
        Route("/api/games/{number:int}/steps", _answering(replays.steps)),
        Route("/api/games/{number:int}/picture", _answering(replays.picture)),
        Route("/api/games/{number:int}/board", _answering(replays.board)),
        Route("/api/games/{number:int}/proof", _answering(replays.proof)),
        Route("/api/games/{number:int}/review", _answering(replays.review)),
        Route("/api/games/{number:int}/same-board", _answering(history.same_board)),
        Route("/api/replays/verify", _answering(imports.verify), methods=["POST"]),
        Route("/api/replays/playable", _answering(imports.playable), methods=["POST"]),
        Route("/api/replays", _answering(imports.import_replay), methods=["POST"]),
        Route("/api/server-key", _answering(imports.server_key)),
        Route("/api/best-times", _answering(history.list_best_times)),
        Route("/api/best-times/own", _answering(history.list_own_best)),
        Route("/api/statistics", _answering(history.history_statistics)),
        Route("/api/statistics/charts", _answering(history.history_charts)),
        Route("/api/backup", _answering(backup.backup)),
        Route("/api/backup", _answering(backup.restore), methods=["POST"]),
        Route("/api/parties", _answering(parties.parties)),
        Route("/api/arenas/{party}/{round:int}", _answering(arenas.result)),
        Route("/api/daily", _answering(daily_boards.boards)),
        Route("/api/daily/{day}", _answering(daily_boards.boards)),
        Route("/api/daily/{day}/{level}", _answering(daily_boards.solution)),
        Route("/api/odds", _answering(advice.odds), methods=["POST"]),
        Route("/api/hint", _answering(advice.hint), methods=["POST"]),
        Route("/api/move", _answering(advice.move), methods=["POST"]),
        Route("/api/analysis", _answering(advice.analysis), methods=["POST"]),
        Route("/api/proof", _answering(advice.proof), methods=["POST"]),
        Route("/api/arrangement", _answering(advice.arrangement), methods=["POST"]),
        Route("/api/position", _answering(positions.position), methods=["POST"]),
        Route("/api/settings-schema", _answering(settings_schema)),
    ]

    async def no_route(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        if status == 404 and _is_person(request):
            return static.send(request, files.page(request), status)
        why = "There is nothing at this address." if status == 404 else "This method is not allowed here."
        return problem(status, why)

    return Starlette(routes=routes, exception_handlers={HTTPException: no_route})


def _is_person(request: Request) -> bool:
    """Return whether a browser goes to an address: it gets the page, which says that there is nothing."""
    is_page = not request.url.path.startswith(("/api/", "/assets/"))
    return is_page and request.method in ("GET", "HEAD") and "text/html" in request.headers.get("accept", "")


def _answering(handler: Callable[[Request], Awaitable[object]]) -> Callable[[Request], Awaitable[Response]]:
    """Return an endpoint that sends the result of a handler as JSON, and its errors as sentences."""

    async def endpoint(request: Request) -> Response:
        try:
            found = await handler(request)
            return found if isinstance(found, Response) else json_answer(request, found)
        except ApiError as error:
            return problem(error.status, error.why, error.retry_after)
        except (Busy, Cancelled, NoMemory) as error:
            return problem(503, as_sentence(error), _SOON)
        except StoreError:
            return problem(503, "The games cannot be read at the moment. Try again in a moment.", _SOON)
        except SapperError as error:
            return problem(422, as_sentence(error))

    return endpoint


async def me(request: Request) -> api_types.Me:
    """Return who the player is."""
    player = player_of(request)
    await load_name(services_of(request), player)
    return api_types.Me(player.id, player.name)


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
