"""Several players for PettingZoo: its own test, the boards of a race, and who is rewarded for what."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test, parallel_seed_test

from sapper import Game, Rules, Seed
from sapper.env.parallel import ModeError, SapperParallelEnv

pytestmark = pytest.mark.filterwarnings("ignore")  # of PettingZoo, about itself


@pytest.mark.parametrize(
    ("mode", "options"), [("coop", {}), ("race", {}), ("coop", {"players": 3, "flags": True, "odds": True})]
)
def test_pettingzoo_finds_no_fault(mode: str, options: dict[str, Any]) -> None:
    parallel_api_test(SapperParallelEnv(mode, rules="6x6/5", **options), num_cycles=200)
    parallel_seed_test(lambda: SapperParallelEnv(mode, rules="6x6/5", **options), num_cycles=20)


def boards(seen: dict[str, Any]) -> list[bytes]:
    return [seen[agent]["observation"].tobytes() for agent in seen]


def test_players_of_a_race_have_the_same_board_with_its_middle_open() -> None:
    env = SapperParallelEnv("race", players=3, rules="8x8/10")
    for number in range(5):
        seen, _ = env.reset(seed=7 if number == 0 else None)
        game = Game(Rules("8x8/10"), Seed.of(7).derive(number))
        game.open(4, 4)
        assert boards(seen) == [game.board.to_bytes()] * 3


def first_cell(seen: dict[str, Any], mines: bool, truth: Any) -> int:
    """Return the first closed cell that is a mine, or that is none."""
    return int(np.flatnonzero(seen["action_mask"] * (truth.reshape(-1) == mines))[0])


def test_in_a_race_the_first_to_finish_wins_and_who_explodes_is_out() -> None:
    env = SapperParallelEnv("race", players=3, rules="6x6/6", truth=True, reward="outcome")
    seen, infos = env.reset(seed=5)
    total = dict.fromkeys(env.agents, 0.0)
    rounds = 0
    while env.agents:
        actions = {}
        for agent in env.agents:  # the first plays on, the second explodes, the third wastes its time
            is_mine = agent == "player_1"
            actions[agent] = first_cell(seen[agent], is_mine, infos[agent]["truth"])
            if agent == "player_2":
                actions[agent] = 3 * 6 + 3  # is open
        seen, rewards, out, cut, infos = env.step(actions)
        rounds += 1
        for agent, reward in rewards.items():
            total[agent] += reward
        assert not any(cut.values())
        assert ("player_1" in env.agents) is False
    assert rounds > 1
    assert out == {"player_0": True, "player_2": True}
    assert total == {"player_0": 1.0, "player_1": -1.0, "player_2": -1.0}


def test_in_co_op_all_see_one_board_and_share_its_end() -> None:
    for ends_well in (True, False):
        env = SapperParallelEnv("coop", rules="6x6/6", truth=True, reward="outcome")
        env.reset(seed=3)
        seen, _, _, _, infos = env.step({"player_0": 14, "player_1": 14})  # opens; changes nothing
        total = dict.fromkeys(env.agents, 0.0)
        while env.agents:
            assert len(set(boards(seen))) == 1
            truth = infos["player_0"]["truth"]
            action = first_cell(seen["player_0"], False, truth)
            last = first_cell(seen["player_1"], not ends_well, truth)
            seen, rewards, *_, infos = env.step({"player_0": action, "player_1": last})
            total = {agent: total[agent] + reward for agent, reward in rewards.items()}
        assert total == dict.fromkeys(env.possible_agents, 1.0 if ends_well else -1.0)


def test_errors_say_what_is_allowed() -> None:
    with pytest.raises(ModeError, match="mode is coop or race, not 'duel'"):
        SapperParallelEnv("duel")
    with pytest.raises(ModeError, match="at least 2 players are needed, not 1"):
        SapperParallelEnv(players=1)
