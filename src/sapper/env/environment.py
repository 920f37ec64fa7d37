"""One game at a time for Gymnasium, under any rules."""

from __future__ import annotations

from operator import index
from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np
from gymnasium import spaces

from .. import _kernel
from ..action import Action, Kind
from ..analysis.metrics import progress
from ..analysis.odds import odds
from ..board import CellState
from ..errors import GameError
from ..game import Game
from ..rules import Chord, Flags
from ..seed import Seed
from .fleet import rules_of
from .observations import Form, Observer
from .rewards import Rewards

if TYPE_CHECKING:
    from collections.abc import Collection

    from numpy.typing import NDArray

    from ..analysis.odds import Odds
    from ..rules import Level, Rules
    from .observations import Observed

_KINDS = (Kind.OPEN, Kind.FLAG, Kind.CHORD)  # of actions, in blocks of one for each cell
_HIDDEN, _FLAGGED = int(CellState.HIDDEN), int(CellState.FLAG)  # numpy compares plain numbers faster


class SapperEnv(gymnasium.Env[Any, Any]):
    """A game for Gymnasium. Action a opens cell a, counted row by row from 0.

    With `flags`, the next block of actions sets and removes flags, and a third one plays chords. What the rules refuse
    changes nothing, like an action on a cell where there is nothing to do.

    An environment plays a series: after `reset(seed=s)`, its k-th game is `Game(rules, seed)` with the k-th seed
    derived from s. docs/env.md has the observations, the rewards and the information.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012

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
        self._flags, self._logic, self._bbbv, self._truth = flags, logic, bbbv, truth
        level = self.rules.level
        self._observer = Observer(level, observation, odds)
        self._size = level.cells
        self.observation_space = self._observer.space
        self._actions = 3 * self._size if flags else self._size
        self.action_space = spaces.Discrete(self._actions)
        self._series: Seed | None = None
        self._number = 0
        self.game: Game | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """Begin the next game of the series, or with a seed the first of another series."""
        super().reset(seed=seed)
        if seed is not None:
            self._series, self._number = Seed.of(seed), 0
        elif self._series is None:
            self._series = Seed(self.np_random.bytes(16))
        self.game = Game(self.rules, Seed(_kernel.derive_seed(self._series.bits, self._number)))
        self._number += 1
        return self._look(self.game)

    def step(self, action: Any) -> tuple[Observed, float, bool, bool, dict[str, Any]]:
        """Play an action, and return what is seen, the reward, and whether the game is over."""
        game = self.game
        if game is None or game.status.is_over:
            raise gymnasium.error.ResetNeeded("the game is over or has not begun: call reset first")
        number = self._number_of(action)
        cells = game.board._cells
        opened, exploded = cells.opened, cells.exploded
        changed = self._play(game, number)
        reward = self.reward.of(
            level=self.rules.level,
            opened=cells.opened - opened,
            exploded=cells.exploded - exploded,
            won=game.is_won,
            lost=game.is_lost,
            wasted=not changed,
        )
        observed, info = self._look(game)
        return observed, reward, game.status.is_over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Return which actions may change something."""
        game = self.game
        if game is None:
            raise gymnasium.error.ResetNeeded("the game has not begun: call reset first")
        return self._mask(game, _seen(game).reshape(-1))

    def render(self) -> str | None:
        """Return the board as text, for the render mode `ansi`."""
        return str(self.game.board) if self.render_mode == "ansi" and self.game is not None else None

    def _number_of(self, action: Any) -> int:
        """Return the number of an action, or raise `GameError` where there is no such action."""
        try:
            number = index(action)
        except TypeError:
            number = -1
        if not 0 <= number < self._actions:
            raise GameError(f"an action is a number from 0 to {self._actions - 1}, not {action}")
        return number

    def _play(self, game: Game, action: int) -> bool:
        """Play an action, and return whether anything changed."""
        block, cell = divmod(action, self._size)
        row, col = self.rules.level.cell(cell)
        try:
            kind = _KINDS[block]
            delta = game.toggle_flag(row, col) if kind is Kind.FLAG else game.play(Action(kind, row, col))
        except GameError:
            return False
        return len(delta) > 0

    def _look(self, game: Game) -> tuple[Observed, dict[str, Any]]:
        """Return the observation and the information about a game."""
        seen = _seen(game)
        info: dict[str, Any] = {
            "action_mask": self._mask(game, seen.reshape(-1)).view(np.int8),
            "opened": game.board.opened,
            "lives": game.lives,
            "won": game.is_won,
        }
        chances = None
        if self._observer.odds or self._logic:
            known = None if game.status.is_over else odds(game.board)
            chances = _chances(known, seen.shape)
            if self._logic:
                info["safe"] = _marked(known.safe if known else (), seen.shape)
                info["mined"] = _marked(known.mines if known else (), seen.shape)
        if self._bbbv:
            info["bbbv_done"] = progress(game.board)
        if self._truth:
            info["truth"] = _truth(game, seen.shape)
        return self._observer.observe(seen, chances), info

    def _mask(self, game: Game, seen: NDArray[np.uint8]) -> NDArray[np.bool_]:
        rules = self.rules
        hidden: NDArray[np.bool_] = seen == _HIDDEN
        if not self._flags:
            return hidden
        flagged = seen == _FLAGGED
        may_flag = rules.flags is not Flags.OFF and (rules.preflag or game.first is not None)
        full = rules.flags is Flags.CAPPED and game.board.flags >= rules.level.mines
        flaggable = flagged if full else hidden | flagged
        return np.concatenate(
            [
                hidden if rules.protect_flags else hidden | flagged,
                flaggable if may_flag else np.zeros_like(hidden),
                (seen >= 1) & (seen <= 8) if rules.chord is not Chord.OFF else np.zeros_like(hidden),
            ]
        )


def _seen(game: Game) -> NDArray[np.uint8]:
    """Return what is seen, as an array of its own."""
    level = game.rules.level
    return np.frombuffer(bytearray(game.board.to_bytes()), np.uint8).reshape(level.height, level.width)


def _chances(known: Odds | None, shape: tuple[int, ...]) -> NDArray[np.float32]:
    """Return the chance of a mine at every cell, 0 at open ones and after the end."""
    if known is None:
        return np.zeros(shape, np.float32)
    return np.array([[chance or 0.0 for chance in row] for row in known.rows()], np.float32)


def _marked(cells: Collection[tuple[int, int]], shape: tuple[int, ...]) -> NDArray[np.bool_]:
    marks = np.zeros(shape, np.bool_)
    if cells:
        marks[tuple(zip(*cells, strict=True))] = True
    return marks


def _truth(game: Game, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return where the mines are: nowhere before the first cell is open."""
    if game._field is None:
        return np.zeros(shape, np.bool_)
    bits = np.unpackbits(np.frombuffer(game._field.to_bits(), np.uint8), count=shape[0] * shape[1])
    return bits.reshape(shape).view(np.bool_)
