"""Everything travels: games, boards, answers and errors are copied, pickled, and sent to processes and threads."""

from __future__ import annotations

import copy
import importlib
import multiprocessing
import pickle
import pkgutil
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import actions, many, rules
from workers import fail, puzzle_and_proof, solve

import sapper
from sapper import (
    Action,
    Board,
    CellState,
    Contradiction,
    FixedLayout,
    Game,
    GameError,
    Level,
    Minefield,
    NoBoard,
    OutOfBudget,
    RandomLayout,
    Replay,
    Rules,
    SapperError,
    Seed,
    best_move,
    exact_move,
    generate,
    hint,
    odds,
    prove,
)
from sapper.extras import MissingExtra
from sapper.layouts import NoGuessLayout
from sapper.value import Value

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

BOARD = Board.parse("5x3/3\n1F...\n12...\n01...")
COPIES: list[Callable[[Any], Any]] = [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))]


def values() -> Iterator[object]:
    game = Game(Rules("beginner"), seed="a rainy day")
    delta = game.open(3, 3)
    field = Minefield.from_text("*..\n...\n..*")
    yield from (BOARD, field, odds(BOARD), delta, hint(BOARD), best_move(BOARD), generate("9x9/10", (4, 4), 1, "pairs"))
    yield from (prove(field, (0, 2)), game.log[0], game.rules, Seed.of(1))
    game.play(Action("resign"))
    yield Replay.of(game, game.seed)


