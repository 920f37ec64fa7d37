"""The fleet plays what `Game` plays: step by step, on any number of threads, in any process."""

from __future__ import annotations

import gc
import hashlib
import multiprocessing
import threading
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import many, rules

from sapper import BoardTooLarge, Game, Level, Minefield, Rules, RulesError, Seed, _kernel, odds
from sapper.analysis.metrics import progress
from sapper.env import REWARDS, Fleet, FleetError, Rewards
from sapper.env.fleet import AutoReset
from sapper.env.rewards import RewardsError
from sapper.interrupt import Interruptible

pytestmark = pytest.mark.kernel

OPEN_ONLY = rules(5).map(lambda drawn: drawn.replace(assists=drawn.assists & {"flag-around"}))
PRIMES = Rewards(win=2, loss=-3, mine=-5, cell=7, board=11, step=13, wasted=-17)


def game_of(fleet: Fleet, series: int, number: int) -> Game:
    """The game that a board plays, from its seed alone."""
    return Game(fleet.rules, Seed(_kernel.derive_seed(Seed.of(series).bits, number)))


class Shadow:
    """One board of a fleet, played by `Game`."""

    def __init__(self, fleet: Fleet, index: int, series: int) -> None:
        self.fleet, self.index, self.series, self.number = fleet, index, series, 0
        self.game = game_of(fleet, series, 0)
        self.won = self.ended = False

    def next(self) -> None:
        self.number += 1
        self.game = game_of(self.fleet, self.series, self.number)

    def step(self, action: int) -> float:
        """Play as the fleet promises to, and return the reward."""
        self.won = False
        if self.game.status.is_over:
            if self.fleet.autoreset is AutoReset.NEXT_STEP:
                self.next()
                self.ended = False
            return 0.0
        game, level = self.game, self.fleet.rules.level
        before = bytes(game.board.to_bytes())
        delta = game.open(*level.cell(action))
        opened = sum(value <= 8 for _, _, value in delta)
        exploded = game.board.to_bytes().count(13) - before.count(13)
        self.won, self.ended = game.is_won, game.status.is_over
        reward = self.fleet.reward.of(
            level=level, opened=opened, exploded=exploded, won=game.is_won, lost=game.is_lost, wasted=not len(delta)
        )
        if self.ended and self.fleet.final_cells is not None:
            assert self.fleet.final_cells[self.index].tobytes() == game.board.to_bytes()
            self.next()
        return reward

    def check(self, mines: np.ndarray) -> None:
        """Compare the board with the game."""
        index, game = self.index, self.game
        assert self.fleet.cells[index].tobytes() == game.board.to_bytes()
        assert self.fleet.masks[index].tolist() == [value == 9 for value in game.board.to_bytes()]
        assert self.fleet.opened[index] == game.board.opened
        assert self.fleet.lives[index] == game.lives
        assert self.fleet.games[index] == self.number
        assert self.fleet.terminated[index] == self.ended
        assert self.fleet.won[index] == (self.won if self.fleet.autoreset is not AutoReset.NEVER else game.is_won)
        truth = [] if game.first is None else Minefield(game._truth).mines()
        assert [tuple(cell) for cell in np.argwhere(mines[index]).tolist()] == truth


@many(200)
@given(OPEN_ONLY, st.integers(1, 4), st.sampled_from(AutoReset), st.integers(1, 3), st.data())
def test_every_step_is_that_of_game(
    rules: Rules, boards: int, autoreset: AutoReset, threads: int, data: st.DataObject
) -> None:
    fleet = Fleet(rules, boards, 100, reward=PRIMES, autoreset=autoreset, threads=threads, truth=True)
    shadows = [Shadow(fleet, index, 100 + index) for index in range(boards)]
    cells = st.lists(st.integers(0, rules.level.cells - 1), min_size=boards, max_size=boards)
    for actions in data.draw(st.lists(cells, max_size=12)):
        fleet.step(actions)
        for index, shadow in enumerate(shadows):
            assert fleet.rewards[index] == shadow.step(actions[index])
            shadow.check(fleet.truth())


