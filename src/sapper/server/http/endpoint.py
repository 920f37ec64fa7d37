"""The table of the API's endpoints: routes, limits of bodies, the OpenAPI description and docs follow from it."""

from __future__ import annotations

from inspect import cleandoc
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, get_type_hints

from starlette.requests import Request
from starlette.responses import Response

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    Handler = Callable[[Request], Awaitable[object]]
    H = TypeVar("H", bound=Handler)

FILE = "application/octet-stream"
TEXT = "text/plain"
#: The parameters of a query that choose among finished games: see `requests.filter_of`.
FILTERS = (
    *("level", "ruleset", "layout", "since", "until", "plain", "unpaused", "status", "player", "device"),
    *("source", "mine", "together"),
)


class Body(NamedTuple):
    """The body that an endpoint reads."""

    kind: Any  # a struct, or a media type
    limit: str  # the field of `Limits` with its largest size


class Endpoint(NamedTuple):
    """A method at a path, with all that is published about it."""

    method: str
    route: str  # the path with the types of its parameters: /api/games/{number:int}
    handler: Handler
    answer: Any  # a type, or a media type for anything but JSON
    query: tuple[str, ...] = ()
    body: Body | None = None

    @property
    def path(self) -> str:
        """The path without types: /api/games/{number}."""
        return self.route.replace(":int}", "}")

    @property
    def summary(self) -> str:
        """The first paragraph of the handler's docstring, as a phrase."""
        text = " ".join(cleandoc(self.handler.__doc__ or "").partition("\n\n")[0].split())
        text = text.removeprefix("Return ").removesuffix(".")
        return text[0].upper() + text[1:]


#: Every endpoint, once `sapper.server.http.endpoints` is imported.
ENDPOINTS: list[Endpoint] = []


def endpoint(
    method: str, route: str, *, query: tuple[str, ...] = (), body: Body | None = None, media: str | None = None
) -> Callable[[H], H]:
    """Add a handler to the table. A handler that returns a response names its media type."""

    def add(handler: H) -> H:
        answer = media or get_type_hints(handler, localns={"Request": Request, "Response": Response})["return"]
        ENDPOINTS.append(Endpoint(method, route, handler, answer, query, body))
        return handler

    return add
