"""Recordings of other people, which are no part of this project: read from beside it where they are."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

BINARY = (".avf", ".rmv", ".evf", ".mvf")


@cache
def folder() -> Path | None:
    """Find the folder of samples: $SAPPER_SAMPLES, or `shared/data/replays` beside the repository."""
    given = os.environ.get("SAPPER_SAMPLES")
    beside = Path(__file__).resolve().parents[2] / "shared" / "data" / "replays"
    path = Path(given) if given else beside
    return path if path.is_dir() else None


def videos() -> list[Path]:
    """List the binary videos."""
    here = folder()
    return [] if here is None else sorted(path for path in here.iterdir() if path.suffix in BINARY)


def broken() -> list[Path]:
    """List the files that are broken on purpose."""
    here = folder()
    return [] if here is None else sorted(here.glob("error_*"))
