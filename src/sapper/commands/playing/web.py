"""`sapper web`: start the server and open the page."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager

from ... import extras
from ...display.wording import message
from .. import arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from pathlib import Path

    from ...server.limits import Limits

DEFAULT_PORT = 8181


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    web = commands.add_parser("web")
    web.add_argument("--host", default="127.0.0.1")
    web.add_argument("--port", type=int, metavar="N")
    web.add_argument("--health-port", type=int, default=0, metavar="N")
    web.add_argument("--health-host", default="127.0.0.1", metavar="ADDRESS")
    web.add_argument("--node", metavar="NAME")
    web.add_argument("--origin", action="append", default=[])
    web.add_argument("--proxy", action="append", default=[], metavar="ADDRESS")
    web.add_argument("--durability", choices=("normal", "full"), default="normal")
    web.add_argument("--limit", action="append", default=[], metavar="NAME=N")
    web.add_argument("--fresh", action="store_true")
    web.add_argument("--access-log", action="store_true")
    web.add_argument("--log-file", metavar="PATH")
    web.add_argument("--bus", default=os.environ.get("SAPPER_BUS") or None, metavar="URL")
    web.add_argument("--log-format", choices=("text", "json"), default="text")
    web.add_argument("--no-open", action="store_true")
    arguments.add_store(web)
    web.set_defaults(run=_run, farewell="")


def _run(options: argparse.Namespace) -> int:
    from pathlib import Path

    from ... import machine

    extras.require("web")
    from ...server.http.origins import is_everywhere, machine_name
    from ...server.operations.logs import configure
    from ...server.serve import PortError, ServerConfig, listen, run

    limits = _limits(options.limit)
    for port in (options.port, options.health_port):
        if port is not None and not 0 <= port < 65536:
            raise arguments.UsageError(message("cli-server.port", port=port))
    _check_addresses(options)
    if options.bus is not None:
        _check_bus(options.bus, is_shared=isinstance(machine.store_place(options.data), str))
    node = options.node or f"{machine_name()}-{os.getpid()}"
    has_node = options.node or options.log_format == "json"
    configure(Path(options.log_file) if options.log_file else None, options.log_format, node if has_node else "")
    machine.open_store(options.data, rebuilds=False).close()  # migrates an old store, or raises what is wrong with it
    port = options.port
    if port is None:
        try:
            listen(options.host, DEFAULT_PORT).close()
            port = DEFAULT_PORT
        except PortError:
            port = 0
    config = ServerConfig(
        database=machine.store_place(options.data),
        limits=limits,
        host=options.host,
        port=port,
        health_host=options.health_host,
        health_port=options.health_port,
        node=node,
        origins=options.origin,
        proxies=options.proxy,
        synchronous=options.durability,
        fresh=options.fresh,
        access_log=options.access_log,
        bus=options.bus,
        farewell=options.farewell,
    )

    def started(here: str, health: str) -> None:
        print(message("cli-server.runs", address=here, health=health), flush=True)
        if is_everywhere(options.host):
            at = here.rpartition(":")[2]
            print(message("cli-server.others", address=f"http://{machine_name()}:{at}"), flush=True)
        if not options.no_open and _has_windows():
            import webbrowser

            webbrowser.open(here)

    with _locked(config.database):
        run(config, started)
    _leave_solvers()
    return 0


def _has_windows() -> bool:
    """Return whether a browser may be opened: a text browser would take over the terminal or the output."""
    has_display = sys.platform in ("win32", "darwin") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
    return has_display and sys.stdout.isatty()


@contextmanager
def _locked(database: Path | str) -> Iterator[None]:
    """Lock the games of a file for a server; a database that servers share needs no such lock."""
    from ...history.store.databases.locks import SERVER_LOCK, LockFiles

    if isinstance(database, str):
        yield
        return
    locks, name = LockFiles(database), f"{SERVER_LOCK}{os.getpid()}"
    locks.take(name)
    try:
        yield
    finally:
        locks.release(name)


def _leave_solvers() -> None:
    """End the process at once if a solver still works: Python's own end would interrupt it in the middle of C++."""
    import logging
    import threading

    if any(thread.daemon and thread.name.startswith("sapper-") for thread in threading.enumerate()):
        logging.shutdown()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)


def _check_addresses(options: argparse.Namespace) -> None:
    """Raise `UsageError` for an origin that no browser sends, a proxy that is no address, or a name with spaces."""
    import re
    from ipaddress import ip_network
    from urllib.parse import urlsplit

    for origin in options.origin:
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/") or parts.query:
            raise arguments.UsageError(message("cli-server.origin", value=repr(origin)))
    for proxy in options.proxy:
        try:
            ip_network(proxy)
        except ValueError:
            raise arguments.UsageError(message("cli-server.proxy", value=repr(proxy))) from None
    if options.node is not None and not re.fullmatch(r"[\w.:-]{1,64}", options.node, re.ASCII):
        raise arguments.UsageError(message("cli-server.node", value=repr(options.node)))


def _check_bus(bus: str, *, is_shared: bool) -> None:
    """Raise `UsageError` for a bus that is no address of Redis, or that has no other server to notify."""
    from urllib.parse import urlsplit

    if not is_shared:
        raise arguments.UsageError(message("cli-server.bus-alone"))
    try:
        parts = urlsplit(bus)
        is_address = parts.scheme in ("redis", "rediss") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_address = False
    if not is_address:
        raise arguments.UsageError(message("cli-server.bus"))
    extras.require("scale")


def _limits(given: list[str]) -> Limits:
    """Return the limits, changed by any number of NAME=N."""
    import msgspec

    from ...server.limits import SWITCHES, Limits

    values: dict[str, float] = {}
    for text in given:
        name, equals, value = text.partition("=")
        try:
            values[name.replace("-", "_")] = float(value) if equals else float("nan")
        except ValueError:
            values[name] = float("nan")
    fields = Limits.__struct_fields__
    unknown = [name for name in values if name not in fields]
    wrong = [name for name, value in values.items() if not 0 < value < 1e15 and (value != 0 or name not in SWITCHES)]
    if unknown or wrong:
        names = ", ".join(field.replace("_", "-") for field in fields)
        switches = ", ".join(sorted(SWITCHES))
        raise arguments.UsageError(message("cli-server.limit", names=names, switches=switches))
    return msgspec.convert(values, Limits, strict=False)
