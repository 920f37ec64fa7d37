"""The draft of the text game."""

from __future__ import annotations

from seeds.play import dialogue
from text.test_help import session


def test_marks_are_drawn_and_play_nothing() -> None:
    played = session()
    dialogue(played, "r 4 4", full=False)
    before = played.game.seq
    row, col = next(cell for cell in played.game.board.closed())
    said = dialogue(played, f"d m {row} {col}", "d", full=False)
    assert sum(line.count("!") for line in said) == 2
    assert (played.game.seq, played.game.hints) == (before, 0)
    assert dialogue(played, "d clear", full=False)[-1] == "The draft has no notes."


def test_following_counts_as_help_and_says_each_step() -> None:
    played = session()
    dialogue(played, "r 4 4", full=False)
    board = played.game.board
    near = next(cell for cell in board.closed() if any(board[number] <= 8 for number in board.neighbours(*cell)))
    said = dialogue(played, f"d m {near[0]} {near[1]}", "d follow", full=False)
    assert played.game.hints == 1
    assert said[-1] == str(played.consequences([near], []).phrase) or said[-2] == str(
        played.consequences([near], []).phrase
    )


def test_supposed_mines_become_flags() -> None:
    played = session()
    dialogue(played, "r 4 4", full=False)
    row, col = next(cell for cell in played.game.board.closed())
    dialogue(played, f"d m {row} {col}; d flags", full=False)
    assert played.game.board.flags == 1


def test_what_a_draft_does_not_know_is_an_error() -> None:
    said = dialogue(session(), "r 4 4", "d x", "d m", "d follow", full=False)
    assert [line for line in said if line.startswith("error")] == [
        *["error: after d write m or s and a square, follow, clear, flags, or nothing"] * 2,
        "error: The draft has no notes.",
    ]
