"""Boards that never need a guess, each proven before it leaves."""

from __future__ import annotations

from . import _kernel
from .field import Minefield
from .record import Record
from .rules import Grade, Level, RulesError
from .seed import Seed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .field import Layout
    from .rules import Rules

DEFAULT_BUDGET = _kernel.GENERATOR_BUDGET

RUNGS = {grade: getattr(_kernel.Rule, grade.name) for grade in Grade}

#: The density up to which an expert-sized board of each grade was always found within the default budget.
KNOWN_DENSITY = {Grade.SINGLE: 0.20, Grade.PAIRS: 0.22, Grade.CHAINS: 0.25, Grade.COUNT: 0.25, Grade.FULL: 0.30}


class NoBoard(RulesError):
    """No such board was found within the work budget."""

    def __init__(self, level: Level, grade: Grade, exactly: bool) -> None:
        density = KNOWN_DENSITY[grade]
        mines = int(density * level.cells)
        kind = f"that needs the grade {grade}" if exactly else f"that the grade {grade} solves without a guess"
        super().__init__(
            f"no {level} board {kind} was found within the work budget; such boards are known up to about "
            f"{density:.0%} mines ({level.width}x{level.height}/{mines}): choose fewer mines, a higher grade, "
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

    def __init__(self, **fields: object) -> None:
        self._set(**fields)

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
) -> Puzzle:
    """Make a board that the rules up to `grade` solve from the first click; `exactly`: and no lower grade does.

    Up to a density of 22 % it is drawn uniformly from all boards of that grade; above, mines are moved until the
    board passes, and `uniform` is false. The same arguments give the same board. Raises `NoBoard` when the
    budget ends: never a board that is not proven.

    >>> puzzle = generate("9x9/10", (4, 4), "rain", "pairs")
    >>> puzzle.uniform, puzzle.minefield.number(4, 4)
    (True, 0)
    """
    level = Level.parse(level) if isinstance(level, str) else level
    grade = Grade.parse(grade)
    row, col = first
    if not (0 <= row < level.height and 0 <= col < level.width):
        raise RulesError(f"the first click ({row}, {col}) is off the {level.width}x{level.height} board")
    key = Seed.of(seed)
    truth, uniform, tries, _ = _kernel.generate(
        level.width,
        level.height,
        level.mines,
        row * level.width + col,
        RUNGS[grade],
        exactly,
        key.bits,
        budget or DEFAULT_BUDGET,
    )
    if truth is None:
        raise NoBoard(level, grade, exactly)
    return Puzzle(
        level=level,
        first=(row, col),
        seed=key,
        grade=grade,
        uniform=uniform,
        tries=tries,
        minefield=Minefield(truth),
    )


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

    bits = Seed.of(seed).bits

    def make(index: int) -> Puzzle:
        own = Seed(_kernel.derive_seed(bits, index))
        return generate(level, first, own, grade, exactly=exactly, budget=budget)

    with ThreadPoolExecutor(max_workers=threads) as pool:
        ahead = [pool.submit(make, index) for index in range(min(count, 4 * threads))]
        try:
            for index in range(count):
                yield ahead[index].result()
                if len(ahead) < count:
                    ahead.append(pool.submit(make, len(ahead)))
        finally:
            pool.shutdown(cancel_futures=True)


def no_guess(seed: Seed | str | int) -> Layout:
    """Lay a no-guess minefield of the grade that the rules name, at the first click."""

    def layout(rules: Rules, first: tuple[int, int]) -> Minefield:
        grade = rules.layout.grade
        if grade is None:
            raise RulesError(f"the layout {rules.layout} has no grade")
        return generate(rules.level, first, seed, grade).minefield

    return layout