@pytest.mark.parametrize("layout", ["no-guess", "no-guess-pairs"])
def test_no_guess_boards_are_those_of_game(layout: str) -> None:
    fleet = Fleet(Rules("9x9/14", layout=layout), 3, 7, truth=True)
    fleet.step([40, 0, 80])
    for index, first in enumerate([(4, 4), (0, 0), (8, 8)]):
        game = game_of(fleet, 7 + index, 0)
        game.open(*first)
        assert fleet.cells[index].tobytes() == game.board.to_bytes()


def test_a_step_that_is_stopped_leaves_the_board_as_it_was() -> None:
    fleet = Fleet(Rules("4x4/14", layout="no-guess"), 2)
    limits = _kernel.CallLimits(2**30)
    limits.stop()
    with Interruptible(limits), pytest.raises(_kernel.Stopped):
        fleet.step([5, 5])
    assert fleet.moves.tolist() == [0, 0]
    assert fleet.masks.all()


def digest(threads: int = 1, steps: int = 60) -> str:
    """Everything that a fleet shows over some steps of the random policy."""
    fleet = Fleet("modern 16x16/40", 97, 5, threads=threads)
    seen = hashlib.sha256()
    for _ in range(steps):
        fleet.step(fleet.random_actions())
        for array in (fleet.cells, fleet.masks, fleet.rewards, fleet.terminated, fleet.won, fleet.games):
            seen.update(np.ascontiguousarray(array).data)
    for known in (*fleet.solve(), fleet.bbbv_done()):
        seen.update(np.ascontiguousarray(known).data)
    return seen.hexdigest()


def test_the_result_does_not_depend_on_threads_or_processes() -> None:
    expected = digest()
    assert [digest(2), digest(5)] == [expected, expected]
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        assert list(pool.map(digest, [1, 3])) == [expected, expected]


def fail(action: int) -> None:
    Fleet("beginner", 2).step([0, action])


def test_a_worker_that_raises_tells_its_parent_why() -> None:
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        with pytest.raises(FleetError, match="an action is the number of a cell from 0 to 63, not 64"):
            pool.submit(fail, 64).result()
        assert pool.submit(fail, 63).result() is None


