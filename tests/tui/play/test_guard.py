"""A game in play is given up only after a question, whatever leads to a new one; a slip may be asked about too."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tui.pilot import STILL, Player, play

from sapper.board import CellState
from sapper.controls.settings_file import load
from sapper.history.store import open_store

if TYPE_CHECKING:
    from pathlib import Path

FORCED = "*.* ... ..*"  # once A3 and B1 are open, A1 is the only closed square at the 1 below it
FACE = "a click on the face"
ROUTES = {
    ("n",): "New game?",
    ("alt+n",): "New game?",
    (FACE,): "New game?",
    ("alt+b",): "New Beginner game?",
    ("alt+i",): "New Intermediate game?",
    ("alt+e",): "New Expert game?",
    ("f10", "n"): "New game?",
    ("f10", "e"): "New Expert game?",
    (":", *"restart", "enter"): "New game?",
    (":", *"expert", "enter"): "New Expert game?",
    (":", *"retry", "enter"): "Retry this board?",
    (":", *"undo and", "enter"): "Undo and play on?",
    ("alt+c", *"20", "tab", *"10", "tab", *"30", "enter"): "New custom game 20x10/30?",
    (":", *"shared", "enter", *"rain", "enter"): "Seed or shared line?",
    ("p", "n"): "New game?",
}


async def take(player: Player, route: tuple[str, ...]) -> None:
    if route == (FACE,):
        await player.pilot.click("#triad", offset=(player.screen.triad.size.width // 2, 0))
        await player.pilot.pause()
    else:
        await player.press(*route)


async def begin(player: Player, seconds: int = 31) -> None:
    await player.go((0, 4))
    await player.press("space")
    player.clock.now = seconds * 1000
    assert not player.session.game.status.is_over


def shown(player: Player) -> str:
    screen = player.screen
    return " ".join((screen.side if screen.side.display else screen.line).text.split())


@pytest.mark.parametrize("size", [(80, 24), (40, 15)])
@pytest.mark.parametrize(("route", "question"), ROUTES.items())
def test_every_route_to_a_new_game_asks(route: tuple[str, ...], question: str, size: tuple[int, int]) -> None:
    async def script(player: Player) -> None:
        await begin(player)
        game = player.session.game
        await take(player, route)
        assert player.session.game is game
        assert question in shown(player)
        assert "give up" in player.screen.footer.text
        await player.press("escape")
        assert player.session.game is game
        assert question not in shown(player)
        if route == ("p", "n"):
            await player.press("p")
        await take(player, route)
        assert player.session.game is game
        await player.press("enter")
        assert player.session.game is not game
        assert not player.screen.guard.asked

    play(script, size=size)


@pytest.mark.parametrize("route", [("n",), ("alt+e",), (FACE,)])
def test_the_same_again_confirms(route: tuple[str, ...]) -> None:
    async def script(player: Player) -> None:
        await begin(player)
        game = player.session.game
        await take(player, route)
        await take(player, route)
        assert player.session.game is not game

    play(script)


def test_anything_else_cancels_and_does_what_it_does() -> None:
    async def script(player: Player) -> None:
        await begin(player)
        game = player.session.game
        await player.press("n", "down")
        assert player.screen.state.cursor == (1, 4)
        assert not player.screen.state.note
        await player.press("n", "alt+b")
        assert "New Beginner game?" in shown(player)
        await player.press("w", "f")
        assert player.session.game is game
        assert game.board.flags == 1
        await player.press("n")
        await player.click("R", (7, 7))
        assert not player.screen.guard.asked
        assert player.session.game is game

    play(script)


@pytest.mark.parametrize("route", [("n",), ("alt+e",), ("f10", "n")])
def test_a_game_that_has_hardly_begun_is_not_asked_for(route: tuple[str, ...]) -> None:
    async def script(player: Player) -> None:
        await player.press("f")
        game = player.session.game
        await player.press(*route)
        assert player.session.game is not game

    play(script)


def test_boards_of_an_old_game_are_random_unless_they_were_chosen() -> None:
    async def script(player: Player) -> None:
        await player.press("f10", "r", "3")
        assert str(player.session.rules) == "amiga 8x8/10 v1"
        await player.press("f10", "r", "1")
        assert str(player.session.rules) == "modern 8x8/10 v1 layout=no-guess"
        await player.press("f10", "g", "2", "f10", "r", "3")
        assert str(player.session.rules) == "amiga 8x8/10 v1 layout=no-guess-pairs"

    play(script, "modern 8x8/10 layout=no-guess")


@pytest.mark.parametrize(
    ("route", "rules"),
    [
        (("f10", "m"), "modern 8x8/10 v1 questions=on"),
        (("alt+m",), "modern 8x8/10 v1 questions=on"),
        (("f10", "u"), "modern 8x8/10 v1 practice=on"),
        (("f10", "o", "e"), "modern 8x8/10 v1 completion=either"),
        (("f10", "r", "3"), "amiga 8x8/10 v1"),
        (("f10", "g", "2"), "modern 8x8/10 v1 layout=no-guess-pairs"),
        ((":", *"amiga", "down", "enter"), "amiga 8x8/10 v1"),
        (("f10", "f", "right"), "modern 8x8/10 v1 first=any"),
        (("f10", "f", "down", "3"), "modern 8x8/10 v1 lives=3"),
        (("f10", "f", "down", "down", "space"), "modern 8x8/10 v1 assists=flag-around"),
    ],
)
def test_no_change_of_rules_gives_up_the_game(route: tuple[str, ...], rules: str, tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"

    async def script(player: Player) -> None:
        await begin(player)
        game = player.session.game
        await player.press(*route)
        assert player.session.game is game
        assert str(player.session.rules) == rules
        is_at_once = "questions" in rules or "completion" in rules
        assert ("This applies from your next game." in player.screen.state.note) is not is_at_once
        await player.press("escape", "escape", "n", "enter")
        assert str(player.session.game.rules) == rules

    play(script, settings_file=file)
    assert str(load(file)[0].named_rules) == rules  # and it is remembered


def test_marks_change_the_cycle_of_the_game_in_play() -> None:
    async def script(player: Player) -> None:
        await begin(player)
        game = player.session.game
        await player.press("w", "f", "f")
        cell = player.screen.state.cursor
        assert game.board[cell] == CellState.HIDDEN
        await player.press("alt+m", "f", "f")
        assert player.session.game is game
        assert game.board[cell] == CellState.QUESTION
        await player.press("alt+m", "f")
        assert game.board[cell] == CellState.HIDDEN
        await player.press("alt+m")
        await player.click("R", cell)
        await player.click("R", cell)
        assert game.board[cell] == CellState.QUESTION

    play(script)


def test_completion_changes_in_the_game_in_play_where_it_can() -> None:
    async def script(player: Player) -> None:
        await begin(player)
        game = player.session.game
        await player.press("f10", "o", "e")
        assert player.session.game is game
        assert game.rules.completion == "either"
        assert player.screen.state.note == "Completion: Either."

    async def practice(player: Player) -> None:
        await begin(player)
        await player.press("f10", "o", "e")
        assert player.session.game.rules.completion == "clear"
        assert player.session.rules.completion == "either"
        assert "This applies from your next game." in player.screen.state.note

    play(script)
    play(practice, "modern 8x8/10 practice=on")


def test_before_the_first_click_rules_apply_at_once() -> None:
    async def script(player: Player) -> None:
        await player.press("f10", "g", "2", "f10", "o", "b", "f10", "m")
        assert str(player.session.game.rules) == "modern 8x8/10 v1 layout=no-guess-pairs completion=both questions=on"
        assert "next game" not in player.screen.state.note

    play(script)


def test_a_game_that_is_not_saved_is_not_quit_by_one_key() -> None:
    async def script(player: Player) -> None:
        await begin(player)
        await player.press("q")
        assert not player.app._exit
        assert "This game is not being saved" in shown(player)
        await player.press("q")
        assert player.app._exit

    play(script)


def test_a_saved_game_is_quit_at_once() -> None:
    with open_store(":memory:") as store:

        async def script(player: Player) -> None:
            await begin(player)
            await player.press("q")
            assert player.app._exit

        play(script, store=store)
        assert len(store.unfinished()) == 1


def test_the_settings_can_turn_the_question_off() -> None:
    async def script(player: Player) -> None:
        await begin(player)
        game = player.session.game
        await player.press("n")
        assert player.session.game is not game

    play(script, settings=STILL.change("game", confirm_new_after=0))


@pytest.mark.parametrize("hand", ["key", "mouse"])
def test_a_mine_by_your_own_flags_is_opened_at_the_second_try(hand: str) -> None:
    async def open_it(player: Player, cell: tuple[int, int]) -> None:
        if hand == "mouse":
            await player.click("L", cell)
        else:
            await player.go(cell)
            await player.press("space")

    async def script(player: Player) -> None:
        await open_it(player, (2, 0))
        await open_it(player, (0, 1))
        moves = player.session.game.seq
        await open_it(player, (0, 0))
        assert player.session.game.seq == moves
        assert "Your flags say A1 is a mine." in " ".join(player.text().split())
        player.clock.now += 2001
        await open_it(player, (0, 0))
        assert player.session.game.seq == moves, "too late"
        await open_it(player, (0, 0))
        assert player.session.game.status == "lost"

    play(script, field=FORCED, settings=STILL.change("controls", misclick_guard=True))


def test_without_the_guard_the_first_try_opens() -> None:
    async def script(player: Player) -> None:
        for cell in ((2, 0), (0, 1), (0, 0)):
            await player.go(cell)
            await player.press("space")
        assert player.session.game.status == "lost"

    play(script, field=FORCED)
