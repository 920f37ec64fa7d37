"""The engines of the single environment: the kernel where it can play the rules, else `Game`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from .. import _kernel
from ..action import Action, Kind
from ..analysis.metrics import progress
from ..analysis.odds import odds
from ..board import Board, CellState
from ..errors import GameError
from ..game import Game
from ..rules import Chord, Flags
from ..seed import Seed
from .fleet import AutoReset, Fleet, is_playable

if TYPE_CHECKING:
    from collections.abc import Collection

    from numpy.typing import NDArray

    from ..rules import Rules
    from .rewards import Rewards

    Known = tuple[NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_]]

_KINDS = (Kind.OPEN, Kind.FLAG, Kind.CHORD)  # of actions, in blocks of one for each cell
_HIDDEN, _FLAGGED = int(CellState.HIDDEN), int(CellState.FLAG)  # numpy compares plain numbers faster


class Engine(Protocol):
    """Plays one game after the other, and shows each as arrays of its own."""

    actions: int

    def begin(self, series: Seed, number: int) -> None:
        """Begin the game of a number in a series."""

    def place(self, position: Board | Game) -> None:
        """Put a position in the place of the game that has just begun."""

    def play(self, action: int) -> float:
        """Play an action, and return its reward."""

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""

    @property
    def is_won(self) -> bool:
        """Whether it is won."""

    @property
    def opened(self) -> int:
        """The number of open safe cells."""

    @property
    def lives(self) -> int:
        """The number of lives left."""

    @property
    def game(self) -> Game | None:
        """The game as a `Game`, where there is one."""

    @property
    def board(self) -> Board:
        """The visible board."""

    def cells(self) -> NDArray[np.uint8]:
        """Return the visible board."""

    def mask(self) -> NDArray[np.bool_]:
        """Return the actions that may change something."""

    def solve(self) -> Known:
        """Return the chance of a mine at every cell, what is proven safe, and what is proven to be a mine."""

    def bbbv_done(self) -> int:
        """Return the 3BV that is visibly solved."""

    def truth(self) -> NDArray[np.bool_]:
        """Return the mines: none before the first cell is open."""


def engine_for(rules: Rules, reward: Rewards, flags: bool) -> Engine:
    """Return the fastest engine that plays these rules."""
    return _KernelEngine(rules, reward) if is_playable(rules) and not flags else _GameEngine(rules, reward, flags)


class _KernelEngine:
    """Opens cells in the kernel: a fleet of one board."""

    def __init__(self, rules: Rules, reward: Rewards) -> None:
        self._use(Fleet(rules, 1, reward=reward, autoreset=AutoReset.NEVER, truth=True))
        self._series, self._number, self._is_placed = Seed.of(0), 0, False
        self._played: list[int] = []

    def _use(self, fleet: Fleet) -> None:
        """Play on the board of a fleet. Its numbers are read through views, which cost less than numpy's items."""
        kernel = fleet._kernel
        self._fleet, self._open = fleet, kernel.open
        self._rewards, self._over, self._states = kernel.rewards, kernel.terminated, kernel.states
        self._opened, self._lives = kernel.opened, kernel.lives
        self._cells: NDArray[np.uint8] = fleet.cells[0]
        self._mask: NDArray[np.bool_] = fleet.masks[0]
        self.actions = len(self._mask)

    def __getstate__(self) -> tuple[Any, ...]:
        return self._fleet, self._series, self._number, self._is_placed, self._played.copy()

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        fleet, self._series, self._number, self._is_placed, self._played = state
        self._use(fleet)

    def begin(self, series: Seed, number: int) -> None:
        self._fleet._kernel.start([series.bits], number)
        self._series, self._number, self._is_placed = series, number, False
        self._played = []

    def place(self, position: Board | Game) -> None:
        self._fleet.place([position])
        self._is_placed = True

    def play(self, action: int) -> float:
        self._open(action)
        self._played.append(action)
        return self._rewards[0]

    @property
    def is_over(self) -> bool:
        return self._over[0] != 0

    @property
    def is_won(self) -> bool:
        return self._states[0] == 1

    @property
    def opened(self) -> int:
        return self._opened[0]

    @property
    def lives(self) -> int:
        return self._lives[0]

    @property
    def board(self) -> Board:
        return self._fleet.board(0)

    @property
    def game(self) -> Game | None:
        """The same game, played again by `Game`; None for one that began from a position."""
        if self._is_placed:
            return None
        game = Game(self._fleet.rules, Seed(_kernel.derive_seed(self._series.bits, self._number)))
        for action in self._played:
            game.open(*game.rules.level.cell(action))
        return game

    def cells(self) -> NDArray[np.uint8]:
        return self._cells.copy()

    def mask(self) -> NDArray[np.bool_]:
        return self._mask.copy()

    def solve(self) -> Known:
        chances, safe, mined = self._fleet.solve()
        return chances[0].copy(), safe[0], mined[0]

    def bbbv_done(self) -> int:
        return int(self._fleet.bbbv_done()[0])

    def truth(self) -> NDArray[np.bool_]:
        mines: NDArray[np.bool_] = self._fleet.truth()[0]
        return mines


