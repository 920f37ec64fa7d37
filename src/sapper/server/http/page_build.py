"""The page of a checkout is built from its sources before it is served. An installed copy has the built files alone."""

from __future__ import annotations

import logging
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

log = logging.getLogger("sapper.server")

_PACKAGE = Path(__file__).parents[2]
_SOURCES = _PACKAGE / "web" / "src"
_BUILT = _PACKAGE / "web" / "built" / "files.json"
_COMMAND = [sys.executable, "-m", "sapper.web.build"]


def is_current() -> bool:
    """Return whether there is nothing to build: no source is newer than what was built."""
    if not _SOURCES.exists():
        return True
    if not _BUILT.exists():
        return False
    built = _BUILT.stat().st_mtime_ns
    return all(path.stat().st_mtime_ns <= built for path in _sources())


def make_current() -> None:
    """Build the page if its sources have changed; log what prevents it."""
    if is_current():
        return
    done = subprocess.run(_COMMAND, capture_output=True, text=True, check=False)
    if done.returncode:
        log.warning("%s `make page` builds it.", done.stderr.strip().removeprefix("sapper: ").capitalize())


def _sources() -> Iterator[Path]:
    """Return everything that the built files follow from, but for the tools."""
    yield from _SOURCES.rglob("*.*")
    yield from (_PACKAGE / "web" / "assets").iterdir()
    yield from (_PACKAGE / "web").glob("*.py")
    yield from (_PACKAGE / "controls").glob("*.py")
    yield from (path for path in (_PACKAGE / "display").rglob("*.*") if path.suffix != ".pyc")
    yield _PACKAGE / "rules.py"
    yield from (_PACKAGE.parents[1] / "scripts").glob("page*.mjs")
