"""`sapper tournament`: the tournaments of a server, the table of one, a new one, and its races in the terminal."""

from __future__ import annotations

import asyncio
import sys
import time
from contextlib import ExitStack

from ...display.wording import message
from .. import arguments
from . import room

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from ...client import Client, RemoteParty
    from ...client.tournaments import Tournaments
    from ...server.protocol.api_types import Tournament

_EVERY_S = 1.0  # between two looks of a player who waits for a race
_BEFORE_S = 5.0  # before the tournament begins


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    from ...modes.tournaments import FORMATS

    tournament = commands.add_parser("tournament")
    tournament.add_argument("place", nargs="?", metavar="URL")
    tournament.add_argument("--play", action="store_true")
    tournament.add_argument("--new", choices=list(FORMATS))
    tournament.add_argument("--rules")
    tournament.add_argument("--mode", choices=_playable())
    tournament.add_argument("--title", default="")
    tournament.add_argument("--starts-in", type=int, default=5, metavar="MINUTES")
    tournament.add_argument("--minutes", type=int, default=20)
    tournament.add_argument("--rounds", type=int, default=5)
    room.add_player(tournament)
    tournament.set_defaults(run=_run, watch=False)


def _playable() -> list[str]:
    """Return the modes of which a race of a tournament may be."""
    from ...modes import MODES

    return [mode.name for mode in MODES.values() if not mode.is_team and not mode.has_boards]


def _run(options: argparse.Namespace) -> int:
    from ... import machine
    from ...client.player import PlayerAccess
    from ...client.tournaments import Tournaments, tournament_address
    from ...controls.settings_file import load

    settings, _ = load(machine.settings_file())
    options.name = settings.game.name if options.name is None else options.name
    access = room.ServerAccess(options.name, options.data, ExitStack())
    server, id_ = tournament_address(options.place or access.server)
    player = PlayerAccess(server, access.token(server))
    asyncio.run(player.me())  # a new player gets a token
    if options.name and (options.play or options.new):
        asyncio.run(player.rename(options.name))
    access.enter(server, player.token)
    tournaments = Tournaments(player)
    if options.new:
        id_ = _make(options, tournaments)
    if not id_:
        if options.play:
            raise arguments.UsageError(message("cli-tournament.which"))
        return _list(tournaments)
    return _play(options, tournaments, server, id_) if options.play else _show(asyncio.run(tournaments.find(id_)))


def _make(options: argparse.Namespace, tournaments: Tournaments) -> str:
    """Make a tournament, and return its id."""
    from ...modes import MODES
    from ...server.protocol.api_types import TournamentRules

    mode = options.mode or _playable()[0]
    terms = TournamentRules(
        format=options.new,
        mode=mode,
        rules=options.rules or MODES[mode].rules,
        name=options.title,
        starts_in=options.starts_in,
        minutes=options.minutes,
        turns=options.rounds,
    )
    made = asyncio.run(tournaments.make(terms))
    print(message("cli-tournament.made", link=tournaments.link(made.card.id)), flush=True)
    return made.card.id


def _list(tournaments: Tournaments) -> int:
    from ...text.tournament import card_lines

    cards = asyncio.run(tournaments.listed())
    for card, line in zip(cards, card_lines(cards), strict=True):
        print(line)
        print(f"                  {tournaments.link(card.id)}")
    if not cards:
        print(message("tournament.none"))
    return 0


def _show(found: Tournament) -> int:
    from ...text.tournament import about, name_of, standings_lines, time_left

    print(f"{name_of(found.card)}: {about(found.card)}; {time_left(found)}")
    for line in standings_lines(found):
        print(line)
    sys.stdout.flush()
    return 0


def _play(options: argparse.Namespace, tournaments: Tournaments, server: str, id_: str) -> int:
    """Play one race after the other, as long as the player wants; each in a room, as any other."""
    try:
        for party in _races(tournaments, id_):

            async def enter(client: Client, party: str = party) -> RemoteParty:
                return await client.join(party)

            if status := room.visit(options, server, enter):
                return status
    finally:
        found = asyncio.run(tournaments.find(id_))
        if found.card.stage != "over" and any(line.is_me and line.state != "out" for line in found.lines):
            found = asyncio.run(tournaments.enter(id_, "out"))
    return _show(found)


def _races(tournaments: Tournaments, id_: str) -> Iterator[str]:
    """Yield the room of each race of the player, until the tournament is over or the player stops."""
    said = ""
    found = asyncio.run(tournaments.enter(id_, "in"))
    while found.card.stage != "over":
        me = next((line for line in found.lines if line.is_me), None)
        if found.party and me is not None and me.state == "playing":
            yield found.party
            _show(asyncio.run(tournaments.find(id_)))
            print(message("cli-tournament.again"), flush=True)
            if sys.stdin.readline().strip().lower() not in ("", "y"):
                return
            found, said = asyncio.run(tournaments.enter(id_, "ready")), ""
            continue
        words = message("tournament.waiting") if found.card.stage == "playing" else ""
        if found.card.stage == "playing" and me is not None and not me.state:
            asyncio.run(tournaments.enter(id_, "ready"))
        if not said or words != said:
            _show(found)
            said = words or message("tournament.signed-up")
            print(said, flush=True)
            said = words
        time.sleep(_EVERY_S if words else _BEFORE_S)
        found = asyncio.run(tournaments.find(id_))
