"""The command palette: what is meant by a few letters, and vim's commands."""

from __future__ import annotations

import re
from pathlib import Path

import pseudo
import pytest
from tui.pilot import Player, play
from tui.saved_games import a_store

from sapper import Rules
from sapper.controls.keys import KeyMap
from sapper.controls.settings import SCHEMA, Settings
from sapper.display.languages import ENGLISH, languages
from sapper.tui.drawers.matching import matching
from sapper.tui.drawers.menus import Item
from sapper.tui.drawers.palette import palette
from sapper.tui.pages.option_row import UNUSED

ITEMS = palette(KeyMap(), Settings(), Rules())
DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        ("n", "new"),
        ("h", "help"),
        ("q", "quit"),
        ("q!", "quit"),
        ("wq", "quit"),
        ("x", "quit"),
        ("exit", "quit"),
        ("w", "save"),
        ("w!", "save"),
        ("u", "undo"),
        ("restart", "new"),
        ("retry", "retry"),
        ("stats", "statistics"),
        ("records", "best-times"),
        ("no guess", "grade"),
        ("expert", "expert"),
        ("exp", "expert"),
        ("hin", "hint"),
        ("se", "settings"),
        ("options", "settings"),
        ("vim", "set:keys.profile=vim"),
        ("theme dark", "theme:dark"),
        ("dark", "theme:dark"),
        ("amiga", "theme:amiga"),
        ("ruleset amiga", "ruleset:amiga"),
        ("flash", "set:display.flash"),
        ("double", "settings:controls.double-click-ms"),
        ("lives", "rules"),
        ("seed", "enter-seed"),
        ("help", "help"),
        ("statistics", "statistics"),
        ("settings", "settings"),
        ("undo", "undo"),
        ("nwgm", "new"),
        ("bstmv", "best-move"),
    ],
)
def test_the_first_hit_is_what_is_meant(typed: str, action: str) -> None:
    assert matching(ITEMS, typed)[0].action == action


@pytest.mark.parametrize("typed", ["zzz", "xyzzy", "qqq"])
def test_what_matches_nothing_finds_nothing(typed: str) -> None:
    assert matching(ITEMS, typed) == []


@pytest.mark.parametrize("language", languages())
def test_what_the_manual_of_a_language_types_finds_something(language: str) -> None:
    manual = DOCS / ("" if language == ENGLISH else language) / "controls.md"
    paragraph = next(part for part in manual.read_text("utf-8").split("\n\n") if "`:q`" in part)
    typed = [words for words in re.findall("`([^`]+)`", paragraph.replace("\n", " ")) if not words.startswith(":")]
    assert len(typed) >= 6
    with pseudo.spoken(language):
        items = palette(KeyMap(), Settings(), Rules())
    assert [words for words in typed if not matching(items, words)] == []


def test_a_prefix_comes_before_letters_within_a_name() -> None:
    items = [Item("", "Undo", "undo"), Item("", "Down", "down"), Item("", "New", "new", note="do it")]
    assert [item.action for item in matching(items, "do")] == ["down", "undo"]
    assert [item.action for item in matching(items, "it")] == ["new"]
    assert matching(items, "") == items


def test_every_setting_is_found_by_its_title() -> None:
    from sapper.display.wording import wording

    for section in ("game", "display", "controls"):
        for name in SCHEMA[section]:
            if (section, name) not in UNUSED:
                assert matching(ITEMS, wording().setting(section, name).title), name


@pytest.mark.parametrize("command", ["q", "q!", "wq", "x"])
def test_vims_commands_quit(command: str) -> None:
    async def script(player: Player) -> None:
        await player.go((0, 4))
        await player.press("space", ":", *command, "enter")
        assert player.app._exit

    play(script, store=a_store())


def test_vims_write_says_that_the_game_is_saved() -> None:
    async def script(player: Player) -> None:
        await player.go((0, 4))
        await player.press("space", ":", "w", "enter")
        assert player.screen.state.note == "This game is saved: every move is, as you play."
        assert player.session.game.seq == 1

    async def unsaved(player: Player) -> None:
        await player.press(":", "w", "enter")
        assert "not being saved" in player.screen.state.note

    play(script, store=a_store())
    play(unsaved)


def test_vim_turns_its_profile_on() -> None:
    async def script(player: Player) -> None:
        await player.press(":", *"vim", "enter")
        assert player.screen.state.note == "Profile: Vim."
        await player.press("j", "l")
        assert player.screen.state.cursor == (1, 1)

    assert play(script).settings.keys.profile == "vim"


def test_themes_switches_and_other_settings() -> None:
    async def script(player: Player) -> None:
        await player.press(":", *"theme dark", "enter")
        assert player.app.settings.display.theme == "dark"
        await player.press(":", *"flash", "enter")
        assert player.app.settings.display.flash
        await player.press(":", *"middle", "enter")
        assert not player.app.settings.controls().chord_middle
        await player.press(":", *"double click time", "enter")
        assert player.app.screen.here.name == "double-click-ms"  # type: ignore[attr-defined]

    play(script)


def test_no_match_does_nothing_but_say_so() -> None:
    async def script(player: Player) -> None:
        await player.press("f", ":", *"zzz", "enter")
        assert "No matching command." in player.text()
        assert player.session.game.seq == 1
        assert player.screen.drawer is not None

    play(script)


def test_the_marked_line_is_the_one_that_enter_takes() -> None:
    async def script(player: Player) -> None:
        await player.press(":", *"ex")
        lines = player.screen.drawer._lines
        marked = [line.action for line in lines if line.fill == player.app.ink("onAccent", "accent")]
        assert marked == ["expert"]

    play(script)
