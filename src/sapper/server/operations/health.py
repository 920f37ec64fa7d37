"""Health checks for operators, on a port of their own and in a thread of their own."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from ...history.store import StoreError
from ..http.origins import names_machine
from .metrics import Metrics

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine
    from pathlib import Path
    from typing import Any

    from starlette.requests import Request

    from ..rooms.lobby import Lobby
    from ..services import Services
    from ..store.writer import Writer

    Answer = Callable[[Request], Coroutine[Any, Any, Response]]

_STORE_SECONDS = 2.0  # for the store to answer
_LOOP_SECONDS = 2.0  # for the event loop of the players to ask it, in addition
_STUCK = 10.0  # seconds without a turn of that event loop, after which no client is served
_WITHOUT_BUS = "ready, degraded: the bus does not answer, and what others do on other servers is seen later\n"


class Readiness:
    """Finds out whether the store still stores. A request while that is under way waits for the same answer."""

    def __init__(self, writer: Writer, seconds: float = _STORE_SECONDS) -> None:
        self._writer = writer
        self._seconds = seconds
        self._probe: asyncio.Task[None] | None = None

    async def problem(self) -> str | None:
        """Return what is wrong with the store in one line, None if it stores."""
        if self._probe is None or self._probe.done():
            self._probe = asyncio.create_task(self._writer.run(lambda store: store.probe()))
        try:
            async with asyncio.timeout(self._seconds):
                await asyncio.shield(self._probe)
        except TimeoutError:
            return f"the store has not answered for {self._seconds:g} s"
        except StoreError as error:
            return " ".join(str(error).split())
        return None


def make_health(services: Services, lobby: Lobby, database: Path | None = None, node: str = "") -> Starlette:
    """Return the application of the second port, which may run in a thread of its own.

    It answers also while the event loop of the players, which is the running one, is busy. What that loop alone knows
    is asked for there.
    """
    metrics = Metrics(services, lobby, database, node)
    readiness = Readiness(services.writer)
    players = asyncio.get_running_loop()

    async def alive(request: Request) -> Response:
        silence = services.counters.loop_lag.silence
        if silence > _STUCK:
            return PlainTextResponse(f"no player has been served for {silence:.0f} s\n", 503)
        return PlainTextResponse("alive\n")

    async def ready(request: Request) -> Response:
        if lobby.is_closing:
            return PlainTextResponse("closing\n", 503)
        problem = await readiness.problem()
        if problem is not None:
            return PlainTextResponse(f"{problem}\n", 503)
        return PlainTextResponse("ready\n" if services.bus.is_up else _WITHOUT_BUS)

    async def measured(request: Request) -> Response:
        is_store_up = await readiness.problem() is None
        text, kind = metrics.text(request.headers.get("accept", ""), is_store_up=is_store_up)
        return Response(text, headers={"content-type": kind})

    pages = {"/healthz": alive, "/readyz": _asked(ready, players), "/metrics": _asked(measured, players)}
    return Starlette(routes=[Route(path, _local(answer)) for path, answer in pages.items()])


def _asked(answer: Answer, loop: asyncio.AbstractEventLoop) -> Answer:
    """Return an endpoint that lets another event loop answer, if it does so in time."""

    async def asking(request: Request) -> Response:
        answering = asyncio.wrap_future(asyncio.run_coroutine_threadsafe(answer(request), loop))
        try:
            return await asyncio.wait_for(answering, _STORE_SECONDS + _LOOP_SECONDS)
        except TimeoutError:
            return PlainTextResponse("the server is too busy to answer\n", 503)

    return asking


def _local(answer: Answer) -> Answer:
    """Refuse names of other sites, which may point here so that a page of theirs can read the answer."""

    async def checked(request: Request) -> Response:
        if not names_machine(request.headers.get("host", "")):
            return PlainTextResponse("only the name and the addresses of this machine are answered here\n", 421)
        return await answer(request)

    return checked
