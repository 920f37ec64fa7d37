"""What `sapper host` and `sapper join` have in common: who you are on a server, and a room in the terminal."""

from __future__ import annotations

import asyncio
import sys

from . import arguments
from .play import FAULT, why_not
from .stoppable_input import EXIT_BY_SIGNAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Awaitable, Callable

    from ..client import Client, RemoteParty
    from ..controls.settings import Settings

    Enter = Callable[[Client], Awaitable[RemoteParty]]


def add_player(parser: argparse.ArgumentParser) -> None:
    """Add the options about the player and the screen."""
    parser.add_argument("--name", help="your name in the room (default: that of the settings)")
    parser.add_argument("--text", action="store_true", help="line by line, for pipes and screen readers")
    parser.add_argument("--ascii", action="store_true", help="ASCII characters only")
    arguments.add_data(parser)


def visit(options: argparse.Namespace, url: str, enter: Enter, *, prints_link: bool = False) -> int:
    """Enter a room on a server, play there until it is left, and return the exit status."""
    from .. import host
    from ..client import Client
    from ..controls.settings_file import load
    from ..display.theme_files import use_own_themes

    settings, complaint = load(host.settings_file())
    name = settings.game.name if options.name is None else options.name
    is_text = options.text or why_not() is not None

    async def play() -> int:
        token = host.server_token(url, name, options.data)
        device = "text" if is_text else "key"
        async with Client(url, name=name or None, token=token, device=device) as client:  # type: ignore[arg-type]
            if client.token and client.token != token:
                host.save_server_token(url, name, client.token, options.data)
            party = await enter(client)
            if prints_link:
                _print_link(party)
            if is_text:
                return await _in_text(client, party)
            note = complaint or use_own_themes(host.themes_folder(), settings.display.theme)
            return await _full_screen(options, settings, client, party, note)

    return asyncio.run(play())


def _print_link(party: RemoteParty) -> None:
    print(f"Your room is {party.link}", flush=True)
    if party.state.code:
        print(f"Its code, to read aloud: {party.state.code}", flush=True)


async def _full_screen(
    options: argparse.Namespace, settings: Settings, client: Client, party: RemoteParty, note: str
) -> int:
    from .. import host
    from ..session import Session
    from ..tui.app import SapperApp

    session = Session(settings.rules, clock=host.milliseconds, seeds=host.new_seed)
    app = SapperApp(
        session,
        settings,
        clock=host.milliseconds,
        settings_file=host.settings_file(),
        ascii_only=options.ascii,
        note=note,
        room=(client, party),
    )
    await app.run_async()
    if app.failure:
        kind = type(app.failure).__name__
        print(f"sapper: the game stopped at a fault ({kind}: {app.failure}); the room goes on", file=sys.stderr)
        return FAULT
    if app.farewell:
        print(app.farewell)
    return EXIT_BY_SIGNAL + app.stopped_by if app.stopped_by else 0


async def _in_text(client: Client, party: RemoteParty) -> int:
    from ..text.room import TextRoom

    await TextRoom(client, party, sys.stdin, sys.stdout).run()
    return 0
