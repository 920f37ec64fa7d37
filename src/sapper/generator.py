"""Boards that never need a guess, each proven before it is returned."""

from __future__ import annotations

from . import _kernel
from .minefield import Minefield
from .phrase import Phrase, chance
from .rules import Grade, Level, RulesError
from .seed import Seed
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Progress = Callable[[int], None]  # takes how many boards were tried; what it raises ends the search

DEFAULT_BUDGET = _kernel.GENERATOR_BUDGET
FIRST_BUDGET = 1 << 20  # the first work budget of a search that reports progress; each further attempt doubles it
BOARDS_AT_ONCE = 16

KERNEL_GRADES = {grade: getattr(_kernel.Grade, grade.name) for grade in Grade}

#: The density up to which expert-sized boards of every grade were found within the default budget.
KNOWN_DENSITY = 0.39


class NoBoard(RulesError):
    """No such board was found within the work budget."""

    def __init__(self, level: Level, grade: Grade, exactly: bool, tries: int = 0, *, uniform: bool = False) -> None:
        self.tries = tries  # boards that did not pass
        if uniform:
            super().__init__(Phrase("error.none-passed", tries=tries, level=str(level), grade=str(grade)))
            return
        kind = Phrase("error.grade-needs" if exactly else "error.grade-solves", grade=str(grade))
        if level.density <= KNOWN_DENSITY:
            super().__init__(Phrase("error.no-such-board", level=str(level), kind=kind))
            return
        example = f"{level.width}x{level.height}/{int(KNOWN_DENSITY * level.cells)}"
        share = chance(KNOWN_DENSITY)
        super().__init__(Phrase("error.too-dense-board", level=str(level), kind=kind, share=share, example=example))


class Puzzle(Value):
    """A no-guess board: solved from its first cell by the rules up to its grade."""

    level: Level
    first: tuple[int, int]
    seed: Seed
    grade: Grade
    uniform: bool  # drawn with the same chance as every other board of its grade
    tries: int  # boards tried until one passed
    minefield: Minefield

    def __repr__(self) -> str:
        return f"<Puzzle {self.level}, grade {self.grade}, first click {self.first}>"


def generate(
    level: Level | str,
    first: tuple[int, int],
    seed: Seed | str | int,
    grade: Grade | str = Grade.FULL,
    *,
    exactly: bool = False,
    uniform: bool = False,
    budget: int | None = None,
    on_progress: Progress | None = None,
) -> Puzzle:
    """Return a board that the grades up to `grade` solve from the first click; `exactly`: and no lower grade does.

    Up to a density of 22 % it is drawn uniformly from all boards of that grade; above, mines are moved until the
    board passes, and `Puzzle.uniform` is false, unless `uniform` asks for random boards until one passes. The same
    arguments return the same board. Raise `NoBoard` when the budget ends: a board that is not proven is never returned.
    `on_progress` is called between attempts and may raise.

    >>> puzzle = generate("9x9/10", (4, 4), "rain", "pairs")
    >>> puzzle.uniform, puzzle.minefield.number(4, 4)
    (True, 0)
    """
    request = _Request(level, first, grade, exactly, uniform, budget)
    seeds = [Seed.of(seed)]
    return request.make(seeds)[0] if on_progress is None else _make_with_progress(request, seeds, on_progress)


def _make_with_progress(request: _Request, seeds: list[Seed], on_progress: Progress) -> Puzzle:
    """Search with budgets that double until a board is found: a larger one would find the same."""
    on_progress(0)
    whole, request.budget = request.budget, min(FIRST_BUDGET, request.budget)
    while request.budget < whole:
        try:
            return request.make(seeds)[0]
        except NoBoard as error:
            on_progress(error.tries)
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
    uniform: bool = False,
    budget: int | None = None,
    threads: int = 1,
) -> Iterator[Puzzle]:
    """Yield many boards in an order that does not depend on the threads: board i has the i-th derived seed."""
    from concurrent.futures import ThreadPoolExecutor

    request = _Request(level, first, grade, exactly, uniform, budget)
    series = Seed.of(seed)

    def make(begin: int) -> list[Puzzle]:
        end = min(begin + BOARDS_AT_ONCE, count)
        return request.make([series.derive(index) for index in range(begin, end)])

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
    """The kind of board to generate, checked once for many."""

    __slots__ = ("level", "first", "grade", "exactly", "uniform", "budget")

    def __init__(
        self,
        level: Level | str,
        first: tuple[int, int],
        grade: Grade | str,
        exactly: bool,
        uniform: bool,
        budget: int | None,
    ) -> None:
        self.level = Level.of(level)
        self.first = first
        self.grade = Grade.parse(grade)
        self.exactly = exactly
        self.uniform = uniform
        self.budget = budget or DEFAULT_BUDGET
        if not self.level.contains(*first):
            raise RulesError(Phrase("error.first-off-board", first=str(first), size=self.level.size))

    def make(self, seeds: list[Seed]) -> list[Puzzle]:
        level = self.level
        found = _kernel.generate(
            level.width,
            level.height,
            level.mines,
            level.index(*self.first),
            KERNEL_GRADES[self.grade],
            self.exactly,
            [seed.bits for seed in seeds],
            self.budget,
            self.uniform,
        )
        puzzles = []
        for seed, made in zip(seeds, found, strict=False):
            if made.minefield is None:
                raise NoBoard(level, self.grade, self.exactly, made.tries, uniform=self.uniform)
            field = Minefield(made.minefield, level)
            puzzles.append(Puzzle(level, self.first, seed, self.grade, made.uniform, made.tries, field))
        return puzzles
