"""The kernel of the page in Node.js, next to the native one on the same work in the same run.

    PYTHONPATH=tests .venv/bin/python bench/wasm.py [--repeats N]

Odds of expert positions (the least of some repeats for each), no-guess Expert boards, an action of a game, and the
size of the module. Both sides include their border: the call from Python, the call from JavaScript.
"""

from __future__ import annotations

import argparse
import gzip
import json
from pathlib import Path
from statistics import mean

from timing import least_wall
from web.modules import run_all

from sapper import Action, Board, FixedLayout, Game, Grade, Minefield, Rules, Seed, generate, odds

ROOT = Path(__file__).parents[1]
MODULE = ROOT / "build" / "kernel.wasm"
DATA = ROOT / "tests" / "data" / "positions_expert.json.gz"
FIRST = 8, 15
BOARDS = 40

SCRIPT = f"""await (async () => {{
  const fs = await import("node:fs");
  const zlib = await import("node:zlib");
  const {{ loadEngine }} = await use("engine/engine.ts");
  const module = fs.readFileSync({json.dumps(str(MODULE))});
  const engine = await loadEngine(module);
  const bytes = (text) => Uint8Array.from(Buffer.from(text, "hex"));
  const level = {{ width: 30, height: 16, mines: 99 }};
  const best = (repeats, work) => {{
    let least = Infinity;
    for (let i = 0; i < repeats; i++) {{
      const start = performance.now();
      work();
      least = Math.min(least, performance.now() - start);
    }}
    return least / 1000;
  }};
  return ({{ positions, seeds, first, rules, minefield, cells, repeats }}) => {{
    // What a page has used for a moment is compiled by the second of the browser's compilers.
    for (let round = 0; round < 20; round++)
      for (const text of positions) engine.odds({{ ...level, cells: bytes(text) }});
    for (const seed of seeds) engine.generate({{ ...level, first, grade: "full" }}, bytes(seed));
    return {{
      odds: positions.map((text) => {{
        const position = {{ ...level, cells: bytes(text) }};
        return best(repeats, () => engine.odds(position));
      }}),
      boards: seeds.map((seed) => best(5, () => engine.generate({{ ...level, first, grade: "full" }}, bytes(seed)))),
      game: best(repeats, () => {{
        const game = engine.game(rules);
        game.place(bytes(minefield));
        for (const cell of cells) game.apply("open", cell);
        game.free();
      }}),
      sizes: [module.length, zlib.gzipSync(module, {{ level: 9 }}).length, zlib.brotliCompressSync(module).length],
    }};
  }};
}})()"""

RULES = {
    "width": 30, "height": 16, "mines": 99, "flags": "free", "preflag": True, "protectFlags": True,
    "protectQuestions": False, "flood": "stop", "chord": "exact", "completion": "clear", "loss": "all", "lives": 1,
    "assists": [], "practice": False, "firstIsSafe": True, "guessing": "honest",
}  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=200, help="of each short call (default: 200)")
    repeats = parser.parse_args().repeats
    with gzip.open(DATA) as file:
        stored = [one for one in json.load(file)["positions"] if one["kind"] != "hard"]
    boards = [Board.parse("\n".join([f"30x16/{one['mines']}", *one["rows"]])) for one in stored]
    boards = [board for board in boards if board.level.mines == 99]
    seeds = [Seed.of(number) for number in range(BOARDS)]
    rules = Rules("expert")
    level = rules.level
    field = Minefield.lay(rules, 5, FIRST)
    cells = [level.index(*FIRST)]
    safe = [cell for cell in range(level.cells) if not field.is_mine(*level.cell(cell))]
    cells += safe[: len(safe) // 2]  # the game is not won with these
    actions = [Action("open", *level.cell(cell)) for cell in cells]
    mines = bytes(field.is_mine(*level.cell(cell)) << 7 for cell in range(level.cells))
    given = {
        "positions": [board.to_bytes().hex() for board in boards],
        "seeds": [seed.bits.hex() for seed in seeds],
        "first": cells[0],
        "rules": RULES,
        "minefield": mines.hex(),
        "cells": cells,
        "repeats": repeats,
    }

    def play() -> None:
        game = Game(rules, layout=FixedLayout(field))
        for action in actions:
            list(game.play(action))

    [page] = run_all(SCRIPT, [given])
    here = mean(least_wall(lambda board=board: odds(board), repeats) for board in boards)  # type: ignore[misc]
    compare(f"odds of {len(boards)} expert positions, each", mean(page["odds"]), here, "us", 1e6)
    made = [least_wall(lambda seed=seed: generate(level, FIRST, seed, Grade.FULL), 5) for seed in seeds]  # type: ignore[misc]
    compare(f"a no-guess Expert board ({BOARDS})", mean(page["boards"]), mean(made), "ms", 1e3)
    print(f"{'the slowest of them':<42} page {max(page['boards']) * 1e3:8.2f} ms")
    played = least_wall(play, max(repeats // 10, 5)) / len(actions)
    compare("an action, its changes in order", page["game"] / len(actions), played, "us", 1e6)
    raw, gzipped, brotli = page["sizes"]
    print(f"{'size':<42} {raw:,} bytes, gzip {gzipped:,}, brotli {brotli:,} (at most 130,000)")


def compare(what: str, page: float, native: float, unit: str, factor: float) -> None:
    ratio = page / native
    print(f"{what:<42} page {page * factor:8.2f} {unit}  native {native * factor:8.2f} {unit}  ratio {ratio:.2f}")


if __name__ == "__main__":
    main()
