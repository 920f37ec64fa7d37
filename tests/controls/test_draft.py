"""Pencil marks: where they may stand, what removes them, and which numbers they contradict."""

from __future__ import annotations

from sapper import Board
from sapper.controls.draft import Draft

BOARD = Board.parse("4x2/2\n11F.\n..?.")


def test_a_mark_is_set_changed_and_removed() -> None:
    draft = Draft()
    assert draft.mark(BOARD, (1, 0), is_mine=True)
    assert list(draft) == [((1, 0), True)]
    draft.mark(BOARD, (1, 0), is_mine=False)
    assert list(draft) == [((1, 0), False)]
    draft.mark(BOARD, (1, 0), is_mine=False)
    assert len(draft) == 0


def test_only_closed_squares_without_a_flag_take_marks() -> None:
    draft = Draft()
    taken = [cell for cell, _ in BOARD.items() if draft.mark(BOARD, cell, is_mine=True)]
    assert taken == [(0, 3), (1, 0), (1, 1), (1, 2), (1, 3)]


def test_marks_go_where_squares_are_opened_or_flagged() -> None:
    draft = Draft()
    for cell in ((0, 3), (1, 0), (1, 1)):
        draft.mark(BOARD, cell, is_mine=cell != (1, 1))
    draft.follow_board(Board.parse("4x2/2\n11FF\n.1?."))
    assert list(draft) == [((1, 0), True)]


def test_numbers_that_the_marks_contradict_are_found_by_counting() -> None:
    draft = Draft()
    draft.mark(BOARD, (1, 0), is_mine=True)  # B1 has a flag beside it and now a mine too
    assert draft.clashes(BOARD) == [(0, 1)]
    draft.mark(BOARD, (1, 0), is_mine=False)
    assert draft.clashes(BOARD) == []
    draft.mark(BOARD, (1, 1), is_mine=False)  # nothing is left for A1
    assert draft.clashes(BOARD) == [(0, 0)]


def test_supposed_mines_become_flags() -> None:
    draft = Draft()
    draft.mark(BOARD, (1, 3), is_mine=True)
    draft.mark(BOARD, (1, 0), is_mine=True)
    draft.mark(BOARD, (1, 1), is_mine=False)
    assert [str(action) for action in draft.flags()] == ["flag 1 0", "flag 1 3"]
