"""A replay written to a new file: its format by its name, and never over another file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sapper import Action, Game, Rules, Seed
from sapper.formats import read_replay, recognise
from sapper.formats.export import ExportError, export
from sapper.replay.model import Replay

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def replay() -> Replay:
    game = Game(Rules(), Seed.of("rain"))
    game.open(3, 3)
    game.play(Action("resign"))
    return Replay.of(game, Seed.of("rain"))


@pytest.mark.parametrize(("name", "kind"), [("a.rawvf", "rawvf"), ("b.SAPPER", "packed"), ("c.txt", "text")])
def test_the_name_says_the_format(replay: Replay, tmp_path: Path, name: str, kind: str) -> None:
    path = export(replay, f" {tmp_path / name} ")
    assert path == tmp_path / name
    assert recognise(path.read_bytes()) == kind
    assert read_replay(path.read_bytes(), name).replay.rules == replay.rules


def test_a_file_is_never_overwritten(replay: Replay, tmp_path: Path) -> None:
    file = tmp_path / "game.sapper"
    file.write_text("mine")
    with pytest.raises(ExportError, match="exists already: choose another name"):
        export(replay, str(file))
    assert file.read_text() == "mine"


def test_what_cannot_be_written_says_why(replay: Replay, tmp_path: Path) -> None:
    with pytest.raises(ExportError, match="a file needs a name"):
        export(replay, "  ")
    with pytest.raises(ExportError, match="AVF replays are read and not written: choose the ending"):
        export(replay, str(tmp_path / "game.AVF"))
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(ExportError, match="cannot be written: No such file or directory"):
        export(replay, str(tmp_path / "nowhere" / "game.txt"))
