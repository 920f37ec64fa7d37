"""Helpers of the API's handlers: the player, the body and the parameters of a request, and its work in threads."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, TypeVar

import msgspec

from ...action import DEVICES
from ...game import Status
from ...history import together
from ...history.levels import CUSTOM, USUAL, sizes_of, usual_sizes
from ...history.store import PEOPLE, Filter
from ...phrase import Phrase
from ...rules import Level
from ..operations.workers import Cancelled
from .rejection import whole_seconds
from .request_bodies import most_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from starlette.requests import Request

    from ..limits import Buckets
    from ..operations.workers import Work
    from ..rooms.lobby import Lobby
    from ..services import Services
    from .cookies import Player

T = TypeVar("T")
_SOURCES = {"own": False, "imported": True, "all": None}
_ENDS = tuple(status.value for status in Status if status.is_over)
_BODY_SECONDS = 10.0  # until a body is complete


class ApiError(Exception):
    """An answer with an error status and a sentence, and the seconds after which to try again, if that may help."""

    def __init__(self, status: int, why: Phrase | str, retry_after: int | None = None) -> None:
        super().__init__(why)
        self.status = status
        self.why = why
        self.retry_after = retry_after


def services_of(request: Request) -> Services:
    """Return the services of the server that a request came to."""
    services: Services = request.scope["state"]["services"]
    return services


def lobby_of(request: Request) -> Lobby:
    """Return the lobby of the server that a request came to."""
    lobby: Lobby = request.scope["state"]["lobby"]
    return lobby


def player_of(request: Request) -> Player:
    """Return the player who sent a request."""
    player: Player = request.scope["state"]["player"]
    return player


def known_player_of(request: Request) -> Player | None:
    """Return the player who sent a request with a cookie or a token, None for a request without one."""
    return None if request.scope["state"]["is_new"] else player_of(request)


def address_of(request: Request) -> str:
    """Return the address that a request came from."""
    address: str = request.scope["state"]["address"]
    return address


async def body(request: Request) -> bytes:
    """Return the body of a request, within its limits of size and time."""
    most = most_bytes(request.method, request.scope["path"], services_of(request).limits)
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


async def decoded(request: Request, kind: type[T]) -> T:
    """Return the body of a request as a struct, or raise `ApiError`."""
    try:
        return msgspec.json.decode(await body(request), type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ApiError(422, f"The body is not what is expected here: {error}") from None


def charge(request: Request, buckets: Buckets, why: Phrase | str, cost: float = 1.0) -> None:
    """Charge the address of a request, or raise `ApiError` with when to try again."""
    now = services_of(request).seconds()
    bucket = buckets.of(address_of(request), now)
    if not bucket.take(now, cost):
        raise ApiError(429, why, whole_seconds(bucket.wait(now, cost)))


def number(request: Request, name: str, default: int, most: int) -> int:
    """Return a number in the query, or raise `ApiError`."""
    text = request.query_params.get(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and int(text) <= most):
        raise ApiError(422, f"The parameter {name} is a number from 0 to {most}.")
    return int(text)


def filter_of(request: Request) -> Filter:
    """Return the filter that the query asks for, or raise `ApiError`."""
    given = request.query_params
    level = given.get("level") or None
    return Filter(
        level=None if level in (None, CUSTOM) else _sizes(level),
        not_level=usual_sizes() if level == CUSTOM else None,
        ruleset=given.get("ruleset") or None,
        layout=given.get("layout") or None,
        since=moment(request, "since"),
        until=moment(request, "until"),
        plain=given.get("plain") in ("1", "true"),
        status=one_of("status", given["status"], _ENDS) if given.get("status") else None,
        unpaused=given.get("unpaused") in ("1", "true"),
        player=given.get("player") or None,
        device=_device(given.get("device")),
        imported=_SOURCES[one_of("source", given.get("source", "own"), _SOURCES)],
        owner=player_of(request).key if is_mine(request) else None,
        together=together.CHOICES[one_of("together", given.get("together", "no"), together.CHOICES)],
    )


def moment(request: Request, name: str) -> int | None:
    """Return a moment in the query in seconds since 1970, or raise `ApiError`."""
    text = request.query_params.get(name)
    if not text:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 12):
        raise ApiError(422, f"The parameter {name} is a number of seconds since 1970.")
    return int(text)


def _sizes(level: str) -> str:
    return sizes_of(level) if level in USUAL else str(Level.parse(level))


def _device(name: str | None) -> str | None:
    name = one_of("device", name or "people", ("people", "all", *DEVICES[1:]))
    return {"people": PEOPLE, "all": None}.get(name, name)


def one_of(name: str, value: str, choices: Iterable[str]) -> str:
    """Return a value of the query, or raise `ApiError` if it is none of the choices."""
    if value not in choices:
        raise ApiError(422, f"The parameter {name} is one of {', '.join(choices)}.")
    return value


def is_mine(request: Request) -> bool:
    """Return whether only the games of the player are asked for."""
    return request.query_params.get("mine") in ("1", "true")


def refuse_while_rebuilding(request: Request) -> None:
    """Raise `ApiError` while the lists of finished games are not complete."""
    rebuild = services_of(request).rebuild
    if rebuild.is_running:
        raise ApiError(503, rebuild.sentence, 60)


async def is_gone(request: Request) -> None:
    """Return when the client has disconnected. What it still sends is ignored."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def work(request: Request, job: Callable[[Work], T]) -> T:
    """Return the result of a job, run in a thread within the limits of the player. It stops when the client is gone."""
    running = asyncio.ensure_future(
        services_of(request).workers.run(job, player=player_of(request).key, address=address_of(request))
    )
    gone = asyncio.ensure_future(is_gone(request))
    try:
        await asyncio.wait({running, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not running.done():
            raise Cancelled(Phrase("refusal.request-cancelled"))
        return running.result()
    finally:
        running.cancel()
        gone.cancel()
