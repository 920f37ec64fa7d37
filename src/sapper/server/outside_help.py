"""Help from outside a room: advice of the API counts in the game that it helps.

Whoever asks as the player of a game whose clock runs gets help in it, whatever position is asked about: it could be the
same one turned round. In a pause other boards can be studied, and only the position of the game itself counts. Without
a cookie or a token, the games of the same address are compared with the position.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ..action import Kind
from ..board import CLOSED, CellState
from ..game import Status
from .workers import Busy

if TYPE_CHECKING:
    from ..board import Board
    from .guests import Player
    from .lobby import Lobby
    from .replica import GameReplica

_PATIENCE = 5.0  # seconds until a room has logged the help
_UNMARKED = bytes(int(CellState.HIDDEN) if state in CLOSED else state for state in range(256))


async def count(lobby: Lobby, player: Player, address: str, board: Board) -> None:
    """Log help in every game that advice on a position helps; raise `Busy` if that cannot be done now."""
    own = lobby.rooms_of(player)
    rooms = [(room, room in own) for room in own | lobby.rooms_at(address)]
    helped = [
        room.count_help(board, is_owner=is_owner)
        for room, is_owner in rooms
        if room.replica is not None and is_helped(room.replica, board, is_owner=is_owner)
    ]
    try:
        async with asyncio.timeout(_PATIENCE):
            await asyncio.gather(*helped)
    except TimeoutError:
        raise Busy("Your game is busy. Try again in a moment.") from None


def is_helped(replica: GameReplica, board: Board, *, is_owner: bool) -> bool:
    """Return whether advice on a position helps in a game and was not counted for this position yet."""
    if not replica.in_progress or _is_counted(replica):
        return False
    return (is_owner and replica.game.status is Status.PLAYING) or _is_same(replica.game.board, board)


def actions(replica: GameReplica) -> tuple[Kind, ...]:
    """Return the actions that log help in a game; one that is paused is resumed for it."""
    is_paused = replica.game.status is Status.PAUSED
    return (Kind.RESUME, Kind.HINT, Kind.PAUSE) if is_paused else (Kind.HINT,)


def _is_counted(replica: GameReplica) -> bool:
    for entry in reversed(replica.game.log):
        if entry.action.kind not in (Kind.PAUSE, Kind.RESUME):
            return entry.action.kind is Kind.HINT
    return False


def _is_same(own: Board, asked: Board) -> bool:
    """Return whether two boards show the same open cells, at least one; marks do not matter."""
    is_like = (own.level.width, own.level.height, own.opened) == (asked.level.width, asked.level.height, asked.opened)
    return is_like and own.opened > 0 and own.to_bytes().translate(_UNMARKED) == asked.to_bytes().translate(_UNMARKED)
