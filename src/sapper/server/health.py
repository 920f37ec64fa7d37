"""Health checks for operators, on a port of their own."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from ..history.store import StoreError
from .metrics import Metrics
from .origins import names_machine

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from starlette.requests import Request

    from .lobby import Lobby
    from .services import Services
    from .writer import Writer

_STORE_SECONDS = 2.0  # for the store to answer
_WITHOUT_BUS = "ready, degraded: the bus does not answer, and what others do on other servers is seen later\n"


class Readiness:
    """Finds out whether the store still stores. Whoever asks while that is under way waits for the same answer."""

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
    """Return the application of the second port."""
    metrics = Metrics(services, lobby, database, node)
    readiness = Readiness(services.writer)

    async def alive(request: Request) -> Response:
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

    pages = {"/healthz": alive, "/readyz": ready, "/metrics": measured}
    return Starlette(routes=[Route(path, _local(answer)) for path, answer in pages.items()])


def _local(answer: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """Refuse names of other sites, which may point here so that a page of theirs can read the answer."""

    async def checked(request: Request) -> Response:
        if not names_machine(request.headers.get("host", "")):
            return PlainTextResponse("only the name and the addresses of this machine are answered here\n", 421)
        return await answer(request)

    return checked
