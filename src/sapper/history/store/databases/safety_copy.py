"""A copy of a database in its folder, made before a newer program changes its schema."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def copy_before(source: sqlite3.Connection, path: Path, version: int) -> Path:
    """Copy a database to `NAME.before-VERSION`, remove earlier copies, and return the path of the copy.

    `sqlite3.Error` and `OSError` say why that is not possible. A copy is complete or not there.
    """
    copy = path.with_name(f"{path.name}.before-{version}")
    unfinished = copy.with_name(f"{copy.name}.part")
    unfinished.unlink(missing_ok=True)
    unfinished.touch(0o600)  # it holds the seeds of games in play
    try:
        with closing(sqlite3.connect(unfinished)) as target:
            source.backup(target)
        os.replace(unfinished, copy)
    except BaseException:
        with suppress(OSError):
            unfinished.unlink()
        raise
    remove_copies(path, but=copy)
    return copy


def remove_copies(path: Path, *, but: Path | None = None) -> None:
    """Remove the copies of a database."""
    for copy in path.parent.glob(f"{path.name}.before-*"):
        if copy != but and copy.suffix.removeprefix(".before-").isdecimal():
            with suppress(OSError):
                copy.unlink()
