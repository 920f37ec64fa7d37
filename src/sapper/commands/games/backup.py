"""`sapper backup`: writes everything into one file that `sapper restore` reads."""

from __future__ import annotations

from pathlib import Path

from ... import machine
from ...display.wording import message, wording
from .. import arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ...history.transfer.backup import Contents


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    backup = commands.add_parser("backup")
    backup.add_argument("file", metavar="FILE")
    backup.add_argument("--force", action="store_true")
    arguments.add_store(backup)
    backup.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from ...history.transfer.backup import write_backup

    target = Path(options.file)
    if target.exists() and not options.force:
        raise arguments.UsageError(message("cli-data.is-there", path=target))
    if not target.parent.is_dir():
        raise arguments.UsageError(message("cli-data.no-folder", path=target.parent))
    database = machine.database(arguments.own_folder(options.data))
    contents = write_backup(database, target, program=machine.PROGRAM, created_at=machine.seconds())
    print(message("cli-data.backed-up", path=target, contents=description(contents), bytes=size_words(target)))
    return 0


def description(contents: Contents) -> str:
    """Return the contents of a backup in one line."""
    keys = ", ".join(contents.keys) or message("cli-data.no-key")
    return f"{finished_words(contents.finished)}, {playing_words(contents.in_play)}, {keys}"


def finished_words(count: int) -> str:
    """Return the number of finished games."""
    return message("cli-data.finished-games", count=wording().number(count))


def playing_words(count: int) -> str:
    """Return the number of games in play."""
    return message("cli-data.in-play", count=wording().number(count))


def size_words(path: Path) -> str:
    """Return the size of a file."""
    return message("cli-data.bytes", count=wording().number(path.stat().st_size))
