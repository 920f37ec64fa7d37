"""Runs the server: sockets, signals, and a stop that loses nothing."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import os
import secrets
import socket
import sys
import threading
import time
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, cast

import msgspec
import uvicorn

if sys.platform != "win32":
    import resource

from .. import __version__, _kernel
from ..errors import SapperError, os_reason
from ..history.store import open_store
from ..history.transfer.server_key import server_key
from ..phrase import Phrase
from .app import App
from .http import page_versions
from .http.cookies import Guests
from .http.origins import is_everywhere, origins_of
from .http.proxies import Proxies
from .http.request_log import RequestLog
from .http.routes import make_api
from .http.static import Files
from .operations import bans, garbage, watchdog
from .operations.counters import measure_lag
from .operations.health import make_health
from .operations.stopping import STOPPING, exit_when_asked, stopping_on_signals
from .rooms.lobby import Lobby
from .services import Services
from .socket.sockets import Sockets
from .socket.transport import HttpSocket, Site
from .store.signer import Signer

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .limits import Limits
    from .nodes.bus import Bus

log = logging.getLogger("sapper.server")

_BACKLOG = 256  # sockets that wait to be accepted
_OWN_DESCRIPTORS = 64  # files of the store, logs, event loop
_SWITCH_INTERVAL = 0.001  # seconds: threads that compute give way to the event loop


class ServerConfig(msgspec.Struct):
    """The options of a server."""

    database: Path | str  # a file of SQLite, or the address of a database
    limits: Limits
    host: str = "127.0.0.1"
    port: int = 0
    health_host: str = "127.0.0.1"
    health_port: int = 0
    node: str = ""  # the name of this server, for metrics
    origins: list[str] = []
    synchronous: str = "normal"
    proxies: list[str] = []  # addresses and networks whose X-Forwarded-For is read
    fresh: bool = False  # read the files of the page at every request
    access_log: bool = False
    farewell: str = ""  # to everybody, from a server that does not come back
    bus: str | None = None  # the address of Redis, for servers that share a database


class PortError(SapperError):
    """A port that cannot be listened at."""


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens at an address."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(
        family, socket.SOCK_STREAM, socket.IPPROTO_TCP
    )  # explicit proto: asyncio then sets TCP_NODELAY
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise PortError(Phrase("machine-error.port", host=host, port=port, reason=os_reason(error))) from None
    listener.listen(1024)
    listener.setblocking(False)
    return listener


class _Server(uvicorn.Server):
    """A server that leaves signals to `serve`, by the one method of uvicorn that is overridden."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        if not hasattr(uvicorn.Server, "capture_signals"):
            raise SapperError(
                Phrase("machine-error.no-signals", program=f"uvicorn {uvicorn.__version__}", name="capture_signals")
            )

    @contextlib.contextmanager
    def capture_signals(self):  # type: ignore[no-untyped-def]
        """Capture no signals."""
        yield


def run(config: ServerConfig, started: Callable[[str, str], None] | None = None) -> None:
    """Serve on the fastest event loop of this system."""
    if sys.platform == "win32":
        asyncio.run(serve(config, started))
    else:
        import uvloop

        uvloop.run(serve(config, started))


def tune_process() -> None:
    """Set up threads, memory and garbage collection of this process for a server."""
    sys.setswitchinterval(_SWITCH_INTERVAL)
    _kernel.give_back_memory_at_once()
    garbage.tune()


