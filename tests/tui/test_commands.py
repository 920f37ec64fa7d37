"""Every action has a command: the key map's, the menus', the palette's, and those of the keys on each screen."""

from __future__ import annotations

from typing import Any

import pytest
from tui.pilot import FIELD, Player, play

from sapper import Rules
from sapper.controls.keys import ACTIONS, KeyMap, Profile
from sapper.controls.settings import Settings
from sapper.tui.drawers import menus
from sapper.tui.drawers.name_entry import KEYS as NAME_KEYS
from sapper.tui.drawers.palette import palette
from sapper.tui.keystrokes import Keystrokes
from sapper.tui.pages.best_times import BestTimesPage
from sapper.tui.pages.help import HelpPage
from sapper.tui.pages.history import HistoryPage
from sapper.tui.pages.settings import SettingsPage
from sapper.tui.pages.statistics import StatisticsPage
from sapper.tui.play import keys
from sapper.tui.replay.screen import KEYS as REPLAY_KEYS
from sapper.tui.replay.screen import ReplayViewer

PAGES = (BestTimesPage, HelpPage, HistoryPage, SettingsPage, StatisticsPage)


def has_method(owner: Any, action: str) -> bool:
    return hasattr(owner, f"do_{action.partition(':')[0].replace('-', '_')}")


@pytest.mark.parametrize("action", ACTIONS)
def test_every_action_of_the_key_map_has_a_command(action: str) -> None:
    async def script(player: Player) -> None:
        assert action in player.screen.commands

    play(script)


@pytest.mark.parametrize("profile", list(Profile))
def test_every_key_reaches_its_action(profile: Profile) -> None:
    key_map = KeyMap(profile)
    for action, bound in key_map.bindings:
        for key in bound:
            strokes = Keystrokes(lambda: key_map)
            meant = [strokes.press(stroke) for stroke in key.split()][-1]
            assert meant is not None, (action, key)
            assert meant.action == action


ELSEWHERE = ("chord", "undo", "redo")  # these need a position of their own, and have tests of their own


@pytest.mark.parametrize("action", [action for action in ACTIONS if action not in ELSEWHERE])
def test_every_action_does_something(action: str) -> None:
    async def script(player: Player) -> None:
        await player.go((4, 4))
        await player.press("space")
        player.clock.now = 2000
        if action in ("open", "mark", "right-button"):
            await player.press("w")
        if action in ("zoom-in", "zoom-reset"):
            player.screen.commands.do("zoom-out")
        before = seen(player)
        player.screen.commands.do(action)
        await player.pilot.pause()
        assert seen(player) != before or player.app._exit

    play(script)


def seen(player: Player) -> object:
    state, session = player.screen.state, player.session
    return (
        player.text(),
        state.cursor,
        state.note,
        state.is_swapped,
        session.game.seq,
        session.game.rules,
        str(player.app.settings),
        type(player.app.screen).__name__,
    )


@pytest.mark.parametrize("action", ["undo", "redo"])
def test_time_travel_does_something_in_practice(action: str) -> None:
    async def script(player: Player) -> None:
        await player.press("f", *(["backspace"] if action == "redo" else []))
        flags = player.session.game.board.flags
        player.screen.commands.do(action)
        assert player.session.game.board.flags != flags

    play(script, "modern 8x8/10 practice=on")


def test_every_entry_of_the_menus_and_the_palette_has_a_command() -> None:
    rules = Rules()
    entries = [
        *menus.game_menu(rules, KeyMap(), is_paused=False),
        *menus.completion_menu(rules),
        *menus.ruleset_menu(rules),
        *menus.grade_menu(rules),
        *menus.theme_menu("dark"),
        *palette(KeyMap(), Settings(), rules),
    ]

    async def script(player: Player) -> None:
        for entry in entries:
            assert entry.action.partition(":")[0] in player.screen.commands, entry

    play(script)


def test_every_key_below_the_board_has_a_command() -> None:
    async def script(player: Player) -> None:
        await player.press("space")
        for key in (
            *keys.GIVE_UP,
            *keys.SEARCHING,
            *keys.NOT_FOUND,
            *keys.PAUSED,
            *NAME_KEYS,
            *keys.after_game(player.screen.state),
        ):
            assert key.action in player.screen.commands, key

    play(script, field=FIELD)


@pytest.mark.parametrize("page", PAGES)
def test_every_key_of_a_page_has_a_command(page: Any) -> None:
    assert page.table
    for key in page.table:
        assert has_method(page, key.action), key


def test_every_key_of_the_replay_viewer_has_a_command() -> None:
    for key in REPLAY_KEYS:
        assert has_method(ReplayViewer, key.action), key


def test_why_says_what_is_known_of_a_square() -> None:
    async def script(player: Player) -> None:
        await player.go((1, 1))
        await player.press("space", "up", "left", ":", *"known", "enter")
        assert "A1" in player.screen.state.note
        assert player.session.game.hints == 1

    play(script, field=FIELD)