def test_threads_of_python_wait_for_each_other() -> None:
    fleet = Fleet("9x9/10", 50, autoreset="never", threads=2)
    fleet.step([40] * 50)

    def work() -> None:
        for _ in range(40):
            fleet.step([40] * 50)

    workers = [threading.Thread(target=work) for _ in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert set(fleet.moves[~fleet.terminated].tolist()) == {121}


def test_arrays_are_views_that_keep_the_kernel_alive() -> None:
    fleet = Fleet("expert", 8)
    cells, masks = fleet.cells, fleet.masks
    assert np.shares_memory(cells, np.asarray(fleet._kernel.cells))
    assert np.shares_memory(masks, np.asarray(fleet._kernel.masks))
    before = cells.copy()
    fleet.step(fleet.random_actions())
    assert (cells != before).any()
    after = cells.copy()
    for array in (cells, masks, fleet.rewards, fleet.random_actions()):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0
    del fleet, array
    gc.collect()
    assert (cells == after).all()


@many(60)
@given(OPEN_ONLY, st.integers(0, 1000))
def test_what_the_solver_knows(rules: Rules, seed: int) -> None:
    fleet = Fleet(rules, 3, seed, autoreset="next-step")
    for _ in range(4):
        chances, safe, mined = fleet.solve()
        done = fleet.bbbv_done()
        for index in range(3):
            board = fleet.board(index)
            assert done[index] == progress(board)
            if fleet.terminated[index]:
                assert not any(known[index].any() for known in (chances, safe, mined))
                continue
            known = odds(board)
            expected = [[chance or 0.0 for chance in row] for row in known.rows()]
            assert (chances[index] == np.array(expected, np.float32)).all()
            assert {tuple(cell) for cell in np.argwhere(safe[index]).tolist()} == known.safe
            assert {tuple(cell) for cell in np.argwhere(mined[index]).tolist()} == known.mines
        fleet.step(fleet.random_actions())


def test_random_actions_are_closed_cells_with_equal_chances() -> None:
    fleet = Fleet("5x5/8 first=any lives=9", 1, 3, autoreset="never")
    fleet.step([0])
    closed = np.flatnonzero(fleet.masks[0])
    counts = np.zeros(25, int)
    for _ in range(400 * len(closed)):
        counts[fleet.random_actions()[0]] += 1
    assert set(np.flatnonzero(counts)) == set(closed)
    assert (((counts[closed] - 400) ** 2) / 400).sum() < 2 * len(closed)


def test_random_actions_find_the_last_closed_cells() -> None:
    fleet = Fleet("30x30/1 lives=5 completion=both", 20)
    for _ in range(300):
        actions = fleet.random_actions()
        assert fleet.masks[np.arange(20), actions].all()
        fleet.step(actions)


def test_series_begin_again_and_go_on() -> None:
    fleet = Fleet(Level(9, 9, 10), 3, [5, "rain", Seed.of("snow")], autoreset="never")
    fleet.step([40, 40, 40])
    first = fleet.cells.copy()
    fleet.restart([True, False, True])
    assert fleet.games.tolist() == [1, 0, 1]
    assert fleet.opened.tolist()[0] == 0 == fleet.opened[2]
    assert (fleet.cells[1] == first[1]).all()
    fleet.restart()
    fleet.step([40, 40, 40])
    assert (fleet.cells != first).any()
    fleet.start([5, "rain", Seed.of("snow")])
    fleet.step([40, 40, 40])
    assert (fleet.cells == first).all()


def test_the_truth_is_shown_only_when_asked_for() -> None:
    fleet = Fleet("beginner", 2)
    with pytest.raises(FleetError, match="only a fleet made with truth=True shows its mines"):
        fleet.truth()
    open_fleet = Fleet("beginner", 2, truth=True)
    assert not open_fleet.truth().any()
    open_fleet.step([0, 0])
    assert open_fleet.truth().sum(axis=(1, 2)).tolist() == [10, 10]


@pytest.mark.parametrize(
    ("call", "error", "sentence"),
    [
        (lambda: Fleet("expert", 0), FleetError, "boards is a whole number from 1"),
        (lambda: Fleet("expert", 2, threads=0), FleetError, "threads is a whole number from 1 to 256, not 0"),
        (lambda: Fleet("expert", 2, [1]), FleetError, "2 boards takes as many seeds, not 1"),
        (lambda: Fleet("expert", 2, autoreset="maybe"), FleetError, "autoreset is never, next-step, same-step"),
        (lambda: Fleet("expert", 2, reward="much"), RewardsError, "choose progress, outcome, win, cells"),
        (lambda: Fleet("expert assists=auto-open", 2), RulesError, "make moves by themselves"),
        (lambda: Fleet(5, 2), RulesError, "a text such as 'modern expert', not 5"),  # type: ignore[arg-type]
        (lambda: Fleet("9999x9999/9", 2**31), BoardTooLarge, "more memory than there is"),
        (lambda: Fleet("expert", 2).step([0]), FleetError, "2 boards takes as many actions"),
        (lambda: Fleet("expert", 2).step([0, 480]), FleetError, "from 0 to 479, not 480"),
        (lambda: Fleet("expert", 2).step([-1, 0]), FleetError, "from 0 to 479, not -1"),
        (lambda: Fleet("expert", 2).step([0.5, 1.0]), FleetError, "the number of a cell, not one of float64"),
        (lambda: Fleet("expert", 2).restart([True]), FleetError, "2 boards takes as many marks"),
    ],
)
def test_errors_say_what_is_allowed(call: object, error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence):
        call()  # type: ignore[operator]


def test_a_refused_step_plays_nothing() -> None:
    fleet = Fleet("expert", 2)
    with pytest.raises(FleetError):
        fleet.step([0, 480])
    assert fleet.moves.tolist() == [0, 0]


def test_rewards_by_name() -> None:
    level = Rules("beginner").level
    assert REWARDS["progress"].of(level=level, opened=54, won=True) == pytest.approx(2)
    assert REWARDS["progress"].of(level=level, exploded=1, lost=True) == -1
    assert REWARDS["cells"].of(level=level, opened=5) == 5
    assert REWARDS["win"].of(level=level, lost=True) == 0
