"""The properties of a kind of tournament, and what its table is made of."""

from __future__ import annotations

from ...value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Finish(Value):
    """The end of a race for a player."""

    player: str
    place: int  # from 1; equal results share a place
    status: str  # won, lost, drawn or abandoned


class Race(Value):
    """A race of a tournament, by its number in the order in which they were begun. Without results it is in play.

    A single player without an opponent has a bye.
    """

    number: int
    turn: int  # the round of the tournament, where it has rounds
    players: tuple[str, ...]
    results: tuple[Finish, ...] | None = None
    is_bye: bool = False
    is_void: bool = False  # it was never played to its end

    @property
    def is_open(self) -> bool:
        """Whether it is in play."""
        return self.results is None and not self.is_bye and not self.is_void


class Line(Value):
    """A line of the table."""

    place: int  # from 1; equal results share a place
    player: str
    points: int
    scores: tuple[int, ...]  # of the races, in the order in which they were begun
    streak: int  # wins in a row, up to now
    tie: int  # what decides between equal points, more is better


class Format(Value):
    """A kind of tournament. Its words are in the section `tournament` of the catalogue, under its name.

    Points and pairings are functions of the races, so that anybody can compute them again.
    """

    name: str
    order: int  # its place in lists
    most: int  # players of a race, where the mode allows
    has_turns: bool = False  # it is played in rounds, else for a time

    def standings(self, players: Iterable[str], races: Sequence[Race]) -> list[Line]:
        """Return the table, the best first; players who are equal stand in the order in which they came."""
        order = list(players)
        scores: dict[str, list[int]] = {player: [] for player in order}
        streaks = dict.fromkeys(order, 0)
        for race in races:
            for player in race.players if not race.is_open else ():
                score, streaks[player] = self.score(race, player, streaks[player])
                scores[player].append(score)
        points = {player: sum(scores[player]) for player in order}
        ties = dict.fromkeys(order, 0) | self.ties(races, points)
        found = sorted(order, key=lambda player: (-points[player], -ties[player]))
        lines: list[Line] = []
        for number, player in enumerate(found, 1):
            place, tie = number, ties[player]
            if lines and (lines[-1].points, lines[-1].tie) == (points[player], tie):
                place = lines[-1].place
            lines.append(Line(place, player, points[player], tuple(scores[player]), streaks[player], tie))
        return lines

    def score(self, race: Race, player: str, streak: int) -> tuple[int, int]:
        """Return the points of a player for a race that is over, and the wins in a row after it."""
        raise NotImplementedError

    def ties(self, races: Sequence[Race], points: dict[str, int]) -> dict[str, int]:
        """Return what decides between players with equal points, for those who have any of it."""
        raise NotImplementedError

    def groups(
        self, ready: Sequence[str], players: Sequence[str], races: Sequence[Race], seats: int | None = None
    ) -> list[tuple[str, ...]]:
        """Return who of those who are ready play together; a single player has a bye, or plays with the solver.

        `seats` are those of the mode, None for as many as are wanted.
        """
        raise NotImplementedError


def finish_of(race: Race, player: str) -> Finish | None:
    """Return how a player ended a race, None if they did not."""
    return next((one for one in race.results or () if one.player == player), None)
