"""The state of a fleet is a value: copied, pickled, saved, restored, begun from positions, with levels of any size."""

from __future__ import annotations

import copy
import pickle
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import many

from sapper import Action, Board, Game, Rules, Seed, _kernel, odds
from sapper.env import Fleet, FleetError, SapperEnv, SapperVectorEnv
from sapper.env.fleet import OUTSIDE, AutoReset
from sapper.env.observations import planes

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.kernel

MIXED = ["modern 5x4/3", "terminal 3x6/2 lives=2", "official 7x7/9", "modern 7x3/4 layout=no-guess"]


def shown(fleet: Fleet) -> list[object]:
    """Everything that a fleet shows."""
    arrays = [fleet.cells, fleet.masks, fleet.rewards, fleet.terminated, fleet.won, fleet.gained, fleet.opened]
    arrays += [fleet.lives, fleet.moves, fleet.games, fleet.level, fleet.truth()]
    if fleet.final_cells is not None:
        arrays.append(fleet.final_cells)
    return [array.tolist() for array in arrays]


def play(fleet: Fleet, steps: int) -> list[list[object]]:
    """Play the random policy, and return what is shown after every step."""
    seen = []
    for _ in range(steps):
        fleet.step(fleet.random_actions())
        seen.append(shown(fleet))
    return seen


def restored(fleet: Fleet) -> Fleet:
    other = Fleet(fleet.levels, len(fleet), 77, autoreset=fleet.autoreset, truth=True)
    other.restore(fleet.save())
    return other


COPIES: list[Callable[[Fleet], Fleet]] = [
    Fleet.copy,
    copy.copy,
    copy.deepcopy,
    lambda fleet: pickle.loads(pickle.dumps(fleet)),
    restored,
]


@pytest.mark.parametrize("autoreset", AutoReset)
@pytest.mark.parametrize("copied", COPIES)
def test_a_copy_plays_on_as_the_fleet_does_and_apart_from_it(
    copied: Callable[[Fleet], Fleet], autoreset: AutoReset
) -> None:
    fleet = Fleet(MIXED, 9, 3, autoreset=autoreset, truth=True)
    for steps in (0, 1, 6):
        play(fleet, steps)
        before = shown(fleet)
        other = copied(fleet)
        assert shown(other) == before
        expected = play(other, 8)
        assert shown(fleet) == before
        assert play(fleet, 8) == expected


def test_boards_are_taken_in_any_order_and_number() -> None:
    fleet = Fleet("9x9/10", 3, 5, truth=True)
    play(fleet, 2)
    taken = fleet.take([2, 0, 0])
    assert (taken.cells == fleet.cells[[2, 0, 0]]).all()
    assert (taken.truth() == fleet.truth()[[2, 0, 0]]).all()
    play(taken, 3)
    assert (taken.cells[1] == taken.cells[2]).all()


@many(100)
@given(st.integers(0, 10**6), st.integers(0, 5), st.data())
def test_a_damaged_state_is_refused_or_can_be_played(seed: int, steps: int, data: st.DataObject) -> None:
    """Change any bytes: what is accepted is a game that could be, and what is refused changes nothing."""
    fleet = Fleet(["4x3/3", "3x2/1 lives=2"], 2, seed, autoreset=data.draw(st.sampled_from(AutoReset)), truth=True)
    play(fleet, steps)
    before, state = shown(fleet), bytearray(fleet.save())
    begin = len(fleet._head())
    for _ in range(data.draw(st.integers(1, 3))):
        state[data.draw(st.integers(begin, len(state) - 1))] = data.draw(st.integers(0, 16) | st.integers(120, 140))
    try:
        fleet.restore(bytes(state))
    except FleetError:
        assert shown(fleet) == before
    for index in range(2):
        rules = fleet.levels[fleet.level[index]]
        board = fleet.board(index)
        assert fleet.opened[index] == board.opened
        assert fleet.lives[index] == rules.lives - board.to_bytes().count(13)
        assert int(fleet.truth()[index].sum()) in (0, rules.level.mines)
    play(fleet, 4)


def test_states_of_other_fleets_are_refused() -> None:
    fleet = Fleet("5x5/4", 2)
    for other in (Fleet("5x5/5", 2), Fleet("5x5/4", 3), Fleet("5x5/4", 2, autoreset="never")):
        with pytest.raises(FleetError, match="not the state of a fleet with these boards, rules and resets"):
            fleet.restore(other.save())
    with pytest.raises(FleetError, match="this state is damaged: the state of 2 boards has"):
        fleet.restore(fleet.save()[:-1])
    with pytest.raises(FleetError, match="not the state of a fleet"):
        fleet.restore(b"")


def test_boards_of_any_size_play_what_game_plays() -> None:
    """Compare a fleet of mixed levels with games of their own, step by step."""
    fleet = Fleet(MIXED, 8, 40, autoreset="never", truth=True)
    games = [
        Game(fleet.levels[index % 4], Seed(_kernel.derive_seed(Seed.of(40 + index).bits, 0))) for index in range(8)
    ]
    for _ in range(12):
        actions = fleet.random_actions().copy()
        fleet.step(actions)
        chances, safe, mined = fleet.solve()
        for index, game in enumerate(games):
            level = game.rules.level
            if not game.status.is_over:
                row, col = divmod(int(actions[index]), 7)
                game.open(row, col)
            assert fleet.board(index) == game.board
            assert fleet.terminated[index] == game.status.is_over
            outside = np.ones((7, 7), bool)
            outside[: level.height, : level.width] = False
            assert (fleet.cells[index][outside] == OUTSIDE).all()
            assert not fleet.masks[index].reshape(7, 7)[outside].any()
            assert not chances[index][outside].any()
            assert not planes(fleet.cells[index])[:, outside].any()
            if not game.status.is_over:
                known = odds(game.board)
                assert {tuple(cell) for cell in np.argwhere(safe[index]).tolist()} == known.safe
                assert {tuple(cell) for cell in np.argwhere(mined[index]).tolist()} == known.mines
    assert fleet.terminated.sum() > 4
    outside_of_first = 5
    before = fleet.cells[0].copy()
    fleet.restart()
    fleet.step([outside_of_first] * 8)
    assert (fleet.cells[0] == np.where(before == OUTSIDE, OUTSIDE, 9)).all()
    assert fleet.rewards[0] == -0.1


