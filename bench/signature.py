"""A fixed workload with a known answer: a change that is not meant to alter behaviour must reproduce it.

.venv/bin/python bench/signature.py prints it; tests/test_signature.py compares it.
"""

from __future__ import annotations

from hashlib import sha256
from itertools import product

from sapper import Game, GameError, Rules
from sapper.rules import RULESETS

SIGNATURE = "ca031de39012e40a"


def signature() -> str:
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


if __name__ == "__main__":
    print(signature())
