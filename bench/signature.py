"""Fixed workloads with known answers: a change that is not meant to alter behaviour must reproduce them.

.venv/bin/python bench/signature.py prints them; tests/project/test_signature.py compares them.
"""

from __future__ import annotations

from hashlib import sha256
from itertools import product
from math import floor
from typing import TYPE_CHECKING

from sapper import Game, GameError, Grade, Minefield, Rules, best_move, generate, odds
from sapper.analysis.proof import grade
from sapper.rules import RULESETS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from sapper import Board
    from sapper.analysis.odds import Odds

SIGNATURES = {
    "games": "73148f7ea04153e5",
    "odds": "4d2387dc121475af",
    "moves": "d53c2406677de7ab",
    "boards": "fae6f8b735e1f9bd",
}

#: Chances are hashed in millionths. The documented error of odds is less than a millionth of that, and no chance of the
#: workload is so near to a boundary between two of them that this error could carry it over: a test holds it.
PARTS = 1_000_000
OFFSET = 0.3  # away from 0 and 1/2, where chances such as 1/4 and 1/128 lie

LEVELS = {"9x9/10": 12, "16x16/40": 8, "30x16/99": 8, "7x3/9": 12}


def games() -> str:
    """Play many games by a fixed scheme over all rulesets and hash every board along the way."""
    digest = sha256()
    for ruleset, level in product(RULESETS, ("8x8/10", "16x16/40", "30x16/99", "7x3/9", "1x40/3")):
        if ruleset == "amiga" and level == "1x40/3":
            continue
        for seed in range(20):
            game = Game(Rules(level, ruleset=ruleset, lives=1 + seed % 3), seed)
            width, height = game.rules.level.width, game.rules.level.height
            for step in range(60):
                row, col = (step * 7 + seed) % height, (step * 11 + seed * 3) % width
                kind = ("open", "open", "flag", "chord")[(step * step + seed) % 4]
                try:
                    delta = getattr(game, kind)(row, col)
                except GameError as refusal:
                    digest.update(str(refusal).encode())
                else:
                    digest.update(bytes(value for cell in delta for value in (cell[0] % 256, cell[1] % 256, cell[2])))
            digest.update(str(game.board).encode())
    return digest.hexdigest()[:16]


def positions() -> Iterator[tuple[Board, Odds]]:
    """Play boards by what is certain, and where nothing is by the first safe cell; yield every position.

    No choice depends on a chance, so that every machine meets the same positions.
    """
    for level, seeds in LEVELS.items():
        for seed in range(seeds):
            rules = Rules(level)
            field = Minefield.lay(rules, seed, (1, 1))
            cells = product(range(rules.level.height), range(rules.level.width))
            safe_cells = [cell for cell in cells if not field.is_mine(*cell)]
            game = Game(rules, seed)
            game.open(1, 1)
            while not game.status.is_over:
                chances = odds(game.board)
                yield game.board, chances
                first = next(cell for cell in safe_cells if chances[cell] is not None)
                for cell in sorted(chances.safe) or [first]:
                    if not game.status.is_over:
                        game.open(*cell)


def parts(chance: float) -> float:
    """Return a chance in the unit that is hashed, before it is rounded down."""
    return chance * PARTS + OFFSET


def odds_of_positions() -> str:
    """Hash what is certain in every position, exactly, and the chances of the other cells, rounded."""
    digest = sha256()
    for _, chances in positions():
        digest.update(repr((sorted(chances.safe), sorted(chances.mines))).encode())
        for row in chances.rows():
            digest.update(repr([None if chance is None else floor(parts(chance)) for chance in row]).encode())
    return digest.hexdigest()[:16]


def moves() -> str:
    """Hash the cell and the reason of the best move of each strength in every third position."""
    digest = sha256()
    for number, (board, _) in enumerate(positions()):
        if number % 3 == 0:
            for strength in ("safest", "fast", "best"):
                move = best_move(board, strength)
                digest.update(f"{move.row} {move.col} {move.why}\n".encode())
    return digest.hexdigest()[:16]


def boards() -> str:
    """Hash no-guess boards of every grade, uniform ones and repaired ones, and how they are solved."""
    digest = sha256()
    for level, first in (("9x9/10", (4, 4)), ("16x16/40", (0, 0)), ("20x12/60", (6, 10))):
        for wanted, seed in product(Grade, range(2)):
            puzzle = generate(level, first, seed, wanted)
            digest.update(puzzle.minefield.to_bytes())
            digest.update(f"{puzzle.uniform} {puzzle.tries} {grade(puzzle.minefield, first)}\n".encode())
    return digest.hexdigest()[:16]


WORKLOADS: dict[str, Callable[[], str]] = {
    "games": games,
    "odds": odds_of_positions,
    "moves": moves,
    "boards": boards,
}

if __name__ == "__main__":
    for name, workload in WORKLOADS.items():
        print(f"{name:>6} {workload()}")
