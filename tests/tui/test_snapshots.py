"""A picture of every main screen: the same input always gives the same screen.

A change that is meant is recorded with `SAPPER_GOLDEN=write make test`, and looked at before it is committed. Textual
draws the same screen as another picture from one version to the next, so pictures are compared with the version that
drew them, which is recorded beside them, and only their text with any other version.
"""

from __future__ import annotations

import os
from importlib.metadata import version
from pathlib import Path

import pytest
from tui.scenes import SCENES, picture, text_of

SNAPSHOTS = Path(__file__).parent / "snapshots"
RECORDED_WITH = SNAPSHOTS / "textual-version.txt"
MOST_BYTES = 120_000
WRITES = os.environ.get("SAPPER_GOLDEN") == "write"


@pytest.mark.parametrize("name", SCENES)
def test_the_screen_is_the_same(name: str) -> None:
    file = SNAPSHOTS / f"{name}.svg"
    drawn = picture(name)
    if WRITES:
        file.parent.mkdir(exist_ok=True)
        file.write_text(drawn, "utf-8")
        RECORDED_WITH.write_text(f"{version('textual')}\n", "utf-8")
        return
    assert file.exists(), "record it with SAPPER_GOLDEN=write, and look at it"
    recorded, used = RECORDED_WITH.read_text("utf-8").strip(), version("textual")
    expected = file.read_text("utf-8")
    assert text_of(drawn) == text_of(expected)
    if recorded == used:
        _compare(expected.splitlines(), drawn.splitlines(), f"recorded and drawn with Textual {used}")


def _compare(expected: list[str], drawn: list[str], how: str) -> None:
    differing = [pair for pair in zip(expected, drawn, strict=False) if pair[0] != pair[1]]
    assert not differing, f"{how}: {len(differing)} lines differ, the first: {differing[0]}"
    assert len(expected) == len(drawn)


def test_the_text_of_a_picture_is_that_of_the_screen() -> None:
    text = "\n".join(text_of((SNAPSHOTS / "play-80x24.svg").read_text("utf-8")))
    assert "⚑ Sapper   Intermediate 16" in text
    assert "3BV/s                   " in text


@pytest.mark.skipif(WRITES, reason="they are being written")
def test_there_is_no_snapshot_of_what_is_no_more() -> None:
    files = {file.stem for file in SNAPSHOTS.glob("*.svg")}
    assert files == set(SCENES)
    assert all((SNAPSHOTS / f"{name}.svg").stat().st_size < MOST_BYTES for name in files)
