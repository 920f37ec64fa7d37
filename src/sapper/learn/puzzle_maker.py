"""Makes puzzles from a seed: positions of generated games, and small openings where games have too few of a kind."""

from __future__ import annotations

from collections import Counter
from itertools import count

from ..analysis.explanations import explain
from ..analysis.help_limit import MOST_CELLS
from ..analysis.odds import odds
from ..analysis.proof import prove
from ..game import Status
from ..generator import generate
from ..minefield import Minefield
from ..rules import Grade, Level
from ..seed import Seed
from ..value import Value
from .cutting import cuts, position, shown
from .difficulty import boards_of
from .draws import Draws
from .puzzles import Puzzle
from .techniques import Technique

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..replay import Replay
    from .cutting import Position

Cell = tuple[int, int]

#: The share of each technique among all puzzles, in thousandths.
SHARES = {
    Technique.SINGLE: 165,
    Technique.ONE_ONE: 160,
    Technique.ONE_TWO: 85,
    Technique.REDUCTION: 180,
    Technique.PAIR: 60,
    Technique.HOLE: 45,
    Technique.CORNER: 70,
    Technique.ONE_TWO_ONE: 35,
    Technique.ONE_TWO_TWO_ONE: 10,
    Technique.CHAIN: 100,
    Technique.COUNT: 45,
    Technique.CASE_SPLIT: 45,
}
_LEVELS = tuple(map(Level.parse, ("9x9/18", "16x9/34", "16x16/50")))
_FROM_ONE_GAME = 6
_ROW_MINES = {3: (0, 2), 4: (1, 2)}  # above a 1-2-1 and a 1-2-2-1, by their length


