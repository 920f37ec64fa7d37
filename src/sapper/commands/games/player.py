"""`sapper player`: who you are on a server, and how you come back there from another device."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack
from pathlib import Path

from ...display.wording import message
from .. import arguments
from .delete import YES, confirm

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ...client.player import PlayerAccess
    from ...server.protocol.api_types import Me, PeopleMet


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    player = commands.add_parser("player")
    player.add_argument("--server", metavar="URL")
    player.add_argument("--name")
    player.add_argument("--rename", metavar="NAME")
    player.add_argument("--as", dest="code_of", metavar="CODE")
    player.add_argument("--code", action="store_true")
    player.add_argument("--link", action="store_true")
    player.add_argument("--sign-out", action="store_true")
    player.add_argument("--people", action="store_true")
    player.add_argument("--export", type=Path, metavar="FILE")
    player.add_argument("--delete", action="store_true")
    player.add_argument("--yes", action="store_true")
    arguments.add_data(player)
    player.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    given = (options.rename, options.code_of, options.export)
    asked = (options.code, options.link, options.sign_out, options.people, options.delete)
    if sum(asked) + sum(value is not None for value in given) > 1:
        raise arguments.UsageError(message("cli-server.choose-player"))
    return asyncio.run(_answer(options))


async def _answer(options: argparse.Namespace) -> int:
    from ... import machine
    from ...client.player import PlayerAccess
    from ...controls.settings_file import load
    from ..playing.room import ServerAccess

    settings, _ = load(machine.settings_file())
    name = settings.game.name if options.name is None else options.name
    access = ServerAccess(name, options.data, ExitStack())
    server = options.server or access.server
    player = PlayerAccess(server, access.token(server))
    try:
        await _do(options, player)
    finally:
        access.enter(server, player.token)
    return 0


async def _do(options: argparse.Namespace, player: PlayerAccess) -> None:
    if options.code_of is not None:
        _print_player(player, await player.restore(options.code_of))
        return
    me = await player.me()
    if options.rename is not None:
        me = await player.rename(options.rename)
    elif options.sign_out:
        me = await player.sign_out_others()
        print(message("cli-server.signed-out"))
    elif options.code:
        print(message("cli-server.recovery-code", code=await player.recovery_code()))
    elif options.link:
        await _print_link(player)
    elif options.people:
        _print_people(await player.people())
    elif options.export is not None:
        games = await player.export(options.export)
        print(message("cli-server.exported", file=options.export, count=games))
    elif options.delete:
        if not options.yes and not confirm(
            message("cli-server.delete-player", id=me.id, server=player.server, word=YES)
        ):
            print(message("cli-data.nothing-deleted"))
            return
        me = await player.delete_everything()
        print(message("cli-server.player-deleted"))
    _print_player(player, me)


async def _print_link(player: PlayerAccess) -> None:
    from ...display.qr_code import half_blocks, qr_code

    link = await player.link()
    print("\n".join(half_blocks(qr_code(link.address))))
    print(message("cli-server.link-code", code=link.code, address=link.address, minutes=link.seconds // 60))


def _print_people(met: PeopleMet) -> None:
    from ...client.plain_text import plain
    from .selection import date_text

    for one in met.people:
        score = message("people.score", won=one.won, lost=one.lost)
        when = message("people.here") if one.is_here else date_text(one.ended_at // 1000)
        blocked = [message("people.blocked")] if one.is_blocked else []
        print("  ".join((one.id, when, score, plain(one.name), *blocked)))


def _print_player(player: PlayerAccess, me: Me) -> None:
    from ...client.plain_text import plain

    name = plain(me.name) or message("cli-server.no-name")
    print(message("cli-server.player", name=name, id=me.id, server=player.server))
