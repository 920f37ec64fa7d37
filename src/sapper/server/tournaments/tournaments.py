"""The tournaments of a server: the calendar, those in memory, and what is due in those that are played."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ...history.store import StoreError
from ...modes import MODES
from ...modes.tournaments import FORMATS
from ...modes.tournaments.calendar import HOUR, slots
from ...phrase import Phrase
from ..parties.events import Terms
from ..parties.modes import MODES as ROUNDS
from ..parties.tidy_text import tidy
from ..protocol.refusal import Refusal
from ..rooms import start
from .events import Announced, Begun, Finished, Paired, Readied, TournamentTerms, Voided, encode
from .races import new_party
from .state import LATEST
from .tournament import Tournament, Unreadable

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from typing import Any

    from ...history.store import Store
    from ...history.store.tournaments import NewParty
    from ...modes.tournaments.calendar import Slot
    from ..parties.parties import Parties
    from ..services import Services
    from .events import AnyEvent
    from .state import TournamentState
    from .tournament import Changed

log = logging.getLogger("sapper.server")

_TICK = 0.5  # seconds between looks at what is due
_CALENDAR = 60.0  # seconds between looks at the calendar
_AHEAD = 12 * HOUR  # of the calendar that is stored, and the weekly arena
_WEEK = 7 * 24 * HOUR
_WAIT = 8_000  # milliseconds that the first who is ready waits for others
_ALONE = 12_000  # the same, until the solver comes
_NEXT_TURN = 30_000  # after the last race of a round, for those who are not ready
_GONE = 20.0  # seconds without a question, after which a player is not ready any more
_LONGEST = 20 * 60_000  # milliseconds of a race, until it is void
_NOBODY = 15 * 60_000  # milliseconds that a tournament in rounds waits for two players
_UNWATCHED = 120.0  # seconds in memory without a question
_UNPLAYED = 2 * HOUR  # after which a tournament that nobody played is deleted
_LONGEST_NAME = 40  # letters
_LATEST_START = 30 * 24 * HOUR
_DAY = 24 * HOUR
_LISTED = 400


class Tournaments:
    """Makes the tournaments of the calendar and those of players, and begins their races when they are due.

    Every server does this. The store has one place for each arena of the calendar and for each next event, so that
    what two servers do at once happens once.
    """

    def __init__(self, services: Services, parties: Parties) -> None:
        self._services = services
        self._parties = parties
        self._tournaments: dict[str, Tournament] = {}
        self._unreadable: dict[str, float] = {}  # when they were read in vain, by id
        self._calendar_at = float("-inf")
        self._task = asyncio.create_task(self._run())
        self._is_busy = False

    @property
    def is_idle(self) -> bool:
        """Whether nothing is under way."""
        return not self._is_busy

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(_TICK)
            self._is_busy = True
            try:
                await self.tick()
            finally:
                self._is_busy = False

    def stop(self) -> None:
        """Stop at once."""
        self._task.cancel()

    # What is due

    async def tick(self) -> None:
        """Fill the calendar, and go on with the tournaments that are played. What fails for one stops no other."""
        services = self._services
        if services.seconds() - self._calendar_at >= _CALENDAR:
            self._calendar_at = services.seconds()
            if services.limits.calendar:
                await self._try("the calendar", self._fill_calendar())
            await self._try("the list of tournaments", self._find_in_play())
        for tournament in list(self._tournaments.values()):
            state = tournament.state
            if not state.is_over and services.time.wall() >= state.starts_at:
                await self._try(f"the tournament {tournament.id}", self._go_on(tournament))
        self._forget_unwatched()

    async def _try(self, what: str, work: Coroutine[Any, Any, None]) -> None:
        """Do a part of what is due; log why it failed."""
        try:
            await work
        except Refusal as refusal:
            log.info("%s: %s", what, refusal.why)
        except StoreError as error:
            log.warning("%s could not go on: %s", what, error)
        except Exception as error:
            self._services.counters.errors += 1
            log.error("%s could not go on: %s", what, type(error).__name__, exc_info=error)

    async def _find_in_play(self) -> None:
        now = self._services.now()
        for id_ in await self._services.reader.run(lambda store: store.tournaments_in_play(now)):
            if not self._is_unreadable(id_):
                self._tournaments.setdefault(id_, Tournament(self._services, id_))

    async def _fill_calendar(self) -> None:
        """Store the arenas of the next hours, and the next long one, where they are not stored yet."""
        services, now = self._services, self._services.now()
        announced = []
        for slot in slots(now - HOUR, now + _WEEK):
            ends_at = slot.starts_at + slot.minutes * 60
            if ends_at <= now or (slot.starts_at >= now + _AHEAD and not slot.is_weekly):
                continue
            with suppress(Refusal):  # such boards are too large for the limits of this server
                event = encode(Announced(at=now * 1000, terms=self._terms_of(slot)))
                announced.append((slot.id, event, slot.starts_at, ends_at))

        def begin(store: Store) -> None:
            for id_, event, starts_at, ends_at in announced:
                store.begin_tournament(id_, event, starts_at=starts_at, ends_at=ends_at, now=now)

        await services.writer.run(begin)

    def _terms_of(self, slot: Slot) -> TournamentTerms:
        return TournamentTerms(
            format=next(iter(FORMATS)),
            mode=next(mode.name for mode in MODES.values() if mode.is_secret and mode.is_match),
            rules=str(start.read_rules(slot.rules, self._services.limits)),
            starts_at=slot.starts_at,
            minutes=slot.minutes,
            slot="weekly" if slot.is_weekly else "hourly",
        )

    async def expire(self, now: int) -> None:
        """Delete tournaments that are long over, and those that nobody played."""
        before = now - int(self._services.limits.party_expire * _DAY)
        await self._services.writer.run(lambda store: store.delete_tournaments(before, now - _UNPLAYED))

    def _forget_unwatched(self) -> None:
        now = self._services.seconds()
        for one in list(self._tournaments.values()):
            if now - one.looked_at > _UNWATCHED and not one.state.open_races:
                self._forget(one)

    async def _go_on(self, tournament: Tournament) -> None:
        try:
            await self._change(tournament)
        except Unreadable as error:
            self._drop(tournament, error)

    def _drop(self, tournament: Tournament, error: Unreadable) -> None:
        """Forget a tournament that cannot be read, and do not try again for a minute."""
        log.warning("the tournament %s cannot be read: %s", tournament.id, error)
        self._unreadable[tournament.id] = self._services.seconds()
        self._forget(tournament)

    def _is_unreadable(self, id_: str) -> bool:
        return self._services.seconds() - self._unreadable.get(id_, float("-inf")) < _CALENDAR

    def _forget(self, tournament: Tournament) -> None:
        if self._tournaments.get(tournament.id) is tournament:
            del self._tournaments[tournament.id]

    async def _change(self, tournament: Tournament) -> None:
        if await tournament.change(lambda at: self._ended(tournament, at)):
            return
        if await tournament.change(lambda at: self._begun(tournament, at)):
            state = tournament.state
            for begin in state.begun:
                if begin.party and begin.turn == state.turn:  # in memory those who do not come are missed in time
                    await self._parties.find(begin.party)

    async def _ended(self, tournament: Tournament, at: int) -> Changed:
        """Return what is over: players who are gone, races that were never played, the tournament."""
        state, now = tournament.state, self._services.seconds()
        if state.is_over or at < state.starts_at:
            return [], []
        events: list[AnyEvent] = [
            Readied(at=at, player=one.player, is_ready=False)
            for one in state.ready
            if one.player in tournament.seen and now - tournament.seen[one.player] > _GONE
        ]
        events += [Voided(at=at, party=one.party) for one in state.open_races if at - one.at > _LONGEST]
        if self._is_over(state, at):
            events.append(Finished(at=at))
        return events, []

    @staticmethod
    def _is_over(state: TournamentState, at: int) -> bool:
        ends_at = state.ends_at
        if ends_at is not None:
            return at > ends_at + LATEST
        if state.open_races:
            return False
        last = max([state.starts_at, *(one.at for one in state.begun[-1:])])
        return state.turn >= state.terms.turns or (len(state.ready) < 2 and at - last > _NOBODY)

    async def _begun(self, tournament: Tournament, at: int) -> Changed:
        """Return the races that are due, with their parties."""
        state = tournament.state
        if state.is_over or not _is_due(state, at):
            return [], []
        entrants, groups = state.entrants, await tournament.groups()
        races: list[Paired] = []
        parties: list[NewParty] = []
        for group in groups:
            players = [entrants[player] for player in group]
            if len(group) == 1 and (state.format.has_turns or not self._can_solve(state)):
                if state.format.has_turns:
                    races.append(Paired(list(group)))
                continue
            number = len(state.begun) + len(races) + 1
            party = new_party(self._services, tournament.id, state, players, number, at)
            races.append(Paired(list(group), party.id))
            parties.append(party)
        return ([Begun(at=at, races=races)], parties) if races else ([], [])

    def _can_solve(self, state: TournamentState) -> bool:
        """Return whether the solver may play with somebody who is alone."""
        rules = start.read_rules(state.terms.rules, self._services.limits)
        return rules.level.cells <= self._services.limits.solver_cells

    # What players ask for

    async def find(self, id_: str, player: str = "") -> Tournament:
        """Return a tournament as it is now, or raise `Refusal`; a player who asks for it is here."""
        tournament, now = self._in_memory(id_), self._services.seconds()
        if not await self._is_read(tournament):
            raise Refusal("room", Phrase("refusal.no-tournament"))
        if player in tournament.state.entrants:
            tournament.seen[player] = now
        return tournament

    def _in_memory(self, id_: str) -> Tournament:
        """Return a tournament, which may have to be read, as one that a player asks for."""
        tournament = self._tournaments.setdefault(id_, Tournament(self._services, id_))
        tournament.looked_at = self._services.seconds()
        return tournament

    async def _is_read(self, tournament: Tournament) -> bool:
        """Take what is new of a tournament; return whether there is one that can be read."""
        if self._is_unreadable(tournament.id):
            self._forget(tournament)
            return False
        try:
            await tournament.refresh()
        except Unreadable as error:
            self._drop(tournament, error)
            return False
        if not tournament.state.seq:
            self._forget(tournament)
        return tournament.state.seq > 0

    async def make(self, terms: TournamentTerms, by: str) -> Tournament:
        """Make a tournament of a player, or raise `Refusal`."""
        services, now = self._services, self._services.now()
        self.check(terms)
        soon = await self.near(now - 4 * HOUR, now + _LATEST_START)
        if sum(not one.state.terms.slot and not one.state.is_over for one in soon) >= services.limits.tournaments:
            raise Refusal("limit", Phrase("refusal.too-many-tournaments"))
        event, id_ = encode(Announced(at=services.time.wall(), terms=terms, by=by)), services.new_id()
        ends_at = terms.starts_at + terms.minutes * 60
        await services.writer.run(
            lambda store: store.begin_tournament(id_, event, starts_at=terms.starts_at, ends_at=ends_at, now=now)
        )
        return await self.find(id_)

    def tidy(self, terms: TournamentTerms) -> TournamentTerms:
        """Return terms with a name that cannot deceive, and rules in their usual form."""
        rules = start.read_rules(terms.rules, self._services.limits)
        return replace(terms, name=tidy(terms.name, _LONGEST_NAME), rules=str(rules), slot="")

    def check(self, terms: TournamentTerms) -> None:
        """Raise `Refusal` if something cannot be played like this."""
        rules, now = start.read_rules(terms.rules, self._services.limits), self._services.now()
        mode = MODES[terms.mode]
        if mode.is_team or mode.has_boards:
            raise Refusal("rules", Phrase("refusal.tournament-mode"))
        if rules.practice:
            raise Refusal("rules", Phrase("refusal.no-practice"))
        ROUNDS[terms.mode].check_terms(Terms(mode=terms.mode, rules=terms.rules), rules)
        if not now - 60 <= terms.starts_at <= now + _LATEST_START:
            raise Refusal("rules", Phrase("refusal.tournament-time"))

    async def near(self, since: int, until: int) -> list[Tournament]:
        """Return the tournaments that begin in a time and can be read, in their order."""
        services, found = self._services, []
        for stored in await services.reader.run(lambda store: store.tournaments_near(since, until, _LISTED)):
            one = self._in_memory(stored.id)
            if one.state.seq >= stored.length or await self._is_read(one):
                found.append(one)
        return found


def _is_due(state: TournamentState, at: int) -> bool:
    """Return whether races begin now: all are ready, or the first of them has waited for long."""
    ready = state.ready
    if at < state.starts_at or not ready or (state.ends_at is not None and at >= state.ends_at):
        return False
    is_everybody = len(ready) > 1 and not state.awaited
    if not state.format.has_turns:
        waited = at - max(state.starts_at, min(one.ready_at or 0 for one in ready))
        return (is_everybody and not (state.open_races and waited < _WAIT)) or waited >= (
            _WAIT if len(ready) > 1 else _ALONE
        )
    if state.open_races or state.turn >= state.terms.turns or len(ready) < 2:
        return False
    ended = [played.ended_at for played in state.rounds.values()]
    return is_everybody or at - max([state.starts_at, *ended]) >= _NEXT_TURN