@pytest.mark.parametrize("value", list(values()), ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("make", COPIES, ids=["copy", "deepcopy", "pickle"])
def test_a_copy_is_equal(value: object, make: Callable[[object], object]) -> None:
    made = make(value)
    assert type(made) is type(value)
    assert made == value
    assert isinstance(value, (Board, Replay)) or hash(made) == hash(value)
    assert repr(made) == repr(value)


def test_values_that_differ_are_not_equal() -> None:
    game = Game("beginner", seed="a rainy day")
    assert game.open(3, 3) != game.open(0, 7)
    assert odds(BOARD) != odds(Board.parse("5x3/4\n1F...\n12...\n01..."))
    assert odds(BOARD) == odds(BOARD.copy())


def test_only_what_can_be_hashed_looks_hashable() -> None:
    """A value with a field that cannot be hashed defines how it is hashed, or says that it is not."""
    for module in pkgutil.walk_packages(sapper.__path__, "sapper."):
        if module.name.startswith(("sapper.analysis", "sapper.replay", "sapper.generator", "sapper.game")):
            importlib.import_module(module.name)

    def kinds(base: type[Value]) -> Iterator[type[Value]]:
        for kind in type.__subclasses__(base):
            yield kind
            yield from kinds(kind)

    library = [kind for kind in kinds(Value) if kind.__module__.startswith(("sapper.analysis", "sapper.replay"))]
    assert library
    for kind in library:
        fields = [str(text) for text in kind.__annotations__.values()]
        if any(text.startswith(("dict[", "list[", "set[", "array[")) for text in fields):
            assert "__hash__" in vars(kind), f"{kind.__name__} looks hashable"


# --- games


@many(150)
@given(st.data())
def test_a_copied_or_pickled_game_goes_on_like_the_game(data: st.DataObject) -> None:
    chosen = data.draw(rules(most=5))
    game = Game(chosen, seed=data.draw(st.integers(0, 99)))
    for action in data.draw(st.lists(actions(chosen.level), max_size=12)):
        try_to_play(game, action)
    twins = [game.copy(), copy.deepcopy(game), pickle.loads(pickle.dumps(game))]
    for twin in twins:
        assert state_of(twin) == state_of(game)
        assert twin.log == game.log
    before = state_of(game)
    later = data.draw(st.lists(actions(chosen.level), max_size=8))
    outcomes = [[try_to_play(twin, action) for action in later] for twin in twins]
    assert state_of(game) == before, "a copy that is played on changes the original"
    assert outcomes == [[try_to_play(game, action) for action in later]] * 3
    assert [state_of(twin) for twin in twins] == [state_of(game)] * 3


def state_of(game: Game) -> tuple[object, ...]:
    counts = (game.lives, game.hints, game.undo_count, game.redo_count, game.mines_left)
    return (str(game.board), game.status, game.rules, game.first, game.seed, game.next_redo, *counts)


def try_to_play(game: Game, action: Action) -> object:
    try:
        return game.play(action)
    except GameError as error:
        return str(error)


@pytest.mark.parametrize(
    "layout",
    [
        RandomLayout(Seed.of(3)),
        FixedLayout(Minefield.from_text("*...\n....\n....\n....")),
        NoGuessLayout(Seed.of(3), print),
    ],
    ids=["random", "fixed", "no guess"],
)
@pytest.mark.parametrize("opened", [False, True])
def test_a_game_travels_with_its_layout(layout: Any, opened: bool) -> None:
    game = Game(Rules("4x4/1", layout="no-guess" if "NoGuess" in repr(layout) else "random"), layout=layout)
    if opened:
        game.open(3, 3)
    other = pickle.loads(pickle.dumps(game))
    other.restarted().open(3, 3)
    assert other.restarted().open(3, 3) == game.restarted().open(3, 3)
    assert other.before().board == game.before().board


def test_a_restarted_game_does_not_hold_the_games_before_it() -> None:
    game = Game("beginner", seed=1)
    sizes = []
    for _ in range(6):
        sizes.append(len(pickle.dumps(game)))
        game = game.restarted()
        game.open(3, 3)
    assert len(set(sizes[2:])) == 1  # the first cell of the board is stored apart from that of the game by then


# --- errors


def errors() -> Iterator[SapperError]:
    attempts: list[Callable[[], object]] = [
        lambda: odds(Board.parse("3x1/1\n.3.")),
        lambda: exact_move(Board("30x16/99")),
        lambda: generate("8x8/50", (0, 0), 1, "single", budget=1),
        lambda: Game("beginner", seed=1).open(9, 9),
        lambda: Rules("huge"),
        lambda: Board.parse(""),
    ]
    for attempt in attempts:
        try:
            attempt()
        except SapperError as error:
            yield error
        else:
            pytest.fail("nothing was raised")


@pytest.mark.parametrize("error", list(errors()), ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("make", COPIES, ids=["copy", "deepcopy", "pickle"])
def test_an_error_travels_with_its_sentence_and_fields(error: SapperError, make: Callable[[object], Any]) -> None:
    error.add_note("seen in a worker")
    made = make(error)
    assert type(made) is type(error)
    assert (str(made), made.args, vars(made)) == (str(error), error.args, vars(error))


def test_every_error_of_the_package_travels() -> None:
    for module in pkgutil.walk_packages(sapper.__path__, "sapper."):
        if not module.name.endswith("__main__"):
            with suppress(MissingExtra):
                importlib.import_module(module.name)

    def kinds(base: type[SapperError]) -> Iterator[type[SapperError]]:
        yield base
        for kind in base.__subclasses__():
            yield from kinds(kind)

    for kind in set(kinds(SapperError)):
        error = BaseException.__new__(kind, "one sentence")
        error.__dict__["remark"] = 3
        made = pickle.loads(pickle.dumps(error))
        assert (type(made), made.args, vars(made)) == (kind, error.args, vars(error))


def test_a_contradiction_still_names_its_numbers() -> None:
    with pytest.raises(Contradiction) as caught:
        odds(Board.parse("3x1/1\n.3."))
    made = pickle.loads(pickle.dumps(caught.value))
    assert (made.numbers, made.sentence) == ([(0, 1)], caught.value.sentence)


# --- processes and threads


def test_a_pool_of_processes_returns_answers_and_errors() -> None:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        games = [Game("beginner", seed=seed) for seed in range(3)]
        assert pool.map_async(solve, games).get(120) == [solve(game) for game in games]
        assert pool.map_async(puzzle_and_proof, [1]).get(120) == [puzzle_and_proof(1)]
        for name, kind in (("budget", OutOfBudget), ("contradiction", Contradiction), ("none", NoBoard)):
            with pytest.raises(kind, match=r"\w+"):
                pool.map_async(fail, [name]).get(120)


@pytest.mark.kernel
def test_hints_while_another_thread_plays() -> None:
    """Answers are about the board at one moment, whatever happens to it meanwhile."""
    level = Level(16, 16, 40)
    field = Minefield.lay(Rules(level), 5, (8, 8))
    safe = [(row, col) for row in range(16) for col in range(16) if not field.is_mine(row, col)]
    board = Board(level)
    is_done = threading.Event()

    def play() -> None:
        while not is_done.is_set():
            for row, col in safe:
                cell = level.index(row, col)
                board._cells.put([cell], field.number(row, col))
            for row, col in safe[1:]:
                board._cells.put([level.index(row, col)], CellState.FLAG if (row + col) % 7 == 0 else CellState.HIDDEN)

    player = threading.Thread(target=play)
    player.start()
    try:
        for _ in range(150):
            advice = hint(board)
            assert advice.action in ("open", "flag", "clear")
            if not advice.explanation:
                continue
            assert advice.explanation.safe == (not field.is_mine(*advice.cell)) or advice.assumed
    finally:
        is_done.set()
        player.join()
