"""A finished round from the store, as a file: everybody's replays, and the result as it was stored."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from ...analysis.rounds import RoundFile, RoundGame, RoundPlayer, RoundResult
from ...modes import MODES
from ...replay.model import Replay
from .arena_result import part_of
from .ids import room_id

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...history.store import Store
    from ...history.store.finished_rounds import FinishedRound


class StoredGame(NamedTuple):
    """A finished game of a round: its number, the seats of its players, and its packed replay."""

    number: int
    seats: tuple[int, ...]
    data: bytes


class StoredRound(NamedTuple):
    """A finished round with its games, those of a player in their order."""

    played: FinishedRound
    games: tuple[StoredGame, ...]


def read_round(store: Store, public_id: str) -> StoredRound | None:
    """Return a finished round, None if there is none, or if one of its boards is still sealed."""
    played = store.finished_round(public_id)
    if played is None:
        return None
    seats: dict[int, list[int]] = {}  # by the number of the game
    for seat in played.seats:
        numbers = [seat.game_id] if seat.game_id is not None else _numbers(store, played, seat.seat)
        for number in numbers:
            seats.setdefault(number, []).append(seat.seat)
    if any(store.is_sealed(number) for number in seats):
        return None
    found = [(number, tuple(of), store.replay(number)) for number, of in seats.items()]
    return StoredRound(played, tuple(StoredGame(number, of, data) for number, of, data in found if data is not None))


def _numbers(store: Store, played: FinishedRound, seat: int) -> list[int]:
    """Return the games of a player in a round with several boards."""
    if not MODES[played.mode].has_boards:
        return []
    numbers = []
    for board in range(json.loads(played.terms).get("boards", 20)):
        game = store.last_round(room_id(played.party, played.number, part_of(seat, board)))
        if game is None:
            break
        numbers.append(game.game)
    return numbers


def round_file(stored: StoredRound, unpack: Callable[[bytes], Replay] = Replay.unpack) -> RoundFile:
    """Return the file of a round, not signed yet."""
    played, terms = stored.played, json.loads(stored.played.terms)
    games: list[RoundGame] = []
    ends: dict[tuple[int, ...], int] = {}  # of the last game, by its players
    for game in stored.games:
        replay = unpack(game.data)
        start = 0
        if MODES[played.mode].has_boards:
            by_clock = replay.played_at * 1000 - played.started_at - replay.elapsed
            start = max(by_clock, ends.get(game.seats, 0))
            ends[game.seats] = start + replay.elapsed
        games.append(RoundGame(game.seats, start, replay))
    return RoundFile(
        id=played.public_id,
        mode_name=played.mode,
        clock=terms.get("clock", 120),
        bonus=terms.get("bonus", 5),
        started_at=played.started_at,
        ended_at=played.ended_at,
        players=tuple(RoundPlayer(seat.seat, seat.name, seat.is_bot, seat.place == 0) for seat in played.seats),
        games=tuple(games),
        result=tuple(
            RoundResult(seat.seat, seat.place, seat.status, seat.share, seat.at_ms, seat.points)
            for seat in played.seats
        ),
    )
