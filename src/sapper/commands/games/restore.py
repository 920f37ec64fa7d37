"""`sapper restore`: brings back what `sapper backup` wrote."""

from __future__ import annotations

import time
from pathlib import Path

from ...display.wording import message
from .. import arguments
from .backup import description
from .selection import date_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    restore = commands.add_parser("restore")
    restore.add_argument("file", metavar="FILE")
    restore.add_argument("--force", action="store_true")
    arguments.add_store(restore)
    restore.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from ...history.transfer.backup import restore_backup

    folder = arguments.own_folder(options.data)
    aside = folder / time.strftime("before-restore-%Y%m%d-%H%M%S")
    contents = restore_backup(Path(options.file), folder, aside=aside, replace=options.force)
    date = date_text(contents.created_at)
    print(message("cli-data.restored", folder=folder, contents=description(contents), date=date))
    if aside.exists():
        print(message("cli-data.aside", folder=aside))
    return 0
