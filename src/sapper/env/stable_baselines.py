"""A fleet for Stable-Baselines3: its `VecEnv` over the vector environment. This module imports that package."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium.vector import AutoresetMode

from ..extras import require

require("sb3")

from stable_baselines3.common.vec_env import VecEnv  # noqa: E402

from .vector import SapperVectorEnv  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from ..rules import Level, Rules
    from .observations import Observed


class SapperVecEnv(VecEnv):  # type: ignore[misc]
    """Games on many boards for Stable-Baselines3 and sb3-contrib, all in one call into the kernel.

    Options are those of `SapperVectorEnv`. The information about a game that has just ended has `won` and
    `terminal_observation`; `VecMonitor` adds the usual sums.
    """

    def __init__(
        self,
        num_envs: int = 1,
        rules: Rules | Level | str | Sequence[Rules | Level | str] = "expert",
        **options: Any,
    ) -> None:
        self.env = SapperVectorEnv(num_envs, rules, autoreset_mode=AutoresetMode.SAME_STEP, **options)
        super().__init__(num_envs, self.env.single_observation_space, self.env.single_action_space)
        self._actions: Any = None

    def reset(self) -> Observed:
        """Begin the next game on every board, by the seeds that `seed` has set."""
        seeds = None if None in self._seeds else self._seeds
        observed, _ = self.env.reset(seed=seeds)
        self._reset_seeds()
        self._reset_options()
        return observed

    def step_async(self, actions: Any) -> None:
        """Take the actions of the next step."""
        self._actions = actions

    def step_wait(self) -> tuple[Observed, NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Open one cell on every board."""
        observed, rewards, ended, _, info = self.env.step(self._actions)
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for board in np.flatnonzero(ended).tolist():
            last = {"terminal_observation": info["final_obs"][board], "won": bool(info["won"][board])}
            infos[board] = last | {"TimeLimit.truncated": False}
        return observed, rewards.astype(np.float32), ended.copy(), infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the actions that open something, for every board."""
        return self.env.action_masks()

    def get_images(self) -> Sequence[NDArray[np.uint8]]:
        """Return a picture of every board, with `render_mode="rgb_array"`."""
        return self.env.render() or ()

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return the common attribute, once for each board."""
        return [getattr(self.env, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Set what all boards have in common."""
        setattr(self.env, attr_name, value)

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **options: Any) -> list[Any]:
        """Call a method that returns something for every board."""
        found = getattr(self.env, method_name)(*args, **options)
        return [found[board] for board in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:
        """Return that no board is inside a wrapper."""
        return [False for _ in self._get_indices(indices)]

    def _get_indices(self, indices: Any) -> Iterable[int]:
        found: Iterable[int] = super()._get_indices(indices)
        return found
