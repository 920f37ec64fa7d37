"""`sapper delete`: removes games for good."""

from __future__ import annotations

import sys

from .. import machine
from . import arguments
from .selection import level_of, moment

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ..history.store import Store


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    delete = commands.add_parser("delete", help="delete games for good, after asking")
    delete.add_argument("games", nargs="*", type=int, metavar="ID", help="these games")
    delete.add_argument("--level", help="finished games of this level")
    delete.add_argument("--before", metavar="WHEN", help="finished games older than a date, or than 30d, 8w, 6m, 1y")
    delete.add_argument("--player", metavar="ID", help="the name and all games of a player of the server")
    delete.add_argument("--all", action="store_true", help="every game, unfinished ones too")
    delete.add_argument("--yes", action="store_true", help="do not ask")
    arguments.add_store(delete)
    delete.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from ..history.store import another_window

    has_filter = options.level is not None or options.before is not None
    ways = sum((bool(options.games), has_filter, options.all, options.player is not None))
    if ways != 1:
        raise arguments.UsageError("choose what to delete: games by numbers, --level and --before, --player, or --all")
    with machine.open_store(options.data) as store:
        player = _player(store, options.player) if options.player is not None else None
        games = _chosen(store, options) if player is None else sorted(store.numbers_of(player))
        in_use = store.in_use() if options.all or player is not None else {}
        in_use = {game: process for game, process in in_use.items() if options.all or game in games}
        games = [game for game in games if game not in in_use]
        for game, process in in_use.items():
            print(f"game {game} is being played in {another_window(process)}: it is not deleted", file=sys.stderr)
        if not games and player is None:
            print("there is nothing to delete")
            return 0
        count = f"{len(games)} game{'s' if len(games) != 1 else ''}"
        if not options.yes and not _confirm(f"Delete {count} for good? Type yes: "):
            print("nothing was deleted")
            return 1
        deleted = store.delete_all() if options.all and not in_use else store.delete(games)
        if player is not None:
            store.forget_player(player)
    print(f"deleted {deleted} game{'s' if deleted != 1 else ''}")
    return 0


def _player(store: Store, public: str) -> bytes:
    """Return the key of the player with a public id."""
    from ..server.http.cookies import public_id

    found = next((key for key in store.players() if public_id(key) == public.strip().lower()), None)
    if found is None:
        raise arguments.UsageError(f"there is no player {public}: ids are in the access log of the server")
    return found


def _chosen(store: Store, options: argparse.Namespace) -> list[int]:
    from ..history.store import Filter

    everything = 1 << 40
    unfinished = [game.id for game in store.unfinished()]
    if options.all:
        return [*unfinished, *(game.id for game in store.games(everything))]
    if options.games:
        known = {*unfinished, *(game.id for game in store.games(everything))}
        missing = [str(game) for game in options.games if game not in known]
        if missing:
            raise arguments.UsageError(f"there is no game {', '.join(missing)}: see sapper replay list")
        return list(dict.fromkeys(options.games))
    only = Filter(level=level_of(options.level), until=moment(options.before))
    return [game.id for game in store.played(only)]


def _confirm(question: str) -> bool:
    print(question, end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() == "yes"
