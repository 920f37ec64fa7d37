"""What is solved of a board, and what can be seen of it."""

from __future__ import annotations

import random

import pytest
from analysis.reference import reference, scattered, visible_progress
from hypothesis import given
from hypothesis import strategies as st
from oracle import arrangements
from strategies import levels, many, minefields

from sapper import Action, Board, FixedLayout, Game, Level, Minefield, Rules
from sapper.analysis import metrics

pytestmark = pytest.mark.kernel


@st.composite
def boards_in_play(draw: st.DrawFn, most: int = 6) -> tuple[Minefield, Game, list[Action]]:
    """A game after some opening and flagging, wrong flags included; it may be over."""
    level = draw(levels(most))
    minefield = draw(minefields(level))
    game = Game(Rules(level, first="any", preflag=True, lives=3), layout=FixedLayout(minefield))
    played = []
    for _ in range(draw(st.integers(0, 12))):
        kind = draw(st.sampled_from(["open", "open", "open", "flag", "clear", "chord"]))
        action = Action(kind, draw(st.integers(0, level.height - 1)), draw(st.integers(0, level.width - 1)))
        if not game.status.is_over:
            game.play(action)
            played.append(action)
    return minefield, game, played


@many(300)
@given(boards_in_play())
def test_solved_and_progress_as_the_naive_reference_counts_them(played: tuple[Minefield, Game, list[Action]]) -> None:
    minefield, game, _ = played
    truth = reference(minefield)
    opened = {cell for cell in truth.cells if game.board[cell] <= 8}
    assert metrics.solved(minefield, game.board) == truth.solved(opened)
    assert metrics.progress(game.board) == visible_progress(game.board)


@pytest.mark.parametrize("width", [63, 64, 65, 130])
def test_solved_and_progress_of_wide_boards(width: int) -> None:
    chance = random.Random(width)
    for mines in (2, 10, 40):
        minefield = scattered(width, 6, mines, chance)
        truth = reference(minefield)
        for share in (0.5, 0.95, 0.995, 1.0):
            opened = {cell for cell in truth.safe if chance.random() < share}
            cells = bytes(truth.number[cell] if cell in opened else 9 for cell in truth.cells)
            board = Board.from_bytes(minefield.level, cells)
            assert metrics.solved(minefield, board) == truth.solved(opened)
            assert metrics.progress(board) == visible_progress(board)


def test_an_opening_is_solved_with_its_last_cell() -> None:
    minefield = Minefield.from_text("....* *....")
    # The flag on the border keeps the opening from being whole.
    game = Game(Rules(minefield.level, first="any", preflag=True), layout=FixedLayout(minefield))
    for action, solved in [("flag 0 1", 0), ("open 0 2", 0), ("clear 0 1", 0), ("open 0 1", 1), ("open 0 0", 2)]:
        game.play(Action.parse(action))
        assert metrics.solved(minefield, game.board) == metrics.progress(game.board) == solved


@many(100)
@given(levels(most=4).filter(lambda level: level.mines > 0).flatmap(minefields), st.data())
def test_progress_does_not_depend_on_what_is_hidden(minefield: Minefield, data: st.DataObject) -> None:
    level, safe = minefield.level, sorted(reference(minefield).safe)
    opened = data.draw(st.lists(st.sampled_from(safe), min_size=1, max_size=4))
    actions = [Action("open", *cell) for cell in opened]
    rules = Rules(level, first="any", completion="both")  # so that opening alone does not end it
    game = Game.replay(rules, layout=FixedLayout(minefield), actions=actions)
    seen = metrics.live(game.board, clicks=len(actions), elapsed=1000)
    possible = arrangements(str(game.board))
    assert set(minefield.mines()) in possible
    for mines in possible[:30]:
        other = Minefield.from_mines(level.width, level.height, mines)
        hidden = Game.replay(rules, layout=FixedLayout(other), actions=actions)
        assert hidden.board == game.board
        assert metrics.live(hidden.board, clicks=len(actions), elapsed=1000) == seen


def test_live() -> None:
    game = Game(Rules(Level(5, 2, 2)), layout=FixedLayout(Minefield.from_text("....* *....")))
    seen = metrics.live(game.board, 0, 0)
    assert (seen.solved, seen.bbbv_per_second, seen.efficiency) == (0, None, None)
    game.open(0, 2)
    game.open(0, 0)
    seen = metrics.live(game.board, clicks=4, elapsed=2000)
    assert (seen.solved, seen.bbbv_per_second, seen.efficiency) == (2, 1.0, 0.5)
    assert metrics.live(game.board, clicks=4, elapsed=999).bbbv_per_second is None
