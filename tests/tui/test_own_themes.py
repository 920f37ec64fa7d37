"""Themes of the player's own in the terminal: from their files to the screen, and files that are none."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from tui.pilot import STILL, Player, play

from sapper import machine
from sapper.controls.settings_file import load
from sapper.display import themes
from sapper.display.theme_files import use_own_themes
from sapper.tui.drawers import menus
from sapper.tui.drawing.ink import Depth
from sapper.tui.pages.option_row import OptionRow

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FOREST = {"sapper-theme": 1, "name": "Deep Forest", "base": "dark", "page": "#0a1a10", "open": "#10201a"}
NAME = "own:deep-forest"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("SAPPER_CONFIG", str(tmp_path))
    folder = machine.themes_folder()
    assert folder == tmp_path / "themes"
    folder.mkdir()
    (folder / "forest.json").write_text(json.dumps(FOREST), "utf-8")
    yield folder
    themes.use_own({})


@pytest.mark.parametrize("depth", list(Depth))
def test_an_own_theme_is_shown_at_every_depth(folder: Path, depth: Depth) -> None:
    assert use_own_themes(folder, NAME) == ""

    async def script(player: Player) -> None:
        assert player.app.ink.theme.name == "Deep Forest"
        await player.press("enter", ",")
        assert "Deep Forest" in player.text()

    play(script, settings=STILL.change("display", theme=NAME), depth=depth, size=(120, 40))


def test_an_own_theme_is_chosen_by_menu_palette_and_settings(folder: Path, tmp_path: Path) -> None:
    use_own_themes(folder)
    assert ("Deep Forest", f"theme:{NAME}") in [(item.words, item.action) for item in menus.theme_menu("dark")]
    file = tmp_path / "settings.toml"

    async def script(player: Player) -> None:
        await player.press(":", *"theme deep", "enter")
        assert player.app.settings.display.theme == NAME
        assert player.app.ink.theme["page"] == "#0a1a10"
        row = OptionRow("display", "theme")
        assert row.spelled(NAME) == "Deep Forest"
        assert row.turned(NAME, 1) == "system"

    play(script, settings_file=file)
    assert load(file)[0].display.theme == NAME


def test_a_theme_whose_file_is_gone_leaves_the_usual_one(folder: Path) -> None:
    (folder / "forest.json").unlink()
    why = use_own_themes(folder, NAME)
    assert why == f"The theme deep-forest is not in {folder}. The usual theme is used."

    async def script(player: Player) -> None:
        assert player.app.ink.theme.key in ("dark", "light")
        await player.press(",")
        assert OptionRow("display", "theme").turned(NAME, 1) == "classic"

    play(script, settings=STILL.change("display", theme=NAME))
