"""A tournament in memory: it follows its events and its races in the store, and adds to them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec

from ...errors import SapperError
from ...modes import MODES
from ...phrase import Phrase
from ..protocol.refusal import Refusal
from .events import Entered, Finished, Readied, Withdrew, decode, encode
from .state import TournamentState

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Coroutine, Sequence
    from typing import Any

    from ...history.store import Store
    from ...history.store.finished_rounds import FinishedRound
    from ...history.store.tournaments import NewParty
    from ...modes.tournaments import Line
    from ..services import Services
    from .events import AnyEvent
    from .state import Entrant

    Changed = tuple[Sequence[AnyEvent], Sequence[NewParty]]
    Change = Callable[[int], Awaitable[Changed]]

_TRIES = 32  # against other servers: each time one of them has stored something meanwhile
_MOST_EVENTS = 100_000  # of a tournament: then its players change nothing more, and the server ends it
_MOST_CHANGES = 60  # of a player between two races
_FRESH = 0.5  # seconds for which what was read is shown: those who wait ask every second, and a race begins in six
_MOST_TOGETHER = 200  # changes of players in a commit
_AT_ONCE = 500  # events that are applied between turns for others: a millisecond
MOST_PAIRED = 200  # players of a tournament that is played in rounds, whose pairing takes a fifth of a second


class Unreadable(SapperError):
    """The stored events of a tournament cannot be read."""


class Tournament:
    """A tournament. Servers that share a store all have it, and the list of events decides who was first.

    Changes take turns. Nobody who only looks waits for them: what is stored is read by one for all who ask meanwhile.
    """

    def __init__(self, services: Services, id_: str) -> None:
        self.id = id_
        self.state = TournamentState()
        self.looked_at = 0.0  # when a player asked for it last, in seconds of the server's clock
        self.seen: dict[str, float] = {}  # when a player asked for it here, by key
        self._services = services
        self._lock = asyncio.Lock()
        self._wanted: list[_Wanted] = []  # changes under way
        self._reading, self._read_at = _Shared(), float("-inf")
        self._tabulating, self._tabulated = _Shared(), -1
        self._lines: list[Line] = []

    async def refresh(self) -> None:
        """Take what is new in the store, unless that was done a moment ago."""
        if asyncio.get_running_loop().time() - self._read_at >= _FRESH:
            await self._reading.run(self._catch_up)

    async def _catch_up(self) -> None:
        state, id_ = self.state, self.id
        seq, last = state.seq, state.last_round

        def read(store: Store) -> tuple[list[AnyEvent] | Unreadable, list[FinishedRound]]:
            return _decoded(store.tournament_events(id_, seq)), store.tournament_rounds(id_, last)

        events, rounds = await self._services.reader.run(read)
        if isinstance(events, Unreadable):
            raise events
        for start in range(0, len(events), _AT_ONCE):
            if start:
                await asyncio.sleep(0)
            self._apply(seq + start, events[start : start + _AT_ONCE])
        state.take(rounds)
        self._read_at = asyncio.get_running_loop().time()

    def _apply(self, seq: int, events: Sequence[AnyEvent]) -> None:
        """Apply the events that follow the first `seq` of the list, as far as they are not applied yet."""
        try:
            for event in events[self.state.seq - seq :]:
                self.state.apply(event)
        except (LookupError, StopIteration) as error:
            raise Unreadable(f"an event is about what there is not: {error}") from None

    async def change(self, made: Change, player: str = "") -> bool:
        """Store events, with the parties that are begun by them, and apply them; return whether there were any.

        What several players want at once is stored in one commit.
        """
        one = _Wanted(made, player)
        self._wanted.append(one)
        try:
            async with self._lock:
                if not one.is_done:
                    await self._store(self._together_with(one))
        finally:
            self._wanted.remove(one)
        if one.refusal is not None:
            raise one.refusal
        return one.has_changed

    def _together_with(self, one: _Wanted) -> list[_Wanted]:
        """Return a change with those of other players that wait: each is computed from the state before all of them.

        Where there is a limit of players, each change counts them.
        """
        if not one.player or self.state.format.has_turns:
            return [one]
        first = {one.player: one}
        for other in self._wanted:
            if other.player and not other.is_done:
                first.setdefault(other.player, other)
        return list(first.values())[:_MOST_TOGETHER]

    async def _store(self, changes: Sequence[_Wanted]) -> None:
        for _ in range(_TRIES):
            await self._catch_up()
            seq, at = self.state.seq, self._services.time.wall()
            made = [await one.compute(at) for one in changes]
            events = [event for found, _ in made for event in found]
            races = [race for _, found in made for race in found]
            if events and not await self._append(seq, events, races):
                continue
            self._apply(seq, events)
            for one, (found, _) in zip(changes, made, strict=True):
                one.is_done, one.has_changed = True, bool(found)
            return
        raise Refusal("busy", Phrase("refusal.room-busy"))

    async def _append(self, seq: int, events: Sequence[AnyEvent], races: Sequence[NewParty]) -> bool:
        id_, now = self.id, self._services.now()
        encoded = [encode(event) for event in events]
        is_over = self.state.is_over or any(isinstance(event, Finished) for event in events)
        return await self._services.writer.change(
            lambda store: store.append_tournament(id_, seq, encoded, now=now, is_over=is_over, races=races)
        )

    # What takes long is computed in a thread

    async def table(self) -> list[Line]:
        """Return the table."""
        for _ in range(2):  # what is under way may be about an earlier table
            if self._tabulated != self.state.table_version:
                await self._tabulating.run(self._tabulate)
        return self._lines

    async def _tabulate(self) -> None:
        state = self.state
        version, format_, players, races = state.table_version, state.format, [*state.entrants], [*state.races]
        self._lines = await self._services.workers.run(lambda _: format_.standings(players, races))
        self._tabulated = version

    async def groups(self) -> list[tuple[str, ...]]:
        """Return who of those who are ready play together."""
        state = self.state
        format_, players, races = state.format, [*state.entrants], [*state.races]
        ready, seats = [one.player for one in state.ready], MODES[state.terms.mode].seats
        return await self._services.workers.run(lambda _: format_.groups(ready, players, races, seats))

    # What a player asks for

    async def enter(self, player: str, name: str) -> None:
        """Sign a player up."""

        async def entered(at: int) -> Changed:
            known = self.state.entrants.get(player)
            if known is not None and known.name == name and not known.is_out:
                return [], []
            self._check_open(known)
            is_full = self.state.format.has_turns and len(self.state.entrants) >= MOST_PAIRED
            if known is None and is_full:
                raise Refusal("limit", Phrase("refusal.tournament-full"))
            return [Entered(at=at, player=player, name=name)], []

        await self.change(entered, player)

    async def be_ready(self, player: str, *, is_ready: bool, network: str = "", is_bot: bool = False) -> None:
        """Note that a player is ready for the next race, or not any more."""
        self.seen[player] = self._services.seconds()

        async def readied(at: int) -> Changed:
            known = self.state.entrants.get(player)
            if known is None or (known.ready_at is not None) == is_ready:
                return [], []
            if is_ready:
                self._check_open(known)
            return [Readied(at=at, player=player, is_ready=is_ready, network=network, is_bot=is_bot)], []

        await self.change(readied, player)

    async def withdraw(self, player: str) -> None:
        """Let a player sit out, which is never refused."""

        async def withdrew(at: int) -> Changed:
            known = self.state.entrants.get(player)
            return ([], []) if known is None or known.is_out else ([Withdrew(at=at, player=player)], [])

        await self.change(withdrew, player)

    def _check_open(self, known: Entrant | None) -> None:
        """Raise `Refusal` if a player can change nothing more."""
        if self.state.is_over:
            raise Refusal("rules", Phrase("refusal.tournament-over"))
        if self.state.seq >= _MOST_EVENTS:
            raise Refusal("limit", Phrase("refusal.tournament-full"))
        if known is not None and known.changes >= _MOST_CHANGES:
            raise Refusal("limit", Phrase("refusal.too-many-changes"))


def _decoded(stored: Sequence[bytes]) -> list[AnyEvent] | Unreadable:
    try:
        return list(map(decode, stored))
    except msgspec.DecodeError as error:
        return Unreadable(str(error))


class _Wanted:
    """A change that is to be made, and what became of it."""

    def __init__(self, made: Change, player: str) -> None:
        self.player = player  # who wants it; empty for the server
        self.is_done = False
        self.has_changed = False
        self.refusal: Refusal | None = None
        self._made = made

    async def compute(self, at: int) -> Changed:
        """Return the events of the change, none if it is refused."""
        self.refusal = None
        try:
            return await self._made(at)
        except Refusal as refusal:
            self.refusal = refusal
            return [], []


class _Shared:
    """Work that is done once for all who ask for it meanwhile. It goes on if one of them is gone."""

    def __init__(self) -> None:
        self._task: asyncio.Task[None] | None = None

    async def run(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do the work, or wait for its end."""
        if self._task is None:
            self._task = asyncio.create_task(work())
            self._task.add_done_callback(self._done)
        await asyncio.shield(self._task)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._task = None
        if not task.cancelled():
            task.exception()  # marks it as seen: all who asked may be gone
