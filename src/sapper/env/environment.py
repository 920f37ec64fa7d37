"""One game at a time for Gymnasium, under any rules."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any

import gymnasium
from gymnasium import spaces

from ..errors import GameError
from ..seed import Seed
from .engines import engine_for
from .fleet import rules_of
from .observations import Form, Observer
from .picture import picture
from .rewards import Rewards

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ..board import Board
    from ..game import Game
    from ..rules import Level, Rules
    from .observations import Observed


class SapperEnv(gymnasium.Env[Any, Any]):
    """A game for Gymnasium. Action a opens cell a, counted row by row from 0.

    With `flags`, the next block of actions sets and removes flags, and a third one plays chords. What the rules refuse
    changes nothing, like an action on a cell where there is nothing to do.

    An environment plays a series: after `reset(seed=s)`, its k-th game is `Game(rules, seed)` with the k-th seed
    derived from s. docs/env.md has the observations, the rewards and the information.

    Games are played in the kernel, or by `Game` where there are flags or automatic moves. An environment can be copied
    and pickled.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        rules: Rules | Level | str = "expert",
        *,
        observation: Form | str = Form.CODES,
        odds: bool = False,
        reward: Rewards | str = "progress",
        flags: bool = False,
        logic: bool = False,
        bbbv: bool = False,
        truth: bool = False,
        render_mode: str | None = None,
    ) -> None:
        self.rules = rules_of(rules)
        self.reward = Rewards.parse(reward)
        self.render_mode = render_mode
        self._logic, self._bbbv, self._truth = logic, bbbv, truth
        self._observer = Observer([self.rules.level], observation, odds)
        self._engine = engine_for(self.rules, self.reward, flags)
        self.observation_space = self._observer.space
        self.action_space = spaces.Discrete(self._engine.actions)
        self._series: Seed | None = None
        self._number = 0
        self._has_begun = False

    @property
    def game(self) -> Game | None:
        """The game so far as a `Game`, such as for a replay; None before the first, and if it began from a board."""
        return self._engine.game if self._has_begun else None

    @property
    def board(self) -> Board:
        """The visible board, as a `Board`."""
        return self._engine.board

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """Begin the next game of the series, or with a seed the first of another series.

        `options["position"]` is a `Board` or a `Game` to begin from: a board gets one of the minefields that explain
        it, all with the same chance.
        """
        super().reset(seed=seed)
        if seed is not None:
            self._series, self._number = Seed.of(seed), 0
        elif self._series is None:
            self._series = Seed(self.np_random.bytes(16))
        self._begin(self._series, self._number)
        position = (options or {}).get("position")
        if position is not None:
            self._engine.place(position)
        return self._look()

    def _begin(self, series: Seed, number: int) -> None:
        self._engine.begin(series, number)
        self._number = number + 1
        self._has_begun = True

    def step(self, action: Any) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        """Play an action, and return what is seen, the reward, and whether the game is over."""
        engine = self._engine
        if not self._has_begun or engine.is_over:
            raise gymnasium.error.ResetNeeded("the game is over or has not begun: call reset first")
        reward = engine.play(self._number_of(action))
        observed, info = self._look()
        return observed, reward, engine.is_over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the actions that may change something."""
        if not self._has_begun:
            raise gymnasium.error.ResetNeeded("the game has not begun: call reset first")
        return self._engine.mask()

    def render(self) -> str | NDArray[np.uint8] | None:
        """Return the board as text for the render mode `ansi`, as a picture for `rgb_array`."""
        if not self._has_begun:
            return None
        if self.render_mode == "rgb_array":
            return picture(self._engine.cells())
        return str(self._engine.board) if self.render_mode == "ansi" else None

    def _number_of(self, action: Any) -> int:
        """Return the number of an action, or raise `GameError` where there is no such action."""
        try:
            number = index(action)
        except TypeError:
            number = -1
        if not 0 <= number < self._engine.actions:
            raise GameError(f"an action is a number from 0 to {self._engine.actions - 1}, not {action}")
        return number

    def _look(self) -> tuple[Observed, dict[str, Any]]:
        """Return the observation and the information about the game."""
        engine = self._engine
        info: dict[str, Any] = {
            "action_mask": engine.mask().view("int8"),
            "opened": engine.opened,
            "lives": engine.lives,
            "won": engine.is_won,
        }
        chances = None
        if self._observer.odds or self._logic:
            chances, safe, mined = engine.solve()
            if self._logic:
                info |= {"safe": safe, "mined": mined}
        if self._bbbv:
            info["bbbv_done"] = engine.bbbv_done()
        if self._truth:
            info["truth"] = engine.truth()
        return self._observer.observe(engine.cells(), chances), info