def test_levels_change_with_the_next_game() -> None:
    fleet = Fleet(["4x4/2", "6x5/6"], 3, autoreset="never")
    assert fleet.level.tolist() == [0, 1, 0]
    fleet.set_levels([1, 1, 0])
    assert fleet.level.tolist() == [0, 1, 0]
    fleet.restart([True, False, False])
    assert fleet.level.tolist() == [1, 1, 0]
    assert [str(fleet.board(index).level) for index in range(3)] == ["6x5/6", "6x5/6", "4x4/2"]
    for numbers in ([0, 1], [0, 1, 2], [0, -1, 1], [0.0, 1.0, 1.0]):
        with pytest.raises(FleetError, match=r"whole numbers, one for each board|numbers from 0 to 1"):
            fleet.set_levels(numbers)
    with pytest.raises(FleetError, match="an empty list was given"):
        Fleet([], 3)


POSITION = Board.parse("""
    5x3/3
    1....
    12...
    01.F.
""")


def test_a_position_gets_every_minefield_that_fits_with_the_same_chance() -> None:
    fleet = Fleet("5x3/3", 4000, 9, truth=True)
    fleet.place([POSITION] * 4000)
    assert str(fleet.board(7)) == str(POSITION).replace("F", ".")
    assert set(fleet.opened.tolist()) == {5}
    shares = fleet.truth().mean(axis=0)
    exact = np.nan_to_num(np.asarray(odds(Board.parse(str(POSITION).replace("F", ".")))))
    assert np.abs(shares - exact).max() < 0.035
    assert set(fleet.games.tolist()) == {1}
    fleet.step(fleet.solve()[1].reshape(4000, -1).argmax(axis=1))
    assert not fleet.terminated.any()


def test_a_game_brings_its_own_mines() -> None:
    game = Game("modern 9x9/10", 4)
    game.open(4, 4)
    fleet = Fleet("modern 9x9/10", 2, truth=True)
    fleet.place([None, game])
    assert fleet.cells[1].tobytes() == game.board.to_bytes()
    end = game.copy()
    end.play(Action("resign"))
    assert [tuple(cell) for cell in np.argwhere(fleet.truth()[1]).tolist()] == end.minefield.mines()
    assert fleet.games.tolist() == [0, 1]
    assert (fleet.cells[0] == 9).all()


def test_positions_that_cannot_be_played_are_refused() -> None:
    fleet = Fleet("3x1/1", 1)
    for text, sentence in (
        ("3x1/1\n.3.", "no minefield explains this position"),
        ("3x1/1\n01.", "the game of this position is over"),
        ("3x1/1\n1*.", "the game of this position is over|the mines do not fit"),
        ("4x1/1\n....", "board 0 takes a position of 3x1/1, not one of 4x1/1"),
    ):
        with pytest.raises(FleetError, match=sentence):
            fleet.place([Board.parse(text)])
    with pytest.raises(FleetError, match="takes as many positions, not 2"):
        fleet.place([None, None])
    with pytest.raises(FleetError, match="not 'board'"):
        fleet.place(["board"])  # type: ignore[list-item]
    assert fleet.games.tolist() == [0]


def test_the_vector_environment_is_copied_saved_and_begun_from_positions() -> None:
    environment = SapperVectorEnv(3, ["5x3/3", "4x4/2"], observation="planes", truth=True)
    observed, _ = environment.reset(seed=2, options={"positions": [POSITION, None, POSITION]})
    assert environment.observation_space.contains(observed)
    assert observed[0, 2, 1, 1] == 1
    assert observed[:, :, 3, 4].sum() == 0  # outside both levels
    state = environment.save()
    others = [copy.deepcopy(environment), pickle.loads(pickle.dumps(environment))]
    actions = environment.fleet.random_actions().copy()
    expected = environment.step(actions)
    for other in others:
        found = other.step(actions)
        assert (found[0] == expected[0]).all()
        assert (found[4]["truth"] == expected[4]["truth"]).all()
    environment.restore(state)
    assert (environment.step(actions)[0] == expected[0]).all()


@pytest.mark.parametrize("flags", [False, True])
def test_the_single_environment_is_copied_and_begun_from_positions(flags: bool) -> None:
    rules = Rules("5x3/3")
    game = Game(rules, 1)
    game.open(0, 0)
    environment = SapperEnv(rules, flags=flags, truth=True)
    observed, _ = environment.reset(seed=1, options={"position": game})
    assert observed.tobytes() == game.board.to_bytes()
    others = [copy.deepcopy(environment), pickle.loads(pickle.dumps(environment))]
    action = int(np.flatnonzero(environment.action_masks())[0])
    expected = environment.step(action)
    for other in others:
        found = other.step(action)
        assert (found[0] == expected[0]).all()
        assert found[1:4] == expected[1:4]
        assert (found[4]["truth"] == expected[4]["truth"]).all()
    if not flags:
        environment.reset(options={"position": POSITION})
        assert environment.game is None
        assert environment.board.opened == 5
