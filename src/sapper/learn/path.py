"""The path: twelve steps of boards, each proven to need one technique more, the same for everybody."""

from __future__ import annotations

from enum import StrEnum
from functools import cache

from ..game import Status
from ..generator import generate
from ..rules import Grade, LayoutKind, Level, Rules
from ..seed import Seed
from ..value import Value
from .difficulty import difficulty
from .techniques import Technique

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..history.store import Store
    from ..history.summary import Summary
    from ..minefield import Minefield

Cell = tuple[int, int]

EFFICIENCY = 0.7  # solved 3BV divided by clicks, for the last star
BOARDS = 3  # of each step: a star counts on any of them


class Star(StrEnum):
    """The stars of a step, for a board that was won."""

    TIME = "time"  # under the pace of the step
    NO_HELP = "no-help"
    EFFICIENCY = "efficiency"


class Board(Value):
    """A board of a step: its rules and its seed, and the square that is open at the start."""

    rules: Rules
    seed: Seed
    first: Cell

    def minefield(self) -> Minefield:
        """Return where the mines are."""
        assert self.rules.layout.grade is not None
        return generate(self.rules.level, self.first, self.seed, self.rules.layout.grade).minefield


class Step(Value):
    """A step: boards of one size that need one grade, the technique that is new in them, and none of a later step.

    The lesson is about what is new. The first three steps add what one number says, flags and chords; their boards
    need the same technique.
    """

    number: int
    level: Level
    grade: Grade
    technique: Technique
    lesson: str
    places: tuple[int, ...]  # of the seeds of its boards in the series of the path

    @property
    def boards(self) -> tuple[Board, ...]:
        """The boards of the step."""
        rules = Rules(self.level, layout=LayoutKind.of(self.grade))
        first = (self.level.height // 2, self.level.width // 2)
        series = Seed.of(f"sapper path 1 step {self.number}")
        return tuple(Board(rules, series.derive(place), first) for place in self.places)

    @property
    def pace(self) -> int:
        """The time for the first star, in milliseconds: four times that of a fast player, in steps of 5 s."""
        return _pace(self)


class Tried(Value):
    """A finished try at a step."""

    board: int
    is_won: bool
    elapsed: int
    stars: frozenset[Star] = frozenset()


class Progress(Value):
    """The progress of a player at a step: the best time and all stars, each on any board of the step."""

    step: Step
    tries: int = 0
    best: int | None = None  # milliseconds, None if no board was won
    stars: frozenset[Star] = frozenset()
    won: frozenset[int] = frozenset()  # boards

    @property
    def next_board(self) -> int:
        """The board to play next: the first that was not won, else the one after the last win in turn."""
        return next((board for board in range(len(self.step.places)) if board not in self.won), self.tries % BOARDS)


_SINGLE, _PAIRS, _CHAINS, _COUNT, _FULL = Grade

#: Each step with the places of its boards in the series of its seeds: the first that need the grade and what is new,
#: and nothing that only a later step adds. `ADDED` says what that is.
STEPS = tuple(
    Step(number, Level.parse(level), grade, technique, lesson, places)
    for number, (level, grade, technique, lesson, places) in enumerate(
        (
            ("5x5/3", _SINGLE, Technique.SINGLE, "numbers", (0, 1, 2)),
            ("6x6/5", _SINGLE, Technique.SINGLE, "flags", (0, 1, 2)),
            ("8x8/10", _SINGLE, Technique.SINGLE, "chord", (0, 1, 2)),
            ("8x8/12", _PAIRS, Technique.ONE_ONE, "one-one", (65, 93, 113)),
            ("9x9/14", _PAIRS, Technique.REDUCTION, "reduction", (7, 10, 11)),
            ("16x16/40", _PAIRS, Technique.ONE_TWO, "one-two", (0, 1, 3)),
            ("12x12/26", _CHAINS, Technique.CHAIN, "chains", (383, 505, 632)),
            ("16x16/44", _CHAINS, Technique.CHAIN, "long-chains", (25, 232, 280)),
            ("30x16/99", _CHAINS, Technique.HOLE, "holes", (6, 164, 172)),
            ("12x12/28", _COUNT, Technique.COUNT, "count", (2, 3, 4)),
            ("16x16/48", _FULL, Technique.CASE_SPLIT, "case-split", (30, 44, 112)),
            ("30x16/105", _FULL, Technique.CASE_SPLIT, "efficiency", (30, 34, 80)),
        ),
        1,
    )
)


#: The techniques that each step adds. The rows are made of 1-2s, and corners and other pairs of holes.
ADDED = {
    1: {Technique.SINGLE},
    4: {Technique.ONE_ONE},
    5: {Technique.REDUCTION},
    6: {Technique.ONE_TWO, Technique.ONE_TWO_ONE, Technique.ONE_TWO_TWO_ONE},
    7: {Technique.CHAIN},  # of three numbers
    9: {Technique.HOLE, Technique.CORNER, Technique.PAIR},
    10: {Technique.COUNT},
    11: {Technique.CASE_SPLIT},
}
LONG_CHAIN = 4  # numbers: step 8 adds such chains, step 12 case splits that count the mines


def tried(step: Step, board: int, summary: Summary) -> Tried:
    """Return what a finished game on a board of a step reached."""
    is_won = summary.status == Status.WON
    earned = {
        Star.TIME: summary.elapsed < step.pace,
        Star.NO_HELP: summary.is_plain,
        Star.EFFICIENCY: (summary.efficiency or 0.0) >= EFFICIENCY,
    }
    stars = frozenset(star for star, is_earned in earned.items() if is_earned) if is_won else frozenset[Star]()
    return Tried(board, is_won, summary.elapsed, stars)


def progress(step: Step, tries: Iterable[Tried]) -> Progress:
    """Return the progress at a step after some tries."""
    tries = list(tries)
    won = [one for one in tries if one.is_won]
    return Progress(
        step,
        len(tries),
        min((one.elapsed for one in won), default=None),
        frozenset[Star]().union(*(one.stars for one in won)),
        frozenset(one.board for one in won),
    )


def own_progress(store: Store, player: bytes = b"") -> list[Progress]:
    """Return the player's progress at every step, from the games in a store."""
    return [
        progress(
            step,
            (
                tried(step, number, one.summary)
                for number, board in enumerate(step.boards)
                for one in store.listed(store.games_on(str(board.rules), board.seed, player))
                if one.summary is not None
            ),
        )
        for step in STEPS
    ]


def next_step(found: Iterable[Progress]) -> Step:
    """Return the first step on which no board was won, the last one if there is none."""
    return next((one.step for one in found if not one.won), STEPS[-1])


@cache
def _pace(step: Step) -> int:
    seconds = max(difficulty(board.minefield(), board.first).seconds for board in step.boards)
    return max(round(4 * seconds / 5), 1) * 5000
