"""A best time asks for a name, once, beside the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tui.pilot import STILL, Player, play
from tui.play.test_figures import FIELD, WIDE, finish, open_most, win, win_here

from sapper.controls.settings_file import load
from sapper.history.store import open_store
from sapper.tui.drawers.name_entry import MOST_SIGNS, NameEntry

if TYPE_CHECKING:
    from pathlib import Path

    from sapper.history.store import Store


def best(store: Store) -> list[str]:
    return [game.summary.name for game in store.games(10) if game.summary]


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 15)])
def test_a_best_time_asks_for_the_name_and_saves_it(size: tuple[int, int], tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"

    async def script(player: Player) -> None:
        await win_here(player)
        before = player.board()
        assert "Your name:" in player.text()
        await player.press("A", "n", "n", "x", "backspace")
        assert "Ann_" in player.text()
        assert player.board() == before
        await player.press("enter")
        assert "Your name:" not in player.text()
        assert player.session.recorder
        assert player.session.recorder.player == "Ann"

    with open_store(":memory:") as store:
        play(script, field=FIELD, size=size, store=store, settings_file=file)
        assert best(store) == ["Ann"]
    assert load(file)[0].game.name == "Ann"


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 15)])
@pytest.mark.parametrize("field", [FIELD, WIDE])
def test_the_question_shows_what_was_won(size: tuple[int, int], field: str) -> None:
    async def script(player: Player) -> None:
        await win_here(player, 2340)
        text = " ".join(player.text().split())
        assert "Won" in text
        assert "2.34 s" in text
        assert "Your name:" in text
        if not player.screen.side.display:
            assert "Won in 2.34 s, place 1. Your name: _" in text

    with open_store(":memory:") as store:
        play(script, field=field, size=size, store=store)


@pytest.mark.parametrize("key", ["enter", "escape", "space"])
def test_the_key_that_won_does_not_answer(key: str) -> None:
    async def script(player: Player) -> None:
        await win_here(player)
        for _ in range(20):  # a key that is held down
            player.clock.now += 300
            await player.press(key)
        entry = player.screen.state.name_entry
        assert entry is not None
        assert entry.text == ""
        player.clock.now += 500
        await player.press("enter")
        assert player.screen.state.name_entry is None

    with open_store(":memory:") as store:
        play(script, field=FIELD, store=store)


def test_a_name_that_is_typed_at_once_is_taken_at_once() -> None:
    async def script(player: Player) -> None:
        await win_here(player)
        await player.press("A", "enter")
        assert player.session.recorder
        assert player.session.recorder.player == "A"

    with open_store(":memory:") as store:
        play(script, field=FIELD, store=store)


def test_escape_skips_and_does_not_ask_again() -> None:
    async def script(player: Player) -> None:
        await win_here(player)
        await player.press("n", "escape")
        assert player.screen.state.name_entry is None
        assert player.session.recorder
        assert player.session.recorder.player == ""
        player.screen._finish(player.session.game.status)
        await player.pilot.pause()
        await player.pilot.pause()
        assert player.screen.state.name_entry is None

    with open_store(":memory:") as store:
        play(script, field=FIELD, store=store)
        assert best(store) == [""]


def test_letters_go_to_the_name_and_not_to_the_game() -> None:
    async def script(player: Player) -> None:
        await win_here(player)
        game = player.session.game
        await player.press("n", "w", "space", "q")
        assert player.session.game is game
        naming = player.screen.state.name_entry
        assert naming.text == "nw q"

    with open_store(":memory:") as store:
        play(script, field=FIELD, store=store)


def test_a_known_name_is_used_silently() -> None:
    async def script(player: Player) -> None:
        assert player.session.recorder
        player.session.recorder.player = "Eve"
        await win_here(player)
        assert player.screen.state.name_entry is None

    with open_store(":memory:") as store:
        play(script, field=FIELD, store=store, settings=STILL.change("game", name="Eve"))
        assert best(store) == ["Eve"]


def test_the_eleventh_place_is_not_asked() -> None:
    async def script(player: Player) -> None:
        await win_here(player, 9000)
        assert player.screen.state.summary.standing.place == 11
        assert player.screen.state.name_entry is None

    with open_store(":memory:") as store:
        for time in range(1000, 1010):
            win(store, time)
        play(script, field=FIELD, store=store)


def test_an_unranked_win_is_not_asked() -> None:
    async def script(player: Player) -> None:
        await open_most(player)
        await player.press("v")
        await player.until(lambda: player.session.game.hints == 1)
        await player.go((0, 0))
        await player.press("space")
        await finish(player)
        assert player.screen.state.name_entry is None

    with open_store(":memory:") as store:
        play(script, field=FIELD, store=store)


def test_the_menu_changes_the_name() -> None:
    async def script(player: Player) -> None:
        await player.press("f10", "a")
        assert "Your name: Eve_" in " ".join(player.screen.side.text.split())
        await player.press("backspace", "a", "enter")
        assert player.app.settings.game.name == "Eva"
        assert player.session.recorder
        assert player.session.recorder.player == "Eva"

    with open_store(":memory:") as store:
        play(script, field=FIELD, store=store, settings=STILL.change("game", name="Eve"))


def test_a_name_is_one_short_line() -> None:
    entry = NameEntry()
    entry.type("a\nb\x1b" + "x" * 99)
    assert len(entry.text) == MOST_SIGNS
    assert entry.text.isprintable()
    entry.stroke("ctrl+u")
    entry.type("  Ann  Bee ")
    assert entry.name == "Ann Bee"
