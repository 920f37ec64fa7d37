"""Many games at once, in arrays: one call into the kernel opens a cell on every board."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _kernel
from ..board import Board, BoardTooLarge, CellState, _memory
from ..errors import SapperError
from ..game import Game
from ..generator import KERNEL_GRADES
from ..rules import Level, Loss, Rules, RulesError
from ..seed import Seed
from .rewards import Rewards

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from numpy.typing import ArrayLike, NDArray

MOST_THREADS = 256
_MOST_LIVES = 2**32 - 1
_BYTES = 4  # of a cell: the truth, what is seen, the mask, and what was seen at the end
_STATE = b"sapper fleet 1\n"  # the head of a saved state

#: What a cell of the arrays holds that is not on its board, where boards of several sizes are in one fleet.
OUTSIDE = 15


class FleetError(SapperError, ValueError):
    """A request that a fleet cannot serve, with the reason in a sentence."""


class AutoReset(StrEnum):
    """When the next game begins on a board whose game is over."""

    NEVER = "never"
    NEXT_STEP = "next-step"
    SAME_STEP = "same-step"


class Fleet:
    """Games on many boards, played in steps: every step opens one cell on every board.

    Game k on board i is `Game(rules, seed)` with the k-th seed derived from the i-th of `seeds`; a number s stands for
    s, s + 1, and so on. The arrays are read-only views of the kernel's memory: they always show the present, and are
    never copied. Nothing depends on the number of threads.

    With a list of rules, board i begins with the i-th of them, and again from the first after the last; `set_levels`
    changes that. Boards may have different sizes: the arrays then have that of the largest, and hold `OUTSIDE` around
    the smaller ones.

    A fleet can be copied and pickled; `save` and `restore` do the same with its state alone.

    >>> fleet = Fleet("9x9/10", 2, seeds=1)
    >>> fleet.step([40, 40])
    >>> fleet.opened.tolist(), fleet.terminated.tolist(), fleet.cells.shape
    ([54, 50], [False, False], (2, 9, 9))
    """

    def __init__(
        self,
        rules: Rules | Level | str | Sequence[Rules | Level | str],
        boards: int,
        seeds: int | Seed | Sequence[int | str | Seed] = 0,
        *,
        reward: Rewards | str = "progress",
        autoreset: AutoReset | str = AutoReset.SAME_STEP,
        threads: int = 1,
        truth: bool = False,
    ) -> None:
        self.levels = levels_of(rules)  #: the rules of the games, by their numbers
        self.rules = self.levels[0]
        self.reward = Rewards.parse(reward)
        self.autoreset = _autoreset(autoreset)
        self.threads = _count("threads", threads, MOST_THREADS)
        self._shows_truth = truth
        self._kernel = kernel = _kernel_fleet(self.levels, self.reward, self.autoreset, _count("boards", boards))
        self._share(kernel)
        self.set_levels(np.arange(boards) % len(self.levels))
        self.start(seeds)

    def _share(self, kernel: _kernel.Fleet) -> None:
        """Make the arrays, which are views of the kernel's memory."""
        self.cells: NDArray[np.uint8] = np.asarray(kernel.cells)  #: the visible boards: (boards, height, width)
        masks = np.asarray(kernel.masks).reshape(len(self), -1)
        self.masks: NDArray[np.bool_] = masks.view(np.bool_)  #: the actions that open something: (boards, cells)
        self.rewards: NDArray[np.float64] = np.asarray(kernel.rewards)  #: of the last step
        self.terminated: NDArray[np.bool_] = np.asarray(kernel.terminated).view(np.bool_)  #: by the last step
        self._states: NDArray[np.uint8] = np.asarray(kernel.states)
        self.gained: NDArray[np.uint32] = np.asarray(kernel.gained)  #: safe cells that the last step opened
        self.opened: NDArray[np.uint32] = np.asarray(kernel.opened)  #: safe cells that are open
        self.lives: NDArray[np.uint32] = np.asarray(kernel.lives)
        self.level: NDArray[np.uint32] = np.asarray(kernel.level)  #: the number of the rules of this game
        self.moves: NDArray[np.uint32] = np.asarray(kernel.moves)  #: actions of this game, wasted ones included
        self.games: NDArray[np.uint64] = np.asarray(kernel.episodes)  #: the number of the game in its series
        #: With same-step: what the last game showed at its end.
        self.final_cells: NDArray[np.uint8] | None = None
        if self.autoreset is AutoReset.SAME_STEP:
            self.final_cells = np.asarray(kernel.final_cells)
        self._random: NDArray[np.int64] = np.asarray(kernel.actions)

    def __len__(self) -> int:
        return len(self._kernel)

    @property
    def won(self) -> NDArray[np.bool_]:
        """The boards whose game the last step won."""
        won: NDArray[np.bool_] = self._states == 1
        return won

    def start(self, seeds: int | Seed | Sequence[int | str | Seed], game: int = 0) -> None:
        """Begin a series of games on every board, with the first one or the game of a number."""
        if isinstance(seeds, Seed):
            series = [_kernel.derive_seed(seeds.bits, board) for board in range(len(self))]
        elif isinstance(seeds, int):
            series = [Seed.of(seeds + board).bits for board in range(len(self))]
        else:
            series = [Seed.of(seed).bits for seed in seeds]
        if len(series) != len(self):
            raise FleetError(f"a fleet of {len(self)} boards takes as many seeds, not {len(series)}")
        self._kernel.start(series, game)

    def restart(self, which: ArrayLike | None = None) -> None:
        """Begin the next game of the series on the boards that are marked, or on all."""
        marks = np.ones(len(self), np.uint8) if which is None else np.asarray(which, np.bool_).view(np.uint8)
        if marks.shape != (len(self),):
            raise FleetError(f"a fleet of {len(self)} boards takes as many marks, not an array of {marks.shape}")
        self._kernel.restart(np.ascontiguousarray(marks))

    def set_levels(self, numbers: ArrayLike) -> None:
        """Set by which of its `levels` every board plays, from its next game on."""
        given = np.asarray(numbers)
        if given.shape != (len(self),) or given.dtype.kind not in "iu":
            raise FleetError(f"a fleet of {len(self)} boards takes as many whole numbers, one for each board")
        if given.min() < 0 or given.max() >= len(self.levels):
            raise FleetError(f"the rules have numbers from 0 to {len(self.levels) - 1}")
        self._kernel.set_levels(np.ascontiguousarray(given, np.uint32))

    def place(self, positions: Iterable[Board | Game | None]) -> None:
        """Begin the next game of every board from a position of its own; a board with None is left as it is.

        A `Board` gets one of the minefields that explain it, all with the same chance, by the board's series. A `Game`
        brings its own mines. Marks are not taken over. Raise `FleetError` where a position is over, has no solution or
        another level than the board: those before it have been placed then.
        """
        given = list(positions)
        if len(given) != len(self):
            raise FleetError(f"a fleet of {len(self)} boards takes as many positions, not {len(given)}")
        for index, position in enumerate(given):
            if position is not None:
                self._place(index, position)

    def _place(self, index: int, position: Board | Game) -> None:
        board = position.board if isinstance(position, Game) else position
        level = self.levels[self._kernel.next_level[index]].level
        if not isinstance(board, Board) or board.level != level:
            raise FleetError(f"board {index} takes a position of {level}, not {_described(board)}")
        mines = b""
        if isinstance(position, Game) and position._field is not None:
            mines = np.unpackbits(np.frombuffer(position._field.to_bits(), np.uint8), count=level.cells).tobytes()
        try:
            self._kernel.place(index, board.to_bytes().translate(_WITHOUT_MARKS), mines)
        except ValueError as error:
            raise FleetError(f"board {index}: {error}") from None

    def save(self) -> bytes:
        """Return the state of all boards, mines included, for `restore` in a fleet with the same rules."""
        return self._head() + self._kernel.save()

    def restore(self, state: bytes) -> None:
        """Go back to a state that `save` returned. A state that cannot be is a `FleetError`, and changes nothing."""
        head = self._head()
        if not state.startswith(head):
            raise FleetError("this is not the state of a fleet with these boards, rules and resets")
        try:
            self._kernel.restore(state[len(head) :])
        except ValueError as error:
            raise FleetError(f"this state is damaged: {error}") from None

    def take(self, which: ArrayLike) -> Fleet:
        """Return a fleet of copies of some boards, in this order; a board may be there many times.

        >>> fleet = Fleet("9x9/10", 2, seeds=1)
        >>> fleet.step([40, 40])
        >>> fleet.take([1, 1, 0]).opened.tolist()
        [50, 50, 54]
        """
        numbers = np.asarray(which)
        if numbers.ndim != 1 or numbers.dtype.kind not in "iu":
            raise FleetError("take needs the numbers of boards, from 0")
        if not numbers.size or numbers.min() < 0 or numbers.max() >= len(self):
            raise FleetError(f"take needs at least one number from 0 to {len(self) - 1}")
        records = np.frombuffer(self._kernel.save(), np.uint8).reshape(len(self), -1)
        taken = Fleet(self.levels, len(numbers), **self._options())
        taken._kernel.restore(records[numbers].tobytes())
        return taken

    def copy(self) -> Fleet:
        """Return a fleet in the same state that is played apart."""
        return self.take(np.arange(len(self)))

    def __copy__(self) -> Fleet:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., Fleet], tuple[Any, ...]]:
        return _unpickle, (self.levels, len(self), self._options(), self.save())

    def _options(self) -> dict[str, Any]:
        return {
            "reward": self.reward,
            "autoreset": self.autoreset,
            "threads": self.threads,
            "truth": self._shows_truth,
        }

    def _head(self) -> bytes:
        """Return the head of a state of this fleet."""
        lines = [str(len(self)), str(self.autoreset), *map(str, self.levels)]
        return _STATE + "\n".join(lines).encode() + b"\n\n"

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
        """Return the visibly solved 3BV of every board. The array is a view: the next call changes it."""
        self._kernel.measure()
        return np.asarray(self._kernel.progress)

    def truth(self) -> NDArray[np.bool_]:
        """Return the mines, for labels: none before the first cell of a game is open.

        Only a fleet made with `truth=True` shows them.
        """
        if not self._shows_truth:
            raise FleetError("only a fleet made with truth=True shows its mines")
        mines: NDArray[np.bool_] = np.asarray(self._kernel.truth) >= 128
        return mines

    def board(self, index: int) -> Board:
        """Return a copy of one board."""
        level = self.levels[self.level[index]].level
        return Board.from_bytes(level, self.cells[index, : level.height, : level.width].tobytes())

    def __repr__(self) -> str:
        return f"<Fleet of {len(self)} boards, {'; '.join(map(str, self.levels))}>"


