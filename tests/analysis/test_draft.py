"""What follows from a draft: true of all minefields that fit, and a contradiction only where none does."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from sapper import Board, Game, Rules, Seed
from sapper.analysis.draft import MOST_STEPS, follow


def fitting(board: Board) -> list[set[tuple[int, int]]]:
    """Return all minefields that fit a small board, by trying them all."""
    bits = {cell: 1 << number for number, cell in enumerate(board.closed())}
    numbers = [
        (sum(bits.get(near, 0) for near in board.neighbours(*cell)), seen) for cell, seen in board.items() if seen <= 8
    ]
    found = []
    for mines in combinations(bits, board.level.mines):
        chosen = sum(map(bits.__getitem__, mines))
        if all((chosen & around).bit_count() == seen for around, seen in numbers):
            found.append(set(mines))
    return found


def test_each_step_leads_to_the_next() -> None:
    board = Board.parse("5x2/2\n.....\n11111")
    found = follow(board, [(0, 0)], [])
    steps = [(step.cells, step.safe) for step in found.steps]
    assert steps == [(((0, 1),), True), (((0, 2),), True), (((0, 3),), False), (((0, 4),), True)]
    assert found.contradiction is None
    assert str(found.phrase) == "4 steps follow from the notes."


def test_a_contradiction_names_its_numbers_and_refutes_the_only_mark() -> None:
    board = Board.parse("4x3/2\n11..\n....\n....")
    found = follow(board, [(0, 2)], [])
    assert (found.refuted, found.is_mine, found.clash) == ((0, 2), False, ((0, 0),))
    assert str(found.phrase) == "No minefield fits the 1 at A1. So C1 is safe."
    assert str(follow(board, [(0, 2), (0, 3)], []).phrase).endswith("The notes and the flags cannot all be right.")


def test_a_flag_that_may_be_wrong_is_a_supposition_too() -> None:
    board = Board.parse("4x3/2\n11F.\n....\n....")
    found = follow(board, [(2, 3)], [])
    assert found.contradiction is not None
    assert found.refuted is None


def test_marks_without_numbers_lead_to_nothing() -> None:
    board = Board.parse("5x5/3\n001..\n112..\n.....\n.....\n.....")
    found = follow(board, [(4, 4)], [])
    assert (found.steps, found.contradiction) == ((), None)
    assert str(found.phrase) == "Nothing follows from the notes."


@given(st.integers(0, 500), st.integers(0, 24), st.booleans(), st.integers(0, 24), st.booleans())
def test_every_step_is_true_of_all_minefields_that_fit_the_marks(
    seed: int, one: int, is_mine: bool, two: int, is_also: bool
) -> None:
    game = Game(Rules("5x5/5", first="opening"), Seed.of(seed))
    game.open(0, 0)
    board = game.board
    if game.status.is_over:
        return
    marks = {divmod(one, 5): is_mine, divmod(two, 5): is_also}
    marks = {cell: mine for cell, mine in marks.items() if board[cell] > 8}
    mines, safe = ([cell for cell, mine in marks.items() if mine is kind] for kind in (True, False))
    found = follow(board, mines, safe)
    fields = fitting(board)
    worlds = [world for world in fields if all((cell in world) is mine for cell, mine in marks.items())]
    for step in found.steps:
        assert all((cell in world) is not step.safe for world in worlds for cell in step.cells)
    assert len(found.steps) < MOST_STEPS
    if found.contradiction is not None:
        assert not worlds
    if found.refuted is not None:
        assert all((found.refuted in world) is found.is_mine for world in fields)
