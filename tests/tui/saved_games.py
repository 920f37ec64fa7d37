"""Games in a store: many that are only summaries, and a few that were really played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sapper import Kind, Rules, Seed
from sapper.history.recorder import Recorder
from sapper.history.store import Summary, open_store
from sapper.session import Session

if TYPE_CHECKING:
    from sapper.history.store import Store

NOW = 1_794_744_000  # noon of 15 November 2026
DAY = 86_400


def a_store() -> Store:
    return open_store(":memory:")


def save_summary(store: Store, number: int, **given: Any) -> int:
    """Save what listings show of a game, without a game behind it."""
    level, layout = given.pop("level", "8x8/10"), given.pop("layout", "random")
    ruleset = given.pop("ruleset", "modern")
    rules = f"{ruleset} {level} v1" + ("" if layout == "random" else f" layout={layout}")
    usual: dict[str, Any] = {
        "status": "won",
        "elapsed": 10_000,
        "ended_at": NOW,
        "bbbv": 20,
        "solved": 20,
        "left": 30,
        "name": "Ada",
    }
    summary = Summary(level=level, ruleset=ruleset, layout=layout, rules=rules, **(usual | given))
    packed = b"game %d" % number
    game = store.add(
        packed, summary, rules=rules, seed=Seed.of(1), length=9, created_at=summary.ended_at, source="test"
    )
    assert game is not None
    return game


def save_history(store: Store, count: int = 30) -> None:
    """Save a history that is always the same: three levels, wins and losses, a year long."""
    levels = ("8x8/10", "16x16/40", "30x16/99")
    for number in range(count):
        kind = number * 7 % 3
        won = number * 5 % 11 < 6
        slow = (8_000, 60_000, 150_000)[kind] + number * 7919 % 17 * (400, 2500, 5000)[kind]
        bbbv = (18, 60, 165)[kind] + number * 31 % 13
        save_summary(
            store,
            number,
            level=levels[kind],
            status="won" if won else "lost",
            elapsed=slow if won else slow // 3,
            ended_at=NOW - (count - 1 - number) * 330 * DAY // max(count, 1),
            bbbv=bbbv,
            solved=bbbv if won else bbbv // 3,
            left=bbbv * 3 // 2 if won else bbbv // 2,
            name=("Ada", "Ada", "Grace", "Mio")[number % 4],
            hints=number % 13 == 12,
        )


def save_game(store: Store, rules: str = "modern 8x8/10", *, seed: str = "rain", end: str = "give up") -> None:
    """Play a game of one opening, and end it or leave it unfinished."""
    clock = iter(range(0, 10**9, 1500))
    recorder = Recorder(store, now=lambda: NOW, source="test", program="sapper test", player="Ada")
    session = Session(
        Rules.parse(rules), clock=lambda: next(clock), seeds=lambda: Seed.of(seed), recorder=recorder, device="key"
    )
    session.play(Kind.OPEN, 4, 4)
    if end == "give up":
        session.play(Kind.RESIGN)
    else:
        session.toggle_pause()
