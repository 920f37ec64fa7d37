"""Games to store: what the tests of the store put into it."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from sapper import Action, Game, Rules, Seed
from sapper.action import LogEntry
from sapper.history.store import Store, Stored, Summary

if TYPE_CHECKING:
    from collections.abc import Callable

RULES = "modern 30x16/99 v1"
SUMMARY = Summary("won", "30x16/99", "modern", 61_234, 1_800_000_000_000, hints=2, assisted=True)

# With this other programs find the samples too.
ENVIRONMENT = os.environ | {
    "PYTHONPATH": os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
}


def entry(at: int) -> LogEntry:
    """Return an action that its time identifies."""
    return LogEntry(Action("open", at % 16, at % 30), at, 0, "mouse")


def entries(first: int, count: int) -> list[LogEntry]:
    return [entry(at) for at in range(first, first + count)]


def begin(store: Store, seed: str = "a", count: int = 0) -> int:
    """Begin a game, play some actions and return its number."""
    game = store.create(RULES, Seed.of(seed), created_at=1_700_000_000_000, source="text")
    assert store.append(game, 0, entries(0, count))
    return game


def game_of(stored: Stored) -> Game:
    """Return a stored game, with its actions played."""
    return Game.replay(Rules.parse(stored.rules), stored.seed, actions=stored.entries)


def rebuilt(store: Store, summarise: Callable[[bytes], Summary] = lambda replay: SUMMARY) -> int:
    """Drop all summaries, compute them in one step, and return how many there are."""
    store.drop_summaries()
    games = store.without_summary(0, 1_000)
    store.summarise([(game, replay, summarise(replay)) for game, replay in games])
    return len(games)
