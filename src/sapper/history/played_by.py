"""The games of a player of a server, with the number that the player has in each."""

from __future__ import annotations

from itertools import islice

from ..replay.model import Replay
from .store.rows import Filter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .store import Store


def games_of(store: Store, player: bytes, most: int, since: int | None = None) -> Iterator[tuple[Replay, int | None]]:
    """Yield the newest finished games of a player, alone and with others; None stands for the only one in a game."""
    seats = {
        seat.game_id: seat.seat
        for played in store.finished_rounds_of(player, most)
        if (seat := played.seat_of(player)) is not None and seat.game_id is not None
    }
    numbers = {*store.numbers(Filter(owner=player, since=since)), *seats}
    for number in islice(sorted(numbers, reverse=True), most):
        data = store.replay(number)
        if data is None or store.is_sealed(number):
            continue
        replay = Replay.unpack(data)
        if since is None or replay.played_at >= since:
            yield replay, seats.get(number) if len({entry.by for entry in replay.entries}) > 1 else None