def make(seed: Seed | str, amount: int, technique: Technique | None = None) -> Iterator[Puzzle]:
    """Yield puzzles of one technique, or of all with their shares: the same for the same seed, each position once."""
    series = Seed.of(seed)
    left = Counter({kind: max(amount * share // 1000, 1) for kind, share in SHARES.items()})
    if technique is not None:
        left = Counter({technique: amount})
    known = set[str]()
    for number in count():
        found = _of_game(series.derive(number)) if number % 40 == 0 else _of_opening(Draws(series.derive(number)))
        for one in found:
            puzzle = Puzzle.of(one)
            if left[one.technique] and puzzle.id not in known:
                known.add(puzzle.id)
                left[one.technique] -= 1
                yield puzzle
        if not any(left.values()):
            return


def of_replay(replay: Replay) -> Iterator[Puzzle]:
    """Yield the puzzles that can be cut out of the positions of a game that was played, each once."""
    field = replay.minefield
    if field is None or field.level.cells > MOST_CELLS:
        return
    known = set[str]()
    game = replay.after(0)
    opened = 0
    for entry in replay.entries:
        game.apply(entry)
        if game.status is not Status.PLAYING or game.board.opened == opened:
            continue
        opened = game.board.opened
        for one in _around(field, {cell for cell in game.board if game.board[cell] <= 8}):
            puzzle = Puzzle.of(one)
            if puzzle.id not in known:
                known.add(puzzle.id)
                yield puzzle


def _of_game(seed: Seed) -> Iterator[Position]:
    """Yield some positions of a game on a generated board that is solved by its simplest steps."""
    draws = Draws(seed)
    level = draws.choice(_LEVELS)
    first = (level.height // 2, level.width // 2)
    field = generate(level, first, seed, Grade.FULL).minefield
    proof = prove(field, first)
    opened = set(proof.opened)
    left = _FROM_ONE_GAME
    for _, step in boards_of(field, proof):
        if step.explanation.safe and draws.below(4) == 0:
            for one in _around(field, opened):
                yield one
                left -= 1
                break
        if not left:
            return
        opened.update(step.opened)


def _around(field: Minefield, opened: set[Cell]) -> Iterator[Position]:
    """Yield the positions that can be cut out of what is open of a minefield, one for each argument."""
    board = shown(field, opened)
    chances = odds(board)
    done = set[tuple[Cell, ...]]()
    for cell in sorted(chances.safe):
        why = explain(board, *cell)
        if why is not None and why.numbers not in done:
            done.add(why.numbers)
            yield from list(cuts(field, opened, why))[:1]


def _of_opening(draws: Draws) -> Iterator[Position]:
    """Yield the position of a small board on which little is open, if it has one argument."""
    width, height = 4 + draws.below(5), 4 + draws.below(3)
    shape = draws.choice(_SHAPES)(draws, width, height)
    cells = [(row, col) for row in range(height) for col in range(shape.width or width)]
    opened = shape.opened & set(cells)
    mines = shape.mines
    closed = [cell for cell in cells if cell not in opened | mines | shape.free]
    mines = mines | set(draws.sample(closed, len(closed) * (15 + draws.below(26)) // 100))
    if not mines or len(mines) == len(cells):
        return
    field = Minefield.from_mines(shape.width or width, height, mines)
    found = position(shown(field, _flooded(field, opened)))
    if found is not None:
        yield _turned(found, draws)


class _Shape(Value):
    """The squares that are open at first, the mines and the safe ones; and another width."""

    opened: set[Cell]
    mines: set[Cell] = frozenset()  # type: ignore[assignment]
    free: set[Cell] = frozenset()  # type: ignore[assignment]
    width: int = 0


def _edge(draws: Draws, width: int, height: int) -> _Shape:
    """Return numbers along the edge."""
    left, length = draws.below(width), 2 + draws.below(4)
    opened = {(height - 1, col) for col in range(left, left + length)}
    if draws.below(2):
        opened |= {(height - 2, col) for col in range(left, left + 1 + draws.below(4))}
    return _Shape(opened)


def _near(draws: Draws, width: int, height: int) -> _Shape:
    """Return numbers near each other."""
    row, col = draws.below(height), draws.below(width)
    others = {(row + draws.below(5) - 2, col + draws.below(5) - 2) for _ in range(1 + draws.below(3))}
    return _Shape({(row, col)} | others)


def _scattered(draws: Draws, width: int, height: int) -> _Shape:
    """Return numbers anywhere."""
    return _Shape({(row, col) for row in range(height) for col in range(width) if draws.below(4) == 0})


def _opening(draws: Draws, width: int, height: int) -> _Shape:
    """Return an opening in a corner, or along one side."""
    top, left = 1 + draws.below(3), draws.below(4)
    return _Shape({(row, col) for row in range(top, height) for col in range(left, width)})


def _row(draws: Draws, width: int, height: int) -> _Shape:
    """Return a wall with a 1-2-1 or a 1-2-2-1."""
    length = draws.choice((3, 3, 4))
    width = length if draws.below(2) else width
    left = draws.below(width - length + 1)
    opened = {(height - 1, col) for col in range(left, left + length)}
    mines = {(height - 2, left + col) for col in _ROW_MINES[length]}
    free = {(row, col) for row in (height - 1, height - 2) for col in range(left - 1, left + length + 1)} - mines
    return _Shape(opened, mines, free, width)


def _corner(draws: Draws, width: int, height: int) -> _Shape:
    """Return a number in the corner and one diagonal to it."""
    mine = draws.choice(((0, 1), (1, 0)))
    around = {(row, col) for row in range(3) for col in range(3)}
    return _Shape({(0, 0), (1, 1)} | _extra(draws, width, height, around), {mine}, around - {mine})


def _hole(draws: Draws, width: int, height: int) -> _Shape:
    """Return two numbers at the edge with a square between them."""
    mine = draws.choice(((0, 1), (1, 1)))
    around = {(row, col) for row in range(2) for col in range(4)}
    free = around - {mine}
    return _Shape({(0, 0), (1, 0), (0, 2)} | _extra(draws, width, height, around), {mine}, free)


def _extra(draws: Draws, width: int, height: int, taken: set[Cell]) -> set[Cell]:
    """Return up to three more numbers elsewhere."""
    return {(draws.below(height), draws.below(width)) for _ in range(draws.below(4))} - taken


_SHAPES = (_edge, _near, _near, _scattered, _scattered, _scattered, _opening, _row, _corner, _hole)


def _flooded(field: Minefield, opened: set[Cell]) -> set[Cell]:
    """Return open squares with everything that opens around the blank ones."""
    found, queue = set(opened), list(opened)
    while queue:
        cell = queue.pop()
        if field.number(*cell) == 0:
            fresh = set(field.level.neighbours(*cell)) - found
            found |= fresh
            queue.extend(fresh)
    return found


def _turned(found: Position, draws: Draws) -> Position:
    """Return a position turned or mirrored: the argument stays the same."""
    level, *rows = str(found.board).replace("F", ".").splitlines()
    width, height = found.board.level.width, found.board.level.height
    if draws.below(2):
        rows = rows[::-1]
    if draws.below(2):
        rows = [row[::-1] for row in rows]
    if draws.below(2):
        rows = ["".join(column) for column in zip(*rows, strict=True)]
        width, height = height, width
    mines = level.partition("/")[2]
    turned = position(type(found.board).parse("\n".join([f"{width}x{height}/{mines}", *rows])))
    assert turned is not None
    return turned
