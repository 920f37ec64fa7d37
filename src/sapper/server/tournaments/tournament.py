"""A tournament in memory: it follows its events and its races in the store, and adds to them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from ...phrase import Phrase
from ..protocol.refusal import Refusal
from .events import Entered, Finished, Readied, Withdrew, decode, encode
from .state import TournamentState

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ...history.store.tournaments import NewParty
    from ..services import Services
    from .events import AnyEvent

    Change = Callable[[int], tuple[Sequence[AnyEvent], Sequence[NewParty]]]

_TRIES = 8  # against another server that is always faster
_MOST_EVENTS = 100_000  # of a tournament
MOST_PAIRED = 200  # players of a tournament that is played in rounds, whose pairing takes a tenth of a second


class Tournament:
    """A tournament. Servers that share a store all have it, and the list of events decides who was first."""

    def __init__(self, services: Services, id_: str) -> None:
        self.id = id_
        self.state = TournamentState()
        self.looked_at = 0.0  # when a player asked for it last, in seconds of the server's clock
        self.seen: dict[str, float] = {}  # when a player asked for it here, by key
        self._services = services
        self._lock = asyncio.Lock()

    async def refresh(self) -> None:
        """Take what is new in the store."""
        async with self._lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        state, id_ = self.state, self.id
        seq, last = state.seq, state.last_round
        events, rounds = await self._services.reader.run(
            lambda store: (store.tournament_events(id_, seq), store.tournament_rounds(id_, last))
        )
        for event in map(decode, events):
            state.apply(event)
        state.take(rounds)

    async def change(self, made: Change) -> bool:
        """Store events, with the parties that are begun by them, and apply them; return whether there were any."""
        async with self._lock:
            for _ in range(_TRIES):
                await self._catch_up()
                events, races = made(self._services.time.wall())
                if not events:
                    return False
                if self.state.seq >= _MOST_EVENTS:
                    raise Refusal("limit", Phrase("refusal.tournament-full"))
                if await self._append(events, races):
                    for event in events:
                        self.state.apply(event)
                    return True
        raise Refusal("busy", Phrase("refusal.room-busy"))

    async def _append(self, events: Sequence[AnyEvent], races: Sequence[NewParty]) -> bool:
        id_, seq, now = self.id, self.state.seq, self._services.now()
        encoded = [encode(event) for event in events]
        is_over = self.state.is_over or any(isinstance(event, Finished) for event in events)
        return await self._services.writer.change(
            lambda store: store.append_tournament(id_, seq, encoded, now=now, is_over=is_over, races=races)
        )

    # What a player asks for

    async def enter(self, player: str, name: str) -> None:
        """Sign a player up."""

        def entered(at: int) -> tuple[list[AnyEvent], list[NewParty]]:
            known = self.state.entrants.get(player)
            if known is not None and known.name == name and not known.is_out:
                return [], []
            self._check_open()
            is_full = self.state.format.has_turns and len(self.state.entrants) >= MOST_PAIRED
            if known is None and is_full:
                raise Refusal("limit", Phrase("refusal.tournament-full"))
            return [Entered(at=at, player=player, name=name)], []

        await self.change(entered)

    async def be_ready(self, player: str, *, is_ready: bool, network: str = "", is_bot: bool = False) -> None:
        """Note that a player is ready for the next race, or not any more."""
        self.seen[player] = self._services.seconds()

        def readied(at: int) -> tuple[list[AnyEvent], list[NewParty]]:
            known = self.state.entrants.get(player)
            if known is None or (known.ready_at is not None) == is_ready:
                return [], []
            if is_ready:
                self._check_open()
            return [Readied(at=at, player=player, is_ready=is_ready, network=network, is_bot=is_bot)], []

        await self.change(readied)

    async def withdraw(self, player: str) -> None:
        """Let a player sit out."""

        def withdrew(at: int) -> tuple[list[AnyEvent], list[NewParty]]:
            known = self.state.entrants.get(player)
            return ([], []) if known is None or known.is_out else ([Withdrew(at=at, player=player)], [])

        await self.change(withdrew)

    def _check_open(self) -> None:
        if self.state.is_over:
            raise Refusal("rules", Phrase("refusal.tournament-over"))
