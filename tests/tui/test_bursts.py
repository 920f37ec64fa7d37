"""Keys that come faster than the screen follows, and what is on it afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from textual.events import Key
from tui.pilot import FIELD, Player, play
from tui.saved_games import a_store, save_summary

from sapper.controls.settings import Settings
from sapper.tui.play.screen import PlayScreen

if TYPE_CHECKING:
    from pathlib import Path


async def burst(player: Player, *keys: str) -> None:
    """Press keys so that all have come before the first is taken."""
    screen = player.app.screen
    for key in keys:
        screen.post_message(Key(key, key if len(key) == 1 else None))
    await player.until(lambda: not screen.message_queue_size or not screen.is_running)
    await player.pilot.pause()


def painted(player: Player) -> list[str]:
    """What the terminal shows, from the caches of the screen."""
    return [strip.text.rstrip() for strip in player.app.screen._compositor.render_strips()]


@pytest.mark.parametrize("opens", ["s", "t", "?"])
@pytest.mark.parametrize("keys", [("q", "q"), ("q", "s"), ("t", "s", "t"), ("escape", "escape")])
def test_a_page_that_was_left_takes_no_more_keys(opens: str, keys: tuple[str, ...]) -> None:
    async def script(player: Player) -> None:
        await player.press(opens)
        await burst(player, *keys)
        assert len(player.app.screen_stack) <= 2

    play(script, field=FIELD)


@pytest.mark.parametrize("keys", [("q", "q"), ("q", "s"), ("g", "g"), ("g", "q")])
def test_a_replay_viewer_that_was_left_takes_no_more_keys(keys: tuple[str, ...]) -> None:
    async def script(player: Player) -> None:
        await player.press("space", "w")
        await burst(player, *keys)
        assert isinstance(player.app.screen, PlayScreen)

    play(script, field=FIELD)


def test_a_page_opens_once() -> None:
    async def script(player: Player) -> None:
        await burst(player, "s", "s")
        assert len(player.app.screen_stack) == 2

    play(script, field=FIELD)


def test_keys_that_follow_the_palette_at_once_are_typed_into_it() -> None:
    async def script(player: Player) -> None:
        await burst(player, ":", *"exper", "enter")
        await player.until(lambda: player.session.game.rules.level.width == 30)

    play(script)


def test_a_last_move_that_is_taken_back_at_once() -> None:
    async def script(player: Player) -> None:
        await burst(player, "space", "backspace")
        assert not player.session.game.status.is_over
        assert not player.screen.state.summary
        await burst(player, "space")
        await player.until(lambda: player.screen.state.summary is not None)
        await burst(player, "ctrl+y", "backspace", "space", "backspace")
        assert not player.screen.state.summary

    play(script, "modern 8x8/10 practice=on", field="*.")


def test_a_wider_board_is_painted_whole() -> None:
    async def script(player: Player) -> None:
        await player.press("f", "alt+c", *"12", "tab", *"12", "tab", "3", "enter")
        await player.until(lambda: sum(line.count("· · · · · · · · · · ·") for line in painted(player)) == 12)

    play(script, "modern 9x9/10", size=(60, 20))


def test_an_open_square_has_no_lower_edge() -> None:
    async def script(player: Player) -> None:
        await player.press("right", "space")
        assert player.board()[1].startswith("▁▁▁▁[  ]▁▁▁▁")

    play(script, field=FIELD, size=(100, 30))


def test_statistics_of_games_that_were_given_up() -> None:
    async def script(player: Player) -> None:
        await player.press("s")
        assert "given up" in player.text()

    store = a_store()
    save_summary(store, 1, status="abandoned", elapsed=1000, left=0, solved=0)
    play(script, store=store)


@pytest.mark.parametrize("size", [(40, 15), (60, 20), (80, 24), (120, 40)])
def test_a_wrong_settings_file_is_shown_at_the_start(size: tuple[int, int]) -> None:
    note = "/home/somebody/.config/sapper/settings.toml: line 1: no such section; the defaults are used"

    async def script(player: Player) -> None:
        await player.press("right")
        place = player.screen.side if player.screen.side.display else player.screen.line
        lines = place.text.splitlines()[: place.size.height]
        assert "no such section; the defaults are used" in " ".join(" ".join(lines).split())
        await player.press("f")
        assert "defaults" not in player.text()

    play(script, "modern 9x9/10", size=size, note=note)


def test_settings_that_cannot_be_saved_are_reported(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("[nonsense\n")

    async def script(player: Player) -> None:
        await player.press("alt+i")
        assert "could not be saved" in " ".join(player.text().split())
        player.screen.commands.do("settings")
        await player.pilot.pause()
        await player.press("down", "down", "right")
        lines = painted(player)
        assert "could not be saved" in " ".join(" ".join(lines).split())
        assert "save settings." in " ".join(" ".join(lines).split())

    play(script, "modern 9x9/10", settings_file=file)
    assert file.read_text() == "[nonsense\n"


def test_a_hint_is_read_whole_on_a_small_screen() -> None:
    async def script(player: Player) -> None:
        await player.press("down", "down", "right", "space")
        for _ in range(3):
            await player.press("h")
            said = " ".join(player.screen.line.text.split())
            assert said == " ".join(" ".join(player.screen.state.hint_steps.sentences).split())
            assert player.screen.line.region.bottom == 14
            shown = painted(player)
            assert " ".join(" ".join(shown[-1 - player.screen.line.size.height : -1]).split()) == said
            row = player.screen.state.hint_steps.hint.cell[0]
            assert any(line.strip().startswith(f"{row + 1} ") for line in shown)

    play(script, "modern 9x9/10", size=(40, 15), settings=Settings().change("game", help="allow"), seed="rain")


def test_keys_that_follow_a_form_at_once_are_typed_into_it() -> None:
    async def script(player: Player) -> None:
        await burst(player, "alt+c", *"20", "tab", *"10", "tab", *"30", "enter", "right", "f")
        assert str(player.session.game.rules.level) == "20x10/30"
        assert player.session.game.board.flags == 1  # and what follows goes to the new board
        await burst(player, "f10", "d", *"rain", "enter")
        assert player.session.known_board

    play(script)


def test_keys_that_follow_a_page_at_once_are_typed_into_it() -> None:
    async def script(player: Player) -> None:
        await burst(player, ":", *"settings", "enter", "end", "home", "down", "enter", *"12x9/20", "enter")
        await player.until(lambda: str(player.session.rules.level) == "12x9/20")
        assert type(player.app.screen).__name__ == "SettingsPage"

    play(script)
