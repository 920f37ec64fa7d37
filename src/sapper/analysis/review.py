"""Every move of a replay judged, and how much luck the whole game took."""

from __future__ import annotations

from math import exp, log
from sys import float_info

from .. import _kernel
from ..action import Kind
from ..board import CellState
from ..errors import SapperError
from ..phrase import Phrase
from ..value import Value
from .help_limit import MOST_CELLS
from .metrics import progress
from .verdict import judge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..action import Action
    from ..game import Game
    from ..replay import Replay
    from .verdict import Verdict


class ReviewError(SapperError, ValueError):
    """A replay that is not judged, with a sentence that says why."""


class JudgedMove(Value):
    """A move that opened something. `place` is its place in the list of actions."""

    place: int
    at: int  # milliseconds
    verdict: Verdict
    survived: bool  # whether it hit no mine
    solved: int  # 3BV seen to be solved after it

    @property
    def risk(self) -> float:
        """The chance that the move hits a mine."""
        return self.verdict.risk

    @property
    def luck(self) -> float:
        """-log of the chance to survive, survived or not; 0 for a proven mine, which is no matter of luck."""
        return -log(max(self.verdict.survival, float_info.min)) if self.verdict.survival > 0 else 0.0


class Review(Value):
    """The judged moves of a game, with its guesses, mistakes and luck."""

    moves: tuple[JudgedMove, ...]

    @property
    def guesses(self) -> tuple[JudgedMove, ...]:
        """The guesses that had to be made."""
        return tuple(move for move in self.moves if move.verdict.is_guess)

    @property
    def mistakes(self) -> tuple[JudgedMove, ...]:
        """The moves instead of which there was a better one: needless guesses and mistakes."""
        return tuple(move for move in self.moves if move.verdict.is_mistake)

    @property
    def luck(self) -> float:
        """The luck of all moves together."""
        return sum(move.luck for move in self.moves)

    @property
    def survival(self) -> float:
        """The chance to come through all risks that were taken, also the one that was lost."""
        return exp(-self.luck)


def review(replay: Replay) -> Review:
    """Judge a whole replay."""
    return Review(tuple(judge_moves(replay)))


def judge_moves(replay: Replay, first: int = 0, *, budget: int = _kernel.DEFAULT_BUDGET) -> Iterator[JudgedMove]:
    """Judge the moves from an action on, one after another, so that a caller may show progress, or stop."""
    level = replay.rules.level
    if level.cells > MOST_CELLS:
        raise ReviewError(Phrase("solver.review-size", most=MOST_CELLS, level=str(level)))
    game = replay.after(first)
    for place, entry in enumerate(replay.entries[first:], first):
        verdict = judge(game.board, entry.action, game.rules, budget=budget)
        game.apply(entry)
        if verdict is not None:
            survived = not any(game.board[cell] == CellState.EXPLODED for cell in verdict.cells)
            yield JudgedMove(place, entry.at, verdict, survived, progress(game.board))


def judge_last(before: Game, last: Action) -> Verdict | None:
    """Return the verdict on the move after a position, None if it opens nothing; a redo is the move it plays again."""
    move = before.next_redo if last.kind is Kind.REDO else last
    if move is None or before.rules.level.cells > MOST_CELLS:
        return None
    return judge(before.board, move, before.rules)
