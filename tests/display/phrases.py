"""Phrases of real positions, for tests of those who render them: `python -m tests.display.phrases 2000` prints them.

Each line is an object with the phrase as it is sent and its text in every language, as Python renders it.
"""

from __future__ import annotations

import json
import random
import sys
from itertools import chain, islice
from string import Formatter
from typing import TYPE_CHECKING

from sapper import Game, Rules, Seed
from sapper.action import Action, Kind
from sapper.analysis import first_click
from sapper.analysis.best_move import best_move
from sapper.analysis.explanations import conclusion, explain
from sapper.analysis.hints import hint, why_phrase
from sapper.analysis.odds import SolverError, odds
from sapper.analysis.verdict import judge
from sapper.board import CellState
from sapper.display.phrases import SENT_GROUPS
from sapper.display.wording import languages, wording
from sapper.phrase import Phrase, Series, chance, estimate, word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sapper.board import Board
    from sapper.phrase import PhraseValue

LEVELS = ("5x4/5", "8x8/10", "7x7/16", "9x9/10", "12x6/24", "16x16/40", "30x16/99", "6x1/2", "4x4/1")


def phrases() -> Iterator[Phrase]:
    """Return phrases without end, the same in every run."""
    number = 0
    while True:
        yield from _of_game(random.Random(number), number)
        number += 1


def examples() -> Iterator[Phrase]:
    """Return a phrase for every text that is sent as one, in every plural form."""
    for group in SENT_GROUPS:
        for name in wording("en").names("messages", group):
            entry = wording("en").entries["messages"][group][name]
            forms = [1, 2, 5] if isinstance(entry, dict) else [0]
            for count in forms if not isinstance(entry, list) else []:
                template = entry["other"] if isinstance(entry, dict) else entry
                names = [value for _, value, _, _ in Formatter().parse(template) if value]
                values = {name: _VALUES.get(name, Phrase("reason.mine-count")) for name in names}
                values |= {"number": 3} if (group, name) in (("reason", "number"), ("why", "open")) else {}
                yield Phrase(f"{group}.{name}", **values | ({"count": count} if isinstance(entry, dict) else {}))


_VALUES: dict[str, PhraseValue] = {
    "square": (6, 2),
    "squares": ((0, 0), (4, 27), (11, 3)),
    "number": Phrase("reason.number", number=3, square=(1, 4)),
    "numbers": (Phrase("reason.number", number=1, square=(0, 8)), Phrase("reason.number", number=2, square=(1, 1))),
    "steps": Series(
        "then", (Phrase("reason.touches-none", number=Phrase("reason.number", number=0, square=(2, 2))),) * 3
    ),
    "risk": chance(1 / 3),
    "lowest": chance(0.00001),
    "next": chance(0.0625),
    "safe": chance(0.99999),
    "win": estimate(0.125),
    "region": word("regions", "upper-left"),
    "pattern": word("patterns", "mine-count"),
    "row": 6,
    "column": 2,
}


def records(count: int) -> Iterator[dict[str, object]]:
    """Return all examples and some phrases of positions as they are sent, each with its texts by language."""
    for phrase in chain(examples(), islice(phrases(), count)):
        texts = {language: wording(language).phrase(phrase) for language in languages()}
        yield {"phrase": phrase.to_json(), "texts": texts}


def _of_game(chooser: random.Random, number: int) -> Iterator[Phrase]:
    first = ("opening", "cell", "top-left", "any")[number % 4]
    rules = Rules.parse(f"modern {LEVELS[number % len(LEVELS)]} first={first}")
    game = Game(rules, Seed(number.to_bytes(16, "big")))
    yield first_click.promise_phrase(rules)
    for _ in range(60):
        closed = [cell for cell in game.board.closed() if game.board[cell] != CellState.FLAG]
        if game.status.is_over or not closed:
            return
        yield from _of_position(game.board, chooser, rules)
        yield from _of_move(game, chooser, closed)


def _of_position(board: Board, chooser: random.Random, rules: Rules) -> Iterator[Phrase]:
    if not board.opened:
        return
    try:
        chances = odds(board)
        yield from hint(board, chances).phrases
        move = best_move(board)
        yield move.phrase
        found = conclusion(board)
    except SolverError as error:
        if error.phrase is not None:
            yield error.phrase
        return
    if found is not None:
        yield found.phrase
    row, col = chooser.randrange(rules.level.height), chooser.randrange(rules.level.width)
    yield why_phrase(board, row, col, chances)
    for cell in sorted(chances.mines)[:1]:
        because = explain(board, *cell)
        assert because is not None
        yield because.phrase


def _of_move(game: Game, chooser: random.Random, closed: list[tuple[int, int]]) -> Iterator[Phrase]:
    """Play something: mostly what is safe, sometimes a flag, right or wrong, or a chord."""
    board = game.board
    chances = odds(board)
    if chooser.random() < 0.3:
        mines = sorted(chances.mines & set(closed))
        game.play(Action(Kind.FLAG, *chooser.choice(mines if mines and chooser.random() < 0.95 else closed)))
        return
    chord = [cell for cell in _numbers(board) if chooser.random() < 0.02]
    safe = sorted(chances.safe & set(closed)) if board.opened else []
    cell = chooser.choice(safe if safe and chooser.random() < 0.8 else closed)
    action = Action(Kind.CHORD, *chord[0]) if chord else Action(Kind.OPEN, *cell)
    verdict = judge(board, action, game.rules)
    if verdict is not None:
        yield verdict.phrase
    game.play(action)


def _numbers(board: Board) -> list[tuple[int, int]]:
    return [(row, col) for row, line in enumerate(board.rows()) for col, seen in enumerate(line) if 0 < seen <= 8]


if __name__ == "__main__":
    for record in records(int(sys.argv[1])):
        print(json.dumps(record, ensure_ascii=False))
