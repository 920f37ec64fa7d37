"""Several players at once for PettingZoo: on one board together, or each on a copy of it in a race."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

from ..errors import SapperError
from ..extras import require

require("zoo")

from gymnasium import spaces  # noqa: E402
from pettingzoo import ParallelEnv  # noqa: E402

from ..seed import Seed  # noqa: E402
from .environment import SapperEnv  # noqa: E402

if TYPE_CHECKING:
    from ..rules import Level, Rules

    Seen = dict[str, Any]


class ModeError(SapperError, ValueError):
    """A way to play together, or a number of players, that there is not."""


class Mode(StrEnum):
    """The ways to play with several: on one board together, or each on the same board, to be first."""

    COOP = "coop"
    RACE = "race"


class SapperParallelEnv(ParallelEnv):  # type: ignore[misc]
    """A game of several players for PettingZoo, who all choose an action at the same time.

    In co-op they play on one board, in the order of their names within a step; whatever one does is rewarded to that
    one, but all win and all lose. In a race everybody has the same board, with the middle cell open; who explodes is
    out; the first to finish wins, and the others lose. Options are those of `SapperEnv`.
    """

    metadata: dict[str, Any] = {"name": "sapper_v0", "render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(
        self, mode: Mode | str = Mode.COOP, players: int = 2, rules: Rules | Level | str = "expert", **options: Any
    ) -> None:
        if mode not in tuple(Mode):
            raise ModeError(f"mode is {' or '.join(Mode)}, not {mode!r}")
        if players < 2:
            raise ModeError(f"at least 2 players are needed, not {players}")
        self.mode = Mode(mode)
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        boards = [SapperEnv(rules, **options) for _ in range(players if self.mode is Mode.RACE else 1)]
        self._boards = dict(zip(self.possible_agents, boards * (players // len(boards)), strict=True))
        board = boards[0]
        mask = spaces.MultiBinary(int(board.action_space.n))  # type: ignore[attr-defined]
        self._space = spaces.Dict({"observation": board.observation_space, "action_mask": mask})
        self.render_mode = board.render_mode
        self._series: Seed | None = None
        self._number = 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of a dictionary of the observation and the mask of actions."""
        return self._space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the actions of `SapperEnv`."""
        return self._boards[agent].action_space

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, Seen]]:
        """Begin the next game of the series for everybody, or with a seed the first of another series."""
        if seed is not None or self._series is None:
            self._series, self._number = Seed.fresh() if seed is None else Seed.of(seed), 0
        for board in set(self._boards.values()):
            board._begin(self._series, self._number)
            if self.mode is Mode.RACE:
                level = board.rules.level
                board._engine.play(level.index(level.height // 2, level.width // 2))
        self._number += 1
        self.agents = [agent for agent in self.possible_agents if not self._is_over(agent)]
        return self._look(self.agents)

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Seen]]:
        """Play an action of everybody, and return what everybody sees, their rewards, and who is out."""
        present = list(self.agents)
        rewards = dict.fromkeys(present, 0.0)
        ended_by = None
        for agent in present:
            if self._is_over(agent):  # a player before this one has ended the common game
                continue
            rewards[agent] = self._boards[agent].step(actions[agent])[1]
            ended_by = agent if self._is_over(agent) else ended_by
        winners = [agent for agent in present if self._has_won(agent)]
        if self.mode is Mode.COOP and ended_by is not None:
            reward = self._boards[ended_by].reward
            for agent in present:
                rewards[agent] += 0.0 if agent == ended_by else reward.win if winners else reward.loss
        if self.mode is Mode.RACE and winners:
            for agent in present:
                rewards[agent] += 0.0 if self._is_over(agent) else self._boards[agent].reward.loss
        out = {agent: self._is_over(agent) or bool(winners) for agent in present}
        self.agents = [agent for agent in present if not out[agent]]
        seen, infos = self._look(present)
        return seen, rewards, out, dict.fromkeys(present, False), infos

    def render(self) -> str | None:
        """Return the boards as text, for the render mode `ansi`."""
        if self.render_mode != "ansi":
            return None
        return "\n\n".join(str(board.board) for board in dict.fromkeys(self._boards.values()))

    def _look(self, agents: list[str]) -> tuple[dict[str, Seen], dict[str, Seen]]:
        seen, infos = {}, {}
        for agent in agents:
            observed, info = self._boards[agent]._look()
            seen[agent] = {"observation": observed, "action_mask": info["action_mask"]}
            infos[agent] = info
        return seen, infos

    def _is_over(self, agent: str) -> bool:
        return self._boards[agent]._engine.is_over

    def _has_won(self, agent: str) -> bool:
        return self._boards[agent]._engine.is_won
