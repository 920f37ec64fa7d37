"""`sapper host`: open a room for others, on a server or on one that runs as long as this command."""

from __future__ import annotations

import sys

from ...display.wording import message
from ...modes import MODES
from .. import arguments
from . import room

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ...client import Client, RemoteParty, Terms

_MOST_GRACE = 3600  # a server may allow less


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    host = commands.add_parser("host")
    host.add_argument("rules", nargs="*", metavar="RULES")
    host.add_argument("--mode", choices=tuple(MODES), default="coop")
    host.add_argument("--title", default="", metavar="TEXT")
    host.add_argument("--public", action="store_true")
    host.add_argument("--ask", action="store_true")
    host.add_argument("--seats", type=int, default=10, metavar="N")
    host.add_argument("--grace", type=int, default=0, metavar="SECONDS")
    host.add_argument("--own-lives", action="store_true")
    host.add_argument("--hints", action="store_true")
    host.add_argument("--best-of", type=int, choices=(1, 3, 5, 7), default=1)
    host.add_argument("--server", metavar="URL")
    host.add_argument("--listen", metavar="ADDRESS", default="127.0.0.1")
    host.add_argument("--port", type=int, metavar="N")
    arguments.add_database(host)
    room.add_player(host)
    host.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    terms = _terms(options)

    async def enter(client: Client) -> RemoteParty:
        return await client.host(terms)

    if options.server:
        return room.visit(options, options.server, enter, prints_link=True)
    from .local_server import local_server

    if options.port is not None and not 0 <= options.port < 65536:
        raise arguments.UsageError(message("cli-server.port", port=options.port))
    with local_server(options.listen, options.port, options.database or options.data) as url:
        if options.listen in ("127.0.0.1", "localhost", "::1"):
            print(f"sapper: {message('cli-server.only-here')}", file=sys.stderr, flush=True)
        return room.visit(options, url, enter, prints_link=True, is_own_server=True)


def _terms(options: argparse.Namespace) -> Terms:
    """Return the terms of the room, or raise an error that says what is wrong with the rules."""
    from ...client import Terms
    from ...rules import Rules
    from ...server.parties.events import MOST_SEATS

    if not 1 <= options.seats <= MOST_SEATS:
        raise arguments.UsageError(message("cli-server.seats", most=MOST_SEATS, value=options.seats))
    if not 0 <= options.grace <= _MOST_GRACE:
        raise arguments.UsageError(message("cli-server.grace", most=_MOST_GRACE, value=options.grace))
    mode = MODES[options.mode]
    rules = Rules.parse(" ".join(options.rules) or mode.rules)
    return Terms(
        mode=options.mode,
        rules=str(rules),
        name=options.title,
        is_public=options.public,
        entry="ask" if options.ask else "open",
        seats=mode.seats or options.seats,
        grace=options.grace,
        lives="own" if options.own_lives else "shared",
        hints=options.hints,
        best_of=options.best_of,
    )
