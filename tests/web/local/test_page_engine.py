"""The kernel in the page, run by Node.js: the same games, boards, odds, moves, reasons and proofs as here."""

from __future__ import annotations

import gzip
import json
import os
import random
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from web.modules import run_all

from sapper import (
    Action,
    Board,
    FixedLayout,
    Game,
    GameError,
    Grade,
    Kind,
    Level,
    Minefield,
    Rules,
    Seed,
    Status,
    _kernel,
    odds,
)
from sapper.errors import as_value
from sapper.game import STATUSES
from sapper.generator import KERNEL_GRADES
from sapper.rules import Assist, Chord, Completion, FirstClick, Flags, Flood, Guessing, Loss
from sapper.web import SOURCES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from enum import StrEnum

    from playwright.sync_api import Browser

    GivenGame = tuple[Rules, Minefield, list[Action]]

ROOT = Path(__file__).parents[3]
GAMES = int(os.environ.get("SAPPER_ENGINE_GAMES", "400"))
BROWSER_GAMES = int(os.environ.get("SAPPER_ENGINE_GAMES", "100"))
KERNEL = ROOT / "build" / os.environ.get("SAPPER_KERNEL", "kernel.wasm")
POSITIONS = ROOT / "tests" / "data" / "positions_expert.json.gz"

LOAD = f"""
const {{ readFileSync: readBytes }} = await import("node:fs");
const {{ loadEngine }} = await use("engine/engine.ts");
const engine = await loadEngine(readBytes({json.dumps(str(KERNEL))}));
const bytes = (text) => Uint8Array.from(Buffer.from(text, "hex"));
const hex = (bytes) => Buffer.from(bytes).toString("hex");
"""


def in_node(script: str, arguments: list[Any]) -> list[Any]:
    """Return what a function makes of each argument, with `engine`, `bytes` and `hex` at hand."""
    return run_all(f"await (async () => {{ {LOAD} return {script}; }})()", arguments)


# Games

PLAY = """({ rules, minefield, actions }) => {
  const game = engine.game(rules);
  const played = [];
  for (const [kind, cell] of actions) {
    if (game.needsMines) game.place(bytes(minefield));
    let answer;
    try {
      answer = [...game.apply(kind, cell)];
    } catch (error) {
      if (!error.code) throw error;
      answer = error.code;
    }
    const { status, completion, minesLeft, lives, hints, forgiven, undo, redo, opened, flags, first } = game.state;
    const next = game.nextRedo && [game.nextRedo.kind, game.nextRedo.cell];
    const counts = [minesLeft, lives, hints, forgiven, undo, redo, opened, flags];
    played.push([answer, status, completion, ...counts, first, next]);
  }
  const cells = hex(game.cells());
  const isOver = ["won", "lost", "abandoned"].includes(game.state.status) && game.state.first !== null;
  const mines = isOver ? hex(game.minefield()) : null;
  game.free();
  return [played, cells, mines];
}"""


def truth(field: Minefield) -> str:
    """A minefield as the page has it: a byte for each cell, bit 7 for a mine, and the number."""
    cells = range(field.level.cells)
    return bytes(field._truth.number(cell) | field._truth.is_mine(cell) << 7 for cell in cells).hex()


def any_of(luck: random.Random, kind: type[StrEnum]) -> Any:
    return luck.choice(list(kind))


def any_rules(luck: random.Random) -> Rules:
    width, height = luck.randint(1, 8), luck.randint(1, 8)
    mines = min(luck.randint(0, width * height - 1), luck.randint(0, width * height - 1))
    flags = any_of(luck, Flags)
    guessing = luck.choice([Guessing.HONEST, *Guessing])
    is_clear = flags is Flags.OFF or guessing is not Guessing.HONEST
    return Rules(
        Level(width, height, mines),
        flags=flags,
        completion=Completion.CLEAR if is_clear else any_of(luck, Completion),
        first=any_of(luck, FirstClick),
        guessing=guessing,
        preflag=luck.random() < 0.7,
        protect_flags=luck.random() < 0.7,
        protect_questions=luck.random() < 0.5,
        flood=any_of(luck, Flood),
        chord=any_of(luck, Chord),
        loss=any_of(luck, Loss),
        lives=luck.randint(1, 4),
        assists=[assist for assist in Assist if luck.random() < 0.4],
        practice=luck.random() < 0.5,
    )