class _GameEngine:
    """Plays any rules with `Game`; with flags, further blocks of actions mark cells and play chords."""

    def __init__(self, rules: Rules, reward: Rewards, flags: bool) -> None:
        self._rules, self._reward, self._flags = rules, reward, flags
        self._size = rules.level.cells
        self._shape = (rules.level.height, rules.level.width)
        self.actions = 3 * self._size if flags else self._size
        self.game = Game(rules, 0)

    def begin(self, series: Seed, number: int) -> None:
        self.game = Game(self._rules, Seed(_kernel.derive_seed(series.bits, number)))

    def place(self, position: Board | Game) -> None:
        if not isinstance(position, Game) or position.rules != self._rules or position.status.is_over:
            raise GameError(f"with flags or automatic moves, a position is a game in play by the rules {self._rules}")
        self.game = position.copy()

    def play(self, action: int) -> float:
        game, cells = self.game, self.game.board._cells
        opened, exploded = cells.opened, cells.exploded
        changed = self._act(action)
        return self._reward.of(
            level=self._rules.level,
            opened=cells.opened - opened,
            exploded=cells.exploded - exploded,
            won=game.is_won,
            lost=game.is_lost,
            wasted=not changed,
        )

    def _act(self, action: int) -> bool:
        """Play an action, and return whether anything changed."""
        block, cell = divmod(action, self._size)
        row, col = self._rules.level.cell(cell)
        try:
            kind = _KINDS[block]
            delta = self.game.toggle_flag(row, col) if kind is Kind.FLAG else self.game.play(Action(kind, row, col))
        except GameError:
            return False
        return len(delta) > 0

    @property
    def is_over(self) -> bool:
        return self.game.status.is_over

    @property
    def is_won(self) -> bool:
        return self.game.is_won

    @property
    def opened(self) -> int:
        return self.game.board.opened

    @property
    def lives(self) -> int:
        return self.game.lives

    @property
    def board(self) -> Board:
        return self.game.board

    def cells(self) -> NDArray[np.uint8]:
        return np.array(self.game.board)

    def mask(self) -> NDArray[np.bool_]:
        rules, seen = self._rules, np.asarray(self.game.board).reshape(-1)
        hidden: NDArray[np.bool_] = seen == _HIDDEN
        if not self._flags:
            return hidden
        flagged = seen == _FLAGGED
        may_flag = rules.flags is not Flags.OFF and (rules.preflag or self.game.first is not None)
        full = rules.flags is Flags.CAPPED and self.game.board.flags >= rules.level.mines
        flaggable = flagged if full else hidden | flagged
        return np.concatenate(
            [
                hidden if rules.protect_flags else hidden | flagged,
                flaggable if may_flag else np.zeros_like(hidden),
                (seen >= 1) & (seen <= 8) if rules.chord is not Chord.OFF else np.zeros_like(hidden),
            ]
        )

    def solve(self) -> Known:
        if self.is_over:
            return np.zeros(self._shape, np.float32), self._marked(()), self._marked(())
        known = odds(self.game.board)
        chances = np.nan_to_num(np.asarray(known)).astype(np.float32)
        return chances, self._marked(known.safe), self._marked(known.mines)

    def _marked(self, cells: Collection[tuple[int, int]]) -> NDArray[np.bool_]:
        marks = np.zeros(self._shape, np.bool_)
        if cells:
            marks[tuple(zip(*cells, strict=True))] = True
        return marks

    def bbbv_done(self) -> int:
        return progress(self.game.board)

    def truth(self) -> NDArray[np.bool_]:
        field = self.game._field
        if field is None:
            return self._marked(())
        bits = np.unpackbits(np.frombuffer(field.to_bits(), np.uint8), count=self._size)
        return bits.reshape(self._shape).view(np.bool_)
