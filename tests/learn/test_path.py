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
from sapper.learn.difficulty import boards_of, difficulty
from sapper.learn.path import (
    ADDED,
    BOARDS,
    LONG_CHAIN,
    STEPS,
    Board,
    Star,
    Step,
    next_step,
    own_progress,
    progress,
    tried,
)
from sapper.learn.techniques import Technique, technique_of


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


def skills_of(board: Board) -> set[Technique | str]:
    """What a board needs: the techniques of its proof, and whether one is a long chain or a counted case split."""
    field = board.minefield()
    found = set[Technique | str]()
    for before, step in boards_of(field, prove(field, board.first)):
        why = step.explanation
        technique = technique_of(before, why)
        found.add(technique)
        if technique is Technique.CHAIN and len(why.numbers) >= LONG_CHAIN:
            found.add("long chain")
        if technique is Technique.CASE_SPLIT and why.mine_count:
            found.add("counted split")
    return found


def test_each_step_needs_one_thing_that_no_step_before_it_has_taught_and_nothing_of_a_later_one() -> None:
    added: dict[int, set[Technique | str]] = {number: {*some} for number, some in ADDED.items()}
    added |= {8: {"long chain"}, 12: {"counted split"}}
    assert {*Technique} <= set().union(*added.values())
    assert len({step.lesson for step in STEPS}) == len(STEPS)
    for step in STEPS:
        known = set[Technique | str]().union(*(some for number, some in added.items() if number <= step.number))
        for board in step.boards:
            needed = skills_of(board)
            assert needed <= known, (step.number, needed - known)
            assert needed & added.get(step.number, {Technique.SINGLE}), step.number


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
