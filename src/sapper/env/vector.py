"""Many games for Gymnasium at once: its vector environment over a fleet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ..seed import Seed
from .fleet import AutoReset, Fleet, FleetError
from .observations import Form, Observer
from .picture import picture

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeVar

    from numpy.typing import NDArray

    from ..rules import Level, Rules
    from .observations import Observed
    from .rewards import Rewards

    Item = TypeVar("Item", bound=np.generic)

_MODES = {
    AutoresetMode.NEXT_STEP: AutoReset.NEXT_STEP,
    AutoresetMode.SAME_STEP: AutoReset.SAME_STEP,
    AutoresetMode.DISABLED: AutoReset.NEVER,
}


class SapperVectorEnv(VectorEnv[Any, Any, Any]):
    """Games on many boards for Gymnasium. Action a opens cell a, counted row by row from 0.

    Board i plays what `SapperEnv` plays after `reset(seed=s + i)`. With `copy=False` the arrays that are returned are
    the fleet's own, and the next step changes them; planes are always new.

    A list of rules mixes levels as in `Fleet`; the environment can be copied and pickled, and `save` and `restore` do
    the same with the state of its boards alone.
    """

    metadata: dict[str, Any] = {"render_modes": ["rgb_array"], "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        rules: Rules | Level | str | Sequence[Rules | Level | str] = "expert",
        *,
        observation: Form | str = Form.CODES,
        odds: bool = False,
        reward: Rewards | str = "progress",
        logic: bool = False,
        bbbv: bool = False,
        truth: bool = False,
        autoreset_mode: AutoresetMode = AutoresetMode.NEXT_STEP,
        threads: int = 1,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        self.fleet = Fleet(
            rules, num_envs, reward=reward, autoreset=_MODES[autoreset_mode], threads=threads, truth=truth
        )
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.metadata = self.metadata | {"autoreset_mode": autoreset_mode}
        self._logic, self._bbbv, self._truth, self._copies = logic, bbbv, truth, copy
        self._observer = Observer([rules.level for rules in self.fleet.levels], observation, odds)
        self.single_observation_space = self._observer.space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.single_action_space = spaces.Discrete(self.fleet.masks.shape[1])
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._is_seeded = False
        self._everywhere = np.ones(num_envs, np.bool_)
        self._nowhere = np.zeros(num_envs, np.bool_)

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """Begin the next game on every board, or on those of `options["reset_mask"]`; with seeds, other series.

        A number s gives board i the seed s + i. `options["positions"]` has a `Board`, a `Game` or None for every board:
        where the next game begins, as in `Fleet.place`.
        """
        super().reset(seed=seed if isinstance(seed, int) else None)
        which = (options or {}).get("reset_mask")
        if seed is not None and which is not None:
            raise FleetError("a seed begins new series on all boards: give it without reset_mask")
        if seed is not None:
            self.fleet.start(seed)
        elif not self._is_seeded:
            self.fleet.start(Seed(self.np_random.bytes(16)))
        else:
            self.fleet.restart(which)
        self._is_seeded = True
        positions = (options or {}).get("positions")
        if positions is not None:
            self.fleet.place(positions)
        return self._look()

    def step(
        self, actions: Any
    ) -> tuple[Observed, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Open one cell on every board."""
        fleet = self.fleet
        fleet.step(actions)
        observed, info = self._look()
        if fleet.final_cells is not None and fleet.terminated.any():
            info["final_obs"], info["_final_obs"] = self._final_observations(), fleet.terminated.copy()
        return observed, self._own(fleet.rewards), self._own(fleet.terminated), self._nowhere.copy(), info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the actions that open something, for every board."""
        return self._own(self.fleet.masks)

    def save(self) -> bytes:
        """Return the state of all boards, mines included."""
        return self.fleet.save()

    def restore(self, state: bytes) -> None:
        """Go back to a state that `save` returned."""
        self.fleet.restore(state)
        self._is_seeded = True

    def render(self) -> tuple[NDArray[np.uint8], ...] | None:
        """Return a picture of every board, for the render mode `rgb_array`."""
        return tuple(map(picture, self.fleet.cells)) if self.render_mode == "rgb_array" else None

    def _look(self) -> tuple[Observed, dict[str, Any]]:
        """Return the observations and the information about all boards."""
        fleet = self.fleet
        info: dict[str, Any] = {
            "action_mask": self._own(fleet.masks).view(np.int8),
            "opened": self._own(fleet.opened),
            "lives": self._own(fleet.lives),
            "won": fleet.won,
        }
        chances = None
        if self._observer.odds or self._logic:
            chances, safe, mined = fleet.solve()
            if self._logic:
                info |= {"safe": safe, "mined": mined}
        if self._bbbv:
            info["bbbv_done"] = self._own(fleet.bbbv_done())
        if self._truth:
            info["truth"] = fleet.truth()
        info |= {f"_{name}": self._everywhere for name in info}
        if self._observer.odds and chances is not None:
            chances = self._own(chances)
        cells = self._own(fleet.cells) if self._observer.form is Form.CODES else fleet.cells
        return self._observer.observe(cells, chances), info

    def _final_observations(self) -> NDArray[np.object_]:
        """Return the last observation of every game that has just ended, None on the other boards."""
        finals = np.full(self.num_envs, None, object)
        assert self.fleet.final_cells is not None
        ended = np.flatnonzero(self.fleet.terminated)
        cells = self.fleet.final_cells[ended]
        observed = self._observer.observe(cells, np.zeros(cells.shape, np.float32))
        for place, board in enumerate(ended.tolist()):
            finals[board] = (
                {name: each[place] for name, each in observed.items()} if self._observer.odds else observed[place]
            )
        return finals

    def _own(self, array: NDArray[Item]) -> NDArray[Item]:
        return array.copy() if self._copies else array
