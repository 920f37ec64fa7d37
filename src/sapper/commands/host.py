"""`sapper host`: open a room for others, on a server or on one that runs as long as this command."""

from __future__ import annotations

import sys

from ..modes import MODES
from . import arguments, room

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ..client import Client, RemoteParty, Terms

_MOST_GRACE = 3600  # a server may allow less


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    host = commands.add_parser(
        "host",
        help="open a room to play with others",
        description="Open a room, print its link and its code, and enter it. Without --server a server runs on this "
        "machine as long as this command.",
    )
    host.add_argument(
        "rules", nargs="*", metavar="RULES", help="what is played, as in: modern expert layout=no-guess lives=3"
    )
    host.add_argument("--mode", choices=tuple(MODES), default="coop", help="how you play together (default: coop)")
    host.add_argument("--title", default="", metavar="TEXT", help="the name of the room")
    host.add_argument("--public", action="store_true", help="list the room for everybody on the server")
    host.add_argument("--ask", action="store_true", help="newcomers have to ask, and you let them in or refuse them")
    host.add_argument("--seats", type=int, default=10, metavar="N", help="how many can play (default: 10)")
    host.add_argument(
        "--grace",
        type=int,
        default=0,
        metavar="SECONDS",
        help="how long a seat waits for a player whose connection is lost (default: as usual there, 45; at most 900)",
    )
    host.add_argument("--own-lives", action="store_true", help="co-op: everybody has lives of their own")
    host.add_argument("--hints", action="store_true", help="allow help")
    host.add_argument("--best-of", type=int, choices=(1, 3, 5, 7), default=1, help="rounds of a match")
    host.add_argument("--server", metavar="URL", help="open the room on this server")
    host.add_argument(
        "--listen", metavar="ADDRESS", default="127.0.0.1", help="without --server: where others reach your machine"
    )
    host.add_argument("--port", type=int, metavar="N", help="without --server: the port (default: 8181, or a free one)")
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
        raise arguments.UsageError(f"a port is a number from 0 to 65535, not {options.port}")
    with local_server(options.listen, options.port, options.database or options.data) as url:
        if options.listen in ("127.0.0.1", "localhost", "::1"):
            words = "only this machine reaches the room: --listen 0.0.0.0 lets others in your network join"
            print(f"sapper: {words}", file=sys.stderr, flush=True)
        return room.visit(options, url, enter, prints_link=True, is_own_server=True)


def _terms(options: argparse.Namespace) -> Terms:
    """Return the terms of the room, or raise an error that says what is wrong with the rules."""
    from ..client import Terms
    from ..rules import Rules
    from ..server.parties.events import MOST_SEATS

    if not 1 <= options.seats <= MOST_SEATS:
        raise arguments.UsageError(f"--seats is a number from 1 to {MOST_SEATS}, not {options.seats}")
    if not 0 <= options.grace <= _MOST_GRACE:
        raise arguments.UsageError(f"--grace is a number of seconds from 0 to {_MOST_GRACE}, not {options.grace}")
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
