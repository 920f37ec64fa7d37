"""The requests of clients to a room that take longer than a quick move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...action import Kind
from ...history.store import StoreError
from ...phrase import Phrase
from ..nodes import catch_up
from ..protocol import game_messages
from ..protocol.refusal import Refusal
from . import finish, new_game
from .help import messages as help_messages
from .inbox import BoardReady, Resync

if TYPE_CHECKING:
    from ..socket.connection import Connection
    from .game import RoomGame
    from .inbox import Item
    from .replica import GameReplica
    from .room import Room


async def answer(room: Room, connection: Connection, message: Item, arrived: int) -> None:
    """Do what a client asks for, or raise `Refusal` or `StoreError`."""
    if isinstance(message, game_messages.Play):
        await _play(room, connection, message, arrived)
        return
    game = room.game
    await game.flush()
    if isinstance(message, game_messages.Hello):
        try:
            await catch_up.catch_up(game)
        except StoreError:
            connection.retry_later()
            return
    elif isinstance(message, Resync):
        await catch_up.follow(game)
    elif isinstance(message, game_messages.New | game_messages.Retry):
        await catch_up.catch_up(game)
        game.publication.audience.check_age(connection, message)
        _check_seen(game, message)
    match message:
        case game_messages.Hello():
            room.join(connection)
            if game.replica is not None:
                game.publication.send_missing(game.replica, connection, message)
        case game_messages.New() | game_messages.Retry() if connection.is_closed:
            return  # the client may have begun another game elsewhere, which must not be abandoned
        case game_messages.New() | game_messages.Retry() if game.policy is not None:
            raise Refusal("room", Phrase("refusal.leave-room-first"))
        case game_messages.New():
            await new_game.new(game, connection, message)
        case game_messages.Retry():
            await new_game.retry(game, connection, message)
        case game_messages.Help():
            await _help(game, connection, message)
        case game_messages.Cancel():
            game.background.cancel(message.n)
        case game_messages.View():
            game.publication.audience.show_view(game.current(message.game), connection, message)
        case game_messages.Rename():
            await _rename(game, connection)
        case Resync():
            if game.replica is not None:
                game.publication.send_board(game.replica, connection)
        case BoardReady():
            game.background.end_generation()
            await _play(room, connection, message.play, arrived)


def _check_seen(game: RoomGame, message: game_messages.New | game_messages.Retry) -> None:
    """Raise `Refusal` if the room has a game that the client has not seen yet: it did not mean to leave it.

    A stored game counts also before its first move is: that may be on its way at another server. One that is over
    counts too: its last moves may be on their way to the client, who sends them again.
    """
    replica = game.replica
    if message.game is not None and replica is not None and replica.number is not None:
        game.current(message.game)


async def _play(room: Room, connection: Connection, play: game_messages.Play, arrived: int) -> None:
    """Play a move that takes long, or whose board has to be found first."""
    game = room.game
    entry = game.entry(connection, play, arrived)
    if entry is None:
        return
    replica = game.current(play.game)
    first = replica.live.cell_to_prepare(entry.action)
    if first is not None:
        await game.flush()
        _generate(room, connection, play, replica, first)
    elif replica.is_large:
        await game.actions.apply_in_thread(replica, connection, play, entry, arrived)
    else:
        game.actions.apply(replica, connection, play, entry, arrived)


def _generate(
    room: Room, connection: Connection, play: game_messages.Play, replica: GameReplica, first: tuple[int, int]
) -> None:
    game = room.game
    game.background.generate(
        replica,
        first,
        n=play.n,
        address=connection.address,
        report=lambda message: game.publication.audience.broadcast(game_messages.encode(message)),
        refuse=lambda refusal: connection.refuse(refusal, play.n, replica.id),
        done=lambda: room.post(connection, BoardReady(play)),
    )


async def _help(game: RoomGame, connection: Connection, asked: game_messages.Help) -> None:
    replica = game.current(asked.game)
    seat = game.seat(connection)
    if game.policy is not None:
        game.policy.check_help(replica, seat)
    help_messages.check(asked, replica, game.services.limits)
    if game.background.is_busy:
        raise Refusal("busy", Phrase("refusal.still-working"))
    if asked.topic != "proof" and replica.live.counts_help(seat or 0):
        await game.play_own(replica, Kind.HINT, by=seat or 0)
    game.background.help(
        replica,
        asked,
        address=connection.address,
        view=connection.view if replica.is_chunked and connection in game.publication.audience.members else None,
        send=connection.send,
        refuse=lambda refusal: connection.refuse(refusal, asked.n, replica.id),
    )


async def _rename(game: RoomGame, connection: Connection) -> None:
    """Put the new name of a player on their game that is over, and confirm the name."""
    name, replica = connection.player.name, game.replica
    if name and replica is not None and replica.finished_id is not None:
        await finish.rename_finished(game.services, replica, name, connection.seat or 0)
    connection.send(game_messages.Named(name=name))