async def serve(config: ServerConfig, started: Callable[[str, str], None] | None = None) -> None:
    """Serve until a signal stops it; `started` is called with the addresses of the page and of the health port."""
    tune_process()
    stopped, exiting = asyncio.Event(), exit_when_asked()
    with (
        stopping_on_signals(stopped, exiting),
        contextlib.closing(listen(config.host, config.port)) as page,
        contextlib.closing(listen(config.health_host, config.health_port)) as health,
    ):
        port = page.getsockname()[1]
        origins = origins_of(config.host, port, config.origins)
        files = Files(fresh=config.fresh)
        services = make_services(config, files.version)
        await services.opened()
        lobby = Lobby(services)
        await bans.refresh(lobby)
        every_address = port if is_everywhere(config.host) else None
        proxies = Proxies(config.proxies)
        app = App(services, lobby, origins, make_api(files), proxies, every_address)
        requests = RequestLog(app, services.counters, proxies=proxies, has_access_log=config.access_log)
        watching = [
            asyncio.create_task(measure_lag(services.counters.loop_lag)),
            asyncio.create_task(bans.watch(lobby)),
            asyncio.create_task(garbage.watch(lobby)),
            asyncio.create_task(page_versions.watch(services, files)),
        ]
        servers = [_page_server(app, requests, services, proxies), _health_server(services, lobby, config)]
        tasks: list[asyncio.Future[Any]] = [
            asyncio.create_task(servers[0].serve(sockets=[page])),
            _in_thread(servers[1], health),
        ]
        log.info("serving at %s", origins[0])
        if started:
            started(origins[0], origins_of(config.health_host, health.getsockname()[1])[0])
        waiting: asyncio.Future[Any] = asyncio.create_task(stopped.wait())
        with watchdog.watching():
            await asyncio.wait([waiting, *tasks], return_when=asyncio.FIRST_COMPLETED)
        log.info("stopping: %d connections, %d rooms", len(lobby.connections), len(lobby.rooms))
        exiting.put(STOPPING)
        for task in watching:
            task.cancel()
        for server in servers:
            server.should_exit = True
        waiting.cancel()
        await asyncio.gather(lobby.close(farewell=config.farewell), *tasks, return_exceptions=True)
        log.info("stopped")


def _in_thread(server: _Server, listener: socket.socket) -> asyncio.Future[None]:
    """Run a server in a thread with an event loop of its own; the future is done when it has ended."""
    loop, ended = asyncio.get_running_loop(), asyncio.get_running_loop().create_future()

    def run() -> None:
        try:
            server.run(sockets=[listener])
        finally:
            loop.call_soon_threadsafe(ended.set_result, None)

    threading.Thread(target=run, name="sapper-health", daemon=True).start()
    return ended


def make_services(config: ServerConfig, page: str = "") -> Services:
    """Return services with the real clocks, entropy and store; `page` is the version of the page."""
    if isinstance(config.database, Path):
        config.database.parent.mkdir(parents=True, exist_ok=True)
    key = server_key(config.database, os.urandom)
    return Services(
        bus=_bus(config, key),
        opener=lambda: open_store(config.database, synchronous=config.synchronous),
        guests=Guests(key, secrets.token_bytes),
        signer=Signer(key),
        clock=lambda: time.monotonic_ns() // 1_000_000,
        seconds=time.monotonic,
        now=lambda: int(time.time()),
        wall=lambda: time.time_ns() // 1_000_000,
        entropy=secrets.token_bytes,
        limits=config.limits,
        program=f"sapper {__version__}",
        page=page,
    )


def _bus(config: ServerConfig, key: bytes) -> Bus | None:
    """Return the bus to the other servers that have the same key, None for one inside the process."""
    if config.bus is None:
        return None
    from .nodes.redis_bus import RedisBus

    installation = sha256(b"sapper bus" + key).hexdigest()[:16]
    return RedisBus(config.bus, f"sapper:{installation}", secrets.token_bytes(8))


def _page_server(app: App, requests: RequestLog, services: Services, proxies: Proxies) -> _Server:
    limits = services.limits
    backlog, most = _descriptors(limits.connections)
    sockets = Sockets(most, limits.connections_per_address * 2, proxies)
    site = Site(app, requests, sockets, services)
    config = uvicorn.Config(
        site,
        http=cast("type[asyncio.Protocol]", partial(HttpSocket, site)),
        ws="none",  # `HttpSocket` opens WebSockets itself
        timeout_keep_alive=math.ceil(limits.header),
        backlog=backlog,
        lifespan="off",
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=1,
    )
    return _Server(config)


def _descriptors(connections: int) -> tuple[int, int]:
    """Return how many sockets may wait to be accepted and how many may be open, so that descriptors suffice.

    All that wait are accepted before any of them can be refused.
    """
    if sys.platform == "win32":
        return _BACKLOG, connections
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * connections + _OWN_DESCRIPTORS + _BACKLOG
    allowed = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
    if soft != resource.RLIM_INFINITY and soft < allowed:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    backlog = min(_BACKLOG, allowed // 4)
    return backlog, max(allowed - backlog - _OWN_DESCRIPTORS, 1)


def _health_server(services: Services, lobby: Lobby, config: ServerConfig) -> _Server:
    server = uvicorn.Config(
        make_health(services, lobby, config.database if isinstance(config.database, Path) else None, config.node),
        http="h11",
        ws="none",
        lifespan="off",
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=1,
    )
    return _Server(server)
