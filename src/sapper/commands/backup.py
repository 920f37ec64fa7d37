"""`sapper backup`: writes everything into one file that `sapper restore` reads."""

from __future__ import annotations

from pathlib import Path

from .. import machine
from . import arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ..history.transfer.backup import Contents


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    backup = commands.add_parser(
        "backup", help="write all games and the server's key into one file, also while it runs"
    )
    backup.add_argument(
        "file", metavar="FILE", help="the file to write: only for you, because it has the key and the seeds"
    )
    backup.add_argument("--force", action="store_true", help="replace a file that is there")
    arguments.add_store(backup)
    backup.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from ..history.transfer.backup import write_backup

    target = Path(options.file)
    if target.exists() and not options.force:
        raise arguments.UsageError(f"{target} is there already: choose another name, or --force")
    if not target.parent.is_dir():
        raise arguments.UsageError(f"there is no folder {target.parent}")
    database = machine.database(arguments.own_folder(options.data))
    contents = write_backup(database, target, program=machine.PROGRAM, created_at=machine.seconds())
    print(f"{target}: {description(contents)}; {target.stat().st_size:,} bytes, verified")
    return 0


def description(contents: Contents) -> str:
    """Return the contents of a backup in one line."""
    games = f"{contents.finished:,} finished games, {contents.in_play:,} in play"
    return f"{games}, {', '.join(contents.keys) or 'no server.key (no server ran here)'}"