def any_minefield(luck: random.Random, level: Level) -> Minefield:
    cells = luck.sample(range(level.cells), level.mines)
    return Minefield.from_mines(level.width, level.height, [level.cell(cell) for cell in cells])


MOVES = [Kind.OPEN] * 4 + [Kind.FLAG] * 3 + [Kind.QUESTION, Kind.CLEAR] + [Kind.CHORD] * 3
CONTROLS = [kind for kind in Kind if not kind.has_cell] + [Kind.UNDO, Kind.REDO, Kind.RESUME, Kind.RESUME]


def any_action(luck: random.Random, level: Level) -> Action:
    if luck.random() < 0.15:
        return Action(luck.choice(CONTROLS))
    return Action(luck.choice(MOVES), *level.cell(luck.randrange(level.cells)))


def cell_of(action: Action, level: Level) -> int:
    return level.index(action.row, action.col) if action.kind.has_cell else -1


def play_here(rules: Rules, minefield: Minefield, actions: list[Action]) -> list[Any]:
    """What the game of Python makes of actions, as the script above writes it."""
    level = rules.level
    game = Game(rules, layout=FixedLayout(minefield))
    played: list[Any] = []
    for action in actions:
        answer: Any
        try:
            delta = game.play(action)
            answer = delta.cells.flat()
        except GameError as error:
            answer = as_value(error).code  # type: ignore[union-attr]
        left, lives, hints, undo, redo = game.counts()
        first = None if game.first is None else level.index(*game.first)
        following = game.next_redo and [game.next_redo.kind, cell_of(game.next_redo, level)]
        state = [game.status, game.rules.completion, left, lives, hints, game.forgiven, undo, redo, game.board.opened]
        played.append([answer, *state, game.board._cells.flags, first, following])
    mines = truth(game.minefield) if game.status.is_over and game.first is not None else None
    return [played, game.board.to_bytes().hex(), mines]


def in_page(rules: Rules) -> dict[str, Any]:
    """Rules as the page gives them to the kernel."""
    level = rules.level
    return {
        "width": level.width,
        "height": level.height,
        "mines": level.mines,
        "flags": rules.flags,
        "preflag": rules.preflag,
        "protectFlags": rules.protect_flags,
        "protectQuestions": rules.protect_questions,
        "flood": rules.flood,
        "chord": rules.chord,
        "completion": rules.completion,
        "loss": rules.loss,
        "lives": rules.lives,
        "assists": sorted(rules.assists),
        "practice": rules.practice,
        "firstIsSafe": rules.first_is_safe,
        "guessing": rules.guessing,
    }


def any_games(count: int) -> list[GivenGame]:
    luck = random.Random(os.environ.get("SAPPER_ENGINE_SEED", "the same games"))
    games = []
    for _ in range(count):
        rules = any_rules(luck)
        actions = [any_action(luck, rules.level) for _ in range(luck.randint(1, 60))]
        games.append((rules, any_minefield(luck, rules.level), actions))
    return games


def test_random_games_by_random_rules_go_as_they_go_in_python() -> None:
    endings = {status for played in in_both(any_games(GAMES)) for status in played}
    assert endings == set(STATUSES.values())


BUNDLE = """([tools, source]) => {
  const { build } = process.getBuiltinModule("node:module").createRequire(tools)("esbuild");
  return build({ entryPoints: [source], bundle: true, format: "esm", write: false }).then(
    ({ outputFiles: [{ text }] }) => text,
  );
}"""
PLAY_ALL = f"""async (games) => {{
  const {{ loadEngine }} = await import("/engine.js");
  globalThis.engine ??= await loadEngine(new Uint8Array(await (await fetch("/kernel.wasm")).arrayBuffer()));
  const bytes = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const hex = (data) => Array.from(data, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const play = {PLAY};
  return games.map(play);
}}"""


