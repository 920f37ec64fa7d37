"""Code shared by `sapper host` and `sapper join`: the player's token, and a room in the terminal."""

from __future__ import annotations

import sys
from contextlib import ExitStack

from ...display.wording import message, said
from .. import arguments
from .play import FAULT, why_not
from .quick_start import quick_start
from .stoppable_input import EXIT_BY_SIGNAL
from .web import DEFAULT_PORT

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Awaitable, Callable

    from ...client import Client, RemoteParty
    from ...controls.settings import Settings
    from ...server.protocol.game_messages import Device
    from ...server.protocol.party_messages import Knocking
    from ...tui.together.access import Access

    Enter = Callable[[Client], Awaitable[RemoteParty]]


def add_player(parser: argparse.ArgumentParser) -> None:
    """Add the options about the player and the screen."""
    parser.add_argument("--name")
    parser.add_argument("--text", action="store_true")
    parser.add_argument("--ascii", action="store_true")
    arguments.add_data(parser)


class ServerAccess:
    """The servers that a player knows, in the data folder; and one that is started here and ends with this program."""

    def __init__(self, name: str, data: str | None, own: ExitStack) -> None:
        from ... import machine

        self.server = machine.last_server(data) or f"http://127.0.0.1:{DEFAULT_PORT}"
        self._name = name
        self._data = data
        self._own = own
        self._started = ""

    def token(self, server: str) -> str | None:
        """Return the token of the player."""
        from ... import machine

        return machine.server_token(server, self._name, self._data)

    def enter(self, server: str, token: str | None) -> None:
        """Remember a server, and who the player is there."""
        from ... import machine

        if token and (token != self.token(server) or server != machine.last_server(self._data)):
            machine.save_server_token(server, self._name, token, self._data)

    def own_server(self) -> str:
        """Start a server on this machine, if none runs yet, and return its address."""
        from .local_server import local_server

        if not self._started:
            self._started = self._own.enter_context(local_server("127.0.0.1", None, self._data))
        return self._started


def become(options: argparse.Namespace, server: str) -> None:
    """Become the player of a recovery code or a link code on a server."""
    import asyncio

    from ... import machine
    from ...client.player import PlayerAccess
    from ...controls.settings_file import load

    settings, _ = load(machine.settings_file())
    name = settings.game.name if options.name is None else options.name
    player = PlayerAccess(server, None)
    asyncio.run(player.restore(options.code_of))
    ServerAccess(name, options.data, ExitStack()).enter(server, player.token)


def lobby(options: argparse.Namespace, server: str) -> int:
    """Show the rooms of a server, and play there until the player leaves."""
    import asyncio

    from ... import machine
    from ...controls.settings_file import load

    if options.text or why_not() is not None:
        return _choose_in_text(options, server)
    settings, complaint = load(machine.settings_file())
    if options.name is not None:
        settings = settings.change("game", name=options.name)
    with ExitStack() as own, quick_start():
        access = ServerAccess(settings.game.name, options.data, own)
        return asyncio.run(_show(options, settings, said(complaint or ""), access=access, lobby=server))


def _choose_in_text(options: argparse.Namespace, server: str) -> int:
    """List the rooms of a server line by line, and enter the one that is chosen."""
    import asyncio

    from ... import machine
    from ...client.room_list import room_list
    from ...controls.settings_file import load
    from ...text.room_choice import RoomChoice

    settings, _ = load(machine.settings_file())
    name = settings.game.name if options.name is None else options.name
    token = ServerAccess(name, options.data, ExitStack()).token(server)
    choice = RoomChoice(lambda: asyncio.run(room_list(server, token)), sys.stdin, sys.stdout)
    chosen = choice.run(watch=options.watch)
    if chosen is None:
        return 0
    return visit(options, server, lambda client: client.join(chosen.where, watch=chosen.watch))


def visit(
    options: argparse.Namespace, url: str, enter: Enter, *, prints_link: bool = False, is_own_server: bool = False
) -> int:
    """Enter a room on a server, play there until it is left, and return the exit status.

    `is_own_server`: the server runs only as long as this program.
    """
    import asyncio

    from ... import machine
    from ...client import Client
    from ...controls.settings_file import load
    from ...display.theme_files import use_own_themes

    settings, complaint = load(machine.settings_file())
    name = settings.game.name if options.name is None else options.name
    is_text = options.text or why_not() is not None

    async def play() -> int:
        access = ServerAccess(name, options.data, ExitStack())
        device: Device = "text" if is_text else "key"
        token = access.token(url)
        async with Client(
            url, name=name or None, token=token, device=device, is_own_server=is_own_server, knocking=_print_knocking
        ) as client:
            access.enter(url, client.token)
            party = await enter(client)
            if prints_link:
                _print_link(party)
            if is_text:
                return await _in_text(client, party)
            own_themes = use_own_themes(machine.themes_folder(), settings.display.theme)
            note = said(complaint or own_themes)
            with quick_start():
                return await _show(options, settings, note, room=(client, party))

    return asyncio.run(play())


def _print_link(party: RemoteParty) -> None:
    print(message("cli-server.your-room", link=party.link), flush=True)
    if party.state.code:
        print(message("cli-server.code", code=party.state.code), flush=True)


def _print_knocking(knocking: Knocking) -> None:
    from ...client.plain_text import plain

    print(message("rooms.knocking", name=plain(knocking.owner)), flush=True)


async def _show(
    options: argparse.Namespace,
    settings: Settings,
    note: str,
    *,
    room: tuple[Client, RemoteParty] | None = None,
    access: Access | None = None,
    lobby: str = "",
) -> int:
    from ... import machine
    from ...session import Session
    from ...tui.app import SapperApp

    app = SapperApp(
        Session(settings.rules, clock=machine.milliseconds, seeds=machine.new_seed),
        settings,
        clock=machine.milliseconds,
        settings_file=machine.settings_file(),
        ascii_only=options.ascii,
        note=note,
        room=room,
        access=access,
        lobby=lobby,
    )
    await app.run_async()
    if app.failure:
        report = machine.report_fault(app.failure, options.data)
        print(f"sapper: {message('cli-usage.fault-in-room', report=report)}", file=sys.stderr)
        return FAULT
    if app.farewell:
        print(app.farewell)
    return EXIT_BY_SIGNAL + app.stopped_by if app.stopped_by else 0


async def _in_text(client: Client, party: RemoteParty) -> int:
    from ...text.room import TextRoom

    await TextRoom(client, party, sys.stdin, sys.stdout).run()
    return 0
