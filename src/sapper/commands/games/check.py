"""`sapper check`: says what is wrong with the stored games or with a backup, and what to do."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from ... import machine
from ...display.wording import message, said
from .. import arguments
from .backup import finished_words, playing_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ...history.transfer.check import Checked

_MOST_SHOWN = 100  # problems
_STEP = 100  # games between two reports of progress


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    check = commands.add_parser("check")
    check.add_argument("--data", metavar="DIR|FILE")
    arguments.add_database(check, "data")
    check.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    from zipfile import is_zipfile

    place = arguments.own_folder(options.data)
    if not place.exists():
        raise arguments.UsageError(message("cli-data.nothing-at", path=place))
    if place.is_dir():
        place = machine.database(place)
        if not place.exists():
            raise arguments.UsageError(message("cli-data.no-games", folder=place.parent))
    return _check_backup(place) if is_zipfile(place) else _check_files(place, str(place))


def _check_backup(archive: Path) -> int:
    from ...history.transfer.backup import DATABASE, unpack_backup

    with TemporaryDirectory(prefix="sapper-check-") as folder:
        unpack_backup(archive, Path(folder))
        return _check_files(Path(folder, DATABASE), str(archive))


def _check_files(database: Path, shown: str) -> int:
    from ...history.transfer.check import check_database, check_key, has_rounds

    shows_progress = sys.stderr.isatty()

    def show(count: int) -> None:
        if shows_progress and count % _STEP == 0:
            print(f"\r{message('cli-data.checking', count=count)}", end="", file=sys.stderr, flush=True)

    checked = check_database(database, show)
    if shows_progress:
        print("\r\x1b[K", end="", file=sys.stderr)
    keys = check_key(database.with_name("server.key"), is_needed=has_rounds(database))
    problems = [*keys, *checked.problems]
    for problem in problems[:_MOST_SHOWN]:
        print(f"{shown}: {said(problem.what)}\n    {said(problem.advice)}")
    count = len(problems)
    if count:
        print(message("cli-data.problems", path=shown, count=count))
        return 1
    print(message("cli-data.whole", path=shown, checked=_checked(checked)))
    return 0


def _checked(checked: Checked) -> str:
    finished, playing = finished_words(checked.finished), playing_words(checked.in_play)
    if checked.remark:
        return said(checked.remark)
    return message("cli-data.replayed", finished=finished, playing=playing)
