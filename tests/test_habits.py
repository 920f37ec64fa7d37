"""What people try first works, and what cannot work is refused in one line that names what was given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import actions, many, rules

import sapper
from sapper import (
    EXPERT,
    Action,
    Board,
    CellState,
    Game,
    GameError,
    Kind,
    Minefield,
    MinefieldError,
    Rules,
    RulesError,
    Seed,
    Status,
    best_move,
    exact_move,
    grade,
    hint,
    odds,
    prove,
    simulate,
)
from sapper.generator import generate_many

if TYPE_CHECKING:
    from collections.abc import Callable


def test_a_game_begins_with_a_name_a_level_or_rules() -> None:
    assert Game("expert", 1).rules == Game(EXPERT, 1).rules == Rules("expert")
    assert Game("amiga expert completion=either", 1).rules == Rules("expert", ruleset="amiga", completion="either")
    assert simulate("5x5/3", 20, 1).games == 20


def test_a_game_without_a_seed_has_a_fresh_one_that_plays_it_again() -> None:
    game, other = Game(Rules("expert")), Game("expert")
    assert game.seed is not None
    assert game.seed != other.seed
    game.open(3, 3)
    assert Game("expert", game.seed).open(3, 3) == game.restarted().open(3, 3)
    assert game.copy().seed == game.restarted().seed == game.seed
    assert Game("2x1/1", layout=lambda rules, first: Minefield.from_text("*.")).seed is None


def test_a_game_takes_a_seed_or_a_layout() -> None:
    with pytest.raises(TypeError, match="either a seed or a layout"):
        Game("2x1/1", 1, layout=lambda rules, first: Minefield.from_text("*."))
    with pytest.raises(TypeError, match="played again with its seed or its layout"):
        Game.replay("beginner", actions=[])


def test_a_board_iterates_over_its_cells() -> None:
    board = Board.parse("3x2/1\n01.\n01F")
    assert list(board) == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    assert len(board) == 6
    assert (1, 2) in board
    assert (2, 0) not in board
    assert 3 not in board
    assert dict(board.items())[1, 2] == CellState.FLAG
    assert list(board.closed()) == [(0, 2), (1, 2)]
    assert board.neighbours(0, 0) == [(0, 1), (1, 0), (1, 1)]


def test_derived_seeds_are_those_of_a_series() -> None:
    seed = Seed.of("series")
    puzzles = list(generate_many("9x9/10", (4, 4), seed, 3))
    assert [puzzle.seed for puzzle in puzzles] == [seed.derive(index) for index in range(3)]
    assert len({seed.derive(index) for index in range(100)}) == 100


def test_a_game_says_how_it_ended() -> None:
    game = Game(Rules("2x1/1", first="any"), layout=lambda rules, first: Minefield.from_text("*."))
    assert (game.is_won, game.is_lost) == (False, False)
    game.open(0, 1)
    assert (game.is_won, game.is_lost, game.status) == (True, False, Status.WON)


def test_numbers_of_numpy_are_cells() -> None:
    game = Game("beginner", seed=1)
    row, col = np.argwhere(np.asarray(game.board) == CellState.HIDDEN)[27]
    game.open(row, col)
    assert str(game.log[0].action) == "open 3 3"
    assert type(game.log[0].action.row) is int
    assert game.board[row, col] == 0
    assert odds(game.board)[row, col] is None


# --- legal moves


@many(300)
@given(st.data())
def test_legal_moves_are_those_that_change_the_board(data: st.DataObject) -> None:
    chosen = data.draw(rules(most=4))
    if data.draw(st.booleans()):
        chosen = chosen.replace(assists=["flag-around"], chord=data.draw(st.sampled_from(["exact", "at-least"])))
    game = Game(chosen, seed=data.draw(st.integers(0, 99)))
    opens = [Action("open", *cell) for cell in data.draw(st.lists(st.sampled_from(list(game.board)), max_size=3))]
    for action in opens + data.draw(st.lists(actions(chosen.level), max_size=8)):
        try:
            game.play(action)
        except GameError:
            continue
    listed = list(game.legal_moves)
    assert len(set(listed)) == len(listed)
    kinds = [kind for kind in Kind if kind.has_cell and (kind is not Kind.QUESTION or chosen.questions)]
    expected = {Action(kind, *cell) for kind in kinds for cell in game.board if changes(game, Action(kind, *cell))}
    assert set(listed) == expected


@pytest.mark.parametrize(
    ("choices", "flags", "questions", "is_legal"),
    [
        ({}, [(0, 0)], [], True),
        ({"chord": "off"}, [(0, 0)], [], False),
        ({}, [(0, 0), (1, 0)], [], False),
        ({"chord": "at-least"}, [(0, 0), (1, 0)], [], True),
        ({}, [(0, 0)], [(0, 2), (1, 0), (1, 1), (1, 2)], True),
        ({"protect_questions": True}, [(0, 0)], [(0, 2), (1, 0), (1, 1), (1, 2)], False),
        ({"assists": ["flag-around"]}, [], [], False),
    ],
)
def test_a_chord_is_legal_where_it_does_something(
    choices: dict[str, Any], flags: list[tuple[int, int]], questions: list[tuple[int, int]], is_legal: bool
) -> None:
    field = Minefield.from_text("*..\n...")
    game = Game(Rules("3x2/1", first="any", **choices), layout=lambda rules, first: field)
    game.open(0, 1)
    for cell in flags:
        game.flag(*cell)
    for cell in questions:
        game.question(*cell)
    chord = Action("chord", 0, 1)
    assert (chord in list(game.legal_moves)) == is_legal == changes(game, chord)


def changes(game: Game, action: Action) -> bool:
    try:
        return len(game.copy().play(action)) > 0
    except GameError:
        return False


# --- layouts


@pytest.mark.parametrize("text", ["**.\n...", "...\n...", "*..\n...\n..."])
def test_a_layout_with_other_mines_or_another_size_is_refused(text: str) -> None:
    game = Game(Rules("3x2/1", first="any"), layout=lambda rules, first: Minefield.from_text(text))
    with pytest.raises(MinefieldError, match="and the rules play 3x2/1"):
        game.open(1, 2)
    assert (game.status, game.first, game.log) == (Status.READY, None, [])


def test_a_layout_that_returns_something_else_is_refused() -> None:
    game = Game(Rules("3x2/1"), layout=lambda rules, first: [(0, 0)])  # type: ignore[arg-type,return-value]
    with pytest.raises(MinefieldError, match="a layout returns a Minefield, not a list"):
        game.open(1, 2)


# --- errors


GAME = Game("beginner", seed=1)
MISTAKES: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: Game(3), RulesError, "rules are Rules, a Level, or a text such as 'expert first=cell', not 3"),  # type: ignore[arg-type]
    (lambda: Game("hard"), RulesError, "'hard' is not a level: "),
    (lambda: Rules([30, 16, 99]), RulesError, "a level is a Level or its text such as 30x16/99, not a list"),  # type: ignore[arg-type]
    (lambda: Board(None), RulesError, "not None"),  # type: ignore[arg-type]
    (lambda: Game("beginner", 1.5), TypeError, "a seed is a Seed, a text or a whole number, not 1.5"),  # type: ignore[arg-type]
    (lambda: GAME.open(1.0, 2), TypeError, "a row is a whole number, not 1.0"),  # type: ignore[arg-type]
    (lambda: GAME.flag(1, "2"), TypeError, "a column is a whole number, not '2'"),  # type: ignore[arg-type]
    (lambda: GAME.toggle_flag(1, None), TypeError, "a column is a whole number, not None"),  # type: ignore[arg-type]
    (lambda: GAME.board[1.5, 2], TypeError, "a row is a whole number, not 1.5"),  # type: ignore[index]
    (lambda: GAME.board[3], TypeError, r"a cell is \(row, col\), not 3"),  # type: ignore[index]
    (lambda: odds(GAME.board)[1, 2, 3], TypeError, r"a cell is \(row, col\), not \(1, 2, 3\)"),  # type: ignore[index]
    (lambda: GAME.board.neighbours("a", 1), TypeError, "a row is a whole number, not 'a'"),  # type: ignore[arg-type]
    (lambda: odds(GAME), TypeError, "expected a Board, not a Game: give its board"),  # type: ignore[arg-type]
    (lambda: hint("beginner"), TypeError, "expected a Board, not 'beginner'"),  # type: ignore[arg-type]
    (lambda: best_move(None), TypeError, "expected a Board, not None"),  # type: ignore[arg-type]
    (lambda: exact_move(EXPERT), TypeError, "expected a Board, not a Level"),  # type: ignore[arg-type]
    (lambda: sapper.odds_many([GAME]), TypeError, "expected a Board, not a Game: give its board"),  # type: ignore[list-item]
    (lambda: prove(GAME.board), TypeError, "expected a Minefield or a Game, not a Board"),  # type: ignore[arg-type]
    (lambda: grade(3), TypeError, "expected a Minefield or a Game, not 3"),  # type: ignore[arg-type]
    (lambda: simulate(EXPERT.mines, 1, 1), RulesError, "not 99"),  # type: ignore[arg-type]
    (lambda: Seed.of(1).derive(-1), ValueError, "numbered from 0 to"),
    (lambda: Seed.of(1).derive(0.5), TypeError, "a number of a game is a whole number, not 0.5"),  # type: ignore[arg-type]
    (lambda: sapper.generate(99, (0, 0), 1), RulesError, "a level is a Level or its text such as 30x16/99, not 99"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("attempt", "kind", "says"), MISTAKES)
def test_a_mistake_is_named_in_one_line(attempt: Callable[[], Any], kind: type[Exception], says: str) -> None:
    with pytest.raises(kind, match=says) as caught:
        attempt()
    assert "\n" not in str(caught.value)


# --- the best move


@pytest.mark.parametrize("level", ["4x4/4", "3x3/2", "5x2/3", "1x8/2"])
def test_the_best_move_on_an_empty_small_board_is_exact(level: str) -> None:
    board = Board(level)
    best, exact = best_move(board), exact_move(board)
    assert best.win == pytest.approx(exact.win)
    assert best.why == exact.why


def test_no_chance_to_win_is_claimed_that_nobody_measured() -> None:
    move = best_move(Board("400x400/20000"))
    assert move.win is None
    assert "to win" not in str(move)
    assert best_move(Board("expert")).win is None
