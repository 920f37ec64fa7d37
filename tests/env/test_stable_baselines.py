"""The adapter for Stable-Baselines3: with a stand-in for its base class, and with the package where it is installed."""

from __future__ import annotations

import subprocess
import sys
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from sapper.env import SapperVectorEnv

if TYPE_CHECKING:
    from collections.abc import Iterator

IS_INSTALLED = find_spec("stable_baselines3") is not None
real = pytest.mark.skipif(not IS_INSTALLED, reason="Stable-Baselines3 is not here: scripts/setup python3 .venv learn")


class StandIn:
    """What the adapter uses of their `VecEnv`."""

    def __init__(self, num_envs: int, observation_space: Any, action_space: Any) -> None:
        self.num_envs, self.observation_space, self.action_space = num_envs, observation_space, action_space
        self.render_mode = self.get_attr("render_mode")[0]
        self._reset_seeds()

    def get_attr(self, name: str) -> list[Any]:
        raise NotImplementedError

    def _reset_seeds(self) -> None:
        self._seeds: list[int | None] = [None] * self.num_envs

    def _reset_options(self) -> None:
        pass

    def _get_indices(self, indices: Any) -> Any:
        return range(self.num_envs) if indices is None else indices

    def seed(self, seed: int) -> None:
        self._seeds = [seed + board for board in range(self.num_envs)]

    def step(self, actions: Any) -> Any:
        self.step_async(actions)  # type: ignore[attr-defined]
        return self.step_wait()  # type: ignore[attr-defined]


@pytest.fixture
def adapter() -> Iterator[Any]:
    """The class of the adapter, on the stand-in where the package is not installed."""
    name = "stable_baselines3.common.vec_env"
    names = [name, "stable_baselines3.common", "stable_baselines3"]
    if not IS_INSTALLED:
        for each in names:
            sys.modules[each] = ModuleType(each)
            sys.modules[each].__spec__ = ModuleSpec(each, None)
        sys.modules[name].VecEnv = StandIn  # type: ignore[attr-defined]
    from sapper.env.stable_baselines import SapperVecEnv

    yield SapperVecEnv
    if not IS_INSTALLED:
        for each in [*names, "sapper.env.stable_baselines"]:
            del sys.modules[each]


def test_every_step_is_that_of_the_vector_environment(adapter: Any) -> None:
    environment = adapter(6, "5x5/4")
    other = SapperVectorEnv(6, "5x5/4", autoreset_mode=AutoresetMode.DISABLED)
    environment.seed(3)
    assert (environment.reset() == other.reset(seed=3)[0]).all()
    ends = 0
    for _ in range(30):
        actions = other.fleet.random_actions().copy()
        masks = np.stack(environment.env_method("action_masks"))
        assert masks[np.arange(6), actions].all()
        before = other.fleet.games.copy()
        observed, rewards, ended, infos = environment.step(actions)
        theirs = other.step(actions)
        assert rewards.dtype == np.float32
        assert np.allclose(rewards, theirs[1])
        assert (ended == theirs[2]).all()
        for board in np.flatnonzero(ended):
            assert (infos[board]["terminal_observation"] == theirs[0][board]).all()
            assert infos[board]["won"] == theirs[4]["won"][board]
        other.reset(options={"reset_mask": ended.copy()})
        assert (other.fleet.games - before == ended).all()
        assert (observed == other.fleet.cells).all()
        ends += int(ended.sum())
    assert ends > 10


@real
def test_pictures_and_sums_of_the_usual_wrapper(adapter: Any) -> None:
    from stable_baselines3.common.vec_env import VecMonitor

    environment = VecMonitor(adapter(4, "4x4/3", render_mode="rgb_array"), info_keywords=("won",))
    environment.seed(1)
    environment.reset()
    shown = environment.render()
    assert shown.shape == (128, 128, 3)
    ended: list[dict[str, Any]] = []
    while not ended:
        actions = [int(np.flatnonzero(mask)[0]) for mask in environment.env_method("action_masks")]
        ended += [info["episode"] for info in environment.step(np.array(actions))[3] if "episode" in info]
    assert {"r", "l", "t", "won"} <= ended[0].keys()


@real
def test_maskable_ppo_learns_from_it(adapter: Any) -> None:
    contrib = pytest.importorskip("sb3_contrib")
    environment = adapter(8, "4x4/2", observation="planes")
    model = contrib.MaskablePPO("MlpPolicy", environment, n_steps=16, batch_size=64, n_epochs=1, seed=1)
    model.learn(256)
    chosen, _ = model.predict(environment.reset(), action_masks=environment.action_masks())
    assert environment.action_masks()[np.arange(8), chosen].all()


def test_without_the_package_the_error_names_it() -> None:
    script = "import sys; sys.modules['stable_baselines3'] = None; import sapper.env, sapper.env.stable_baselines"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stderr.endswith("sapper.env.stable_baselines needs stable_baselines3: pip install 'sapper[sb3]'\n")
