"""Is it alive, is it ready, and what has it done: for those who run it, on a port of their own."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from ..history.store import StoreError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from prometheus_client import Metric
    from starlette.requests import Request

    from .lobby import Lobby

_PATIENCE = 2.0  # seconds for the store to answer


class _Figures(Collector):
    """Reads the figures of the lobby when somebody asks, so that counting costs nothing."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby

    def collect(self) -> Iterator[Metric]:
        """Give every figure."""
        lobby, figures = self._lobby, self._lobby.figures
        yield GaugeMetricFamily("sapper_connections", "Open WebSockets", len(lobby.connections))
        yield GaugeMetricFamily("sapper_rooms", "Rooms in memory", len(lobby.rooms))
        yield GaugeMetricFamily("sapper_live_cells", "Cells of boards in memory", lobby.live_cells)
        yield GaugeMetricFamily("sapper_jobs", "Work in threads, running or waiting", lobby.workers.waiting)
        for name, text, value in (
            ("messages", "Messages from clients", figures.messages),
            ("moves", "Actions kept and shown", figures.moves),
            ("games", "Games begun", figures.games),
            ("commits", "Batches given to the store", lobby.writer.commits),
            ("conflicts", "Appends where another was faster", figures.conflicts),
            ("overflows", "Outboxes that overflowed", figures.overflows),
            ("stalled", "Clients cut off because they did not read", figures.stalled),
            ("errors", "Faults of the server", figures.errors),
        ):
            yield CounterMetricFamily(f"sapper_{name}", text, value)
        for name, text, label, counts in (
            ("finished", "Games finished", "status", figures.finished),
            ("refused", "Messages refused", "code", figures.refused),
            ("closed", "Connections closed by the server", "code", figures.closed),
            ("rejected", "Handshakes and requests rejected", "reason", figures.rejected),
        ):
            family = CounterMetricFamily(f"sapper_{name}", text, labels=[label])
            for key, count in counts.items():
                family.add_metric([str(key)], count)
            yield family


def make_health(lobby: Lobby) -> Starlette:
    """Make the application of the second port."""
    registry = CollectorRegistry()
    registry.register(_Figures(lobby))

    async def alive(request: Request) -> Response:
        return PlainTextResponse("alive\n")

    async def ready(request: Request) -> Response:
        if lobby.is_closing:
            return PlainTextResponse("closing\n", 503)
        try:
            async with asyncio.timeout(_PATIENCE):
                await lobby.writer.run(lambda store: store.games(0))
        except (TimeoutError, StoreError):
            return PlainTextResponse("the store does not answer\n", 503)
        return PlainTextResponse("ready\n")

    async def metrics(request: Request) -> Response:
        return Response(generate_latest(registry), media_type="text/plain; version=0.0.4; charset=utf-8")

    return Starlette(routes=[Route("/healthz", alive), Route("/readyz", ready), Route("/metrics", metrics)])
