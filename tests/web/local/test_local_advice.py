"""Help without a server says what a server says: the page's own code and Python on the same positions."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from web.modules import run_all

from sapper import Action, Board, Game, Rules, Seed
from sapper.analysis.odds import SolverError
from sapper.board import SYMBOLS
from sapper.server.operations.workers import Work
from sapper.server.rooms.help import solver_answers

if TYPE_CHECKING:
    from collections.abc import Iterator

LEVELS = ("5x4/5", "8x8/10", "7x7/16", "9x9/10", "12x6/24", "16x16/40", "30x16/99", "6x1/2", "4x4/1")
GAMES = 160
SCRIPT = """async ({ diagram, rules, move }) => {
  const { engine, schema } = await use("../../../../tests/web/unit/engine.mjs").then((found) => found.ready());
  const { readDiagram, hintMessage, oddsMessage, moveMessage } = await use("local/advice/advice.ts");
  const { bestMove } = await use("local/advice/best-move.ts");
  const { judge, reviewMessage } = await use("local/advice/verdict.ts");
  const { readRules } = await use("local/rules.ts");
  const position = readDiagram(diagram);
  const answer = (make) => {
    try {
      return make();
    } catch (error) {
      if (!error.phrase) throw error;
      return { code: error.phrase.code };
    }
  };
  const found = answer(() => judge(engine, position, move, readRules(rules, schema)));
  return {
    hints: [0, 1, 2, 3, 4].map((stage) => answer(() => hintMessage(engine, position, stage))),
    odds: answer(() => oddsMessage(engine, position)),
    move: answer(() => moveMessage(position, bestMove(engine, position, "best"))),
    review: found && (found.code ? found : reviewMessage(position, found)),
  };
}"""


def positions() -> Iterator[tuple[Game, Action]]:
    """Yield positions of games that are played badly, with flags right and wrong, each with a move from it."""
    for number in range(GAMES):
        chance = random.Random(number)
        chord = chance.choice(("exact", "at-least"))
        rules = Rules(chance.choice(LEVELS), lives=chance.choice((1, 3)), chord=chord, questions=True)
        game = Game(rules, Seed.of(f"advice {number}"))
        level = rules.level
        for _ in range(chance.randrange(4, 60)):
            cell = (chance.randrange(level.height), chance.randrange(level.width))
            kind = chance.choice(("open", "open", "open", "flag", "question", "chord"))
            if game.status.is_over:
                break
            move = Action(kind, *cell)
            if chance.random() < 0.2:
                yield game.copy(), move
            if game.board[cell] > 8 and kind != "chord" and chance.random() < 0.7 and game.first:
                probe = game.copy()
                probe.play(Action("resign"))
                is_mine = probe.minefield.is_mine(*cell)
                move = Action("flag" if is_mine and chance.random() < 0.8 else "open" if not is_mine else kind, *cell)
            game.play(move)


def diagram(board: Board) -> str:
    cells, level = board.to_bytes(), board.level
    rows = [cells[start : start + level.width] for start in range(0, len(cells), level.width)]
    return "\n".join([str(level), *("".join(SYMBOLS[seen] for seen in row) for row in rows)])


def from_python(game: Game, move: Action) -> dict[str, Any]:
    board, work = game.board, Work(1e9)

    def answer(make: Any) -> Any:
        try:
            return plain(make())
        except SolverError as error:
            return {"code": error.args[0].code}

    return {
        "hints": [answer(lambda stage=stage: solver_answers.hint(board, stage, work)) for stage in range(5)],
        "odds": answer(lambda: solver_answers.odds(board, work)),
        "move": answer(lambda: solver_answers.best_move(board, work)),
        "review": answer(lambda: solver_answers.review(board, move, game.rules, work)),
    }


def plain(message: Any) -> Any:
    return None if message is None else msgspec.to_builtins(message)


def tidy(value: Any) -> Any:
    """Leave out English texts, and what is empty: a message may leave it out."""
    if isinstance(value, dict):
        kept = {name: tidy(one) for name, one in value.items() if name not in ("text", "why", "remark")}
        return {name: one for name, one in kept.items() if one not in (None, [], {})}
    return [tidy(one) for one in value] if isinstance(value, list) else value


@pytest.fixture(scope="module")
def answers() -> list[tuple[Game, Action, dict[str, Any]]]:
    found = list(positions())
    given = [
        {
            "diagram": diagram(game.board),
            "rules": str(game.rules),
            "move": {"kind": str(move.kind), "cell": game.rules.level.index(move.row, move.col)},
        }
        for game, move in found
    ]
    return [(game, move, told) for (game, move), told in zip(found, run_all(SCRIPT, given), strict=True)]


@pytest.mark.parametrize("what", ["hints", "odds", "move", "review"])
def test_the_page_advises_what_python_advises(answers: list[tuple[Game, Action, dict[str, Any]]], what: str) -> None:
    assert len(answers) > 400
    for game, move, told in answers:
        expected = from_python(game, move)[what]
        assert tidy(told[what]) == tidy(expected), f"{game.board}\n{move}"
