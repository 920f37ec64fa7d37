"""Boards that never need a guess, each proven before it leaves."""

from __future__ import annotations

from . import _kernel
from .field import Minefield
from .record import Record
from .rules import Grade, Level, RulesError
from .seed import Seed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .field import Layout
    from .rules import Rules

    Heed = Callable[[int], None]  # takes how many boards were tried; what it raises ends the search

DEFAULT_BUDGET = _kernel.GENERATOR_BUDGET
FIRST_BUDGET = 1 << 20  # of a search that is watched: every next look may take twice the work
BOARDS_AT_ONCE = 16

RUNGS = {grade: getattr(_kernel.Grade, grade.name) for grade in Grade}

#: The density up to which expert-sized boards of every grade were found within the default budget.
KNOWN_DENSITY = 0.39


class NoBoard(RulesError):
    """No such board was found within the work budget."""

    def __init__(self, level: Level, grade: Grade, exactly: bool, tries: int = 0) -> None:
        self.tries = tries  # boards that were laid in vain
        mines = int(KNOWN_DENSITY * level.cells)
        kind = f"that needs the grade {grade}" if exactly else f"that the grade {grade} solves without a guess"
        if level.density <= KNOWN_DENSITY:
            advice = "choose another grade, a larger budget, or random boards"
            super().__init__(f"no {level} board {kind} was found within the work budget: {advice}")
            return
        super().__init__(
            f"no {level} board {kind} was found within the work budget; such boards are known up to about "
            f"{KNOWN_DENSITY:.0%} mines ({level.width}x{level.height}/{mines}): choose fewer mines, a higher grade, "
            "a larger budget, or random boards"
        )


class Puzzle(Record):
    """A no-guess board: solved from its first cell by the rules up to its grade."""

    __slots__ = ("level", "first", "seed", "grade", "uniform", "tries", "minefield")
    level: Level
    first: tuple[int, int]
    seed: Seed
    grade: Grade
    uniform: bool  # drawn with the same chance as every other board of its grade
    tries: int  # boards laid until one passed
    minefield: Minefield

    def __init__(
        self,
        level: Level,
        first: tuple[int, int],
        seed: Seed,
        grade: Grade,
        uniform: bool,
        tries: int,
        minefield: Minefield,
    ) -> None:
        self._set(level=level, first=first, seed=seed, grade=grade, uniform=uniform, tries=tries, minefield=minefield)

    def __repr__(self) -> str:
        return f"<Puzzle {self.level}, grade {self.grade}, first click {self.first}>"


def generate(
    level: Level | str,
    first: tuple[int, int],
    seed: Seed | str | int,
    grade: Grade | str = Grade.FULL,
    *,
    exactly: bool = False,
    budget: int | None = None,
    heed: Heed | None = None,
) -> Puzzle:
    """Make a board that the rules up to `grade` solve from the first click; `exactly`: and no lower grade does.

    Up to a density of 22 % it is drawn uniformly from all boards of that grade; above, mines are moved until the
    board passes, and `uniform` is false. The same arguments give the same board. Raises `NoBoard` when the
    budget ends: never a board that is not proven. `heed` is called every now and then: it may watch, or raise.

    >>> puzzle = generate("9x9/10", (4, 4), "rain", "pairs")
    >>> puzzle.uniform, puzzle.minefield.number(4, 4)
    (True, 0)
    """
    request = _Request(level, first, grade, exactly, budget)
    seeds = [Seed.of(seed)]
    return request.make(seeds)[0] if heed is None else _make_watched(request, seeds, heed)


def _make_watched(request: _Request, seeds: list[Seed], heed: Heed) -> Puzzle:
    """Look with budgets that double until a board is found: a larger one would find the same."""
    heed(0)
    whole, request.budget = request.budget, min(FIRST_BUDGET, request.budget)
    while request.budget < whole:
        try:
            return request.make(seeds)[0]
        except NoBoard as error:
            heed(error.tries)
        request.budget = min(2 * request.budget, whole)
    return request.make(seeds)[0]


def generate_many(
    level: Level | str,
    first: tuple[int, int],
    seed: Seed | str | int,
    count: int,
    grade: Grade | str = Grade.FULL,
    *,
    exactly: bool = False,
    budget: int | None = None,
    threads: int = 1,
) -> Iterator[Puzzle]:
    """Make many boards, in an order that does not depend on the threads: board i has the i-th derived seed."""
    from concurrent.futures import ThreadPoolExecutor

    request = _Request(level, first, grade, exactly, budget)
    bits = Seed.of(seed).bits

    def make(begin: int) -> list[Puzzle]:
        end = min(begin + BOARDS_AT_ONCE, count)
        return request.make([Seed(_kernel.derive_seed(bits, index)) for index in range(begin, end)])

    begins = range(0, count, BOARDS_AT_ONCE)
    with ThreadPoolExecutor(max_workers=threads) as pool:
        portions = [pool.submit(make, begin) for begin in begins[: 2 * threads]]
        try:
            for index in range(len(begins)):
                yield from portions[index].result()
                if len(portions) < len(begins):
                    portions.append(pool.submit(make, begins[len(portions)]))
        finally:
            pool.shutdown(cancel_futures=True)


class _Request:
    """What kind of board is wanted, checked once for many."""

    __slots__ = ("level", "first", "grade", "exactly", "budget")

    def __init__(
        self, level: Level | str, first: tuple[int, int], grade: Grade | str, exactly: bool, budget: int | None
    ) -> None:
        self.level = Level.parse(level) if isinstance(level, str) else level
        self.first = first
        self.grade = Grade.parse(grade)
        self.exactly = exactly
        self.budget = budget or DEFAULT_BUDGET
        row, col = first
        if not (0 <= row < self.level.height and 0 <= col < self.level.width):
            size = f"{self.level.width}x{self.level.height}"
            raise RulesError(f"the first click ({row}, {col}) is off the {size} board")

    def make(self, seeds: list[Seed]) -> list[Puzzle]:
        level, (row, col) = self.level, self.first
        found = _kernel.generate(
            level.width,
            level.height,
            level.mines,
            row * level.width + col,
            RUNGS[self.grade],
            self.exactly,
            [seed.bits for seed in seeds],
            self.budget,
        )
        puzzles = []
        for seed, made in zip(seeds, found, strict=False):
            if made.minefield is None:
                raise NoBoard(level, self.grade, self.exactly, made.tries)
            field = Minefield(made.minefield, level)
            puzzles.append(Puzzle(level, self.first, seed, self.grade, made.uniform, made.tries, field))
        return puzzles


def no_guess(seed: Seed | str | int, heed: Heed | None = None) -> Layout:
    """Lay a no-guess minefield of the grade that the rules name, at the first click; `heed` may watch and stop it."""

    def layout(rules: Rules, first: tuple[int, int]) -> Minefield:
        grade = rules.layout.grade
        if grade is None:
            raise RulesError(f"the layout {rules.layout} has no grade")
        if heed is None:
            return generate(rules.level, first, seed, grade).minefield
        return generate(rules.level, first, seed, grade, heed=heed).minefield

    return layout
