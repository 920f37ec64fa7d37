"""Puzzles: one argument each, minimal and of its technique, by a checker that shares no code; ratings and Rush."""

from __future__ import annotations

from itertools import combinations, islice

import pytest
from checker import View, check_explanation, follows
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from own_history import solved

from sapper.analysis.explanations import conclusion
from sapper.analysis.hints import with_certain_mines
from sapper.analysis.odds import odds
from sapper.history.store.learning import Answered
from sapper.learn.cutting import position
from sapper.learn.path import STEPS
from sapper.learn.puzzle_maker import SHARES, make, of_replay
from sapper.learn.puzzles import COUNT, SEED, Puzzle, PuzzleError, by_technique, shipped, unmarked
from sapper.learn.questions import Answer, Ask, Reply
from sapper.learn.rush import LENGTH_MS, LIVES, Rush
from sapper.learn.schedule import Grade
from sapper.learn.standing import next_puzzle, next_technique, standing
from sapper.learn.techniques import Technique, technique_of

Cell = tuple[int, int]


def test_a_thousand_puzzles_are_shipped_each_once() -> None:
    puzzles = shipped()
    assert len(puzzles) == COUNT
    assert len({puzzle.id for puzzle in puzzles}) == COUNT
    assert {kind: len(some) for kind, some in by_technique(puzzles).items()} == SHARES
    assert all(Puzzle.parse(str(puzzle)) == puzzle for puzzle in puzzles[::50])


def test_the_same_seed_makes_the_same_puzzles() -> None:
    made = list(islice(make(SEED, COUNT), 12))
    assert made == list(shipped()[:12])


@pytest.mark.parametrize("part", range(5))
def test_each_puzzle_has_one_argument_which_is_minimal(part: int) -> None:
    checked = 0
    for puzzle in shipped()[part::25]:
        found = position(unmarked(puzzle.board))
        assert found is not None
        assert (found.board, found.technique) == (puzzle.board, puzzle.technique)
        known = with_certain_mines(puzzle.board, odds(puzzle.board))
        why = conclusion(known)
        assert why is not None
        assert technique_of(known, why) is puzzle.technique
        if not check_explanation(known, why):
            continue
        checked += 1
        view = View(str(known))
        every = {cell for cell, symbol in view.symbols.items() if symbol.isdigit() and symbol != "0"}
        for number in why.numbers:  # all other numbers together, with the mine count, do not prove it
            assert follows(view, every - {number}, True, set(why.cells), why.safe) in (False, None)
        claim = Reply.SAFE if puzzle.ask is Ask.SAFE else Reply.MINE
        for cell in puzzle.board.closed():
            if puzzle.board[cell] == 9:
                assert puzzle.question.judge(Answer(claim, cell)).is_right == (cell in found.cells)
    assert checked >= 20


def strength(view: View, cells: set[Cell], safe: bool) -> int:
    """How many numbers prove one of some squares, by trying all cases: 3 for more, 4 with the count, 0 if too many."""
    numbers = sorted(cell for cell, symbol in view.symbols.items() if symbol in "12345678")
    for count in (1, 2):
        for some in combinations(numbers, count):
            if any(follows(view, set(some), False, {cell}, safe) for cell in cells):
                return count
    return {True: 3, False: 4, None: 0}[follows(view, set(numbers), False, cells, safe)]


STRENGTHS = {
    Technique.SINGLE: {1},
    Technique.ONE_TWO_ONE: {2, 3},
    Technique.ONE_TWO_TWO_ONE: {2, 3},
    Technique.CHAIN: {3},
    Technique.COUNT: {4},
    Technique.CASE_SPLIT: {3, 4},
}


def check_strength(puzzle: Puzzle) -> None:
    found = position(unmarked(puzzle.board))
    assert found is not None
    view = View(str(with_certain_mines(puzzle.board, odds(puzzle.board))))
    of_pairs = {2} if len(found.why.steps) == 1 else {2, 3}  # a pair may have to wait for another
    expected = STRENGTHS.get(puzzle.technique, of_pairs)
    assert strength(view, set(found.cells), found.why.safe) in expected | ({0} if min(expected) > 2 else set()), str(
        puzzle
    )


@pytest.mark.parametrize("technique", Technique)
def test_a_puzzle_needs_as_many_numbers_as_its_technique_says_and_no_fewer(technique: Technique) -> None:
    for puzzle in by_technique(shipped())[technique][::20]:
        check_strength(puzzle)


def test_puzzles_of_a_game_that_was_played_are_parts_of_it_with_one_argument() -> None:
    made_of = list(of_replay(solved(STEPS[5].boards[0])))
    assert len({puzzle.id for puzzle in made_of}) == len(made_of) >= 3
    for puzzle in made_of:
        check_strength(puzzle)
    assert {puzzle.technique for puzzle in made_of} > {Technique.SINGLE}


def test_a_line_that_is_no_puzzle_is_refused() -> None:
    for line in ("", "2x2/1 .. single safe", "2x2/1 ../.. magic safe", "2x2/1 ../9. single safe"):
        with pytest.raises(PuzzleError):
            Puzzle.parse(line)


class Standings(RuleBasedStateMachine):
    """Answers to puzzles: the ratings are those of all answers, whenever they are computed."""

    def __init__(self) -> None:
        super().__init__()
        self.puzzles = {puzzle.id: puzzle for puzzle in shipped()[::40]}
        self.answers: list[Answered] = []

    @rule(number=st.integers(0, 24), grade=st.sampled_from(Grade))
    def answer(self, number: int, grade: Grade) -> None:
        before = standing(self.answers, self.puzzles)
        puzzle = list(self.puzzles.values())[number]
        self.answers.append(Answered(puzzle.id, len(self.answers), grade, 1000))
        after = standing(self.answers, self.puzzles)
        if grade is Grade.AGAIN:
            assert after.rating(puzzle.technique).value < before.rating(puzzle.technique).value
            assert after.puzzles[puzzle.id].value > before.puzzles.get(puzzle.id, puzzle.rating).value
        if grade is Grade.EASY:
            assert after.overall.value > before.overall.value
            assert puzzle.id in after.solved

    @invariant()
    def the_next_puzzle_is_not_solved(self) -> None:
        found = standing(self.answers, self.puzzles)
        sorted_puzzles = by_technique(self.puzzles.values())
        following = next_puzzle(found, sorted_puzzles[next_technique(found, sorted_puzzles)])
        assert following is None or following.id not in found.solved
        assert found.tried == len(self.answers)


class Rushes(RuleBasedStateMachine):
    """A run: it ends at the third wrong answer or after three minutes, and counts nothing after that."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 1000
        self.run = Rush("rain", shipped(), self.now)
        self.asked: list[str] = []
        self.right = self.wrong = 0

    @rule(wait=st.integers(0, 40_000), is_right=st.booleans())
    def answer(self, wait: int, is_right: bool) -> None:
        self.now += wait
        goes_on = self.wrong < LIVES and self.now < 1000 + LENGTH_MS
        if goes_on:
            self.asked.append(self.run.puzzle.id)
            self.right += is_right
            self.wrong += not is_right
        self.run.answer(is_right, self.now)

    @invariant()
    def it_counts_what_came_in_time(self) -> None:
        assert (self.run.solved, self.run.wrong) == (self.right, self.wrong)
        assert self.run.is_over == (self.wrong == LIVES) or self.now >= 1000 + LENGTH_MS
        assert len(set(self.asked)) == len(self.asked)


TestStandings = Standings.TestCase
TestRushes = Rushes.TestCase
TestStandings.settings = TestRushes.settings = settings(max_examples=15, stateful_step_count=15)
