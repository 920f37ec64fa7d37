"""The draft in the terminal, and numbers that count down."""

from __future__ import annotations

from tui.pilot import STILL, Player, play

from sapper.display.wording import message

FIELD = "*.... ..... ..... ....* ....."


def drawn(player: Player) -> str:
    """Return the lines of the board as they are painted."""
    board = player.screen.board
    return "\n".join(board.render_line(y).text for y in range(1, board.size.height))


def test_keys_mark_in_the_draft_and_play_nothing() -> None:
    async def script(player: Player) -> None:
        await player.go((4, 0))
        await player.press("space", "d")
        assert message("draft.about") in player.screen.side.text
        before = player.session.game.seq
        await player.go((0, 0))
        await player.press("f")
        await player.go((3, 4))
        await player.press("space")
        marks = player.screen.board.marks
        assert (marks.if_mine, marks.if_safe) == ({(0, 0)}, {(3, 4)})
        await player.go((2, 2))
        assert "!" in drawn(player)
        assert "o" in drawn(player)
        assert (player.session.game.seq, player.session.game.hints) == (before, 0)
        await player.press("escape")
        assert not player.screen.state.is_drafting
        assert player.screen.board.marks.if_mine == {(0, 0)}

    play(script, field=FIELD)


def test_following_shows_the_contradiction_and_counts_as_help() -> None:
    async def script(player: Player) -> None:
        await player.go((4, 0))
        await player.press("space", "d")
        await player.go((3, 4))
        await player.press("space", "shift+d")
        assert message("draft.cannot-be") in player.screen.side.text
        assert player.screen.board.marks.clash
        assert player.session.game.hints == 1
        await player.press("shift+x")
        assert not player.screen.board.marks.if_safe

    play(script, field=FIELD)


def test_one_key_turns_the_draft_into_flags() -> None:
    async def script(player: Player) -> None:
        await player.go((4, 0))
        await player.press("space", "d")
        await player.go((3, 4))
        await player.press("f", "shift+e")
        assert player.session.game.board.flags == 1
        assert not player.screen.board.marks.if_mine

    play(script, field=FIELD)


def test_numbers_count_down_by_flags_where_the_player_wants_that() -> None:
    async def script(player: Player) -> None:
        await player.go((4, 0))
        await player.press("space")
        await player.go((3, 4))
        await player.press("f")
        await player.go((0, 4))
        board = player.screen.board
        assert board._cell(3, 3, 1, board._missing(3)[3])[0] == "0"
        player.app.options.set_option("display", "count-down", False)
        await player.press("left")
        assert board._missing(3) == {}

    play(script, field=FIELD, settings=STILL.change("display", count_down=True))
