"""Runs the server: sockets, signals, and an end that loses nothing."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import secrets
import signal
import socket
import sys
import time
from typing import TYPE_CHECKING

import msgspec
import uvicorn

from .. import __version__
from ..history.store import open_store
from . import protocol
from .api import make_api
from .app import App
from .guests import Guests, signing_key
from .health import make_health
from .lobby import Lobby
from .transport import Socket, guarded

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from .limits import Limits

log = logging.getLogger("sapper.server")

_SWITCH_INTERVAL = 0.001  # seconds: a thread that works gives way to the one that talks
# Young objects are looked through as ever. All objects at once are a pause that everybody notices, so that is left to
# the lobby, which does it rarely.
_COLLECTIONS = (10_000, 20, 1_000_000)


class ServerConfig(msgspec.Struct):
    """How the server is to run."""

    database: Path
    limits: Limits
    host: str = "127.0.0.1"
    port: int = 0
    health_port: int = 0
    origins: list[str] = []
    synchronous: str = "normal"
    proxies: list[str] = []  # whose X-Forwarded-For is believed
    fresh: bool = False  # read the files of the page each time


def listen(host: str, port: int) -> socket.socket:
    """Take an address to listen at, before anything else is begun."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)  # so named, it never waits to fill packets
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except OSError as error:
        listener.close()
        raise OSError(error.errno, f"{host} port {port} cannot be used: {error.strerror}") from None
    listener.listen(1024)
    listener.setblocking(False)
    return listener


def origins_of(host: str, port: int, given: list[str]) -> list[str]:
    """List what a browser may call this server: its own address, by number and by name, and what was given."""
    names = {host}
    if host in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "::"):
        names |= {"127.0.0.1", "localhost"}
    bracketed = [f"[{name}]" if ":" in name else name for name in sorted(names)]
    return [*(f"http://{name}:{port}" for name in bracketed), *(origin.rstrip("/") for origin in given)]


class _Server(uvicorn.Server):
    """A server that leaves signals to us."""

    @contextlib.contextmanager
    def capture_signals(self):  # type: ignore[no-untyped-def]
        """Capture none."""
        yield


async def serve(choices: ServerConfig, started: Callable[[str, str], None] | None = None) -> None:
    """Serve until told to stop; `started` is told the addresses of the page and of the health port."""
    sys.setswitchinterval(_SWITCH_INTERVAL)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_COLLECTIONS)
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(number, stopped.set)
    with (
        contextlib.closing(listen(choices.host, choices.port)) as page,
        contextlib.closing(listen("127.0.0.1", choices.health_port)) as health,
    ):
        port = page.getsockname()[1]
        origins = origins_of(choices.host, port, choices.origins)
        lobby = make_lobby(choices)
        await lobby.opened()
        app = App(lobby, origins, make_api(fresh=choices.fresh), choices.proxies)
        servers = [_page_server(app, choices.limits), _health_server(lobby)]
        tasks = [
            asyncio.create_task(server.serve(sockets=[listener]))
            for server, listener in zip(servers, (page, health), strict=True)
        ]
        log.info("serving at %s", origins[0])
        if started:
            started(origins[0], f"http://127.0.0.1:{health.getsockname()[1]}")
        waiting = asyncio.create_task(stopped.wait())
        await asyncio.wait({waiting, *tasks}, return_when=asyncio.FIRST_COMPLETED)
        log.info("stopping: %d connections, %d rooms", len(lobby.connections), len(lobby.rooms))
        await lobby.close()
        for server in servers:
            server.should_exit = True
        waiting.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        log.info("stopped")


def make_lobby(choices: ServerConfig) -> Lobby:
    """Make the lobby on the real clocks, entropy and store."""
    choices.database.parent.mkdir(parents=True, exist_ok=True)
    key = signing_key(choices.database.with_name("server.key"), os.urandom)
    return Lobby(
        opener=lambda: open_store(choices.database, synchronous=choices.synchronous),
        guests=Guests(key, secrets.token_bytes),
        clock=lambda: time.monotonic_ns() // 1_000_000,
        now=lambda: int(time.time()),
        entropy=secrets.token_bytes,
        limits=choices.limits,
        program=f"sapper {__version__}",
    )


def _page_server(app: App, limits: Limits) -> _Server:
    config = uvicorn.Config(
        app,
        http=guarded(limits.connections_per_address * 2, limits.header),
        ws=Socket,
        ws_max_size=protocol.MOST_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=limits.ping,
        ws_ping_timeout=limits.ping,
        lifespan="off",
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=1,
        h11_max_incomplete_event_size=16 * 1024,
    )
    return _Server(config)


def _health_server(lobby: Lobby) -> _Server:
    config = uvicorn.Config(
        make_health(lobby),
        http="h11",
        ws="none",
        lifespan="off",
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=1,
    )
    return _Server(config)
