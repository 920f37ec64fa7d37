"""`sapper resume` and `sapper rebuild`: the games that are kept."""

from __future__ import annotations

from .. import host
from . import arguments
from .replays import line

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands."""
    from .text import add_dialogue

    resume = commands.add_parser("resume", help="go on with an unfinished game")
    resume.add_argument("id", nargs="?", type=int, help="which one (default: the newest)")
    resume.add_argument("--list", action="store_true", help="list the unfinished games")
    add_dialogue(resume)
    resume.set_defaults(run=_resume, seed=None)

    rebuild = commands.add_parser("rebuild", help="make all that is derived from replays again")
    arguments.add_data(rebuild)
    rebuild.set_defaults(run=_rebuild)


def _resume(options: argparse.Namespace) -> int:
    from ..rules import Rules
    from .text import resume, sitting

    with host.open_store(options.data) as store:
        waiting = store.unfinished()
        if options.list:
            print("\n".join(map(line, waiting)) or "no game is unfinished")
            return 0
        chosen = [game for game in waiting if options.id in (None, game.id)]
        if not chosen:
            which = "no game" if options.id is None else f"game {options.id} is not one that"
            raise arguments.UsageError(f"{which} is unfinished: see sapper resume --list")
        stored = store.load(chosen[0].id)
    with sitting(Rules.parse(stored.rules), options, host.load_settings()) as session:
        return resume(session, stored, options)


def _rebuild(options: argparse.Namespace) -> int:
    with host.open_store(options.data) as store:
        print(f"rebuilt from {host.rebuild(store)} replays")
    return 0
