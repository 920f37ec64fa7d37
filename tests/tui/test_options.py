"""One owner of the settings: a change is checked, saved and announced, and everything reads it there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tui.pilot import Player, play

from sapper.controls.settings import Settings, SettingsError
from sapper.controls.settings_file import load
from sapper.tui.options import Options

if TYPE_CHECKING:
    from pathlib import Path


def test_a_change_is_saved_and_announced_once(tmp_path: Path) -> None:
    file = tmp_path / "new folder" / "settings.toml"
    changes: list[tuple[str, str]] = []
    options = Options(Settings(), file, lambda section, name: changes.append((section, name)))
    options.set_option("game", "after-win", "new-game")
    assert options.game.after_win == "new-game"
    assert options.settings == load(file)[0]
    assert changes == [("game", "after-win")]
    assert options.take_failure() == ""


def test_none_is_the_default() -> None:
    options = Options(Settings().change("display", panel=False), None, lambda section, name: None)
    options.set_option("display", "panel", None)
    assert options.display.panel is True
    assert options.settings == Settings()


@pytest.mark.parametrize(
    ("section", "name", "value"), [("display", "theme", "pink"), ("game", "level", "0x0/0"), ("game", "no-such", 1)]
)
def test_a_value_that_is_not_allowed_changes_nothing(section: str, name: str, value: object, tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    changes: list[str] = []
    options = Options(Settings(), file, lambda section, name: changes.append(name))
    with pytest.raises(SettingsError):
        options.set_option(section, name, value)
    assert options.settings == Settings()
    assert not changes
    assert not file.exists()


def test_a_change_that_cannot_be_saved_holds_and_is_reported_once(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("[nonsense\n")
    options = Options(Settings(), file, lambda section, name: None)
    options.set_option("display", "panel", False)
    assert options.display.panel is False
    assert options.take_failure().startswith("The settings could not be saved: ")
    assert options.take_failure() == ""


def test_every_part_of_the_screen_follows_a_change_at_once() -> None:
    async def script(player: Player) -> None:
        options, screen = player.app.options, player.screen
        assert screen.state.options is options
        options.set_option("keys", "mark", ["o"])
        options.set_option("controls", "chord-middle", False)
        options.set_option("display", "theme", "light")
        await player.press("o")
        assert player.session.game.board.flags == 1
        assert screen.state.mouse.controls.chord_middle is False
        assert player.app.ink.theme.key == "light"
        assert " O  flag" in screen.footer.text

    play(script)
