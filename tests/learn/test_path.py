"""The path: each board is proven to need its grade and its technique, and stars follow from the games."""

from __future__ import annotations

import pytest
from checker import check_proof

from sapper import Action, Game, Replay, prove
from sapper.analysis.proof import grade
from sapper.history.recorder import import_replay
from sapper.history.store import open_store
from sapper.history.summary import summary_of
from sapper.learn import shipped
from sapper.learn.difficulty import difficulty
from sapper.learn.path import BOARDS, STEPS, Board, Star, Step, next_step, own_progress, progress, tried


def won(board: Board, *, ms: int, hint: bool = False, waste: int = 0) -> Replay:
    """A game won by opening every safe square that is closed, and marking a mine on and off to waste clicks."""
    game = Game(board.rules, board.seed)
    game.open(*board.first)
    if hint:
        game.play(Action("hint"), at=1)
    field = board.minefield()
    mine = field.mines()[0]
    for _ in range(waste):
        game.play(Action("flag", *mine), at=1)
        game.play(Action("clear", *mine), at=1)
    for cell in game.board:
        if not field.is_mine(*cell) and game.board[cell] > 8:
            game.play(Action("open", *cell), at=ms)
    return Replay.of(game, board.seed, played_at=5)


@pytest.mark.parametrize("step", STEPS, ids=lambda step: str(step.number))
def test_each_board_of_a_step_needs_its_grade_and_its_technique(step: Step) -> None:
    assert len(step.boards) == BOARDS
    assert step.lesson in shipped.NAMES
    for board in step.boards:
        field = board.minefield()
        assert field.level == step.level
        assert grade(field, board.first).hardest is step.grade
        assert step.technique in difficulty(field, board.first).techniques
    proof = prove(step.boards[0].minefield(), step.boards[0].first)
    assert proof.is_complete
    if step.level.cells < 200:
        check_proof(step.boards[0].minefield(), proof)


def test_steps_get_harder_within_their_columns() -> None:
    for column in range(0, 12, 3):
        seconds = [
            difficulty(step.boards[0].minefield(), step.boards[0].first).seconds for step in STEPS[column : column + 3]
        ]
        assert seconds == sorted(seconds)


def test_stars_are_for_time_no_help_and_efficiency() -> None:
    step = STEPS[2]
    board = step.boards[0]
    assert tried(step, 0, summary_of(won(board, ms=1000))).stars == frozenset(
        {Star.TIME, Star.NO_HELP} | _efficient(board)
    )
    slow = tried(step, 0, summary_of(won(board, ms=step.pace, hint=True, waste=60)))
    assert (slow.is_won, slow.stars) == (True, frozenset())


def _efficient(board: Board) -> set[Star]:
    return {Star.EFFICIENCY} if (summary_of(won(board, ms=1000)).efficiency or 0) >= 0.7 else set()


def test_progress_follows_from_the_stored_games() -> None:
    with open_store(":memory:") as store:
        assert next_step(own_progress(store)) is STEPS[0]
        import_replay(store, won(STEPS[0].boards[1], ms=2000), "terminal")
        found = own_progress(store)
    assert found[0].best == 2000
    assert found[0].won == {1}
    assert found[0].next_board == 0
    assert next_step(found) is STEPS[1]
    assert progress(STEPS[0], []).next_board == 0
