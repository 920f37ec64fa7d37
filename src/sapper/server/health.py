"""Health checks and metrics for operators, on a port of their own."""

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
    from .services import Services

_STORE_SECONDS = 2.0  # for the store to answer


class _Metrics(Collector):
    """Reads the counters only when somebody asks, so that counting costs nothing."""

    def __init__(self, services: Services, lobby: Lobby) -> None:
        self._services = services
        self._lobby = lobby

    def collect(self) -> Iterator[Metric]:
        """Yield every metric."""
        services, lobby, counters = self._services, self._lobby, self._services.counters
        yield GaugeMetricFamily("sapper_connections", "Open WebSockets", len(lobby.connections))
        yield GaugeMetricFamily("sapper_rooms", "Rooms in memory", len(lobby.rooms))
        yield GaugeMetricFamily("sapper_reserved_bytes", "Memory reserved by the ledger", services.memory.reserved)
        yield GaugeMetricFamily(
            "sapper_jobs", "Jobs of players in threads, running or waiting", services.workers.waiting
        )
        for name, text, value in (
            ("messages", "Messages from clients", counters.messages),
            ("moves", "Actions committed and shown", counters.moves),
            ("games", "Games started", counters.games),
            ("commits", "Batches committed by the store", services.writer.commits),
            ("conflicts", "Appends where another server was faster", counters.conflicts),
            ("overflows", "Outboxes that overflowed", counters.overflows),
            ("stalled", "Clients cut off because they did not read", counters.stalled),
            ("errors", "Errors of the server", counters.errors),
        ):
            yield CounterMetricFamily(f"sapper_{name}", text, value)
        for name, text, label, counts in (
            ("finished", "Games finished", "status", counters.finished),
            ("refused", "Messages refused", "code", counters.refused),
            ("closed", "Connections closed by the server", "code", counters.closed),
            ("rejected", "Handshakes and requests rejected", "reason", counters.rejected),
        ):
            family = CounterMetricFamily(f"sapper_{name}", text, labels=[label])
            for key, count in counts.items():
                family.add_metric([str(key)], count)
            yield family


def make_health(services: Services, lobby: Lobby) -> Starlette:
    """Return the application of the second port."""
    registry = CollectorRegistry()
    registry.register(_Metrics(services, lobby))

    async def alive(request: Request) -> Response:
        return PlainTextResponse("alive\n")

    async def ready(request: Request) -> Response:
        if lobby.is_closing:
            return PlainTextResponse("closing\n", 503)
        try:
            async with asyncio.timeout(_STORE_SECONDS):
                await services.writer.run(lambda store: store.games(0))
        except (TimeoutError, StoreError):
            return PlainTextResponse("the store does not answer\n", 503)
        return PlainTextResponse("ready\n")

    async def metrics(request: Request) -> Response:
        return Response(generate_latest(registry), media_type="text/plain; version=0.0.4; charset=utf-8")

    return Starlette(routes=[Route("/healthz", alive), Route("/readyz", ready), Route("/metrics", metrics)])
