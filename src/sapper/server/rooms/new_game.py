"""A room goes on to another game: the one in play is left, and the next one starts."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING

from ...action import Action, Kind
from ...history import best_times
from ...history.store import StoreError
from ...phrase import Phrase
from ...seed import Seed
from ..operations.memory import NoMemory, room_bytes
from ..protocol.refusal import Refusal, as_sentence
from . import daily_rooms, start

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from ...rules import Rules
    from ..protocol import game_messages
    from ..socket.connection import Connection
    from .game import RoomGame
    from .replica import GameReplica

log = logging.getLogger("sapper.server")

_TRIES = 8  # to end a game that another server goes on with


async def new(game: RoomGame, connection: Connection, message: game_messages.New) -> None:
    """Start the game that a client asks for, or raise `Refusal`."""
    services = game.services
    if message.daily is not None:
        await _new_daily(game, connection, message.n, message.daily)
        return
    rules = start.read_rules(message.rules, services.limits)
    if message.moment is not None:
        await _new_at_moment(game, connection, message.n, rules, message.moment)
        return
    seed = Seed(services.entropy(16)) if message.seed is None else Seed.of(message.seed)
    await _start(game, connection, message.n, rules, seed, known_board=message.seed is not None)


async def retry(game: RoomGame, connection: Connection, message: game_messages.Retry) -> None:
    """Start a game on the same board, or raise `Refusal`."""
    if game.replica is None:
        raise Refusal("game", Phrase("refusal.no-game-again"))
    rules, seed = game.replica.game.rules, game.replica.seed
    await _start(game, connection, message.n, rules, seed, known_board=True)


async def _new_daily(game: RoomGame, connection: Connection, n: int, level: str) -> None:
    """Start the player's ranked try at today's board; after that try, the same board for practice."""
    services = game.services
    board = daily_rooms.board_of(daily_rooms.today(services), level)
    is_try = await daily_rooms.check_try(services, board, game.owner)
    begin = partial(daily_rooms.begin_try, services, board, room=game.room, player=game.owner) if is_try else None
    await _start(game, connection, n, board.rules, board.seed, known_board=not is_try, begin=begin)
    replica = game.replica
    assert replica is not None
    if not is_try:
        await game.play_actions(replica, Action(Kind.OPEN, *board.first))
    else:
        await game.end_if_over(replica, [])


async def _new_at_moment(
    game: RoomGame, connection: Connection, n: int, rules: Rules, moment: game_messages.Moment
) -> None:
    """Start a game at a moment of a finished one."""
    source = await start.read_moment(game.services, rules, moment, game.owner, connection.address)

    async def begin(replica: GameReplica) -> None:
        await source.play(game.services, replica, connection.address)
        await game.actions.store_played(replica)

    actions = len(source.entries)
    await _start(game, connection, n, rules, source.seed, known_board=True, actions=actions, begin=begin)


async def _start(
    game: RoomGame,
    connection: Connection,
    n: int,
    rules: Rules,
    seed: Seed,
    *,
    known_board: bool,
    actions: int = 0,
    begin: Callable[[GameReplica], Awaitable[None]] | None = None,
) -> None:
    """Start a game; `begin` may store and play `actions` actions before a client sees it."""
    memory = game.memory
    before, needed = memory.size, room_bytes(rules, actions)
    try:
        memory.resize(max(before, needed), connection.address)
    except NoMemory as error:
        raise Refusal("limit", as_sentence(error)) from None
    try:
        await _leave(game)
    except BaseException:
        memory.resize(before)
        raise
    previous = game.drop()
    replica = await start.new_replica(
        game.services, rules, seed, memory, known_board=known_board, seal=game.seal_of(seed)
    )
    replica.previous = previous
    memory.resize(needed)
    if begin is not None:
        await begin(replica)
    game.go_on_with(replica)
    if best_times.is_amiga_custom(rules):
        await _note_custom_level(game, replica)
    game.publication.audience.send_new_game(replica, n, connection.tab)


async def _note_custom_level(game: RoomGame, replica: GameReplica) -> None:
    change = partial(best_times.change_custom_level, rules=replica.rules, owner=game.owner)
    try:
        replica.forgotten = await game.services.writer.run(change)
    except StoreError as error:
        log.warning("the change of a custom level was not stored: %s", error)


async def _leave(game: RoomGame) -> None:
    """Abandon the game in play, and finish a practice game that could have gone on."""
    game.background.stop()
    replica = game.replica
    if replica is None:
        return
    for _ in range(_TRIES):
        if replica.in_progress:
            await game.play_own(replica, Kind.RESIGN)
        if not replica.game.status.is_over or replica.finished_id is not None:
            return
        if await game.publication.finish(replica, leaving=True):
            return
        await game.reload()
    raise StoreError("another server goes on with this game all the time")
