"""`sapper resume`: goes on with an unfinished game."""

from __future__ import annotations

from .. import host
from .arguments import UsageError
from .replay import line

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    from .text import add_dialogue

    resume = commands.add_parser("resume", help="go on with an unfinished game")
    resume.add_argument("id", nargs="?", type=int, help="its number (default: the newest)")
    resume.add_argument("--list", action="store_true", help="list the unfinished games")
    add_dialogue(resume)
    resume.set_defaults(run=_run, seed=None)


def _run(options: argparse.Namespace) -> int:
    from ..rules import Rules
    from .text import open_session, resume

    with host.open_store(options.data) as store:
        unfinished = store.unfinished()
        if options.list:
            print("\n".join(map(line, unfinished)) or "no game is unfinished")
            return 0
        chosen = [game for game in unfinished if options.id in (None, game.id)]
        if not chosen:
            which = "no game" if options.id is None else f"no game {options.id}"
            raise UsageError(f"{which} is unfinished: see sapper resume --list")
        stored = store.load(chosen[0].id)
    with open_session(Rules.parse(stored.rules), options, host.load_settings()) as session:
        return resume(session, stored, options)
