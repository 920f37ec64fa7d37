"""Many games at once, in arrays: one call into the kernel opens a cell on every board."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from .. import _kernel
from ..board import Board, BoardTooLarge, _memory
from ..errors import SapperError
from ..generator import KERNEL_GRADES
from ..rules import Level, Loss, Rules, RulesError
from ..seed import Seed
from .rewards import Rewards

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

MOST_THREADS = 256
_MOST_LIVES = 2**32 - 1
_BYTES = 4  # of a cell: the truth, what is seen, the mask, and what was seen at the end


class FleetError(SapperError, ValueError):
    """What a fleet cannot do, with a sentence that says why."""


class AutoReset(StrEnum):
    """When the next game begins on a board whose game is over."""

    NEVER = "never"
    NEXT_STEP = "next-step"
    SAME_STEP = "same-step"


class Fleet:
    """Games of one kind on many boards, played in steps: every step opens one cell on every board.

    Game k on board i is `Game(rules, seed)` with the k-th seed derived from the i-th of `seeds`; a number s stands for
    s, s + 1, and so on. The arrays are read-only views of the kernel's memory: they always show the present, and are
    never copied. Nothing depends on the number of threads.

    >>> fleet = Fleet("9x9/10", 2, seeds=1)
    >>> fleet.step([40, 40])
    >>> fleet.opened.tolist(), fleet.terminated.tolist(), fleet.cells.shape
    ([54, 50], [False, False], (2, 9, 9))
    """

    def __init__(
        self,
        rules: Rules | Level | str,
        boards: int,
        seeds: int | Seed | Sequence[int | str | Seed] = 0,
        *,
        reward: Rewards | str = "progress",
        autoreset: AutoReset | str = AutoReset.SAME_STEP,
        threads: int = 1,
        truth: bool = False,
    ) -> None:
        self.rules = rules_of(rules)
        self.reward = Rewards.parse(reward)
        self.autoreset = _autoreset(autoreset)
        self.threads = _count("threads", threads, MOST_THREADS)
        self._shows_truth = truth
        self._kernel = kernel = _kernel_fleet(self.rules, self.reward, self.autoreset, _count("boards", boards))
        self.cells: NDArray[np.uint8] = np.asarray(kernel.cells)  #: what is seen: (boards, height, width)
        masks = np.asarray(kernel.masks).reshape(boards, -1)
        self.masks: NDArray[np.bool_] = masks.view(np.bool_)  #: the actions that open something: (boards, cells)
        self.rewards: NDArray[np.float64] = np.asarray(kernel.rewards)  #: of the last step
        self.terminated: NDArray[np.bool_] = np.asarray(kernel.terminated).view(np.bool_)  #: by the last step
        self._states: NDArray[np.uint8] = np.asarray(kernel.states)
        self.gained: NDArray[np.uint32] = np.asarray(kernel.gained)  #: safe cells that the last step opened
        self.opened: NDArray[np.uint32] = np.asarray(kernel.opened)  #: safe cells that are open
        self.lives: NDArray[np.uint32] = np.asarray(kernel.lives)
        self.moves: NDArray[np.uint32] = np.asarray(kernel.moves)  #: actions of this game, wasted ones included
        self.games: NDArray[np.uint64] = np.asarray(kernel.episodes)  #: the number of the game in its series
        #: With same-step: what the last game showed at its end.
        self.final_cells: NDArray[np.uint8] | None = None
        if self.autoreset is AutoReset.SAME_STEP:
            self.final_cells = np.asarray(kernel.final_cells)
        self._random: NDArray[np.int64] = np.asarray(kernel.actions)
        self.start(seeds)

    def __len__(self) -> int:
        return len(self._kernel)

    @property
    def won(self) -> NDArray[np.bool_]:
        """Where the last step won a game."""
        won: NDArray[np.bool_] = self._states == 1
        return won

    def start(self, seeds: int | Seed | Sequence[int | str | Seed]) -> None:
        """Begin a series of games on every board."""
        if isinstance(seeds, Seed):
            series = [_kernel.derive_seed(seeds.bits, board) for board in range(len(self))]
        elif isinstance(seeds, int):
            series = [Seed.of(seeds + board).bits for board in range(len(self))]
        else:
            series = [Seed.of(seed).bits for seed in seeds]
        if len(series) != len(self):
            raise FleetError(f"a fleet of {len(self)} boards takes as many seeds, not {len(series)}")
        self._kernel.start(series)

    def restart(self, which: ArrayLike | None = None) -> None:
        """Begin the next game of the series on the boards that are marked, or on all."""
        marks = np.ones(len(self), np.uint8) if which is None else np.asarray(which, np.bool_).view(np.uint8)
        if marks.shape != (len(self),):
            raise FleetError(f"a fleet of {len(self)} boards takes as many marks, not an array of {marks.shape}")
        self._kernel.restart(np.ascontiguousarray(marks))

    def step(self, actions: ArrayLike) -> None:
        """Open one cell on every board, given by its number from 0, row by row.

        An open cell stays as it is. Raise `FleetError` where there is no such cell, and then nothing was played.
        """
        given = np.asarray(actions)
        if given.dtype.kind not in "iu":
            raise FleetError(f"an action is the number of a cell, not one of {given.dtype}")
        chosen = np.ascontiguousarray(given, np.int64)
        if chosen.shape != (len(self),):
            raise FleetError(f"a fleet of {len(self)} boards takes as many actions, not an array of {chosen.shape}")
        try:
            self._kernel.step(chosen, self.threads)
        except (IndexError, RuntimeError) as error:
            raise FleetError(str(error)) from None

    def random_actions(self) -> NDArray[np.int64]:
        """Return a closed cell of every board, each with the same chance: the random policy.

        The series of every board decides, apart from its minefields. The array is a view: the next call changes it.
        """
        self._kernel.choose_random()
        return self._random

    def solve(self) -> tuple[NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_]]:
        """Return the exact chance of a mine at every cell, the cells proven safe, and those proven to be mines.

        Open cells have chance 0 and are neither; so are all cells of a game that is over. The chances are a view,
        which the next call changes.
        """
        try:
            self._kernel.solve(self.threads)
        except RuntimeError as error:
            raise FleetError(str(error)) from None
        certain = np.asarray(self._kernel.certain)
        return np.asarray(self._kernel.mine_chance), certain == 1, certain == 2

    def bbbv_done(self) -> NDArray[np.uint32]:
        """Return how much 3BV can be seen to be done on every board. The array is a view: the next call changes it."""
        self._kernel.measure()
        return np.asarray(self._kernel.progress)

    def truth(self) -> NDArray[np.bool_]:
        """Return where the mines are, for labels: nowhere before the first cell of a game is open.

        Only a fleet made with `truth=True` shows them.
        """
        if not self._shows_truth:
            raise FleetError("only a fleet made with truth=True shows its mines")
        mines: NDArray[np.bool_] = np.asarray(self._kernel.truth) >= 128
        return mines

    def board(self, index: int) -> Board:
        """Return a copy of one board."""
        return Board.from_bytes(self.rules.level, self.cells[index].tobytes())

    def __repr__(self) -> str:
        return f"<Fleet of {len(self)} boards, {self.rules}>"


def rules_of(given: Rules | Level | str) -> Rules:
    """Return the rules that are meant: themselves, the modern ones on a level, or those of a text."""
    if isinstance(given, str):
        return Rules.parse(given)
    if isinstance(given, Level):
        return Rules(given)
    if not isinstance(given, Rules):
        raise RulesError(f"rules are Rules, a Level, or a text such as 'modern expert', not {given!r}")
    return given


def _kernel_fleet(rules: Rules, reward: Rewards, autoreset: AutoReset, boards: int) -> _kernel.Fleet:
    """Return the kernel's fleet, or refuse rules that it does not play."""
    if rules.has_automatic_moves:
        raise RulesError(f"a fleet only opens cells, and these rules make moves by themselves: {rules}")
    if rules.lives > _MOST_LIVES:
        raise RulesError(f"a fleet plays with at most {_MOST_LIVES} lives, not {rules.lives}")
    level, grade = rules.level, rules.layout.grade
    needed = _BYTES * boards * level.cells
    if needed > _memory():
        raise BoardTooLarge(f"{boards} boards of {level} need {needed / 2**30:.1f} GiB, more memory than there is")
    return _kernel.Fleet(
        width=level.width,
        height=level.height,
        mines=level.mines,
        first_click=_kernel.FirstClick[rules.first.name],
        grade=_kernel.Grade.NONE if grade is None else KERNEL_GRADES[grade],
        completion=_kernel.Completion[rules.completion.name],
        lives=rules.lives,
        show_mines=rules.loss is Loss.ALL,
        rewards=[reward.win, reward.loss, reward.mine, reward.for_cell(level), reward.step, reward.wasted],
        reset=_kernel.AutoReset[autoreset.name],
        boards=boards,
    )


def _autoreset(given: AutoReset | str) -> AutoReset:
    try:
        return AutoReset(given)
    except ValueError:
        raise FleetError(f"autoreset is {', '.join(AutoReset)}, not {given!r}") from None


def _count(name: str, given: int, most: int = 2**31) -> int:
    if isinstance(given, bool) or not isinstance(given, int) or not 1 <= given <= most:
        raise FleetError(f"{name} is a whole number from 1 to {most}, not {given!r}")
    return given
