"""Evidence of a program at the hand of a player: remarks with figures, computed from the logs of games alone.

A remark is a hint for a person to look, never a verdict: docs/metrics.md says how many honest players get each by
chance, and what is found of games that a program played.
"""

from __future__ import annotations

from math import hypot, log, sqrt
from typing import NamedTuple

from .. import _kernel
from ..action import Kind
from ..board import CellState
from ..value import Value
from .best_move import Strength, best_move
from .help_limit import MOST_CELLS
from .metrics.hand_speed import is_too_fast
from .odds import odds
from .opponent import GRADES, LONGEST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from ..board import Board
    from ..replay.model import Replay
    from ..rules import Level

    Cell = tuple[int, int]

GUESS = len(GRADES)  # the grade of a move where no square was certain
HARD = GRADES[_kernel.Grade.CHAINS]  # from this grade on people stop to think
MISSED = -1  # of a move that took a risk though a square was certain

LEAST_MOVES = 40
LEAST_HARD = 25
LEAST_POINTERS = 30
_SIGMAS = 2.33  # one side of 98 percent of a normal distribution
_EVEN = 0.20  # of the logarithm of the seconds between two openings; 0.29 and more in videos of people
_REACH = 0.25  # the power of the distance; 0.47 and more there
_PAUSE = 0.25  # by which the logarithm of the seconds grows for a hard move
_AGREEMENT = 0.90  # of hard moves that are those of the solver
_SAME_RISK = 0.005
_SAME_PLACE = 0.02  # of a square, between the places of the pointer in it


class PlayedMove(NamedTuple):
    """An opening after another action of the same player."""

    seconds: float
    distance: float  # from the square of that action, in squares
    grade: int  # of the easiest reasoning that makes it safe, `GUESS` where none does, or `MISSED`
    is_solvers: bool  # a certain square, or a guess with the least risk
    pointer: tuple[float, float] | None  # in the square
    device: str


class Evidence(Value):
    """A figure of the play of a person, and whether it is one that people hardly have."""

    kind: str  # pace, even, reach, pauses, agreement, pointer or input
    value: float
    bound: float  # of the value, by its uncertainty
    limit: float
    count: int  # of moves, or games, that it was computed from
    is_remark: bool


def moves_of(replay: Replay, by: int | None = None) -> Iterator[PlayedMove]:
    """Yield the openings of a player, or of a game that one played; of boards that are too large to reason on, none."""
    if replay.rules.level.cells > MOST_CELLS:
        return
    game = replay.after(0)
    before = game.board.copy()
    last: tuple[int, int, int] | None = None
    for entry in replay.entries:
        action = entry.action
        is_own = by is None or entry.by == by
        is_opening = is_own and action.kind in (Kind.OPEN, Kind.CHORD) and last is not None and entry.at > last[2]
        if is_opening:
            before = game.board.copy()
        delta = game.apply(entry)
        if is_opening and last is not None:
            opened = _opened(delta.cells.flat(), replay.rules.level)
            if opened:
                seconds = (entry.at - last[2]) / 1000
                distance = hypot(action.row - last[0], action.col - last[1])
                grade, is_solvers = _judged(before, opened)
                pointer = entry.pointer and (entry.pointer[0] % 1, entry.pointer[1] % 1)
                yield PlayedMove(seconds, distance, grade, is_solvers, pointer, entry.device)
        if is_own and action.row >= 0:
            last = action.row, action.col, entry.at


def _opened(changes: Sequence[int], level: Level) -> set[Cell]:
    """Return the cells that an action opened, from pairs of index and value."""
    pairs = zip(changes[::2], changes[1::2], strict=True)
    return {level.cell(index) for index, seen in pairs if seen <= 8 or seen == CellState.EXPLODED}


def _judged(board: Board, opened: set[Cell]) -> tuple[int, bool]:
    """Return the grade of a move, and whether the solver might have made it."""
    conclusions = [one for one in _kernel.conclude(board._cells, _kernel.Grade.FULL).conclusions if one.safe]
    own = (one for one in conclusions if any(tuple(cell) in opened for cell in one.cells))
    grade = next((GRADES[one.grade] for one in own), None)
    if grade is not None:
        return grade, True
    if conclusions:
        return MISSED, False
    found, best = odds(board), best_move(board, Strength.SAFEST)
    risk = min(found.risk(cell) for cell in opened)
    return GUESS, risk <= found.risk((best.row, best.col)) + _SAME_RISK


