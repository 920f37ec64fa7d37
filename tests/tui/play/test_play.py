"""Whole games, by mouse alone and by keys alone, and what follows their end."""

from __future__ import annotations

import pytest
from tui.pilot import FIELD, STILL, Player, play

from sapper import Status
from sapper.board import CellState
from sapper.controls.settings import Settings
from sapper.history.store import open_store


def test_a_whole_game_won_by_mouse() -> None:
    async def script(player: Player) -> None:
        await player.click("R", (0, 0))
        assert player.session.game.board[0, 0] == CellState.FLAG
        await player.click("L", (1, 2))
        await player.click("R", (3, 3))
        assert player.session.game.status is Status.WON
        assert "B)" in player.text()
        assert "Won 0.00 s" in player.text()

    play(script, field=FIELD)


def test_a_whole_game_lost_by_mouse() -> None:
    async def script(player: Player) -> None:
        await player.click("R", (0, 1))
        await player.click("L", (0, 3))
        await player.click("L", (3, 3))
        text = player.text()
        assert player.session.game.status is Status.LOST
        assert "X(" in text
        assert "Lost at 0.00 s" in text
        assert "the mine you hit" in text
        assert player.board()[0].startswith(" ✱")

    play(script, field="*..* .... .... ...*")


def test_a_whole_game_won_by_keys() -> None:
    async def script(player: Player) -> None:
        await player.press("f", "down", "down", "right", "space")
        assert player.session.game.board[0, 0] == CellState.FLAG
        assert player.session.game.status is Status.WON

    play(script, field=FIELD)


def test_a_whole_game_lost_by_keys() -> None:
    async def script(player: Player) -> None:
        await player.press("enter")
        assert player.session.game.status is Status.LOST
        await player.press("right", "space")
        assert player.session.game.seq == 1  # after the end the board takes nothing

    play(script, field=FIELD)


@pytest.mark.parametrize("key", ["enter", "space", "u", "1"])
def test_s4_26_uncover_by_every_key(key: str) -> None:
    async def script(player: Player) -> None:
        await player.go((1, 1))
        await player.press(key)
        assert player.session.game.board[1, 1] == 1

    play(script, field=FIELD)


@pytest.mark.parametrize("key", ["f", "m", "g", "2"])
def test_s4_26_mark_by_every_key(key: str) -> None:
    async def script(player: Player) -> None:
        await player.press(key)
        assert player.session.game.board[0, 0] == CellState.FLAG

    play(script, field=FIELD)


@pytest.mark.parametrize("key", ["c", "l", "a", "2", "space"])
def test_s4_26_look_around_by_every_key(key: str) -> None:
    async def script(player: Player) -> None:
        await player.press("f", "down", "right", "space", key)
        assert player.session.game.status is Status.WON

    play(script, field="*... .... .... ....")


def test_the_clock_starts_with_the_first_opening_and_the_triad_shows_it() -> None:
    async def script(player: Player) -> None:
        await player.press("f", "down", "right", "space")
        player.clock.now = 12_345
        await player.until(lambda: "12.3" in player.text())
        assert "✱   1" in player.text()

    play(script, field=FIELD)


def test_s4_7_the_counter_goes_below_zero() -> None:
    async def script(player: Player) -> None:
        await player.press("f", "right", "f", "right", "f")
        assert " -1 " in player.screen.triad.text

    play(script, field=FIELD)


