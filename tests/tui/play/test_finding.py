"""Finding squares, a hidden time and faint numbers in the terminal."""

from __future__ import annotations

from tui.pilot import STILL, Player, play

FIELD = "*.... .*... ..*.. ...*. ....*"  # the upper right half opens at once


def test_a_digit_finds_the_next_closed_square_beside_it() -> None:
    async def script(player: Player) -> None:
        await player.go((0, 4))
        await player.press("space")
        board = player.session.board
        closed = [
            (row, col)
            for row in range(5)
            for col in range(5)
            if board[row, col] == 9 and any(board[near] == 1 for near in board.neighbours(row, col))
        ]
        assert closed
        await player.press("ctrl+home", "/")
        assert "Find: 1 to 8" in player.text()
        await player.press("1")
        after = [cell for cell in closed if cell > (0, 0)] or closed
        assert player.screen.state.cursor == after[0]
        await player.press(";")
        assert player.screen.state.cursor in closed
        await player.press("/", "8")
        assert "No closed square next to a 8 in reach." in player.text()
        before = player.screen.state.cursor
        await player.press("f")
        assert board[before] == 10
        await player.press("up", "/", "f")
        assert player.screen.state.cursor == before
        await player.press("/", "escape")
        assert not player.session.is_paused

    play(script, field=FIELD)


def test_the_time_can_be_hidden() -> None:
    async def script(player: Player) -> None:
        await player.go((0, 4))
        await player.press("space")
        player.clock.now = 7300
        player.screen.refresh_all()
        await player.pilot.pause()
        assert "7.3" not in player.text()
        await player.go((4, 4))
        await player.press("space")
        assert player.session.game.status.is_over
        assert "7.3" in player.text()

    play(script, field=FIELD, settings=STILL.change("display", timer=False))


def test_finished_numbers_are_faint() -> None:
    async def script(player: Player) -> None:
        await player.go((0, 4))
        await player.press("space")
        number = (0, 2)
        assert player.session.board[number] == 1

        def style() -> object:
            view = player.screen.board
            return view._cell(*number, 1, view._missing(number[0]).get(number[1]))[1]

        before = style()
        await player.go((1, 1))
        await player.press("f")
        assert style() != before
        player.app.options.set_option("display", "dim-finished", False)
        assert style() == before

    play(script, field=FIELD, settings=STILL.change("display", dim_finished=True))
