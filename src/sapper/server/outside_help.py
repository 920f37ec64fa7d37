"""Help from outside a room: advice of the API counts in the game that it helps.

Whoever asks as the player of a game whose clock runs gets help in it, whatever position is asked about: it could be the
same one turned round. In a pause other boards can be studied, and only the position of the game itself counts. Without
a cookie or a token, the games of the same address are compared with the position. The player's games on other servers
of the same store are found in it, and the help is logged there; who is at an address is known to its own server only.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ..action import Action, Kind
from ..board import CLOSED, CellState
from ..game import Status
from ..history.store import StoreError
from ..rules import Rules
from . import start
from .commit import Actions
from .memory import NoMemory, room_bytes
from .restore import restore
from .workers import Busy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..action import LogEntry
    from ..board import Board
    from ..history.store import Round
    from .guests import Player
    from .inbox import Helped
    from .lobby import Lobby
    from .replica import GameReplica
    from .room_game import RoomGame

_PATIENCE = 5.0  # seconds until a room has logged the help
_RECENT = 3_600_000  # milliseconds since a game was played or open, after which nobody gets help in it
_MOST_GAMES = 16  # of a player that are looked at in the store
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
            elsewhere = await _open_elsewhere(lobby, player)
            await asyncio.gather(*helped, *(_count_in_store(lobby, round_, board, address) for round_ in elsewhere))
    except (StoreError, NoMemory):
        raise Busy("Your game could not be saved. Try again in a moment.") from None
    except TimeoutError:
        raise Busy("Your game is busy. Try again in a moment.") from None


async def count_in_room(game: RoomGame, asked: Helped) -> None:
    """Log help in the game of a room, if it still is help."""
    try:
        await game.flush()
        replica = game.replica
        if replica is not None and is_helped(replica, asked.board, is_owner=asked.is_owner):
            await game.play_own(replica, *actions(replica))
    except BaseException:
        if not asked.counted.done():
            asked.counted.set_exception(Busy("Your game could not be saved. Try again in a moment."))
        raise
    if not asked.counted.done():
        asked.counted.set_result(None)


async def _open_elsewhere(lobby: Lobby, player: Player) -> list[Round]:
    """Return the games of a player that are not in memory here, and that another server may have open."""
    services = lobby.services
    if not services.is_shared:
        return []
    since = services.time.wall() - _RECENT
    found = await services.reader.run(lambda store: store.open_rounds(player.key, since, _MOST_GAMES))
    return [round_ for round_ in found if round_.room not in lobby.rooms]


async def _count_in_store(lobby: Lobby, round_: Round, board: Board, address: str) -> None:
    """Log help in a game that is not in memory here: a server that has it open follows its log."""
    services = lobby.services
    stored = await services.reader.run(lambda store: store.load(round_.game))
    if stored.finished or _is_counted(stored.entries):
        return
    rules = Rules.parse(stored.rules)
    needed = room_bytes(rules, stored.seq)
    memory = services.memory.reserve(needed, player=round_.player, address=address, can_be_small=True)
    try:
        replica = await start.stored_replica(services, rules, round_, stored, memory)
        await restore(services, replica, stored, address)
        if replica.left_alone is not None or not is_helped(replica, board, is_owner=True):
            return
        logged = Actions(services, round_.room, round_.player)
        for kind in actions(replica):
            logged.apply_own(replica, Action(kind))
        await logged.commit(replica)
        if logged.is_stale:
            raise StoreError("help was not logged")
        lobby.follower.publish(round_.room)
    finally:
        memory.release()


def is_helped(replica: GameReplica, board: Board, *, is_owner: bool) -> bool:
    """Return whether advice on a position helps in a game and was not counted for this position yet."""
    if not replica.in_progress or _is_counted(replica.game.log):
        return False
    return (is_owner and replica.game.status is Status.PLAYING) or _is_same(replica.game.board, board)


def actions(replica: GameReplica) -> tuple[Kind, ...]:
    """Return the actions that log help in a game; one that is paused is resumed for it."""
    is_paused = replica.game.status is Status.PAUSED
    return (Kind.RESUME, Kind.HINT, Kind.PAUSE) if is_paused else (Kind.HINT,)


def _is_counted(log: Sequence[LogEntry]) -> bool:
    for entry in reversed(log):
        if entry.action.kind not in (Kind.PAUSE, Kind.RESUME):
            return entry.action.kind is Kind.HINT
    return False


def _is_same(own: Board, asked: Board) -> bool:
    """Return whether two boards show the same open cells, at least one; marks do not matter."""
    is_like = (own.level.width, own.level.height, own.opened) == (asked.level.width, asked.level.height, asked.opened)
    return is_like and own.opened > 0 and own.to_bytes().translate(_UNMARKED) == asked.to_bytes().translate(_UNMARKED)
