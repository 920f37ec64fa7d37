"""`sapper join`: enter a room of other people by its link or its code."""

from __future__ import annotations

from ..display.wording import message
from . import arguments, room

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ..client import Client, RemoteParty, RoomAddress


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    join = commands.add_parser("join")
    join.add_argument("room", metavar="URL|CODE")
    join.add_argument("--server", metavar="URL")
    join.add_argument("--watch", action="store_true")
    join.add_argument("--as", dest="code_of", metavar="CODE")
    room.add_player(join)
    join.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    server = _only_server(options.room)
    if options.code_of is not None:
        room.become(options, server or _address(options)[0])
    return room.lobby(options, server) if server else _join(options)


def _only_server(text: str) -> str:
    """Return the address of a server without a room, empty for anything else."""
    from ..client import ClientError
    from ..client.room_list import server_address

    try:
        return server_address(text) if "://" in text else ""
    except ClientError:
        return ""


def _join(options: argparse.Namespace) -> int:
    server, where = _address(options)

    async def enter(client: Client) -> RemoteParty:
        return await client.join(where.party or where.code or "", watch=options.watch)

    return room.visit(options, server, enter)


def _address(options: argparse.Namespace) -> tuple[str, RoomAddress]:
    """Return the server and the room, or raise an error that says what to write."""
    from ..client import room_address
    from .web import DEFAULT_PORT

    where = room_address(options.room)
    if where.server and options.server and where.server.rstrip("/") != options.server.rstrip("/"):
        raise arguments.UsageError(message("cli-server.two-servers"))
    return where.server or options.server or f"http://127.0.0.1:{DEFAULT_PORT}", where