def evidence_of(games: Iterable[tuple[Replay, int | None]], check: Callable[[], None] = lambda: None) -> list[Evidence]:
    """Return what the games of a player show: each replay with the number of the player in it, None for the only one.

    A figure that has too few moves behind it is left out. `check` is called between games.
    """
    moves: list[PlayedMove] = []
    played = fast = 0
    for replay, by in games:
        check()
        played += 1
        fast += is_too_fast(replay.columns)
        moves += moves_of(replay, by)
    found = [Evidence("pace", fast, fast, 0, played, fast > 0)] if played else []
    found += _of_hand(moves)
    timed = [move for move in moves if move.grade != MISSED and move.seconds < LONGEST * 4]
    return [*found, *_of_times(timed), *_of_choices(moves)]


def _of_hand(moves: Sequence[PlayedMove]) -> list[Evidence]:
    """Return what the input says: the places of the pointer in its squares, and whether a device was named at all."""
    found = []
    places = [move.pointer for move in moves if move.pointer is not None and move.device == "mouse"]
    if len(places) >= LEAST_POINTERS:
        spread = max(_spread([place[axis] for place in places]) for axis in (0, 1))
        found.append(Evidence("pointer", spread, spread, _SAME_PLACE, len(places), spread < _SAME_PLACE))
    if len(moves) >= LEAST_MOVES:
        named = sum(1 for move in moves if move.device) / len(moves)
        found.append(Evidence("input", named, named, 0, len(moves), named == 0))
    return found


def _of_times(moves: Sequence[PlayedMove]) -> list[Evidence]:
    """Return what the times say: how even they are, and how they grow with the distance and with the reasoning."""
    if len(moves) < LEAST_MOVES:
        return []
    times = [log(move.seconds) for move in moves]
    ways = [log(1 + move.distance) for move in moves]
    hard = [float(move.grade >= HARD) for move in moves]
    count = int(sum(hard))
    has_hard = LEAST_HARD <= count <= len(moves) - LEAST_HARD
    columns = [[1.0] * len(moves), ways, *([hard] if has_hard else [])]
    fitted = _least_squares(columns, times)
    if fitted is None:
        return []
    slopes, errors, rest = fitted
    even = rest * (1 + _SIGMAS / sqrt(2 * len(moves)))
    found = [Evidence("even", rest, even, _EVEN, len(moves), even < _EVEN)]
    names = (("reach", 1, _REACH, len(moves)), ("pauses", 2, _PAUSE, count))
    for name, at, limit, number in names[: len(columns) - 1]:
        bound = slopes[at] + _SIGMAS * errors[at]
        found.append(Evidence(name, slopes[at], bound, limit, number, bound < limit))
    return found


def _of_choices(moves: Sequence[PlayedMove]) -> list[Evidence]:
    """Return how many of the hard moves are those of the solver; a risk that was not needed is a hard move too."""
    hard = [move for move in moves if move.grade >= HARD or move.grade == MISSED]
    if len(hard) < LEAST_HARD:
        return []
    share = sum(move.is_solvers for move in hard) / len(hard)
    bound = _least_share(share, len(hard))
    return [Evidence("agreement", share, bound, _AGREEMENT, len(hard), bound > _AGREEMENT)]


def _least_share(share: float, count: int) -> float:
    """Return the lower end of the interval of Wilson for a share."""
    square = _SIGMAS**2 / count
    middle = share + square / 2
    return (middle - _SIGMAS * sqrt(share * (1 - share) / count + square / (4 * count))) / (1 + square)


def _spread(values: Sequence[float]) -> float:
    mean = sum(values) / len(values)
    return sqrt(sum((value - mean) ** 2 for value in values) / len(values))


def _least_squares(
    columns: Sequence[Sequence[float]], values: Sequence[float]
) -> tuple[list[float], list[float], float] | None:
    """Return the coefficients of the columns, their standard errors and the spread of the rest; None without a fit."""
    size = len(columns)
    rows = [
        [sum(map(float.__mul__, one, other)) for other in columns]
        + [float(at == number) for at in range(size)]
        + [sum(map(float.__mul__, one, values))]
        for number, one in enumerate(columns)
    ]
    for at in range(size):
        pivot = max(range(at, size), key=lambda row: abs(rows[row][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        if abs(rows[at][at]) < 1e-9:
            return None
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for other in range(size):
            if other != at:
                factor = rows[other][at]
                rows[other] = [value - factor * own for value, own in zip(rows[other], rows[at], strict=True)]
    slopes = [row[-1] for row in rows]
    shown = [
        sum(slope * column[at] for slope, column in zip(slopes, columns, strict=True)) for at in range(len(values))
    ]
    square = sum((value - one) ** 2 for value, one in zip(values, shown, strict=True)) / (len(values) - size)
    errors = [sqrt(square * max(0.0, rows[at][size + at])) for at in range(size)]
    return slopes, errors, sqrt(square)