def _unpickle(levels: tuple[Rules, ...], boards: int, options: dict[str, Any], state: bytes) -> Fleet:
    fleet = Fleet(levels, boards, **options)
    fleet.restore(state)
    return fleet


#: Flags and question marks become closed cells.
_WITHOUT_MARKS = bytes.maketrans(bytes([CellState.FLAG, CellState.QUESTION]), bytes([CellState.HIDDEN] * 2))


def _described(given: object) -> str:
    return f"one of {given.level}" if isinstance(given, Board) else repr(given)


def levels_of(given: Rules | Level | str | Sequence[Rules | Level | str]) -> tuple[Rules, ...]:
    """Return the rules that are meant, as a tuple also where only one is given."""
    levels = tuple(map(rules_of, given if isinstance(given, (list, tuple)) else [given]))
    if not levels:
        raise FleetError("a fleet needs the rules of its games, and an empty list was given")
    return levels


def rules_of(given: object) -> Rules:
    """Return the rules that are meant: themselves, the modern ones on a level, or those of a text."""
    if isinstance(given, str):
        return Rules.parse(given)
    if isinstance(given, Level):
        return Rules(given)
    if not isinstance(given, Rules):
        raise RulesError(f"rules are Rules, a Level, or a text such as 'modern expert', not {given!r}")
    return given


