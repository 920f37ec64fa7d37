"""The metrics of a server, read on request, so that counting costs next to nothing."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, get_args

from prometheus_client import CollectorRegistry, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, InfoMetricFamily
from prometheus_client.exposition import choose_encoder
from prometheus_client.registry import Collector

from ..protocol.game_messages import Code

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from prometheus_client import Metric

    from ..rooms.lobby import Lobby
    from ..services import Services


class Metrics(Collector):
    """Reads counters, queues and files; and memory, processor time and descriptors of the process."""

    def __init__(self, services: Services, lobby: Lobby, database: Path | None, node: str) -> None:
        self._services = services
        self._lobby = lobby
        self._database = database
        self._node = node
        self._is_store_up = False
        self._registry = CollectorRegistry()
        self._registry.register(self)
        ProcessCollector(registry=self._registry)

    def text(self, accept: str, *, is_store_up: bool) -> tuple[bytes, str]:
        """Return the metrics in a form that a client accepts, and the type of that form."""
        self._is_store_up = is_store_up
        encode, kind = choose_encoder(accept)
        return encode(self._registry), kind

    def collect(self) -> Iterator[Metric]:
        """Yield every metric of the server."""
        program, _, version = self._services.program.partition(" ")
        yield InfoMetricFamily(
            "sapper_server", "The server", {"node": self._node, "program": program, "version": version}
        )
        yield from self._gauges()
        yield from self._histograms()
        yield from self._counts()
        yield from self._labelled_counts()

    def _gauges(self) -> Iterator[Metric]:
        services, lobby = self._services, self._lobby
        for name, text, value in (
            ("connections", "Open WebSockets", len(lobby.connections)),
            ("rooms", "Rooms in memory", len(lobby.rooms)),
            ("parties", "Rooms of several players in memory", len(lobby.parties.in_memory)),
            ("store_up", "1 if the store stores, as /readyz finds out", self._is_store_up),
            ("bus_up", "1 if hints between servers arrive; a server alone always has a bus", services.bus.is_up),
            ("reserved_bytes", "Memory reserved by the ledger", services.memory.reserved),
            ("jobs", "Jobs of players in threads, running or waiting", services.workers.waiting),
            ("oldest_job_seconds", "Since the oldest job was asked for, 0 without one", services.workers.oldest),
            *self._sizes(),
        ):
            yield GaugeMetricFamily(f"sapper_{name}", text, value)
        waiting = GaugeMetricFamily("sapper_waiting", "What waits in a queue", labels=["queue"])
        inboxes = sum(room.waiting for room in lobby.rooms.values())
        queues = {
            "writer": services.writer.waiting,
            "reader": services.reader.waiting,
            "reports": services.reports.waiting,
            "inboxes": inboxes,
        }
        for queue, count in queues.items():
            waiting.add_metric([queue], count)
        yield waiting

    def _sizes(self) -> Iterator[tuple[str, str, float]]:
        """Yield the sizes of the files, and what is left of their disk; nothing where they cannot be read."""
        if self._database is None:
            return
        files = {"database": self._database, "wal": self._database.with_name(f"{self._database.name}-wal")}
        for name, path in files.items():
            with suppress(OSError):
                yield f"{name}_bytes", f"Size of {path.name}", os.stat(path).st_size
        with suppress(OSError):
            yield "disk_free_bytes", "Free space on the disk of the database", shutil.disk_usage(path.parent).free

    def _histograms(self) -> Iterator[Metric]:
        counters = self._services.counters
        for name, text, histogram in (
            ("acknowledge_seconds", "From the arrival of a move until it is answered", counters.acknowledge),
            ("commit_seconds", "A commit of the actions of all rooms", counters.commit),
            ("commit_actions", "How many actions a commit has", counters.batch),
            ("request_seconds", "From the head of an HTTP request until its answer is sent", counters.request),
            ("loop_lag_seconds", "How late the event loop is, measured ten times a second", counters.loop_lag),
        ):
            yield HistogramMetricFamily(f"sapper_{name}", text, histogram.buckets(), histogram.total)

    def _counts(self) -> Iterator[Metric]:
        services, counters = self._services, self._services.counters
        for name, text, value in (
            ("messages", "Messages from clients", counters.messages),
            ("moves", "Actions committed and shown", counters.moves),
            ("games", "Games started", counters.games),
            ("store_errors", "Errors of the store", services.writer.errors + services.reader.errors),
            ("hints_sent", "Hints sent to other servers", services.bus.sent),
            ("hints_dropped", "Hints that were not sent, because the bus was down or too slow", services.bus.dropped),
            ("hints_received", "Hints from other servers", services.bus.heard),
            ("expired", "Unfinished games that expired", self._lobby.expiry.expired),
            ("conflicts", "Appends where another server was faster", counters.conflicts),
            ("overflows", "Outboxes that overflowed", counters.overflows),
            ("stalled", "Clients cut off because they did not read", counters.stalled),
            ("aborted", "Requests whose client left before it had sent everything", counters.aborted),
            ("errors", "Errors of the server", counters.errors),
        ):
            yield CounterMetricFamily(f"sapper_{name}", text, value)

    def _labelled_counts(self) -> Iterator[Metric]:
        counters = self._services.counters
        traffic = [connection.traffic for connection in self._lobby.connections]
        received = Counter(websocket=sum(received for received, _ in traffic))
        sent = Counter(websocket=sum(sent for _, sent in traffic))
        for name, text, label, counts in (
            ("finished", "Games finished", "status", counters.finished),
            ("refused", "Messages refused", "code", {code: counters.refused[code] for code in get_args(Code)}),
            ("closed", "Connections closed by the server", "code", counters.closed),
            ("rejected", "Handshakes and requests rejected", "reason", counters.rejected),
            ("requests", "HTTP requests answered", "status", counters.requests),
            ("frames", "Frames of WebSockets from clients that are not whole messages", "kind", counters.frames),
            ("received_bytes", "Bytes from clients", "protocol", counters.received_bytes + received),
            ("sent_bytes", "Bytes to clients", "protocol", counters.sent_bytes + sent),
        ):
            family = CounterMetricFamily(f"sapper_{name}", text, labels=[label])
            for key, count in counts.items():
                family.add_metric([str(key)], count)
            yield family
