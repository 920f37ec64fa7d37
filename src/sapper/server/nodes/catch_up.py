"""Catching up with the moves of other servers: they are read from the log, applied and shown."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from ...errors import SapperError
from ...history.store import StoreError, Tail
from ...history.store.rows import Head
from ..operations.memory import NoMemory
from ..protocol.refusal import Refusal, as_sentence
from ..rooms import start
from ..rooms.restore import all_ids, entries_of, from_log

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...history.store import Store, Stored
    from ..rooms.game import RoomGame
    from ..rooms.pending import Pending
    from ..rooms.replica import GameReplica
    from ..services import Services

_AT_ONCE = 64  # actions that are applied without a thread
#: What a hint that does not say how far a room is means: further than anybody knows.
UNKNOWN = Head(1 << 63, "", 0, is_finished=False)


class Known(NamedTuple):
    """The part of a room that a server knows: its newest game and the actions of that."""

    room: str
    game: int  # 0 if it is not stored yet
    last: int  # the newest stored game of the room, 0 if there is none
    public_id: str
    seq: int
    is_finished: bool

    def is_behind(self, head: Head) -> bool:
        """Return whether the room has gone on elsewhere."""
        return head.game > self.last or (
            head.game == self.game and not self.is_finished and (head.is_finished or head.seq > self.seq)
        )


class News(NamedTuple):
    """The part of a room that a server does not know yet."""

    newest: int  # the number of the newest game
    game: int = 0  # the number of the game that the server knows, 0 if it is not stored yet
    tail: Tail = Tail()
    stored: Stored | None = None  # the whole game, if it is over or the room has gone on to another

    @property
    def needs_tail(self) -> bool:
        """Whether the game goes on, and what was added to it has to be read."""
        return bool(self.game) and self.stored is None and self.newest == self.game


def read_news(store: Store, asked: Sequence[tuple[Known, Head]]) -> list[News | None]:
    """Return what is new in each of these rooms; None where nothing is.

    A hint about the game that a room knows saves the question which game is its newest, unless that game is over.
    """
    hinted = [(known.game, known.seq) for known, hint in asked if known.game and known.game == hint.game]
    tails = store.entries_after(hinted) if hinted else {}
    rest = [known for known, _ in asked if known.game not in tails]
    found = dict(zip(rest, _read_newest(store, rest), strict=True)) if rest else {}
    return [found[known] if known in found else News(known.game, known.game, tails[known.game]) for known, _ in asked]


def _read_newest(store: Store, rooms: Sequence[Known]) -> list[News | None]:
    """Return what is new in each of these rooms, which may have gone on to another game."""
    heads = store.heads([known.room for known in rooms])
    news: list[News | None] = []
    for known in rooms:
        head = heads.get(known.room)
        news.append(_look(store, known, head) if head is not None and known.is_behind(head) else None)
    grown = [(one.game, known.seq) for known, one in zip(rooms, news, strict=True) if one and one.needs_tail]
    tails = store.entries_after(grown) if grown else {}
    return [one._replace(tail=tails.get(one.game, one.tail)) if one and one.needs_tail else one for one in news]


def _look(store: Store, known: Known, head: Head) -> News:
    game = known.game or (head.game if head.public_id == known.public_id else 0)
    stored = None
    if game and not known.is_finished and (head.is_finished or head.game != game):
        with suppress(StoreError):  # it was deleted
            stored = store.load(game)
    return News(head.game, game, stored=stored)


async def follow(game: RoomGame, news: News | None = None) -> None:
    """Catch up, with what was read already, if the store can be read: what is missing is taken the next time."""
    with suppress(Refusal, SapperError):
        await (catch_up(game) if news is None else take(game, news))


async def catch_up(game: RoomGame) -> None:
    """Take what other servers have played in a room, or the game that they began; raise `StoreError`."""
    if game.services.is_shared:
        await take(game, await game.news())


def take_moves(game: RoomGame, news: News) -> list[Pending] | None:
    """Apply, show and return the moves of others where that is all there is to do; return None where it is not."""
    replica = game.replica
    if replica is None or replica.number != news.game or not news.needs_tail or _takes_long(replica, news.tail):
        return None
    game.actions.is_stale = True  # until all of it is applied
    played = _apply(game.services, replica, news.tail)
    game.actions.is_stale = False
    game.note_rivals()
    game.publication.show_others(replica, played)
    return played


async def take(game: RoomGame, news: News | None) -> None:
    """Take what was read about a room."""
    if news is None:
        return
    replica = game.replica
    if replica is not None and news.game:
        replica.number = news.game
        game.actions.is_stale = True  # until all of it is applied
        seq = replica.game.seq
        played = await apply_tail(
            game.services, replica, news.tail if news.stored is None else _tail_of(news.stored, seq)
        )
        game.actions.is_stale = False
        game.note_rivals()
        if news.stored is not None and news.stored.finished:
            replica.finished_id = news.game
        game.publication.show_others(replica, played)
        await game.end_if_over(replica, played)
    if news.newest != news.game:
        await load_newest(game)


async def load_newest(game: RoomGame) -> None:
    """Go on with the newest game of a room, which another server began."""
    reader = game.services.reader
    found = await reader.run(lambda store: start.last_game(store, game.room, game.owner))
    if found is None:
        return
    game.background.stop()
    try:
        await game.load(found, game.memory.address)
    except NoMemory as error:
        raise Refusal("limit", as_sentence(error)) from None
    assert game.replica is not None
    game.publication.audience.send_new_game(game.replica, None, "")


async def apply_tail(services: Services, replica: GameReplica, tail: Tail) -> list[Pending]:
    """Apply what other servers have played to the replica, and return it as what is shown to people."""
    if _takes_long(replica, tail):
        return await services.workers.run(lambda _: _apply(services, replica, tail))
    return _apply(services, replica, tail)


def _takes_long(replica: GameReplica, tail: Tail) -> bool:
    """Return whether actions have to be applied in a thread."""
    has_to_search = replica.is_searched_for and replica.game.first is None
    return bool(tail.entries) and (replica.is_large or has_to_search or len(tail.entries) > _AT_ONCE)


def _apply(services: Services, replica: GameReplica, tail: Tail) -> list[Pending]:
    if not tail.entries:
        return []
    now = services.clock()
    applied = [
        from_log(replica, replica.apply(entry, now), entry, one, now)
        for entry, one in zip(tail.entries, tail.ids, strict=True)
    ]
    services.time.run_clock(replica, tail.played_at, now)
    return applied


def _tail_of(stored: Stored, seq: int) -> Tail:
    """Return the actions of a whole game after the first ones."""
    return Tail(tuple(entries_of(stored)[seq:]), tuple(all_ids(stored)[seq:]), stored.played_at)