def is_playable(rules: Rules) -> bool:
    """Return whether a fleet plays games by these rules."""
    return not rules.has_automatic_moves and rules.lives <= _MOST_LIVES


def _kernel_fleet(levels: tuple[Rules, ...], reward: Rewards, autoreset: AutoReset, boards: int) -> _kernel.Fleet:
    """Return the kernel's fleet, or refuse rules that it does not play."""
    for rules in levels:
        if rules.has_automatic_moves:
            raise RulesError(f"a fleet only opens cells, and these rules make moves by themselves: {rules}")
        if rules.judges_guesses:
            raise RulesError(f"a fleet plays on boards that do not change, not with guessing={rules.guessing}")
        if rules.lives > _MOST_LIVES:
            raise RulesError(f"a fleet plays with at most {_MOST_LIVES} lives, not {rules.lives}")
    width, height = (max(getattr(rules.level, side) for rules in levels) for side in ("width", "height"))
    needed = _BYTES * boards * width * height
    if needed > _memory():
        size = levels[0].level if len(levels) == 1 else f"{width}x{height}"
        raise BoardTooLarge(f"{boards} boards of {size} need {needed / 2**30:.1f} GiB, more memory than there is")
    return _kernel.Fleet(
        levels=[_kernel_rules(rules, reward) for rules in levels],
        reset=_kernel.AutoReset[autoreset.name],
        boards=boards,
    )


def _kernel_rules(rules: Rules, reward: Rewards) -> _kernel.FleetRules:
    level, grade = rules.level, rules.layout.grade
    return _kernel.FleetRules(
        width=level.width,
        height=level.height,
        mines=level.mines,
        first_click=_kernel.FirstClick[rules.first.name],
        grade=_kernel.Grade.NONE if grade is None else KERNEL_GRADES[grade],
        completion=_kernel.Completion[rules.completion.name],
        lives=rules.lives,
        show_mines=rules.loss is Loss.ALL,
        rewards=[reward.win, reward.loss, reward.mine, reward.for_cell(level), reward.step, reward.wasted],
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
