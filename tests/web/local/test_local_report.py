"""The report of skill and luck without a server says what a server says: the page and Python on the same games."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from web.modules import run_all

from sapper import Action, Game, Replay, Rules, Seed
from sapper.analysis.best_move import best_move
from sapper.server.http.endpoints.replays import _report
from sapper.server.operations.workers import Work

if TYPE_CHECKING:
    from collections.abc import Iterator

LEVELS = ("5x4/5", "8x8/10", "9x9/10", "12x6/14", "16x16/40", "7x7/14", "8x8/10 layout=no-guess", "5x5/5 lives=2")
GAMES = 48
NEAR = 1e-6  # estimates of chances to win: functions such as `exp` are the C library's
SCRIPT = """async ({ rules, seed, log }) => {
  const { engine, schema } = await use("../../../../tests/web/unit/engine.mjs").then((found) => found.ready());
  const { LiveGame } = await use("local/live-game.ts");
  const { reportOf } = await use("local/report.ts");
  const { readRules } = await use("local/rules.ts");
  const { fromHex } = await use("local/seed.ts");
  const { search } = await use("local/search.ts");
  const read = readRules(rules, schema);
  const beginning = { id: "", room: "", rules: read, seed: fromHex(seed), salt: fromHex("00") };
  const live = new LiveGame(engine, beginning, schema);
  const first = log.find(({ kind }) => kind === "open")?.cell;
  if (first !== undefined) {
    const wanted = { rules: read, first, seed: fromHex(seed) };
    if (live.isSearchedFor) search(engine, wanted, ({ field }) => field && live.remember(first, field));
    else live.lay(first);
  }
  const steps = reportOf(engine, live, log);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}"""


def games() -> Iterator[tuple[Seed, Game]]:
    """Yield games that are played to their end, with guesses, chords over wrong flags, and some given up."""
    for number in range(GAMES):
        chance = random.Random(number)
        rules = Rules.parse(LEVELS[number % len(LEVELS)])
        seed = Seed.of(f"report {number}")
        game = Game(rules, seed)
        level = rules.level
        while not game.status.is_over:
            cell = (chance.randrange(level.height), chance.randrange(level.width))
            seen = game.board[cell]
            if chance.random() < 0.01:
                game.play(Action("resign"))
            elif game.first is None:
                game.play(Action("open", *cell))
            elif chance.random() < 0.8:
                move = best_move(game.board)
                game.play(Action("open", move.row, move.col))
            elif seen <= 8:
                game.play(Action("chord", *cell))
            else:
                probe = game.copy()
                probe.play(Action("resign"))
                is_mine = probe.minefield.is_mine(*cell)
                game.play(Action("flag" if is_mine and chance.random() < 0.7 else "open", *cell))
        yield seed, game


def test_the_page_reports_what_python_reports() -> None:
    played = list(games())
    given = [
        {
            "rules": str(game.starting_rules),
            "seed": seed.bits.hex(),
            "log": [
                {"kind": str(kind), "at": 0} | ({"cell": game.rules.level.index(row, col)} if row >= 0 else {})
                for (kind, row, col), *_ in game.log
            ],
        }
        for seed, game in played
    ]
    qualities = set()
    for (seed, game), told in zip(played, run_all(SCRIPT, given), strict=True):
        expected = msgspec.to_builtins(_report(Replay.of(game, seed), Work(1e9)))
        for name in ("start", "end", "given_away", "luck"):
            assert told.pop(name, 0) == pytest.approx(expected.pop(name, 0) or 0, abs=NEAR), (name, str(game.rules))
        moves, right = told.pop("moves", []), expected.pop("moves", None) or []
        assert len(moves) == len(right)
        for move, other in zip(moves, right, strict=True):
            qualities.add(move["quality"])
            assert move == {name: near(part) for name, part in other.items()}, str(game.rules)
        assert tidy(told) == tidy(expected)
    assert len(qualities) >= 6, qualities


def near(part: Any) -> Any:
    return pytest.approx(part, abs=2 * NEAR) if isinstance(part, float) else part


def tidy(report: dict[str, Any]) -> dict[str, Any]:
    """Leave out the English text, and what a message may leave out."""
    return {
        name: value
        for name, value in report.items()
        if name != "text" and value is not None and (name, value) not in [("exact", True), ("reported", True)]
    }
