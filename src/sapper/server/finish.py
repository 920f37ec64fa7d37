"""The end of a game: its replay is signed and stored, its seal is opened, its place among the best times found."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from ..history import best_times
from ..history.store import StoreError
from ..history.summary import summary_of
from ..replay.model import Replay
from . import protocol, views

if TYPE_CHECKING:
    from ..history.best_times import Standing
    from ..history.store import Store, Summary
    from .audience import Audience
    from .replica import GameReplica
    from .services import Services
    from .workers import Work

log = logging.getLogger("sapper.server")


async def finish(
    services: Services, audience: Audience, replica: GameReplica, owner: bytes, *, leaving: bool = False
) -> None:
    """Store the replay and reveal the board; a practice game can still be undone until it is left."""
    if leaving or not replica.rules.practice:
        audience.send_over(await store_finished(services, replica, owner))
    else:
        audience.send_over(over_message(replica, None, None))


async def load_end(services: Services, audience: Audience, replica: GameReplica, owner: bytes) -> None:
    """Load the end of a game that is over; store it first, if the server stopped before it could."""
    if replica.finished_id is not None:
        audience.remember_over(await load_finished(services, replica, owner))
    elif replica.game.status.is_over:
        await finish(services, audience, replica, owner)


async def store_finished(services: Services, replica: GameReplica, owner: bytes) -> protocol.Over:
    """Store the replay of a game that is over, and return the message with everything that may now be revealed."""
    number = replica.number
    assert number is not None
    played_at = services.now()
    name = await services.writer.run(lambda store: store.name_of(owner))

    def pack(_: Work) -> tuple[bytes, Summary]:
        replay = Replay.of(
            replica.game,
            replica.seed,
            players=(name,) if name else (),
            program=services.program,
            played_at=played_at,
            known_board=replica.known_board,
        )
        return services.signer.sign(replay, replica.id).pack(), summary_of(replay)

    data, summary = await services.workers.run(pack)
    try:
        await services.writer.run(lambda store: store.finish(number, replica.game.seq, data, summary))
        standing = await _standing(services, number, summary, owner)
    except StoreError as error:
        log.warning("the replay of a finished game was not stored: %s", error)
        return over_message(replica, summary, None, reveal=True)
    replica.finished_id = number
    services.counters.finished[summary.status] += 1
    return over_message(replica, summary, standing)


async def rename_finished(services: Services, replica: GameReplica, name: str) -> None:
    """Put the name of the player on a finished game that has none, or another one."""
    number = replica.finished_id
    assert number is not None
    data = await services.writer.run(lambda store: store.replay(number))
    if data is None:
        return

    def pack(_: Work) -> tuple[bytes, Summary]:
        replay = Replay.unpack(data).with_player(name)
        return services.signer.sign(replay, replica.id).pack(), summary_of(replay)

    signed, summary = await services.workers.run(pack)
    await services.writer.run(lambda store: store.replace_replay(number, signed, summary))


async def load_finished(services: Services, replica: GameReplica, owner: bytes) -> protocol.Over:
    """Return the message about the end of a game that was finished before."""
    number = replica.finished_id
    assert number is not None
    listed = await services.reader.run(lambda store: store.finished(number))
    summary = listed.summary if listed else None
    standing = await _standing(services, number, summary, owner) if summary else None
    return over_message(replica, summary, standing)


async def _standing(services: Services, number: int, summary: Summary, owner: bytes) -> Standing | None:
    if services.rebuild.is_running:
        return None  # the other times are not known yet

    def find(store: Store) -> Standing | None:
        return best_times.standing(store, number, summary, owner=owner)

    return await services.reader.run(find)


def over_message(
    replica: GameReplica, summary: Summary | None, standing: Standing | None, *, reveal: bool = False
) -> protocol.Over:
    """Return the message about the end. Seed, salt and mines are revealed only if nobody can play on."""
    game = replica.game
    reveal = reveal or replica.finished_id is not None
    mines = None
    if reveal and game.first is not None and not views.is_chunked(replica.rules.level):
        mines = [replica.rules.level.index(row, col) for row, col in game.minefield.mines()]
    return protocol.Over(
        game=replica.id,
        seq=game.seq,
        status=game.status.value,  # type: ignore[arg-type]
        at=game.log[-1].at if game.log else 0,
        digest=replica.digest,
        seed=replica.seed.text if reveal else None,
        salt=replica.salt.hex() if reveal else None,
        mines=mines,
        finished_id=replica.finished_id,
        metrics=_metrics(summary) if summary else None,
        configuration=summary.rules if summary else "",
        standing=protocol.Standing(standing.place, standing.wins, standing.best) if standing else None,
        remarks=list(summary.remarks) if summary else [],
        objections=list(summary.objections) if summary else [],
        known_board=replica.known_board,
    )


def _metrics(summary: Summary) -> protocol.Metrics:
    return protocol.Metrics(**{name: getattr(summary, name) for name in protocol.Metrics.__struct_fields__})
