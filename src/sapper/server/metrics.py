"""The metrics of a server, read when somebody asks for them, so that counting costs next to nothing."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, ProcessCollector
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from prometheus_client import Metric

    from .lobby import Lobby
    from .services import Services


def registry(services: Services, lobby: Lobby, database: Path | None) -> CollectorRegistry:
    """Return all metrics: those of the server, and memory, processor time and descriptors of its process."""
    found = CollectorRegistry()
    found.register(_Metrics(services, lobby, database))
    ProcessCollector(registry=found)
    return found


class _Metrics(Collector):
    """Reads counters, queues and files."""

    def __init__(self, services: Services, lobby: Lobby, database: Path | None) -> None:
        self._services = services
        self._lobby = lobby
        self._database = database

    def collect(self) -> Iterator[Metric]:
        """Yield every metric."""
        yield from self._gauges()
        yield from self._histograms()
        yield from self._counts()
        yield from self._labelled_counts()

    def _gauges(self) -> Iterator[Metric]:
        services, lobby = self._services, self._lobby
        for name, text, value in (
            ("connections", "Open WebSockets", len(lobby.connections)),
            ("rooms", "Rooms in memory", len(lobby.rooms)),
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
            ("acknowledge", "From the arrival of a message until it is answered", counters.acknowledge),
            ("commit", "A batch in the store", counters.commit),
            ("loop_lag", "How late the event loop is, measured ten times a second", counters.loop_lag),
        ):
            yield HistogramMetricFamily(
                f"sapper_{name}_seconds", text, buckets=histogram.buckets(), sum_value=histogram.total
            )

    def _counts(self) -> Iterator[Metric]:
        services, counters = self._services, self._services.counters
        for name, text, value in (
            ("messages", "Messages from clients", counters.messages),
            ("moves", "Actions committed and shown", counters.moves),
            ("games", "Games started", counters.games),
            ("commits", "Batches committed by the store", services.writer.commits),
            ("store_errors", "Errors of the store", services.writer.errors + services.reader.errors),
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
            ("refused", "Messages refused", "code", counters.refused),
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
