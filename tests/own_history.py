"""A history of games that were really played, with figures that a test can count itself."""

from __future__ import annotations

from base64 import urlsafe_b64decode
from functools import cache
from typing import TYPE_CHECKING

from sapper import Action, Game, Rules, Seed, prove
from sapper.action import LogEntry
from sapper.history.summary import summary_of
from sapper.replay.model import Replay
from sapper.server.http.cookies import Player, key_of

if TYPE_CHECKING:
    from sapper.history.store import Store
    from sapper.learn.path import Board

DAY = 86_400
NOW = 1_700_000_000
DEVICES = ("mouse", "mouse", "key", "touch")
RULES = ("modern beginner", "modern beginner", "modern 9x5/6", "modern beginner layout=no-guess")


def player_of(token: str) -> Player:
    """Return the player that a cookie stands for."""
    return Player(token, key_of(urlsafe_b64decode(token + "=" * (-len(token) % 4))[:16]))


@cache
def replays(count: int, now: int = NOW) -> list[Replay]:
    """Play games: of five, three are won, one is lost and one is given up; every seventh is hinted."""
    return [_replay(number, now - (count - number) * DAY // 3) for number in range(count)]


def solved(board: Board) -> Replay:
    """Play a board of the path, step by step as its proof goes."""
    game = Game(board.rules, board.seed)
    game.open(*board.first)
    proven = [step.explanation for step in prove(board.minefield(), board.first).steps]
    for cell in (cell for why in proven if why.safe for cell in why.cells):
        if game.board[cell] > 8:
            game.play(Action("open", *cell), at=len(game.log) * 1000)
    return Replay.of(game, board.seed, played_at=NOW)


def _replay(number: int, played_at: int) -> Replay:
    rules, seed = Rules.parse(RULES[number % len(RULES)]), Seed.of(f"game {number}")
    mines = _mines(rules, seed)
    game = Game(rules, seed)
    pace = 200 + number * 37 % 300
    device = DEVICES[number % len(DEVICES)]
    at = 0
    if number % 7 == 6:
        game.apply(LogEntry(Action("open", 0, 0), 0, 0, device))
        game.apply(LogEntry(Action("hint"), 0, 0, device))
    for row in range(rules.level.height):
        for col in range(rules.level.width):
            if game.status.is_over or (row, col) in mines or game.board[row, col] < 9:
                continue
            if number % 5 in (3, 4) and row > number % 4:
                end = Action("resign") if number % 5 == 4 else Action("open", *min(mines))
                game.apply(LogEntry(end, at, 0, device))
                break
            game.apply(LogEntry(Action("open", row, col), at, 0, device))
            at += pace
    return Replay.of(game, seed, players=("Ann",), program="test", played_at=played_at)


def _mines(rules: Rules, seed: Seed) -> set[tuple[int, int]]:
    truth = Game(rules, seed)
    truth.open(0, 0)
    if not truth.status.is_over:
        truth.play(Action("resign"))
    assert truth.minefield is not None
    return set(truth.minefield.mines())


def add(store: Store, replay: Replay, owner: bytes, public_id: str, source: str = "web") -> int:
    """Store a game of a player of a server."""
    number = store.add(
        replay.pack(),
        summary_of(replay),
        rules=str(replay.rules),
        seed=replay.seed,
        length=len(replay),
        created_at=replay.played_at,
        source=source,
        owner=owner,
        public_id=public_id,
    )
    assert number is not None
    return number


def fill(store: Store, owner: bytes, count: int, now: int = NOW) -> list[int]:
    """Store a number of games of a player, and return their numbers."""
    label = owner.hex()[:8]
    return [add(store, replay, owner, f"{label}-{at}") for at, replay in enumerate(replays(count, now))]
