"""Rounds that the solver played at the pace of people, and their rows in a store."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

from own_history import NOW, add

from sapper import Game, Rules, Seed
from sapper.action import Action, Kind, LogEntry
from sapper.analysis.opponent import SKILLS, Skill, think
from sapper.history.store.finished_rounds import FinishedRound, FinishedSeat
from sapper.modes.race import places, share_of
from sapper.replay.model import Replay

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sapper.history.store import Store

RULES = "modern intermediate layout=no-guess"
NAMES = ("Ada", "Grace", "Tomasz", "Noor")


def played(rules: Rules, seed: Seed, skill: Skill, luck: Random, *, by: int = 0, device: str = "mouse") -> Replay:
    """Return a game from the middle of the board on, as the solver plays it at a pace."""
    game = Game(rules, seed)
    last, seconds = (rules.level.height // 2, rules.level.width // 2), 0.0
    game.apply(LogEntry(Action(Kind.OPEN, *last), 0, by, device))
    while not game.status.is_over:
        thought = think(game.board, skill, luck.random, last)
        assert thought is not None
        last, seconds = thought.cell, seconds + thought.seconds
        game.apply(LogEntry(Action(Kind.OPEN, *last), round(seconds * 1000), by, device))
    return Replay.of(game, seed, players=NAMES, played_at=NOW)


def race(
    seed: str, strengths: Sequence[str] = ("fast", "steady", "steady", "slow"), rules: str = RULES
) -> list[Replay]:
    """Return the games of a race, one for each player."""
    return [
        played(Rules.parse(rules), Seed.of(seed), SKILLS[strength], Random(f"{seed} {seat}"), by=seat)
        for seat, strength in enumerate(strengths)
    ]


def store_race(
    store: Store, public_id: str, games: Sequence[Replay], players: Sequence[bytes], *, number: int = 1
) -> None:
    """Store a race that is over, with its games."""
    numbers = [
        add(store, game, player, f"{public_id}-{seat}")
        for seat, (game, player) in enumerate(zip(games, players, strict=True))
    ]
    shares = [share_of(game.after(len(game))) for game in games]
    given = [(game.status, game.elapsed, share) for game, share in zip(games, shares, strict=True)]
    seats = [
        FinishedSeat(
            seat, player, NAMES[seat], False, "", place, game.status.value, share, game.elapsed, 0, numbers[seat]
        )
        for seat, (player, game, share, place) in enumerate(zip(players, games, shares, places(given), strict=True))
    ]
    start = NOW * 1000
    finished = FinishedRound(
        public_id=public_id,
        party=f"party-{public_id}",
        number=number,
        mode="race",
        terms=json.dumps({"mode": "race", "rules": str(games[0].rules)}),
        started_at=start,
        ended_at=start + max(game.elapsed for game in games),
        objections=(),
        seats=tuple(seats),
    )
    with store._commit():
        store._add_finished_round(finished)
