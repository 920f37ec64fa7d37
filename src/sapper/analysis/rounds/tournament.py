"""A tournament that is over in one file: its races with all replays, the table, and the signature of the server.

The table is computed again from the races, and those from their replays; in a tournament with rounds also who played
against whom. Who was ready when is covered by the signature.
"""

from __future__ import annotations

import json

from ...modes.tournaments import FORMATS, Finish, Race
from ...phrase import Phrase
from ...replay.bounds import LIBRARY
from ...value import Value
from . import signed_file
from .model import RoundError, RoundFile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ...modes.tournaments import Format, Line
    from ...replay.bounds import Bounds

FORMAT = "sapper tournament 1"
_MOST_PLAYERS = 100_000
_MOST_RACES = 100_000


class TournamentRace(Value):
    """A race of a tournament: the round that it was, None for a bye or a race that does not count."""

    turn: int
    players: tuple[int, ...]  # by their place in the list of players; their seats in the round are in this order
    is_bye: bool
    played: RoundFile | None

    __hash__ = None  # type: ignore[assignment]


class TournamentFile(Value):
    """A tournament that is over."""

    id: str
    name: str
    format_name: str
    rules: str
    starts_at: int  # milliseconds since 1970
    ends_at: int  # 0 where it was played in rounds
    players: tuple[str, ...]  # their names, in the order in which they came
    races: tuple[TournamentRace, ...]  # in the order in which they were begun
    table: tuple[tuple[int, int, int, int], ...]  # place, player, points and what decides between equal ones
    key: bytes = b""  # of the server that signed it
    proof: bytes = b""

    __hash__ = None  # type: ignore[assignment]

    @property
    def format(self) -> Format:
        """The kind of the tournament."""
        return FORMATS[self.format_name]

    @property
    def lines(self) -> list[Line]:
        """The table that the races give; a player is the number in the list, as text."""
        return self.format.standings(map(str, range(len(self.players))), self._races())

    def _races(self) -> list[Race]:
        return [self._race(number, race) for number, race in enumerate(self.races, 1)]

    def _race(self, number: int, race: TournamentRace) -> Race:
        players, played = tuple(map(str, race.players)), race.played
        counts = played is not None and (not self.ends_at or played.ended_at <= self.ends_at)
        results = None
        if played is not None and counts:
            seats = [line for line in played.result if line.seat < len(players)]
            results = tuple(Finish(players[line.seat], line.place, line.status) for line in seats)
        return Race(number, race.turn, players, results, race.is_bye, is_void=not (race.is_bye or counts))

    def problems(self) -> list[Phrase]:
        """Return what does not add up: a race, the table, or who played against whom."""
        found: list[Phrase] = []
        for number, race in enumerate(self.races, 1):
            problems = race.played.problems() if race.played is not None else []
            found += [Phrase("error.tournament-race", number=number, problem=problem) for problem in problems]
        given = [(line.place, int(line.player), line.points, line.tie) for line in self.lines]
        if list(self.table) != given:
            found.append(Phrase("error.tournament-table"))
        return found + self._other_pairs()

    def _other_pairs(self) -> list[Phrase]:
        """Return the rounds of the tournament in which others should have met."""
        if not self.format.has_turns:
            return []
        found, races = [], self._races()
        players = [str(number) for number in range(len(self.players))]
        for turn in dict.fromkeys(race.turn for race in races):
            begun = [race.players for race in races if race.turn == turn]
            ready = [player for group in begun for player in group]
            due = self.format.groups(ready, players, [race for race in races if race.turn < turn])
            if due != begun:
                found.append(Phrase("error.tournament-pairs", number=turn))
        return found

    def signed(self, secret: bytes) -> TournamentFile:
        """Return the file with the signature of the server that has this secret."""
        key, proof = signed_file.sign(self, secret)
        return self.replace(key=key, proof=proof)

    @property
    def signer(self) -> bytes | None:
        """The key of the server that signed the file, None if it is not signed or the signature is wrong."""
        return signed_file.signer_of(self)

    def body(self) -> dict[str, Any]:
        """Return everything in the file but the signature."""
        return {
            "format": FORMAT,
            "id": self.id,
            "name": self.name,
            "kind": self.format_name,
            "rules": self.rules,
            "starts_at": self.starts_at,
            "ends_at": self.ends_at,
            "players": list(self.players),
            "races": [
                [race.turn, list(race.players), race.is_bye, None if race.played is None else race.played.body()]
                for race in self.races
            ],
            "table": [list(line) for line in self.table],
        }

    def dump(self) -> str:
        """Return the file as JSON."""
        return signed_file.dump(self)

    @classmethod
    def load(cls, data: bytes, bounds: Bounds = LIBRARY) -> TournamentFile:
        """Read a file and verify its replays; raise `RoundError` if it is no tournament."""
        try:
            given = json.loads(data)
            if given["format"] != FORMAT or given["kind"] not in FORMATS:
                raise ValueError("format")
            players = tuple(map(str, given["players"][:_MOST_PLAYERS]))
            return cls(
                str(given["id"]),
                str(given["name"]),
                str(given["kind"]),
                str(given["rules"]),
                int(given["starts_at"]),
                int(given["ends_at"]),
                players,
                tuple(_race(len(players), bounds, *values) for values in given["races"][:_MOST_RACES]),
                tuple(
                    (int(place), int(player), int(points), int(tie)) for place, player, points, tie in given["table"]
                ),
                *signed_file.signature_in(given),
            )
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise RoundError(Phrase("error.not-a-tournament", reason=type(error).__name__)) from None


def is_tournament(data: bytes) -> bool:
    """Return whether a file looks like a tournament that is over."""
    return FORMAT.encode() in data[:200]


def _race(count: int, bounds: Bounds, turn: int, players: list[int], is_bye: bool, played: Any) -> TournamentRace:
    if len(set(players)) != len(players) or not all(0 <= int(player) < count for player in players):
        raise ValueError("players")
    return TournamentRace(
        int(turn), tuple(players), bool(is_bye), None if played is None else RoundFile.of(played, bounds)
    )
