"""A tournament as its events and the results of its races say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from ...modes.tournaments import FORMATS, Finish, Race
from .events import Announced, Begun, Entered, Finished, Readied, TournamentTerms, Voided, Withdrew

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...history.store.finished_rounds import FinishedRound
    from ...modes.tournaments import Format, Line
    from .events import AnyEvent

LATEST = 5_000  # milliseconds after the end in which a race that was over in time may still be stored


class Entrant(Struct):
    """A player of a tournament."""

    player: str
    name: str
    ready_at: int | None = None  # milliseconds since 1970, while the player waits for a race
    is_out: bool = False  # sits out
    race: int | None = None  # the number of the last race, until the player is ready for another one
    network: str = ""
    is_bot: bool = False
    changes: int = 0  # of the player's own since the last race


class Begin(Struct):
    """A race that was begun."""

    number: int
    turn: int
    players: tuple[str, ...]
    party: str
    at: int
    is_void: bool = False


class TournamentState:
    """The players of a tournament, its races, and the table that follows."""

    def __init__(self, events: Iterable[AnyEvent] = ()) -> None:
        self.seq = 0
        self.terms = TournamentTerms(format=next(iter(FORMATS)), mode="", rules="", starts_at=0)
        self.by = ""
        self.is_over = False
        self.entrants: dict[str, Entrant] = {}
        self.begun: list[Begin] = []
        self.turn = 0
        self.rounds: dict[str, FinishedRound] = {}  # by party
        self.last_round = 0  # the number of the last of them in the store
        self.table_version = 0  # grows with what changes the table
        self._races: list[Race] | None = []
        for event in events:
            self.apply(event)

    # What is so

    @property
    def format(self) -> Format:
        """The kind of the tournament."""
        return FORMATS[self.terms.format]

    @property
    def starts_at(self) -> int:
        """The start, in milliseconds since 1970."""
        return self.terms.starts_at * 1000

    @property
    def ends_at(self) -> int | None:
        """The end, in milliseconds since 1970; None where it is played in rounds."""
        return None if self.format.has_turns else self.starts_at + self.terms.minutes * 60_000

    @property
    def races(self) -> list[Race]:
        """The races, in the order in which they were begun."""
        if self._races is None:
            self._races = [self._race(one) for one in self.begun]
        return self._races

    @property
    def lines(self) -> list[Line]:
        """The table, which takes long if there are many races."""
        return self.format.standings(self.entrants, self.races)

    @property
    def ready(self) -> list[Entrant]:
        """The players who wait for a race."""
        return [one for one in self.entrants.values() if one.ready_at is not None]

    @property
    def open_races(self) -> list[Begin]:
        """The races in play."""
        return [begin for begin, race in zip(self.begun, self.races, strict=True) if race.is_open]

    def race_of(self, player: str) -> Begin | None:
        """Return the race that a player is in, None if there is none, or it is over."""
        entrant = self.entrants.get(player)
        if entrant is None or entrant.race is None or not self.races[entrant.race - 1].is_open:
            return None
        return self.begun[entrant.race - 1]

    @property
    def awaited(self) -> list[Entrant]:
        """The players who are neither ready, nor in a race, nor sit out."""
        return [
            one
            for one in self.entrants.values()
            if one.ready_at is None and not one.is_out and self.race_of(one.player) is None
        ]

    # Changes

    def apply(self, event: AnyEvent) -> None:
        """Take the next event of the list."""
        match event:
            case Announced():
                self.terms, self.by = event.terms, event.by
            case Entered():
                if event.player not in self.entrants:
                    self.entrants[event.player] = Entrant(event.player, event.name)
                    self.table_version += 1
                entrant = self.entrants[event.player]
                entrant.name = event.name
                entrant.changes += 1
            case Readied():
                self._ready(self.entrants[event.player], event)
            case Withdrew():
                entrant = self.entrants[event.player]
                entrant.ready_at, entrant.is_out = None, True
            case Begun():
                self._begin(event)
            case Voided():
                next(one for one in self.begun if one.party == event.party).is_void = True
                self._change_races()
            case Finished():
                self.is_over = True
                self._change_races()
        self.seq += 1

    def take(self, rounds: Iterable[FinishedRound]) -> None:
        """Take the races that are over; one that ended too late does not count."""
        for played in rounds:
            self.last_round = max(self.last_round, played.id)
            self.rounds[played.party] = played
            self._change_races()

    def _change_races(self) -> None:
        self._races = None
        self.table_version += 1

    def _ready(self, entrant: Entrant, event: Readied) -> None:
        entrant.ready_at = event.at if event.is_ready else None
        if event.is_ready:
            entrant.is_out, entrant.race = False, None
            entrant.network, entrant.is_bot = event.network, event.is_bot
            entrant.changes += 1

    def _begin(self, event: Begun) -> None:
        self.turn += 1
        for paired in event.races:
            number = len(self.begun) + 1
            self.begun.append(Begin(number, self.turn, tuple(paired.players), paired.party, event.at))
            for player in paired.players:
                entrant = self.entrants[player]
                entrant.ready_at, entrant.race, entrant.changes = None, number, 0
        self._change_races()

    def _race(self, begin: Begin) -> Race:
        played = self.rounds.get(begin.party)
        results = None
        if played is not None:
            seats = [seat for seat in played.seats if seat.seat < len(begin.players)]
            results = tuple(Finish(begin.players[seat.seat], seat.place, seat.status) for seat in seats)
        ends_at = self.ends_at
        is_late = ends_at is not None and (played.ended_at > ends_at if played is not None else self.is_over)
        return Race(
            begin.number,
            begin.turn,
            begin.players,
            None if is_late or begin.is_void else results,
            is_bye=not begin.party,
            is_void=begin.is_void or is_late,
        )
