"""HTTP for everything that is not play: the routes of the page and of the API, and errors as sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Route

from ...errors import SapperError
from ...history.store import StoreError
from ...phrase import Phrase
from ..operations.memory import NoMemory
from ..operations.workers import Busy, Cancelled
from ..protocol.refusal import as_sentence
from . import static
from .answers import json_answer, problem
from .endpoint import ENDPOINTS
from .openapi import describe
from .page_versions import PageVersions
from .requests import ApiError, services_of

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
            return problem(503, Phrase("refusal.file-unreadable"))
        return await static.send_asset(request, found)

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
        *(Route(one.route, _answering(one.handler), methods=[one.method]) for one in ENDPOINTS),
    ]

    async def no_route(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        if status == 404 and _is_person(request):
            return static.send(request, files.page(request), status)
        why = Phrase("refusal.nothing-here") if status == 404 else "This method is not allowed here."
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
            return problem(503, Phrase("refusal.games-unreadable"), _SOON)
        except SapperError as error:
            return problem(422, as_sentence(error))

    return endpoint
