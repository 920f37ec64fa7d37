"""Tournaments: each is a list of events, which grows as that of a party does; its races are rounds of parties."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...value import Value
from .errors import StoreError
from .finished_rounds import FINISHED_ROUND
from .parties import Parties

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .finished_rounds import FinishedRound
    from .parties import PartyListing

_RACES = "select party from tournament_race where tournament = $1"
_PLAYED = f"{FINISHED_ROUND} where party in ({_RACES}) and number = 1 and id > $2 order by id"

_ADD_RACE = "insert into tournament_race (party, tournament) values ($1, $2)"


class NewParty(Value):
    """A party that is begun for a race."""

    id: str
    code: str
    events: tuple[bytes, ...]
    listing: PartyListing


class StoredTournament(Value):
    """A tournament as lists find it."""

    id: str
    length: int  # of its events
    is_over: bool


class Tournaments(Parties):
    """The methods on tournaments."""

    def begin_tournament(self, tournament: str, event: bytes, *, starts_at: int, ends_at: int, now: int) -> bool:
        """Begin a tournament; return False if there is one with its id."""
        statement = """
insert into tournament (id, seq, starts_at, ends_at, is_over, changed_at) values ($1, 1, $2, $3, $4, $5)
on conflict do nothing
"""
        with self._commit():
            is_new = self._database.run(statement, tournament, starts_at, ends_at, False, now) == 1
            if is_new:
                self._append_to_tournament(tournament, 0, [event])
        return is_new

    def append_tournament(
        self,
        tournament: str,
        expected_seq: int,
        events: Sequence[bytes],
        *,
        now: int,
        is_over: bool = False,
        races: Sequence[NewParty] = (),
    ) -> bool:
        """Add events to a tournament that has `expected_seq` of them; return False if it is longer by now, or gone.

        The parties of its next races are begun in the same commit.
        """
        statement = "update tournament set seq = $1, is_over = $2, changed_at = $3 where id = $4 and seq = $5"
        with self._commit():
            grown = (expected_seq + len(events), is_over, now, tournament, expected_seq)
            is_next = self._database.run(statement, *grown) == 1
            if is_next:
                self._append_to_tournament(tournament, expected_seq, events)
                for race in races:
                    if not self._begin_party(race.id, race.code, race.events, race.listing, now=now):
                        raise StoreError("no code for a new room was free")
                    self._database.run(_ADD_RACE, race.id, tournament)
        return is_next

    def _append_to_tournament(self, tournament: str, seq: int, events: Sequence[bytes]) -> None:
        statement = "insert into tournament_event (tournament, seq, data) values ($1, $2, $3)"
        for number, event in enumerate(events, seq + 1):
            self._database.run(statement, tournament, number, event)

    def tournament_events(self, tournament: str, after: int = 0) -> list[bytes]:
        """Return the events of a tournament from the number `after` on."""
        statement = "select data from tournament_event where tournament = $1 and seq > $2 order by seq"
        return self._column(statement, tournament, after)

    def tournament_rounds(self, tournament: str, after: int = 0) -> list[FinishedRound]:
        """Return the races that are over, from the number `after` of a round on, in the order in which they ended."""
        with self._commit(reading=True):
            return self._finished(self._database.rows(_PLAYED, tournament, after))

    def tournaments_in_play(self, now: int) -> list[str]:
        """List tournaments that have begun, and are not over."""
        return self._column("select id from tournament where not is_over and starts_at <= $1", now)

    def tournaments_near(self, since: int, until: int, limit: int) -> list[StoredTournament]:
        """List tournaments that begin in a time, in their order."""
        statement = """
select id, seq, is_over from tournament where starts_at >= $1 and starts_at < $2 order by starts_at, id limit $3
"""
        rows = self._database.rows(statement, since, until, limit)
        return [StoredTournament(id_, length, bool(is_over)) for id_, length, is_over in rows]

    def delete_tournaments(self, before: int, unplayed_before: int) -> None:
        """Delete tournaments that ended before a time, and those that began before a time and were never played."""
        old = "select id from tournament where changed_at < $1 and is_over"
        unplayed = """
select id from tournament
where is_over and starts_at < $1
  and not exists (select 1 from tournament_race where tournament_race.tournament = tournament.id)
"""
        with self._commit():
            for tournament in {*self._column(old, before), *self._column(unplayed, unplayed_before)}:
                for statement in (
                    "delete from tournament_event where tournament = $1",
                    "delete from tournament_race where tournament = $1",
                    "delete from tournament where id = $1",
                ):
                    self._database.run(statement, tournament)