@pytest.mark.chromium
def test_a_browser_plays_the_same_games(browser: Browser) -> None:
    [script] = run_all(BUNDLE, [[str(Path(sys.prefix, "node", "package.json")), str(SOURCES / "engine" / "engine.ts")]])
    page = browser.new_page()
    module = KERNEL.read_bytes()
    page.route("**/", lambda route: route.fulfill(body="<!doctype html>", content_type="text/html"))
    page.route("**/engine.js", lambda route: route.fulfill(body=script, content_type="text/javascript"))
    page.route("**/kernel.wasm", lambda route: route.fulfill(body=module, content_type="application/wasm"))
    page.goto("http://127.0.0.1:9/")

    def in_browser(_: str, games: list[Any]) -> list[Any]:
        parts = [games[at : at + 200] for at in range(0, len(games), 200)]
        return [played for part in parts for played in page.evaluate(PLAY_ALL, part)]

    assert len(list(in_both(any_games(BROWSER_GAMES), in_browser))) == BROWSER_GAMES
    page.close()


def any_judged_game(luck: random.Random) -> tuple[Rules, Minefield, list[Action]]:
    """A game where mostly what is certain is opened, and guesses are made by openings and by chords."""
    guessing = luck.choice([Guessing.FORGIVEN, Guessing.PUNISHED])
    width, height = luck.randint(4, 12), luck.randint(4, 12)
    level = Level(width, height, width * height // luck.choice([4, 5, 6]))
    rules = Rules(level, first=any_of(luck, FirstClick), lives=5, chord=any_of(luck, Chord), guessing=guessing)
    minefield = any_minefield(luck, level)
    game = Game(rules, layout=FixedLayout(minefield))
    while not game.status.is_over and game.seq < 80:
        chances = odds(game.board)
        cell = luck.choice(list(game.board.closed()))
        if chances.safe and luck.random() < 0.8:
            cell = min(chances.safe)
        kinds = [Kind.OPEN, Kind.OPEN, Kind.CHORD, Kind.FLAG]
        with suppress(GameError):
            game.play(Action(luck.choice(kinds), *luck.choice([cell, *level.neighbours(*cell)])))
    return rules, minefield, [entry.action for entry in game.log]


def test_rules_that_judge_guesses_choose_the_minefields_that_they_choose_in_python() -> None:
    luck = random.Random("judged games")
    games = [any_judged_game(luck) for _ in range(max(GAMES // 8, 1))]
    assert len(list(in_both(games))) == len(games)
    ends = [Game.replay(rules, layout=FixedLayout(field), actions=actions) for rules, field, actions in games]
    assert sum(game._field != game._laid for game in ends) > len(ends) // 3


def in_both(games: list[GivenGame], run: Callable[[str, list[Any]], list[Any]] = in_node) -> Iterator[list[Status]]:
    """Play games here and there and compare every answer; yield the statuses of each."""
    told = run(
        PLAY,
        [
            {
                "rules": in_page(rules),
                "minefield": truth(minefield),
                "actions": [[action.kind, cell_of(action, rules.level)] for action in actions],
            }
            for rules, minefield, actions in games
        ],
    )
    for (rules, minefield, actions), [played, cells, mines] in zip(games, told, strict=True):
        expected, shown, lie = play_here(rules, minefield, actions)
        for action, here, there in zip(actions, expected, played, strict=True):
            assert there == here, (str(rules), minefield.to_text(), list(map(str, actions)), str(action))
        assert (cells, mines) == (shown, lie)
        yield [here[1] for here in expected]


# Boards


def test_random_numbers_seeds_and_boards_are_those_of_the_kernel_here() -> None:
    seeds = [Seed.of(f"seed {number}") for number in range(40)]
    first_clicks = list(FirstClick)
    levels = [Level(30, 16, 99), Level(8, 8, 10), Level(1, 1, 0), Level(7, 5, 34), Level(300, 250, 15_000)]
    given: list[dict[str, Any]] = []
    for number, seed in enumerate(seeds):
        level, click = levels[number % len(levels)], first_clicks[number % len(first_clicks)]
        given.append(
            {
                "seed": seed.bits.hex(),
                "level": {"width": level.width, "height": level.height, "mines": level.mines},
                "first": number * 7 % level.cells,
                "click": click,
                "index": str(number**13 % 2**64),
            }
        )
    told = in_node(
        """({ seed, level, first, click, index }) => [
          hex(engine.lay(level, first, click, bytes(seed))),
          hex(engine.derive(bytes(seed), BigInt(index))),
          engine.randomWords(bytes(seed), 5).map(String),
        ]""",
        given,
    )
    for seed, one, [field, derived, words] in zip(seeds, given, told, strict=True):
        level = Level(**one["level"])
        rules = Rules(level, first=one["click"])
        assert field == truth(Minefield.lay(rules, seed, level.cell(one["first"])))
        assert derived == seed.derive(int(one["index"])).bits.hex()
        assert list(map(int, words)) == _kernel.random_words(seed.bits, 5)


def test_no_guess_boards_are_those_of_the_kernel_here() -> None:
    kinds = [(Level(9, 9, 10), False, False), (Level(16, 16, 40), True, False), (Level(30, 16, 99), False, False)]
    given: list[dict[str, Any]] = [
        {"width": level.width, "height": level.height, "mines": level.mines, "first": 35, "grade": grade} | more
        for level, exactly, uniform in kinds
        for grade in Grade
        for more in ({"exactly": exactly, "uniform": uniform, "budget": 2**22},)
    ]
    seed = Seed.of("a board in the page").bits
    told = in_node(
        f"""(request) => {{
          const {{ minefield, tries, uniform }} = engine.generate(request, bytes("{seed.hex()}"));
          return [minefield && hex(minefield), tries, uniform];
        }}""",
        given,
    )
    found = 0
    for request, [field, tries, uniform] in zip(given, told, strict=True):
        size = request["width"], request["height"], request["mines"], request["first"]
        grade = KERNEL_GRADES[Grade(request["grade"])]
        [made] = _kernel.generate(*size, grade, request["exactly"], [seed], request["budget"], request["uniform"])
        expected = None if made.minefield is None else truth(Minefield(made.minefield))
        assert (field, tries, uniform) == (expected, made.tries, made.uniform)
        found += field is not None
    assert found > 10


def test_a_search_with_growing_budgets_finds_the_same_board() -> None:
    level = {"width": 30, "height": 16, "mines": 150}
    script = """({ request, seed }) => {
      const search = engine.search(request, bytes(seed));
      let steps = 0;
      let next = search.next();
      while (!next.done) [steps, next] = [steps + 1, search.next()];
      const { minefield, tries } = engine.generate(request, bytes(seed));
      return [steps, next.value.tries === tries, hex(next.value.minefield) === hex(minefield)];
    }"""
    request = level | {"first": 200, "grade": "full", "exactly": True}
    told = in_node(script, [{"request": request, "seed": Seed.of(number).bits.hex()} for number in range(4)])
    assert all(same_tries and same_board for _, same_tries, same_board in told)
    assert any(steps for steps, *_ in told)


# Positions


def positions() -> list[Board]:
    with gzip.open(POSITIONS) as file:
        stored = json.load(file)["positions"]
    whole = [Board.parse("\n".join([f"30x16/{one['mines']}", *one["rows"]])) for one in stored]
    luck = random.Random("positions")
    begun = []
    for number in range(100):
        level = Level(luck.randint(4, 12), luck.randint(4, 12), 0)
        game = Game(Rules(Level(level.width, level.height, level.cells // 5 or 1)), number)
        for _ in range(luck.randint(1, 6)):
            cell = luck.choice(list(game.board.closed()))
            if game.status.is_over:
                break
            (game.flag if luck.random() < 0.2 else game.open)(*cell)
        if not game.status.is_over:
            begun.append(game.board)
    clash = Board.parse("3x2/2\n1..\n.8.")
    return [*whole, *begun, clash]


def in_cells(board: Board, pairs: list[tuple[int, int]]) -> list[int]:
    return [board.level.index(*pair) for pair in pairs]


def grade_of(grade: _kernel.Grade) -> str | None:
    return None if grade == _kernel.Grade.NONE else Grade[grade.name]


def explanation_of(board: Board, found: _kernel.Explanation | None) -> Any:
    if found is None:
        return None
    return {
        "grade": grade_of(found.grade),
        "safe": found.safe,
        "cells": in_cells(board, found.cells),
        "numbers": in_cells(board, found.numbers),
        "mineCount": found.mine_count,
        "steps": [
            {
                "grade": grade_of(step.grade),
                "safe": step.safe,
                "cells": in_cells(board, step.cells),
                "numbers": in_cells(board, step.numbers),
            }
            for step in found.steps
        ],
    }


def name_of(value: Any) -> str:
    return str(value.name).lower().replace("_", "-")


def facts(board: Board) -> tuple[list[Any], list[float]]:
    """What the kernel finds out about a position, and its numbers, which depend on the functions of a C library."""
    cells = board._cells
    odds = _kernel.odds(cells, _kernel.DEFAULT_BUDGET, False)
    is_solved = odds.verdict == _kernel.Verdict.SOLVED
    chances = list(memoryview(odds).cast("B").cast("d")) if is_solved else []  # type: ignore[arg-type]
    safe, mined = in_cells(board, odds.safe), in_cells(board, odds.mined)
    log = odds.log_arrangements if is_solved else 0
    move = _kernel.choose(cells, _kernel.Strength.BEST, False)
    numbers = [*[chance for chance in chances if chance == chance], log, move.safe, move.win]
    answer = [name_of(odds.verdict), safe, mined, in_cells(board, odds.contradiction)]
    answer.append([name_of(move.verdict), move.cell, name_of(move.why)])
    hint = _kernel.hint(cells)
    answer += [name_of(hint.verdict), explanation_of(board, hint.explanation)]
    answer.append([explanation_of(board, _kernel.explain(cells, cell).explanation) for cell in [*safe, *mined][:3]])
    concluded = _kernel.conclude(cells, _kernel.Grade.COUNT)
    lines = [[grade_of(one.grade), one.safe, in_cells(board, one.cells)] for one in concluded.conclusions]
    return [*answer, name_of(concluded.verdict), lines, _kernel.progress(cells)], numbers


FACTS = """({ width, height, mines, cells }) => {
  const position = { width, height, mines, cells: bytes(cells) };
  const odds = engine.odds(position);
  const { verdict, cell, safe, win, why } = engine.choose(position, "best");
  const hint = engine.hint(position);
  const { verdict: concluded, conclusions } = engine.conclude(position, "count");
  const some = [...odds.safe, ...odds.mined].slice(0, 3);
  const facts = [
    odds.verdict, odds.safe, odds.mined, odds.contradiction, [verdict, cell, why],
    hint.verdict, hint.explanation, some.map((cell) => engine.explain(position, cell).explanation),
    concluded, conclusions.map(({ grade, safe, cells }) => [grade, safe, cells]), engine.progress(position),
  ];
  return [facts, [...odds.chances.filter((chance) => !Number.isNaN(chance)), odds.logArrangements, safe, win]];
}"""


def test_odds_moves_and_reasons_are_those_of_the_kernel_here() -> None:
    boards = positions()
    given = [
        {"width": b.level.width, "height": b.level.height, "mines": b.level.mines, "cells": b.to_bytes().hex()}
        for b in boards
    ]
    told = in_node(FACTS, given)
    for board, [there, numbers] in zip(boards, told, strict=True):
        here, expected = facts(board)
        assert there == here, str(board)
        assert numbers == pytest.approx(expected, rel=1e-12, abs=1e-6), str(board)
        assert numbers[:-2] == pytest.approx(expected[:-2], rel=1e-12, abs=1e-12), str(board)
    assert {there[0] for there, _ in told} == {"solved", "contradiction"}


def test_proofs_and_measures_are_those_of_the_kernel_here() -> None:
    luck = random.Random("proofs")
    games = []
    for number in range(60):
        level = Level(30, 16, 99) if number < 4 else Level(luck.randint(3, 12), luck.randint(3, 12), 7)
        first = luck.randrange(level.cells)
        games.append((Minefield.lay(Rules(level), number, level.cell(first)), first))
    told = in_node(
        """({ width, height, field, first }) => {
          const size = { width, height };
          const minefield = bytes(field);
          const game = [engine.prove(size, minefield, first), engine.grade(size, minefield, first)];
          const { bbbv, openings, islands, zini, hzini } = engine.measure(size, minefield);
          const closed = new Uint8Array(width * height).fill(9);
          return [...game, engine.needsNoGuess(size, first, minefield), [bbbv, openings, islands, zini, hzini],
            engine.solved(size, minefield, closed)];
        }""",
        [{"width": f.level.width, "height": f.level.height, "field": truth(f), "first": first} for f, first in games],
    )
    solved = 0
    for (field, first), [proof, difficulty, no_guess, measures, none] in zip(games, told, strict=True):
        board = Board(field.level)
        here = _kernel.prove(field._truth, first, _kernel.Grade.FULL)
        steps = {grade_of(grade): count for grade, count in here.solution.steps.items()}
        summary = {
            "verdict": name_of(here.solution.verdict),
            "solved": here.solution.solved,
            "hardest": grade_of(here.solution.hardest),
            "stepsByGrade": steps,
        }
        assert difficulty == summary
        opened = {"opened": in_cells(board, here.opened)}
        reasons = [
            {"explanation": explanation_of(board, step.explanation), "opened": in_cells(board, step.opened)}
            for step in here.steps
        ]
        assert proof == summary | opened | {"steps": reasons}
        assert no_guess == _kernel.needs_no_guess(field._truth, first)
        survey = _kernel.survey(field._truth)
        clicks = [_kernel.zini(field._truth), _kernel.human_zini(field._truth)]
        assert measures == [survey.bbbv, survey.openings, survey.islands, *clicks]
        assert none == 0
        solved += here.solution.solved
    assert 5 < solved < 60


# What the page must not give


@pytest.mark.parametrize(
    "call",
    [
        'engine.odds({ width: 3, height: 3, mines: 2, cells: new Uint8Array(8) })',
        'engine.odds({ width: 3, height: 3, mines: 2, cells: new Uint8Array(9).fill(15) })',
        'engine.odds({ width: 0, height: 3, mines: 0, cells: new Uint8Array(0) })',
        'engine.lay({ width: 3, height: 3, mines: 9 }, 0, "any", new Uint8Array(16))',
        'engine.lay({ width: 3, height: 3, mines: 1 }, 9, "any", new Uint8Array(16))',
        'engine.lay({ width: 3, height: 3, mines: 1 }, 0, "never", new Uint8Array(16))',
        'engine.lay({ width: 3, height: 3, mines: 1 }, 0, "any", new Uint8Array(15))',
        'engine.generate({ width: 9, height: 9, mines: 9, first: 0, grade: "hard" }, new Uint8Array(16))',
        'engine.explain({ width: 3, height: 1, mines: 1, cells: new Uint8Array(3).fill(9) }, 3)',
        'game.place(new Uint8Array(64))',
        'game.apply("open", 64)',
        'game.minefield()',
    ],
)  # fmt: skip
def test_an_argument_out_of_range_is_refused_and_the_kernel_goes_on(call: str) -> None:
    rules = json.dumps(in_page(Rules("8x8/10")))
    script = f"""() => {{
      const game = engine.game({rules});
      let refused = "";
      try {{ {call}; }} catch (error) {{ refused = error.constructor.name; }}
      return [refused, engine.lay({{ width: 3, height: 3, mines: 1 }}, 0, "any", new Uint8Array(16)).length];
    }}"""
    assert in_node(script, [None]) == [["KernelError", 9]]
