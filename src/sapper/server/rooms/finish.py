"""The end of a game: its replay is signed and stored, its seal is opened, its place among the best times found."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, NamedTuple

from ...history import best_times
from ...history.store import StoreError
from ...history.summary import summary_of
from ...replay.model import Replay
from ..protocol import game_messages, views
from . import daily_rooms, secrecy

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ...game import Game
    from ...history.best_times import Standing
    from ...history.store import Store, Summary
    from ..operations.workers import Work
    from ..parties.state import Seat
    from ..services import Services
    from .audience import Audience
    from .replica import GameReplica

log = logging.getLogger("sapper.server")

_PAUSES = (0.1, 0.3)  # seconds between tries to store the end of a game


class Players(NamedTuple):
    """The players of a game: the owner alone, or the seats of a party, which are `by` in the log."""

    owner: bytes
    seats: Mapping[int, Seat] | None = None
    addresses: frozenset[str] = frozenset()  # that the owner plays alone at
    has_neighbour: bool = False  # another player of the round is at the same address, and has the same board

    async def names(self, services: Services, game: Game) -> tuple[str, ...]:
        """Return the names for the replay, by their numbers in the log; those who did nothing have none."""
        if self.seats is None:
            name = await services.writer.change(lambda store: store.name_of(self.owner))
            return (name,) if name else ()
        acted = _acted(game)
        return tuple(self.seats[by].name if by in acted else "" for by in range(max(acted, default=-1) + 1))

    def others(self, game: Game) -> list[bytes]:
        """Return the keys of the other players than the owner."""
        if self.seats is None:
            return []
        keys = {bytes.fromhex(self.seats[by].player) for by in _acted(game)}
        return sorted(keys - {self.owner})


def _acted(game: Game) -> set[int]:
    return {entry.by for entry in game.log}


async def finish(
    services: Services, audience: Audience, replica: GameReplica, players: Players, *, leaving: bool = False
) -> bool:
    """Store the replay and reveal the board; a practice game can still be undone until it is left.

    Return False if another server has gone on with the game: then it is not over.
    """
    if leaving or not replica.rules.practice:
        over = await store_finished(services, replica, players)
    else:
        over = over_message(replica, None, None)
    if over is not None:
        audience.send_over(over)
    return over is not None


async def load_end(services: Services, audience: Audience, replica: GameReplica, players: Players) -> None:
    """Load the end of a game that is over; store it first, if the server stopped before it could."""
    if replica.finished_id is not None:
        audience.remember_over(await load_finished(services, replica, players))
    elif replica.game.status.is_over:
        await finish(services, audience, replica, players)


async def store_finished(services: Services, replica: GameReplica, players: Players) -> game_messages.Over | None:
    """Store the replay of a game that is over, and return the message with everything that may now be revealed.

    Another server may have stored it already. If it has gone on with the game instead, None is returned.
    """
    number = replica.number
    assert number is not None
    played_at, others = services.now(), players.others(replica.game)
    summary = None

    def pack(names: tuple[str, ...]) -> tuple[bytes, Summary]:
        replay = Replay.of(
            replica.game,
            replica.seed,
            players=names,
            program=services.program,
            played_at=played_at,
            known_board=known_board,
            same_address=same_address,
        )
        return services.signer.sign(replay, replica.id).pack(), summary_of(replay)

    try:
        names, seq = await players.names(services, replica.game), replica.game.seq
        known_board = replica.known_board or await secrecy.is_board_known(services, replica)
        same_address = players.has_neighbour
        if players.addresses and replica.rules in daily_rooms.RULES:
            same_address = await _stored(services, daily_rooms.end_try(services, replica, players.addresses))
        data, summary = await services.workers.run(lambda _: pack(names))
        seal = replica.seal
        if not await _stored(services, lambda store: store.finish(number, seq, data, summary, others, seal)):
            return await _finished_elsewhere(services, replica, players)
    except StoreError as error:
        log.warning("the replay of a finished game was not stored: %s", error)
        return over_message(replica, summary, None, is_stored=False)
    replica.finished_id = number
    services.counters.finished[summary.status] += 1
    return await _over(services, replica, number, summary, players)


async def _stored(services: Services, finish: Callable[[Store], bool]) -> bool:
    """Store the end of a game, and try again after a moment if that fails: no further move would do so."""
    for pause in _PAUSES:
        try:
            return await services.writer.change(finish)
        except StoreError as error:
            log.warning("the end of a game was not stored: %s", error)
        await asyncio.sleep(pause)
    return await services.writer.change(finish)


async def _finished_elsewhere(services: Services, replica: GameReplica, players: Players) -> game_messages.Over | None:
    """Return the message about the end of a game that another server has stored, None if it was played on."""
    number = replica.number
    assert number is not None
    if not await services.reader.run(lambda store: store.replay(number) is not None):
        return None
    replica.finished_id = number
    return await load_finished(services, replica, players)


async def rename_finished(services: Services, replica: GameReplica, name: str, by: int = 0) -> None:
    """Put the name of a player on a finished game that has none, or another one."""
    number = replica.finished_id
    assert number is not None
    if by and by not in _acted(replica.game):
        return
    data = await services.writer.run(lambda store: store.replay(number))
    if data is None:
        return

    def pack(_: Work) -> tuple[bytes, Summary]:
        replay = Replay.unpack(data).with_player(name, by)
        return services.signer.sign(replay, replica.id).pack(), summary_of(replay)

    signed, summary = await services.workers.run(pack)
    await services.writer.change(lambda store: store.replace_replay(number, signed, summary))


async def load_finished(services: Services, replica: GameReplica, players: Players) -> game_messages.Over:
    """Return the message about the end of a game that was finished before."""
    number = replica.finished_id
    assert number is not None
    listed = await services.reader.run(lambda store: store.finished(number))
    return await _over(services, replica, number, listed.summary if listed else None, players)


async def _over(
    services: Services, replica: GameReplica, number: int, summary: Summary | None, players: Players
) -> game_messages.Over:
    """Return the message about the end of a stored game, its standing and its daily board."""
    if summary is None:
        return over_message(replica, None, None)
    standing = await _standing(services, number, summary, players, replica.game)
    return over_message(replica, summary, standing, await _daily(services, replica))


async def _daily(services: Services, replica: GameReplica) -> game_messages.DailyGame | None:
    try:
        return await daily_rooms.daily_of(services, replica)
    except StoreError as error:
        log.warning("the daily board of a finished game was not read: %s", error)
        return None


async def _standing(services: Services, number: int, summary: Summary, players: Players, game: Game) -> Standing | None:
    """Return the standing of a game of one player, None if it cannot be read.

    Games of several players have no single standing.
    """
    if services.rebuild.is_running or players.others(game):
        return None  # while that runs, the other times are not known yet

    def find(store: Store) -> Standing | None:
        return best_times.standing(store, number, summary, owner=players.owner)

    try:
        return await services.reader.run(find)
    except StoreError as error:
        log.warning("the standing of a finished game was not read: %s", error)
        return None


def over_message(
    replica: GameReplica,
    summary: Summary | None,
    standing: Standing | None,
    daily: game_messages.DailyGame | None = None,
    *,
    is_stored: bool = True,
) -> game_messages.Over:
    """Return the message about the end. Seed, salt and mines are revealed only if the game cannot be played on.

    While the board is sealed it says how the game ended, and nothing about the board.
    """
    game, sealed = replica.game, secrecy.kind_of(replica.seal)
    reveal = secrecy.may_reveal(replica, is_stored=is_stored)
    mines = None
    if reveal and game.first is not None and not views.is_chunked(replica.rules.level):
        mines = [replica.rules.level.index(row, col) for row, col in game.minefield.mines()]
    return game_messages.Over(
        game=replica.id,
        seq=game.seq,
        status=game.status.value,  # type: ignore[arg-type]
        at=game.log[-1].at if game.log else 0,
        digest=replica.digest,
        seed=replica.seed.text if reveal else None,
        salt=replica.salt.hex() if reveal else None,
        mines=mines,
        sealed=sealed,
        finished_id=None if sealed else replica.finished_id,
        metrics=_metrics(summary) if summary and not sealed else None,
        configuration=summary.rules if summary else "",
        standing=game_messages.Standing(standing.place, standing.wins, standing.best) if standing else None,
        remarks=list(summary.remarks) if summary else [],
        objections=list(summary.unranked_because) if summary else [],
        known_board=replica.known_board,
        daily=daily,
    )


def _metrics(summary: Summary) -> game_messages.Metrics:
    return game_messages.Metrics(**{name: getattr(summary, name) for name in game_messages.Metrics.__struct_fields__})