def test_s4_22_the_face_holds_its_breath_and_is_new_when_clicked() -> None:
    async def script(player: Player) -> None:
        await player.point("+", "L", (1, 1))
        assert ":o" in player.screen.triad.text
        await player.point("-", "L", (1, 1))
        assert ":)" in player.screen.triad.text
        await player.pilot.click("#triad", offset=(player.screen.triad.size.width // 2, 0))
        assert player.session.game.seq == 0

    play(script, field=FIELD)


def test_a_pressed_cell_shows_pressed_and_follows_the_pointer() -> None:
    async def script(player: Player) -> None:
        still = player.board()
        await player.point("+", "L", (1, 1))
        assert player.screen.board.pressed == {(1, 1)}
        assert player.board() != still
        await player.point(">", "L", (2, 2))
        assert player.screen.board.pressed == {(2, 2)}
        await player.point("-", "L", None)
        assert player.screen.board.pressed == set()
        assert player.session.game.seq == 0

    play(script, field=FIELD, size=(80, 10))


def test_ctrl_and_left_is_the_right_button_even_if_ctrl_comes_up_first() -> None:
    async def script(player: Player) -> None:
        await player.click("L", (0, 0), ctrl=True)
        assert player.session.game.board[0, 0] == CellState.FLAG
        await player.point("+", "L", (3, 3), ctrl=True)
        await player.point("-", "L", (3, 3))
        assert player.session.game.board[3, 3] == CellState.FLAG
        assert player.session.game.board.opened == 0
        await player.click("L", (1, 1))
        assert player.session.game.board[1, 1] == 1  # no button is thought to be down still

    play(script, field=FIELD)


def test_swapped_buttons_flag_with_left() -> None:
    async def script(player: Player) -> None:
        await player.press("F")
        assert "left flags" in player.text()
        await player.click("L", (0, 0))
        assert player.session.game.board[0, 0] == CellState.FLAG
        await player.click("R", (1, 1))
        assert player.session.game.board[1, 1] == 1

    play(script, field=FIELD)


def test_keys_act_under_the_pointer_if_it_moved_last() -> None:
    async def script(player: Player) -> None:
        await player.point(">", "", (2, 2))
        await player.press("f")
        assert player.session.game.board[2, 2] == CellState.FLAG
        await player.press("left", "f")
        assert player.session.game.board[2, 1] == CellState.FLAG

    play(script, field=FIELD)


def test_a_refused_chord_gives_a_brief_sign() -> None:
    async def script(player: Player) -> None:
        await player.go((1, 1))
        await player.press("space")
        view = player.screen.board
        forgive, view._end_refusal = view._end_refusal, lambda: None
        still = player.board()
        await player.press("c")
        assert len(view._refused) == 8
        styles = [view.render_line(y) for y in range(1, 4)]
        forgive()
        assert [view.render_line(y) for y in range(1, 4)] != styles
        assert player.board() == still

    play(script, field=FIELD)


def test_openings_ripple_outward_and_end_as_the_board_is() -> None:
    async def script(player: Player) -> None:
        await player.go((7, 7))
        await player.press("space")
        assert player.screen.board._ripple is not None
        early = player.board()
        player.clock.now = 1000
        await player.until(lambda: player.screen.board._ripple is None)
        assert player.board() != early

    play(script, field="*....... ........ ........ ........ ........ ........ ........ ........", settings=Settings())


@pytest.mark.parametrize("off", [{"animation": False}, {"reduced_motion": "on"}])
def test_nothing_ripples_or_flashes_where_motion_is_unwanted(off: dict[str, object]) -> None:
    async def script(player: Player) -> None:
        player.screen._end_flash = lambda: None
        await player.go((3, 0))
        await player.press("space")
        assert player.session.game.board.opened > 4
        assert player.screen.board._ripple is None
        await player.go((0, 0))
        await player.press("space")
        assert player.screen._flashes is (off == {"animation": False})

    play(script, field="*.*. .... .... ....", settings=Settings().change("display", **off))


@pytest.mark.parametrize("completion", ["clear", "either"])
def test_after_a_win_the_last_mines_have_flags(completion: str) -> None:
    async def script(player: Player) -> None:
        await player.press("space")
        assert player.session.game.is_won
        assert "".join(player.board()).count(player.app.glyphs.flag) == 1
        assert player.screen.triad.text.split()[1] == "0"

    play(script, f"modern 4x4/1 completion={completion}", field=".... .... .... ...*")


def test_after_a_win_by_flags_safe_squares_have_none() -> None:
    async def script(player: Player) -> None:
        await player.go((2, 2))
        await player.press("space")
        await player.go((3, 3))
        await player.press("f")
        assert player.session.game.is_won
        assert "".join(player.board()).count(player.app.glyphs.flag) == 1

    play(script, "modern 4x4/1 completion=mark", field=".... .... .... ...*")


def test_one_flash_at_the_end() -> None:
    async def script(player: Player) -> None:
        calm, player.screen._end_flash = player.screen._end_flash, lambda: None
        still = player.screen.triad.render_line(0)
        await player.press("space")
        assert player.screen._flashes
        assert player.screen.triad.render_line(0) != still
        board = player.screen.board
        lines = range(board.size.height)
        assert all(part.style and part.style.reverse for y in lines for part in board.render_line(y))
        calm()
        assert not player.screen._flashes
        assert not any(part.style and part.style.reverse for y in lines for part in board.render_line(y))

    play(script, field=FIELD, settings=Settings())


def test_the_same_board_again_is_a_chosen_one() -> None:
    async def script(player: Player) -> None:
        await player.go((4, 4))
        await player.press("space")
        first = player.session.game.board.to_bytes()
        while not player.session.game.status.is_over:
            await player.press("w", "space")
        await player.press("r")
        assert player.session.game.board.to_bytes() == first
        assert "known board" in player.text()
        await player.press("n", "enter")
        assert "known board" not in player.text()  # the next game counts again

    play(script)


def test_undo_and_go_on_after_a_loss() -> None:
    with open_store(":memory:") as store:

        async def script(player: Player) -> None:
            await player.go((4, 4))
            await player.press("space")
            before = player.session.game.board.to_bytes()
            closed = [cell for cell in range(64) if before[cell] > 8]
            field = player.session.game._field
            assert field is not None
            mine = next(cell for cell in closed if field.is_mine(cell))
            await player.go(divmod(mine, 8))
            await player.press("space")
            assert player.session.game.status == "lost"
            await player.press("u")
            assert player.session.game.status == "playing"
            assert player.session.game.board.to_bytes() == before
            assert player.session.game.rules.practice

        play(script, store=store)
        assert [game.summary.status for game in store.games() if game.summary] == ["lost"]
        assert len(store.unfinished()) == 1


def test_undo_and_redo_in_practice_only() -> None:
    async def script(player: Player) -> None:
        await player.press("f", "backspace")
        assert player.session.game.board.flags == 0
        await player.press("ctrl+y")
        assert player.session.game.board.flags == 1

    async def refused(player: Player) -> None:
        await player.press("f", "backspace")
        assert player.session.game.board.flags == 1
        assert "Only practice games can be undone." in player.text()

    play(script, "modern 8x8/10 practice=on")
    play(refused)


def test_share_shows_the_id_only_after_the_end() -> None:
    async def script(player: Player) -> None:
        player.screen.commands.do("share")
        assert "The id of the board is shown when the game is over." in player.screen.state.note
        await player.go((4, 4))
        await player.press("space")
        while not player.session.game.status.is_over:
            await player.press("w", "space")
        await player.press("x")
        assert player.session.seed
        assert player.session.seed.text in player.screen.state.note

    play(script)


def test_a_new_game_asks_where_the_settings_want_it() -> None:
    async def script(player: Player) -> None:
        await player.go((1, 1))
        await player.press("space")
        player.clock.now = 5000
        await player.press("n")
        assert player.session.game.seq == 1
        assert "New game? It gives up the game you are playing." in " ".join(player.screen.side.text.split())
        await player.press("n")
        assert player.session.game.seq == 0

    play(script, field=FIELD, settings=STILL.change("game", confirm_new_after=3))


def test_the_face_asks_before_a_new_game_and_is_clicked_twice() -> None:
    async def script(player: Player) -> None:
        await player.go((1, 1))
        await player.press("space")
        player.clock.now = 5000
        face = (player.screen.triad.size.width // 2, 0)
        await player.pilot.click("#triad", offset=face)
        assert player.session.game.seq == 1
        await player.pilot.click("#triad", offset=face)
        assert player.session.game.seq == 0

    play(script, field=FIELD, settings=STILL.change("game", confirm_new_after=3))


def test_after_a_loss_a_new_game_by_itself() -> None:
    async def script(player: Player) -> None:
        await player.press("space")
        await player.until(lambda: player.session.game.status is Status.READY)

    play(script, field=FIELD, settings=STILL.change("game", after_loss="new-game"))


def test_vim_keys_with_counts() -> None:
    async def script(player: Player) -> None:
        await player.press("3", "j", "2", "l")
        assert player.screen.state.cursor == (3, 2)
        await player.press("g", "g")
        assert player.screen.state.cursor == (0, 0)
        await player.press("5", "G")
        assert player.screen.state.cursor[0] == 4
        await player.press("i")
        assert player.session.game.seq == 1

    play(script, settings=STILL.change("keys", profile="vim"))


def test_a_key_bound_by_the_player() -> None:
    async def script(player: Player) -> None:
        await player.press("o")
        assert player.session.game.board.flags == 1

    play(script, settings=STILL.change("keys", mark=["o"]))


def test_quitting_saves_the_game_with_its_time() -> None:
    with open_store(":memory:") as store:

        async def script(player: Player) -> None:
            await player.go((4, 4))
            await player.press("space")
            player.clock.now = 4321
            await player.press("ctrl+q")

        play(script, store=store)
        (left,) = store.unfinished()
        assert store.load(left.id).entries[-1].at == 4321
