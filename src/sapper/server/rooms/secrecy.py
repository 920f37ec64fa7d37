"""The secrecy of games: the one place that decides what may be shown, and when.

A board that people play for a place is sealed: that of a race or an arena until the round is over, a daily board until
its day is. Until then no player gets anything about it that they have not opened themselves: a loss shows the mine that
was hit, `over` says how the game ended, and the game is in no list, replay, review, proof or backup. Then the seal
opens for everybody at the same moment.

A game in memory has its seal (`GameReplica.seal`), and messages are made by it. A finished game has it in the store, so
that every server that shares the store decides alike, also after a restart.

Those who watch a contest see, some seconds late, which ninths of each board are open; the boards themselves only where
the room shows them, whose games then count as known, and everybody once the round is over.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ...daily import seconds_left
from ...history.store.seals import Seal
from ...phrase import Phrase
from ..protocol.refusal import Refusal
from . import daily_rooms
from .inbox import OpenSeal

if TYPE_CHECKING:
    from ...board import Board
    from ...seed import Seed
    from ..parties.events import Terms
    from ..parties.modes.mode import RoomPolicy
    from ..services import Services
    from .lobby import Lobby
    from .replica import GameReplica

_SOLUTION = {
    "round": Phrase("refusal.solution-after-round"),
    "day": Phrase("refusal.solution-after-day"),
}


_LEAST_NINTH = 16  # cells, so that a ninth of a board says little about a square
_IS_OPEN = bytes([1] * 9).ljust(256, b"\0")  # for each value of a cell


def shape_of(board: Board) -> int | None:
    """Return which ninths of a board are open by half: a bit for each, row by row, the lowest bit first.

    None where the ninths would be so small that they say where squares are.
    """
    level = board.level
    rows, cols = ([length * third // 3 for third in range(4)] for length in (level.height, level.width))
    if (level.height // 3) * (level.width // 3) < _LEAST_NINTH:
        return None
    opened, width, shape = board.to_bytes().translate(_IS_OPEN), level.width, 0
    for ninth in range(9):
        (top, bottom), (left, right) = rows[ninth // 3 :][:2], cols[ninth % 3 :][:2]
        count = sum(opened.count(1, row * width + left, row * width + right) for row in range(top, bottom))
        shape |= (2 * count >= (bottom - top) * (right - left)) << ninth
    return shape


def shows_boards(terms: Terms, *, is_over: bool) -> bool:
    """Return whether the boards of a contest may be shown to others than their players."""
    return is_over or terms.shows_boards


def seal_of(services: Services, policy: RoomPolicy | None, seed: Seed | None) -> Seal | None:
    """Return the seal of a game that is played now, None if no other player plays its board for a place."""
    if policy is not None and policy.seal is not None:
        return policy.seal
    return daily_seal(services, seed)


def daily_seal(services: Services, seed: Seed | None) -> Seal | None:
    """Return the seal of a game on one of today's boards, ranked or not, played here or elsewhere."""
    now = services.now()
    return Seal(until=now + seconds_left(now)) if daily_rooms.is_seed_of_today(services, seed) else None


def kind_of(seal: Seal | None) -> Literal["round", "day"] | None:
    """Return what has to be over before a seal opens."""
    if seal is None:
        return None
    return "day" if seal.party is None else "round"


def may_reveal(replica: GameReplica, *, is_stored: bool = True) -> bool:
    """Return whether the mines, the seed and the salt of a game may be sent: it, and its board, cannot be played on."""
    return replica.seal is None and (replica.finished_id is not None or not is_stored)


def check_proof(replica: GameReplica) -> None:
    """Raise `Refusal` if the solution of a game may not be shown yet."""
    kind = kind_of(replica.seal)
    if kind is not None:
        raise Refusal("rules", _SOLUTION[kind])
    if replica.finished_id is None:
        raise Refusal("rules", Phrase("refusal.solution-after-game"))


async def is_sealed(services: Services, game: int) -> bool:
    """Return whether a finished game may not be read yet."""
    return await services.reader.run(lambda store: store.is_sealed(game))


def is_day_open(services: Services, day: str) -> bool:
    """Return whether everybody may see the boards of a day: it is over."""
    return day < daily_rooms.today(services)


async def is_board_known(services: Services, replica: GameReplica) -> bool:
    """Return whether others have been shown the board of a game: it is a try at a daily board whose day is over."""
    number = replica.number
    if number is None or replica.rules not in daily_rooms.RULES:
        return False
    tried = await services.reader.run(lambda store: store.daily_of(number))
    return tried is not None and is_day_open(services, tried[0])


async def open_day(lobby: Lobby) -> None:
    """Open the seals of days that are over: for everybody here, and in the store."""
    now = lobby.services.now()
    for room in lobby.rooms.values():
        seal = room.replica.seal if room.replica is not None else None
        if seal is not None and seal.until is not None and seal.until <= now:
            room.post(None, OpenSeal())
    await lobby.services.writer.run(lambda store: store.open_seals(now))
