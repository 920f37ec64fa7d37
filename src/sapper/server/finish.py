"""The end of a game: its replay is kept, its seal is opened, and it finds its place among the best times."""

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
    from .lobby import Lobby
    from .replica import GameReplica
    from .workers import Work

log = logging.getLogger("sapper.server")


async def keep_finished(lobby: Lobby, playing: GameReplica, owner: bytes) -> protocol.Over:
    """Pack a game that is over into its replay, and tell all that may now be told."""
    number = playing.number
    assert number is not None
    played_at = lobby.now()
    name = await lobby.writer.run(lambda store: store.name_of(owner))

    def pack(_: Work) -> tuple[bytes, Summary]:
        replay = Replay.of(
            playing.game,
            playing.seed,
            players=(name,) if name else (),
            program=lobby.program,
            played_at=played_at,
            known_board=playing.known_board,
        )
        return replay.pack(), summary_of(replay)

    data, summary = await lobby.workers.run(pack)
    try:
        await lobby.writer.run(lambda store: store.finish(number, playing.game.seq, data, summary))
        standing = await _standing(lobby, number, summary)
    except StoreError as error:
        log.warning("a finished game was not packed: %s", error)
        return over_message(playing, summary, None, opened=True)
    playing.kept = number
    lobby.figures.finished[summary.status] += 1
    return over_message(playing, summary, standing)


async def sign_finished(lobby: Lobby, playing: GameReplica, name: str) -> None:
    """Put a name to a game that was finished without one, or with another."""
    number = playing.kept
    assert number is not None
    data = await lobby.writer.run(lambda store: store.replay(number))
    if data is None:
        return

    def pack(_: Work) -> tuple[bytes, Summary]:
        replay = Replay.unpack(data).signed(name)
        return replay.pack(), summary_of(replay)

    signed, summary = await lobby.workers.run(pack)
    await lobby.writer.run(lambda store: store.sign(number, signed, summary))


async def recall_finished(lobby: Lobby, playing: GameReplica) -> bytes:
    """Tell the end of a game that was finished before."""
    number = playing.kept
    assert number is not None
    listed = await lobby.reader.run(lambda store: store.finished(number))
    summary = listed.summary if listed else None
    standing = await _standing(lobby, number, summary) if summary else None
    return protocol.encode(over_message(playing, summary, standing))


async def _standing(lobby: Lobby, number: int, summary: Summary) -> Standing | None:
    def find(store: Store) -> Standing | None:
        return best_times.standing(store, number, summary)

    return await lobby.reader.run(find)


def over_message(
    playing: GameReplica, summary: Summary | None, standing: Standing | None, *, opened: bool = False
) -> protocol.Over:
    """Tell the end. What was hidden is told only of a game that nobody can play on."""
    game = playing.game
    opened = opened or playing.kept is not None
    mines = None
    if opened and game.first is not None and not views.is_chunked(playing.rules.level):
        width = playing.rules.level.width
        mines = [row * width + col for row, col in game.minefield.mines()]
    return protocol.Over(
        game=playing.id,
        seq=game.seq,
        status=game.status.value,  # type: ignore[arg-type]
        at=game.log[-1].at if game.log else 0,
        digest=playing.digest,
        seed=playing.seed.text if opened else None,
        salt=playing.salt.hex() if opened else None,
        mines=mines,
        kept=playing.kept,
        metrics=_metrics(summary) if summary else None,
        standing=protocol.Standing(standing.place, standing.wins, standing.best) if standing else None,
        remarks=list(summary.remarks) if summary else [],
        known_board=playing.known_board,
    )


def _metrics(summary: Summary) -> protocol.Metrics:
    return protocol.Metrics(
        bbbv=summary.bbbv,
        solved=summary.solved,
        left=summary.left,
        right=summary.right,
        chords=summary.chords,
        effective=summary.effective,
        clicks=summary.clicks,
        hints=summary.hints,
        undone=summary.undone,
        pauses=summary.pauses,
    )
