"""`sapper delete`: removes games for good."""

from __future__ import annotations

import sys

from ... import machine
from ...display.wording import message
from .. import arguments
from .replay import window_words
from .selection import level_of, moment

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ...history.store import Store


YES = "yes"  # is typed in every language, as commands are


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    delete = commands.add_parser("delete")
    delete.add_argument("games", nargs="*", type=int, metavar="ID")
    delete.add_argument("--level")
    delete.add_argument("--before", metavar="WHEN")
    delete.add_argument("--player", metavar="ID")
    delete.add_argument("--all", action="store_true")
    delete.add_argument("--yes", action="store_true")
    arguments.add_store(delete)
    delete.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    has_filter = options.level is not None or options.before is not None
    ways = sum((bool(options.games), has_filter, options.all, options.player is not None))
    if ways != 1:
        raise arguments.UsageError(message("cli-data.choose-what"))
    with machine.open_store(options.data) as store:
        player = _player(store, options.player) if options.player is not None else None
        games = _chosen(store, options) if player is None else sorted(store.numbers_of(player))
        in_use = store.in_use() if options.all or player is not None else {}
        in_use = {game: process for game, process in in_use.items() if options.all or game in games}
        games = [game for game in games if game not in in_use]
        for game, process in in_use.items():
            print(message("cli-data.not-deleted", game=game, window=window_words(process)), file=sys.stderr)
        if not games and player is None:
            print(message("cli-data.nothing-to-delete"))
            return 0
        if not options.yes and not confirm(message("cli-data.delete", count=len(games), word=YES)):
            print(message("cli-data.nothing-deleted"))
            return 1
        if player is not None:
            store.forget_player(player)
        deleted = store.delete_all() if options.all and not in_use else store.delete(games)
    print(message("cli-data.deleted", count=deleted))
    return 0


def _player(store: Store, public: str) -> bytes:
    """Return the key of the player with a public id."""
    from ...history.identity import public_id

    found = next((key for key in store.players() if public_id(key) == public.strip().lower()), None)
    if found is None:
        raise arguments.UsageError(message("cli-data.no-player", player=public))
    return found


def _chosen(store: Store, options: argparse.Namespace) -> list[int]:
    from ...history.store import Filter

    everything = 1 << 40
    unfinished = [game.id for game in store.unfinished()]
    if options.all:
        return [*unfinished, *(game.id for game in store.games(everything))]
    if options.games:
        known = {*unfinished, *(game.id for game in store.games(everything))}
        missing = [str(game) for game in options.games if game not in known]
        if missing:
            raise arguments.UsageError(message("cli-data.no-game", games=", ".join(missing)))
        return list(dict.fromkeys(options.games))
    only = Filter(level=level_of(options.level), until=moment(options.before))
    return [game.id for game in store.played(only)]


def confirm(question: str) -> bool:
    """Ask a question on the terminal, and return whether it was answered with the word."""
    print(f"{question} ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() == YES
