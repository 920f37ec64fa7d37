"""The environments for Gymnasium: its own checks and vector environments, and no mine before the end."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import RenderCollection

from sapper import Board, Game, GameError, Rules, Seed, _kernel, odds
from sapper.env import SapperEnv, SapperVectorEnv
from sapper.env.observations import ObservationError, planes
from sapper.env.picture import picture
from sapper.env.registration import names

OPTIONS: list[dict[str, Any]] = [
    {},
    {"observation": "planes"},
    {"odds": True, "logic": True, "bbbv": True, "truth": True},
    {"observation": "planes", "odds": True, "reward": "cells"},
    {"rules": "amiga 9x9/10 lives=3", "flags": True, "reward": "win"},
    {"rules": "article 6x5/4 layout=no-guess"},
    {"rules": "modern 9x9/10 assists=auto-flag,auto-open", "flags": True},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_gymnasium_finds_no_fault(options: dict[str, Any]) -> None:
    environment = gymnasium.make("Sapper-Beginner-v0", **options)
    check_env(environment.unwrapped)


@pytest.mark.parametrize("name", names())
def test_every_name_is_registered(name: str) -> None:
    one, many = gymnasium.make(name), gymnasium.make_vec(name, num_envs=2)
    assert isinstance(one.unwrapped, SapperEnv)
    assert isinstance(many.unwrapped, SapperVectorEnv)
    assert one.unwrapped.rules == many.unwrapped.fleet.rules == Rules.parse(names()[name])


def test_the_name_brings_its_module() -> None:
    script = "import gymnasium; print(gymnasium.make('sapper.env:Sapper-Expert-v0').observation_space.shape)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "(16, 30)\n"


def test_without_the_extra_the_error_names_it() -> None:
    script = "import sys; sys.modules['gymnasium'] = None; import sapper.env"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stderr.endswith("MissingExtra: sapper.env needs gymnasium: pip install 'sapper[gym]'\n")


@pytest.mark.parametrize("mode", AutoresetMode)
@pytest.mark.parametrize(
    "options",
    [
        {"rules": "modern 6x6/6", "odds": True, "logic": True, "bbbv": True, "truth": True},
        {"rules": "terminal 4x7/5 lives=2", "observation": "planes", "reward": "cells", "odds": True},
    ],
    ids=str,
)
def test_the_vector_environment_is_that_of_gymnasium(mode: AutoresetMode, options: dict[str, Any]) -> None:
    """Compare every result with Gymnasium's own vector of single environments."""
    theirs = gymnasium.make_vec(
        "Sapper-v0", 5, vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode}, **options
    )
    ours = gymnasium.make_vec("Sapper-v0", 5, autoreset_mode=mode, threads=2, **options)
    ours.action_space.seed(3)
    assert ours.observation_space == theirs.observation_space
    assert ours.single_action_space == theirs.single_action_space
    expected, found = theirs.reset(seed=11), ours.reset(seed=11)
    assert data_equivalence(expected[0], found[0])
    ends = 0
    for _ in range(60):
        actions = ours.action_space.sample()
        expected_step, found_step = theirs.step(actions), ours.step(actions)
        for one, other in zip(expected_step[:4], found_step[:4], strict=True):
            assert data_equivalence(one, other)
        _compare(expected_step[4], found_step[4], over=mode is AutoresetMode.NEXT_STEP)
        terminated = found_step[2]
        ends += int(terminated.sum())
        if mode is AutoresetMode.DISABLED and terminated.any():
            expected = theirs.reset(options={"reset_mask": terminated.copy()})
            found = ours.reset(options={"reset_mask": terminated.copy()})
            assert data_equivalence(expected[0], found[0])
    assert ends > 5


def _compare(expected: dict[str, Any], found: dict[str, Any], *, over: bool) -> None:
    """Compare the information; what a step won is about the game it played, theirs about the game that is shown."""
    for name in {"action_mask", "opened", "lives", "safe", "mined", "bbbv_done", "truth"} & expected.keys():
        assert (expected[name] == found[name]).all(), name
    if over:
        assert (expected["won"] == found["won"]).all()
    assert ("final_obs" in expected) == ("final_obs" in found)
    if "final_obs" in expected:
        assert (expected["_final_obs"] == found["_final_obs"]).all()
        for one, other in zip(expected["final_obs"], found["final_obs"], strict=True):
            assert (one is None) == (other is None)
            assert one is None or data_equivalence(one, other)


