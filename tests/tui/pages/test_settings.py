"""The settings page: every option of the schema, changed at once; keys of one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tui.pilot import STILL, Player, play
from tui.saved_games import NOW, a_store

from sapper.controls.settings import SCHEMA, Number, Settings
from sapper.controls.settings_file import load
from sapper.display.wording import wording
from sapper.tui.drawing.ink import Depth
from sapper.tui.pages.option_row import UNUSED, OptionRow, rows

if TYPE_CHECKING:
    from pathlib import Path


def page(player: Player) -> Any:
    return player.app.screen


def settings(script: Any, rules: str = "modern 8x8/10", **options: Any) -> Any:
    async def opened(player: Player) -> None:
        await player.press("f10", "w")
        assert page(player).heading == "Settings"
        await script(player)

    given: dict[str, Any] = {"settings": STILL, "now": lambda: NOW} | options
    return play(opened, rules, **given)


def choose(player: Player, section: str, name: str) -> None:
    page(player).scroller.go(page(player)._lines.index(OptionRow(section, name)))
    page(player).redraw()


def test_every_option_has_its_row_and_its_words() -> None:
    listed = [(row.section, row.name) for row in rows() if isinstance(row, OptionRow)]
    assert sorted(listed) == sorted(
        (section, name) for section in SCHEMA for name in SCHEMA[section] if (section, name) not in UNUSED
    )
    for section, name in listed:
        words = wording().setting(section, name)
        assert words.title
        assert words.description.endswith(".")
    named = [*wording().names("actions")] + [
        name for section in SCHEMA for name in wording().names("settings", section)
    ]
    assert len(named) == len(listed) + len(UNUSED)


def test_only_options_that_do_something_in_a_terminal_are_listed() -> None:
    async def script(player: Player) -> None:
        shown = {(row.section, row.name) for row in page(player)._lines if isinstance(row, OptionRow)}
        assert ("controls", "chord-middle") in shown
        assert not shown & UNUSED

    settings(script)


def test_every_option_can_be_chosen_and_says_what_it_means() -> None:
    async def script(player: Player) -> None:
        for row in rows():
            if isinstance(row, OptionRow):
                choose(player, *row)
                assert page(player).here == row
                words = wording().setting(row.section, row.name)
                assert words.title in page(player).body.text
                assert page(player).line.text.strip().startswith(words.description[:40])

    settings(script, size=(120, 40))


def test_a_choice_is_changed_at_once_and_saved(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"

    async def script(player: Player) -> None:
        choose(player, "display", "theme")
        before = player.app.ink.theme.key
        await player.press("right")
        assert player.app.settings.display.theme == "classic"
        assert player.app.ink.theme.key == "classic" != before
        assert load(file)[0].display.theme == "classic"
        await player.press("left", "left")
        assert player.app.settings.display.theme == "terminal"
        await player.press("delete")
        assert "theme" not in player.app.settings.given("display")
        assert "Theme reset to the default: System." in player.text()
        choose(player, "display", "ascii")
        await player.press("space")
        assert player.text().isascii()
        await player.press("escape")
        assert set("".join(player.board())) <= set("#_ []")

    settings(script, settings_file=file)


def test_a_switch_by_mouse() -> None:
    async def script(player: Player) -> None:
        choose(player, "controls", "chord-middle")
        body = page(player).body
        y = next(y for y, row in enumerate(body.text.splitlines()) if "middle button" in row)
        x = body.text.splitlines()[y].index("Off")
        await player.pilot.click("#body", offset=(x, y))
        assert player.app.settings.controls().chord_middle is False
        assert player.screen.state.mouse.controls.chord_middle is False
        await player.pilot.click("#body", offset=(4, y - 1))
        assert page(player).here.name == "chord-both-buttons"

    settings(script)


def test_a_number_within_its_limits() -> None:
    async def script(player: Player) -> None:
        choose(player, "controls", "double-click-ms")
        assert "Between 100 and 1000 ms." in player.text()
        await player.press("right")
        assert player.app.settings.controls().double_click_ms > 400
        await player.press("enter", *"250", "enter")
        assert player.app.settings.controls().double_click_ms == 250
        for bad in ("99", "1001", "x", "99999999999"):
            await player.press("enter", *bad, "enter")
            assert "Double click time must be between 100 and 1000 ms. It is still 250 ms." in player.text()
            assert f" {bad}_" in player.text()  # what was typed stays, to be corrected
            assert player.app.settings.controls().double_click_ms == 250
            await player.press("escape")
        for _ in range(60):
            page(player).do("previous")
        assert player.app.settings.controls().double_click_ms == 100

    settings(script, size=(120, 30))


def test_arrows_reach_both_ends_of_every_number() -> None:
    for section, options in SCHEMA.items():
        for name, option in options.items():
            if isinstance(option, Number):
                row, value = OptionRow(section, name), option.default
                for _ in range(3000):
                    value = row.turned(value, 1)  # type: ignore[assignment]
                assert value == option.most


def test_a_text_and_a_bad_one() -> None:
    async def script(player: Player) -> None:
        choose(player, "game", "level")
        await player.press("enter", *"12x9/20", "enter")
        assert player.app.settings.game.level == "12x9/20"
        assert str(player.session.game.rules.level) == "12x9/20"
        await player.press("enter", *"huge", "enter")
        assert "Level: 'huge' is not a level: write WIDTHxHEIGHT/MINES" in page(player).line.text
        assert " huge_" in page(player).line.text
        assert player.app.settings.game.level == "12x9/20"
        await player.press("ctrl+u", *"9x9/9", "enter")
        assert player.app.settings.game.level == "9x9/9"
        choose(player, "game", "rules")
        await player.press("enter", *"lives", "enter")
        assert "NAME=VALUE" in page(player).line.text
        await player.press("=", "3", "enter")
        assert player.session.game.rules.lives == 3
        choose(player, "game", "name")
        await player.press("enter", "A", "d", "a", "enter")
        assert player.app.settings.game.name == "Ada"
        assert player.session.recorder is not None
        assert player.session.recorder.player == "Ada"

    settings(script, size=(120, 30), store=a_store())


def test_a_game_in_play_is_left_alone() -> None:
    async def script(player: Player) -> None:
        await player.press("escape")
        await player.go((4, 4))
        await player.press("space", "f10", "w")
        choose(player, "game", "ruleset")
        await player.press("right")
        assert "This applies from your next game." in player.text()
        assert player.session.game.rules.ruleset == "modern"
        await player.press("escape", "n", "n")
        assert player.session.game.rules.ruleset == "official"

    settings(script)


def test_what_a_ruleset_sets_is_shown_as_such() -> None:
    async def script(player: Player) -> None:
        choose(player, "controls", "flag")
        line = next(row for row in player.text().splitlines() if "Flag on" in row)
        assert "set by Amiga" in line
        await player.press("left")
        line = next(row for row in player.text().splitlines() if "Flag on" in row)
        assert "set by" not in line
        assert "•" in line
        assert player.app.settings.controls("amiga").flag == "press"
        choose(player, "controls", "reveal")
        assert "set by" not in next(row for row in player.text().splitlines() if "Open on" in row)

    settings(script, "amiga 8x8/10")


def test_a_key_is_added_and_taken_away() -> None:
    async def script(player: Player) -> None:
        choose(player, "keys", "hint")
        await player.press("enter")
        assert "Press the key for Hint." in player.text()
        await player.press("f1")
        assert player.app.settings.keys.keys("hint") == ("h", "f1")
        assert "Hint: H, F1." in player.text()
        await player.press("enter", "h")
        assert player.app.settings.keys.keys("hint") == ("f1",)
        await player.press("enter", "escape")
        assert player.app.settings.keys.keys("hint") == ("f1",)
        await player.press("enter", "delete")
        assert player.app.settings.keys.keys("hint") == ()
        assert "no key" in player.text()
        await player.press("delete")
        assert player.app.settings.keys.keys("hint") == ("h",)
        await player.press("enter", "f1", "escape")
        await player.go((4, 4))
        await player.press("space", "f1")
        assert player.session.game.hints == 1

    settings(script)


def test_a_conflict_is_shown_and_refused() -> None:
    async def script(player: Player) -> None:
        choose(player, "keys", "hint")
        await player.press("enter", "f")
        assert "F is the key for Flag. Remove it there first." in page(player).line.text
        await player.press("enter", "ctrl+z")
        assert "Ctrl+Z belongs to the terminal. Choose another key." in page(player).line.text
        assert player.app.settings.keys.keys("hint") == ("h",)
        choose(player, "keys", "undo")
        assert "Backspace" in page(player).body.text
        assert "Ctrl+Z" not in page(player).body.text
        choose(player, "game", "confirm-new-after")
        assert " 30 s " in player.text()

    settings(script, size=(120, 30))


def test_the_vim_profile() -> None:
    async def script(player: Player) -> None:
        choose(player, "keys", "profile")
        await player.press("right", "escape", "j", "l")
        assert player.screen.state.cursor == (1, 1)

    assert settings(script).settings.keys.profile == "vim"


def test_settings_that_cannot_be_saved_are_reported(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")

    async def script(player: Player) -> None:
        choose(player, "display", "flash")
        await player.press("space")
        assert "The settings could not be saved" in page(player).line.text

    settings(script, settings_file=blocked / "settings.toml", size=(120, 30))


@pytest.mark.parametrize("theme", ["light", "contrast", "mono"])
def test_the_page_in_other_themes(theme: str) -> None:
    async def script(player: Player) -> None:
        await player.press("down", "right")
        assert wording().theme(theme) in player.text()

    settings(script, settings=Settings().change("display", theme=theme), size=(120, 40))


def test_without_colours_the_chosen_value_still_shows() -> None:
    async def script(player: Player) -> None:
        assert "[Off] Single" in player.text()
        assert player.text().isascii()

    settings(script, depth=Depth.NONE)
