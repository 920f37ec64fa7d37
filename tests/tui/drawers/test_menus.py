"""Menus, pickers, the form and the palette: each entry does what it says, beside the board or in its place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tui.pilot import STILL, Player, play

from sapper import Status, __version__
from sapper.controls.keys import KeyMap
from sapper.controls.settings_file import load
from sapper.history.store import open_store
from sapper.rules import Completion, LayoutKind
from sapper.tui import screens
from sapper.tui.drawers.drawer import Choices, Page
from sapper.tui.drawers.menus import game_menu

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("letter", "so"),
    [
        ("n", "modern 16x16/40 v1"),
        ("b", "modern 8x8/10 v1"),
        ("i", "modern 16x16/40 v1"),
        ("e", "modern 30x16/99 v1"),
    ],
)
def test_s4_1_the_game_menu_by_its_letters(letter: str, so: str) -> None:
    async def script(player: Player) -> None:
        await player.go((2, 2))
        await player.press("space")
        await player.press("f10")
        assert "Game menu ──" in player.text()
        await player.press(letter)
        assert str(player.session.game.rules) == so
        assert player.session.game.seq == 0
        assert player.screen.drawer is None

    play(script, "modern 16x16/40")


def test_s4_1_expert_is_the_amigas_own() -> None:
    async def script(player: Player) -> None:
        await player.press("f10", "e")
        assert str(player.session.game.rules.level) == "32x16/99"

    play(script, "amiga 8x8/10")


@pytest.mark.parametrize(
    ("letter", "title"),
    [("c", "Custom board"), ("o", "Completion"), ("r", "Ruleset"), ("g", "No-guess grade"), ("l", "Theme")],
)
def test_menu_entries_that_open_a_list(letter: str, title: str) -> None:
    async def script(player: Player) -> None:
        await player.press("f10", letter)
        assert f"{title} ─" in player.text()
        await player.press("escape")
        assert player.screen.drawer is None
        assert player.screen.board.has_focus

    play(script)


def test_s4_24_pause_from_the_menu_hides_every_cell() -> None:
    async def script(player: Player) -> None:
        await player.go((4, 4))
        await player.press("space")
        assert any(sign.isdigit() for row in player.board() for sign in row)
        await player.press("f10", "p")
        assert player.session.is_paused
        drawn = player.board()
        assert not any(sign.isdigit() or sign == "⚑" for row in drawn for sign in row)
        assert len(set(drawn)) <= 2
        player.clock.now = 60_000
        assert player.session.elapsed == 0
        assert "-_-" in player.text()
        await player.press("p")
        assert player.session.game.status is Status.PLAYING

    play(script)


def test_while_paused_no_key_and_no_button_plays() -> None:
    async def script(player: Player) -> None:
        await player.go((4, 4))
        await player.press("space", "p")
        before = player.session.game.seq
        await player.press("space", "f", "c", "h", "v", "w")
        await player.click("L", (0, 0))
        assert player.session.game.seq == before
        await player.pilot.click("#triad", offset=(player.screen.triad.size.width // 2, 0))
        assert player.session.game.status is Status.PLAYING

    play(script)


def test_s4_30_about_and_quit() -> None:
    async def script(player: Player) -> None:
        await player.press("f10", "?")
        assert isinstance(player.screen.drawer, Page)
        assert "Sapper 0" in player.text()
        await player.press("escape", "f10", "q")
        assert not player.app.is_running or player.app._exit

    play(script)


@pytest.mark.parametrize(
    ("letter", "kind"),
    [("m", Completion.MARK), ("n", Completion.CLEAR), ("b", Completion.BOTH), ("e", Completion.EITHER)],
)
def test_s4_25_the_completion_menu(letter: str, kind: Completion) -> None:
    async def script(player: Player) -> None:
        await player.press("f10", "o", letter)
        assert player.session.game.rules.completion is kind

    play(script)


def test_the_ruleset_picker() -> None:
    async def script(player: Player) -> None:
        await player.press("f10", "r", "3")
        assert player.session.game.rules.ruleset == "amiga"
        assert player.session.game.rules.questions
        await player.press("f", "f")
        assert player.board()[0].strip().startswith(("?", "[?", "[ ?"))

    play(script)


def test_the_grade_picker_and_a_board_of_that_grade() -> None:
    async def script(player: Player) -> None:
        await player.press("f10", "g", "2")
        assert player.session.game.rules.layout is LayoutKind.NO_GUESS_PAIRS
        assert "No-guess 2" in player.text()
        await player.go((4, 4))
        await player.press("space")
        await player.until(lambda: player.session.game.seq == 1)

    play(script)


def test_every_screen_of_the_table_opens_and_goes_back() -> None:
    async def script(player: Player) -> None:
        for action in screens.SCREENS:
            if action in ("watch", "report"):
                continue  # there is no replay before the end
            player.screen.commands.do(action)
            await player.pilot.pause()
            assert type(player.app.screen).__name__ == screens.SCREENS[action][1]
            await player.press("escape")
            assert player.app.screen is player.screen

    play(script)


@pytest.mark.parametrize("rules", ["modern 8x8/10", "modern 30x16/99"])
def test_s4_1_the_menu_shows_the_hot_keys_and_that_there_is_more(rules: str) -> None:
    async def script(player: Player) -> None:
        await player.press("f10")
        for key in "NBIECMTPQ":
            await player.press("end" if key in "TPQ" else "home")
            rows = player.screen.drawer.text.splitlines()
            assert any(f" {key} " in row and f"Alt+{key}" in row for row in rows), key
        assert any("About" in row and "Alt+A" in row for row in rows)
        assert any(row.endswith("┃") for row in rows)  # the thumb of a scroll bar: the list is longer than its place
        assert any(row.endswith("│") for row in rows)

    play(script, rules)


@pytest.mark.parametrize(
    ("key", "seen"),
    [("alt+t", "Best times"), ("alt+w", "Settings"), ("alt+y", "History"), (",", "Settings"), ("alt+a", "About ──")],
)
def test_pages_by_their_hot_keys(key: str, seen: str) -> None:
    async def script(player: Player) -> None:
        await player.press(key)
        assert seen in player.text()

    play(script)


def test_s4_30_about_names_version_author_licence_and_where_games_are(tmp_path: Path) -> None:
    async def script(player: Player) -> None:
        await player.press("f10", "?")
        words = " ".join(player.screen.drawer.text.split())
        assert f"Sapper {__version__}" in words
        assert "By the Sapper developers." in words
        assert "MIT licence" in words
        unbroken = words.replace(" ", "")
        assert f"Gamesarestoredin{tmp_path / 'games.db'}." in unbroken
        assert f"Settingsarestoredin{tmp_path / 'settings.toml'}." in unbroken

    with open_store(tmp_path / "games.db") as store:
        play(script, store=store, settings_file=tmp_path / "settings.toml")


def test_no_letter_of_a_menu_is_used_twice() -> None:
    from sapper import Rules

    letters = [item.key for item in game_menu(Rules(), KeyMap(), is_paused=False)]
    assert len(letters) == len(set(letters))
    assert set("NBIECM?PQ") <= set(letters)


def test_the_custom_form_checks_and_says_what_is_allowed() -> None:
    async def script(player: Player) -> None:
        await player.press("alt+c", "9", "tab", "9", "tab", "8", "1")
        assert "0 to 80" in player.text()
        assert "Mines must be 0 to 80." in " ".join(player.screen.drawer.text.split())
        await player.press("enter")
        assert player.session.game.rules.level.width == 8
        assert player.screen.drawer.values == ["9", "9", "81"]
        await player.press("backspace", "backspace", "1", "0", "enter")
        assert str(player.session.game.rules.level) == "9x9/10"

    play(script)


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        (["3", "3"], "Width must be 1 to 32."),
        (["backspace", "backspace"], "Width must be 1 to 32."),
        (["0"], "Width must be 1 to 32."),
        (["tab", "3", "3"], "Height must be 1 to 32."),
        (["tab", "tab", "%"], "Mines must be 0 to 255."),
        (["x", "-"], ""),
    ],
)
def test_bad_input_in_the_custom_form(keys: list[str], says: str) -> None:
    async def script(player: Player) -> None:
        await player.press("alt+c", *keys)
        assert says in " ".join(player.screen.drawer.text.split())
        assert (player.screen.drawer.level is None) is bool(says)

    play(script, "amiga 16x16/40")


def test_the_form_by_mouse() -> None:
    async def script(player: Player) -> None:
        await player.press("alt+c")
        drawer = player.screen.drawer
        rows = drawer.text.splitlines()
        await player.pilot.click(
            player.screen.drawer, offset=(10, next(y for y, row in enumerate(rows) if "Mines" in row))
        )
        await player.press("5")
        rows = drawer.text.splitlines()
        await player.pilot.click(
            player.screen.drawer, offset=(2, next(y for y, row in enumerate(rows) if "play" in row))
        )
        assert str(player.session.game.rules.level) == "8x8/5"

    play(script)


def test_the_command_palette_narrows_to_what_is_typed() -> None:
    async def script(player: Player) -> None:
        await player.press(":", "e", "x", "p", "e", "r")
        assert isinstance(player.screen.drawer, Choices)
        assert [item.action for item in player.screen.drawer.matching] == ["expert"]
        await player.press("enter")
        assert player.session.game.rules.level.width == 30
        await player.press("ctrl+k", "z", "z")
        assert "No matching command." in player.text()
        await player.press("enter", "escape")
        assert player.screen.drawer is None

    play(script)


def test_leaving_works_from_within_a_list() -> None:
    async def script(player: Player) -> None:
        await player.press("f10", "ctrl+q")
        assert player.app._exit

    play(script)


def test_menus_by_mouse() -> None:
    async def script(player: Player) -> None:
        await player.pilot.click("#title", offset=(4, 0))
        rows = player.screen.drawer.text.splitlines()
        await player.pilot.click(
            player.screen.drawer, offset=(6, next(y for y, row in enumerate(rows) if "Intermediate" in row))
        )
        assert player.session.game.rules.level.width == 16
        keys = player.screen.footer.text
        await player.pilot.click("#footer", offset=(keys.index("flag"), 0))
        assert player.session.game.board.flags == 1

    play(script)


def test_a_list_takes_the_place_of_the_board_only_where_there_is_no_room() -> None:
    async def beside(player: Player) -> None:
        await player.press("f10")
        assert player.screen.board.display
        assert not player.screen.board.region.overlaps(player.screen.drawer.region)

    async def instead(player: Player) -> None:
        await player.press("f10")
        assert not player.screen.board.display
        await player.press("escape")
        assert player.screen.board.display

    play(beside, "modern 16x16/40")
    play(instead, "modern 30x16/99")


@pytest.mark.parametrize("theme", ["classic", "amiga", "light", "dark", "contrast", "colour-blind", "mono"])
def test_themes_change_at_once_and_are_remembered(theme: str, tmp_path: object) -> None:
    from pathlib import Path

    file = Path(str(tmp_path)) / "settings.toml"

    async def script(player: Player) -> None:
        player.screen.commands.do("theme:dark")
        dark = player.screen.board.render_line(1)
        player.screen.commands.do(f"theme:{theme}")
        await player.pilot.pause()
        assert (player.screen.board.render_line(1) == dark) is (theme == "dark")

    play(script, settings_file=file)
    assert load(file)[0].display.theme == theme


def test_zoom_and_panel() -> None:
    async def script(player: Player) -> None:
        assert player.screen.places.cells.name == "LARGE"
        await player.press("-", "-", "-")
        assert player.screen.places.cells.name == "COMPACT"
        await player.press("+")
        assert player.screen.places.cells.name == "WIDE"
        await player.press("0")
        assert player.screen.places.cells.name == "LARGE"
        player.screen.commands.do("panel")
        assert player.screen.places.panel is None

    app = play(script, settings=STILL)
    assert app.settings.display.panel is False


def test_the_palette_finds_what_a_thing_is_called_elsewhere() -> None:
    async def script(player: Player) -> None:
        await player.press(":", *"same board")
        assert "Retry this board" in player.text()

    play(script)


def test_the_palette_names_no_key_that_the_terminal_takes() -> None:
    async def script(player: Player) -> None:
        await player.press(":", *"undo")
        assert "Backspace  Undo" in player.text()
        assert "Ctrl+Z" not in player.text()

    play(script)


def test_what_is_too_long_for_a_list_goes_on_in_the_next_line() -> None:
    async def script(player: Player) -> None:
        await player.press(":", *"intermediate")
        lines = player.text().splitlines()
        place = next(number for number, line in enumerate(lines) if "Alt+I" in line)
        words = "".join([lines[place].split("Alt+I")[1], *lines[place + 1 : place + 4]]).split()
        assert "".join(words).startswith("NewIntermediategame")

    play(script, size=(24, 15))


def test_a_note_that_is_too_long_for_its_line_stands_below_the_list() -> None:
    async def script(player: Player) -> None:
        await player.press("f10", "r")
        text = player.screen.drawer.text
        assert "5  Click  No flags and no chords" in text
        assert "1  Modern ✓\n" in text
        assert "First click opens, numbers chord" in text.splitlines()[-1]
        await player.press("down")
        assert "Ranking rules, chord with both" in player.screen.drawer.text
        assert "First click opens" not in player.screen.drawer.text

    play(script)