def test_an_environment_in_another_process_plays_the_same() -> None:
    environment = gymnasium.make_vec("Sapper-Beginner-v0", 2, vectorization_mode="async")
    ours = gymnasium.make_vec("Sapper-Beginner-v0", 2)
    try:
        expected, _ = environment.reset(seed=4)
        assert data_equivalence(expected, ours.reset(seed=4)[0])
        for action in range(0, 64, 9):
            expected, *_ = environment.step([action, 63 - action])
            assert data_equivalence(expected, ours.step([action, 63 - action])[0])
    finally:
        environment.close()


@pytest.mark.filterwarnings("ignore:.*ERROR")
def test_a_worker_that_raises_ends_the_wait_of_its_parent() -> None:
    environment = gymnasium.vector.AsyncVectorEnv([lambda: SapperEnv("beginner")] * 2)
    environment.reset(seed=1)
    with pytest.raises(GameError, match="an action is a number from 0 to 63, not 64"):
        environment.step(np.array([0, 64]))
    environment.close(terminate=True)


def test_seeds_begin_a_series_and_resets_go_on() -> None:
    environment = SapperEnv("beginner")

    def first_boards(**options: Any) -> list[str]:
        boards = []
        for number in range(3):
            environment.reset(**(options if number == 0 else {}))
            boards.append(environment.step(27)[0].tobytes())
        return boards

    once = first_boards(seed=5)
    assert first_boards(seed=5) == once
    assert len(set(once)) == 3
    assert first_boards(seed=6) != once
    assert len({SapperEnv("beginner").reset()[0].tobytes() for _ in range(3)}) == 1
    unseeded = SapperEnv("beginner"), SapperEnv("beginner")
    for one in unseeded:
        one.reset()
    assert unseeded[0].step(27)[0].tobytes() != unseeded[1].step(27)[0].tobytes()


def test_what_is_returned_shows_no_more_than_the_board() -> None:
    """Whenever two games show the same board, everything else that is returned is the same too."""
    environment = SapperEnv("official 3x3/2", odds=True, logic=True, bbbv=True)
    shown: dict[bytes, Any] = {}
    repeats = 0
    for seed in range(150):
        observed, info = environment.reset(seed=seed)
        for action in np.random.default_rng(seed).permutation(9):
            returned = (observed, info)
            before = shown.setdefault(observed["board"].tobytes(), returned)
            repeats += before is not returned
            assert data_equivalence(before, returned)
            observed, _, over, _, info = environment.step(action)
            if over:
                break
    assert repeats > 100
    assert "truth" not in info


def test_flags_and_chords() -> None:
    environment = SapperEnv("amiga 5x1/1 first=cell", flags=True)
    for seed in range(40):
        _, info = environment.reset(seed=seed)
        assert info["action_mask"].tolist() == [1] * 10 + [0] * 5
        observed, _, over, _, info = environment.step(2)
        if observed[0].tolist() == [9, 9, 1, 9, 9]:
            break
    assert not over
    observed, reward, _, _, info = environment.step(5 + 1)
    assert observed[0].tolist() == [9, 10, 1, 9, 9]
    assert reward == 0
    assert info["action_mask"].tolist() == [1, 0, 0, 1, 1, 1, 1, 0, 1, 1, 0, 0, 1, 0, 0]
    observed, _, over, _, info = environment.step(10 + 2)
    assert observed[0].tolist() == ([9, 14, 1, 13, 9] if over else [9, 10, 1, 0, 0])
    assert not info["won"]


def test_what_the_rules_refuse_is_a_wasted_step() -> None:
    environment = SapperEnv("click 4x4/2", flags=True, reward="progress")
    environment.reset(seed=1)
    observed, reward, over, _, _ = environment.step(16 + 3)
    assert (observed == 9).all()
    assert (reward, over) == (-0.1, False)
    assert not environment.action_masks()[16:].any()


