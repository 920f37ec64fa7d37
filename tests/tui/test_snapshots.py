"""A picture of every main screen: the same input always gives the same screen.

A change that is meant is recorded with `SAPPER_GOLDEN=write make test`, and looked at before it is committed.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tui.scenes import SCENES, picture

SNAPSHOTS = Path(__file__).parent / "snapshots"
MOST_BYTES = 120_000
WRITES = os.environ.get("SAPPER_GOLDEN") == "write"


@pytest.mark.parametrize("name", SCENES)
def test_the_screen_is_the_same(name: str) -> None:
    file = SNAPSHOTS / f"{name}.svg"
    drawn = picture(name)
    if WRITES:
        file.parent.mkdir(exist_ok=True)
        file.write_text(drawn, "utf-8")
        return
    assert file.exists(), "record it with SAPPER_GOLDEN=write, and look at it"
    expected = file.read_text("utf-8").splitlines()
    differing = [pair for pair in zip(expected, drawn.splitlines(), strict=False) if pair[0] != pair[1]]
    assert not differing, f"{len(differing)} lines differ, the first: {differing[0]}"
    assert len(expected) == len(drawn.splitlines())


@pytest.mark.skipif(WRITES, reason="they are being written")
def test_there_is_no_snapshot_of_what_is_no_more() -> None:
    files = {file.stem for file in SNAPSHOTS.iterdir()}
    assert files == set(SCENES)
    assert all((SNAPSHOTS / f"{name}.svg").stat().st_size < MOST_BYTES for name in files)
