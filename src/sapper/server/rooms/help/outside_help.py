"""Help from outside a room: advice of the API counts in the game that it helps, for the seat that asked.

A cookie or a token says who asks, and only the games of that player count: the own ones, the own board of a race or an
arena, the common board of a party. While the clock of such a game runs, any position counts, because it could be a part
of it; in a pause other boards can be studied, and only the position of the game itself counts, however it is turned or
mirrored. Without a cookie or a token, that position is compared with the games at the same address. The player's games
on other servers of the same store are found in it, and the help is logged there; who is at an address is known to its
own server only.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ....action import Action, Kind
from ....game import Status
from ....history.store import StoreError
from ....live_game import is_help_counted
from ....phrase import Phrase
from ....rules import Rules
from ...operations.memory import NoMemory, room_bytes
from ...operations.workers import Busy
from ...parties.events import decode
from ...parties.ids import COMMON, room_id, round_of
from ...parties.state import PartyState
from .. import start
from ..commit import Actions
from ..restore import restore

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ....history.store import Round, Store
    from ...http.cookies import Player
    from ..game import RoomGame
    from ..inbox import Helped
    from ..lobby import Lobby
    from ..position import Position
    from ..replica import GameReplica

_PATIENCE = 5.0  # seconds until a room has logged the help
_RECENT = 3_600_000  # milliseconds since a game was played or open, after which advice is no help in it
_MOST_GAMES = 16  # of a player that are looked at in the store


async def count(lobby: Lobby, player: Player | None, address: str, position: Position) -> None:
    """Log help in every game that advice on a position helps; raise `Busy` if that cannot be done now.

    `player` is None for a client without a cookie or a token.
    """
    seats = lobby.seats_at(address) if player is None else lobby.seats_of(player.key)
    helped = [
        room.count_help(position, is_own=player is not None, by=by)
        for room, by in seats.items()
        if room.replica is not None and is_helped(room.replica, position, is_own=player is not None, by=by)
    ]
    try:
        async with asyncio.timeout(_PATIENCE):
            elsewhere = [] if player is None else await _open_elsewhere(lobby, player)
            counted = [_count_in_store(lobby, round_, by, position, address) for round_, by in elsewhere]
            await asyncio.gather(*helped, *counted)
    except (StoreError, NoMemory):
        raise Busy(Phrase("refusal.help-not-saved")) from None
    except TimeoutError:
        raise Busy(Phrase("refusal.game-busy")) from None


async def count_in_room(game: RoomGame, asked: Helped) -> None:
    """Log help in the game of a room, if it still is help."""
    try:
        await game.flush()
        replica = game.replica
        if replica is not None and is_helped(replica, asked.position, is_own=asked.is_own, by=asked.by):
            await game.play_own(replica, *actions(replica), by=asked.by)
    except BaseException:
        if not asked.counted.done():
            asked.counted.set_exception(Busy(Phrase("refusal.help-not-saved")))
        raise
    if not asked.counted.done():
        asked.counted.set_result(None)


async def _open_elsewhere(lobby: Lobby, player: Player) -> list[tuple[Round, int]]:
    """Return the games of a player that another server may have open and that are not in memory here, with the seat."""
    services = lobby.services
    if not services.is_shared:
        return []
    since = services.time.wall() - _RECENT

    def find(store: Store) -> dict[int, tuple[Round, int]]:
        own = store.open_rounds(player.key, since, _MOST_GAMES)
        seats = {round_.game: (round_, _seat_of(store, round_)) for round_ in own}
        return seats | {round_.game: (round_, seat) for round_, seat in _common_games(store, player)}

    found = await services.reader.run(find)
    return [one for one in found.values() if one[0].room not in lobby.rooms]


def _common_games(store: Store, player: Player) -> Iterator[tuple[Round, int]]:
    """Yield the common boards of parties where a server has a player connected, with the seat of the player."""
    key = player.key.hex()
    parties = store.parties_with(key, _MOST_GAMES)
    for party, events in store.events_of(parties).items():
        state = PartyState(map(decode, events))
        seat, round_ = state.seat_of(key), store.last_round(room_id(party, state.round, COMMON))
        if seat is not None and round_ is not None:
            yield round_, seat.number


async def _count_in_store(lobby: Lobby, round_: Round, by: int, position: Position, address: str) -> None:
    """Log help in a game that is not in memory here: a server that has it open follows its log."""
    services = lobby.services
    stored = await services.reader.run(lambda store: store.load(round_.game))
    if stored.finished or is_help_counted(stored.entries, by):
        return
    rules = Rules.parse(stored.rules)
    needed = room_bytes(rules, stored.seq)
    memory = services.memory.reserve(needed, player=round_.player, address=address, can_be_small=True)
    try:
        replica = await start.stored_replica(services, rules, round_, stored, memory)
        await restore(services, replica, stored, address)
        if replica.left_alone is not None or not is_helped(replica, position, is_own=True, by=by):
            return
        logged = Actions(services, round_.room, round_.player)
        for kind in actions(replica):
            logged.apply_own(replica, Action(kind), by)
        await logged.commit(replica)
        if logged.is_stale:
            raise StoreError("help was not logged")
        lobby.follower.publish(round_.room)
    finally:
        memory.release()


def _seat_of(store: Store, round_: Round) -> int:
    """Return the seat of the player who began a game, 0 outside parties."""
    found = round_of(round_.room)
    stored = store.party(found[0]) if found is not None else None
    seat = PartyState(map(decode, stored.events)).seat_of(round_.player.hex()) if stored is not None else None
    return seat.number if seat is not None else 0


def is_helped(replica: GameReplica, position: Position, *, is_own: bool, by: int) -> bool:
    """Return whether advice on a position helps a seat of a game, and was not counted for it at this position yet."""
    if not replica.in_progress or is_help_counted(replica.game.log, by):
        return False
    return (is_own and replica.game.status is Status.PLAYING) or position.is_of(replica.game.board)


def actions(replica: GameReplica) -> tuple[Kind, ...]:
    """Return the actions that log help in a game; one that is paused is resumed for it."""
    is_paused = replica.game.status is Status.PAUSED
    return (Kind.RESUME, Kind.HINT, Kind.PAUSE) if is_paused else (Kind.HINT,)