def test_planes_show_every_kind_of_cell() -> None:
    board = Board.parse("5x3/6\n01234\n5678.\nF?*!x")
    shown = planes(np.frombuffer(board.to_bytes(), np.uint8).reshape(3, 5))
    assert (shown.sum(axis=0) == 1).all()
    assert shown.argmax(axis=0).tolist() == [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9], [10, 9, 11, 11, 10]]


def test_copies_and_views() -> None:
    copied, shared = SapperVectorEnv(3, "beginner"), SapperVectorEnv(3, "beginner", copy=False)
    for environment, shares in ((copied, False), (shared, True)):
        observed, info = environment.reset(seed=1)
        assert np.shares_memory(observed, environment.fleet.cells) == shares
        assert np.shares_memory(info["action_mask"], environment.fleet.masks) == shares


def test_errors_say_what_is_allowed() -> None:
    with pytest.raises(ObservationError, match="observation is codes, planes, not 'text'"):
        SapperEnv("beginner", observation="text")
    environment = SapperEnv("beginner")
    with pytest.raises(gymnasium.error.ResetNeeded, match="call reset first"):
        environment.step(0)
    environment.reset(seed=1)
    with pytest.raises(GameError, match="from 0 to 63, not -1"):
        environment.step(-1)


def test_the_board_as_text() -> None:
    environment = gymnasium.make("Sapper-Beginner-v0", render_mode="ansi")
    environment.reset(seed=1)
    assert str(environment.render()).startswith("8x8/10\n........\n")


@pytest.mark.parametrize("options", [{}, {"flags": True}, {"rules": "terminal 6x5/6 lives=3"}], ids=str)
def test_the_single_environment_plays_what_game_plays(options: dict[str, Any]) -> None:
    """Compare with `Game`, also where the environment plays in the kernel."""
    environment = SapperEnv(**{"rules": "modern 6x5/6", **options}, reward="progress", bbbv=True, logic=True)
    random = np.random.default_rng(5)
    for number in range(20):
        observed, info = environment.reset(seed=7) if number == 0 else environment.reset()
        game = Game(environment.rules, Seed(_kernel.derive_seed(Seed.of(7).bits, number)))
        over = False
        while not over:
            action = int(random.integers(30))
            before = game.board.copy()
            game.open(*divmod(action, 6))
            observed, reward, over, _, info = environment.step(action)
            assert observed.tobytes() == game.board.to_bytes()
            assert (over, info["won"], info["lives"]) == (game.status.is_over, game.is_won, game.lives)
            assert (reward == -0.1) == (before == game.board)
            if not over:
                assert {tuple(cell) for cell in np.argwhere(info["safe"]).tolist()} == odds(game.board).safe
        assert environment.game is not None
        assert [entry.action for entry in environment.game.log] == [entry.action for entry in game.log]
        assert environment.game.seed == game.seed


def test_the_board_as_a_picture() -> None:
    environment = gymnasium.make("Sapper-Beginner-v0", render_mode="rgb_array")
    environment.reset(seed=1)
    closed: Any = environment.render()
    assert closed.shape == (128, 128, 3)
    assert closed.dtype == np.uint8
    environment.step(27)
    assert (np.asarray(environment.render()) != closed).any()
    many = gymnasium.make_vec("Sapper-Beginner-v0", num_envs=2, render_mode="rgb_array")
    many.reset(seed=1)
    pictures: Any = many.render()
    assert [(shot == closed).all() for shot in pictures] == [True, True]


def test_every_kind_of_cell_looks_different() -> None:
    tiles = [picture(np.array([[code]], np.uint8)).tobytes() for code in range(16)]
    assert len(set(tiles)) == 16
    strip = picture(np.arange(16, dtype=np.uint8).reshape(2, 8))
    assert strip[16:, 16:32].tobytes() == tiles[9]


def test_a_video_of_a_game_has_a_picture_for_every_step() -> None:
    environment = RenderCollection(gymnasium.make("Sapper-Beginner-v0", render_mode="rgb_array"))
    environment.reset(seed=1)
    for action in (27, 27, 27):
        environment.step(action)
    assert len(environment.render() or ()) == 4
