"""`sapper rebuild`: computes the summaries of all games again, and the ratings of all players."""

from __future__ import annotations

import sys

from ... import machine
from ...display.wording import message
from .. import arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    rebuild = commands.add_parser("rebuild")
    arguments.add_store(rebuild)
    rebuild.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    with machine.open_store(options.data) as store:
        rebuilt, unreadable = machine.rebuild(store)
        rounds, wrong = machine.rebuild_ratings(store)
    print(message("cli-data.rebuilt", count=rebuilt))
    if rounds:
        print(message("cli-data.rated-again", count=rounds, wrong=wrong))
    for game in unreadable:
        print(f"sapper: {message('cli-data.unreadable', game=game)}", file=sys.stderr)
    return 1 if unreadable else 0
