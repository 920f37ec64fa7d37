"""`sapper rebuild`: computes the summaries of all games again."""

from __future__ import annotations

import sys

from .. import machine
from . import arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    rebuild = commands.add_parser("rebuild", help="compute all statistics from the replays again")
    arguments.add_store(rebuild)
    rebuild.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    with machine.open_store(options.data) as store:
        rebuilt, unreadable = machine.rebuild(store)
    print(f"rebuilt from {rebuilt} replays")
    for game in unreadable:
        advice = f"restore it from a backup, or remove it: sapper delete {game}"
        print(f"sapper: the replay of game {game} cannot be read: {advice}", file=sys.stderr)
    return 1 if unreadable else 0
