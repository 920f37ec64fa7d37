"""A Swiss tournament: in each round everybody plays against one other with about as many points, and never twice.

The pairings follow from the results alone. A second bye is avoided first, then a rematch, then a large difference of
points. Nobody has a colour, so nothing else is balanced.
"""

from __future__ import annotations

from .format import Format, finish_of
from .matching import FREE, augment, largest_matching

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .format import Line, Race

_WIN, _DRAW = 2, 1


class _Swiss(Format):
    def score(self, race: Race, player: str, streak: int) -> tuple[int, int]:
        """Return 2 points for a win or a bye, 1 for a draw; who gives up, or does not come, has none."""
        finish = finish_of(race, player)
        if race.is_bye:
            return _WIN, streak
        if finish is None or race.is_void or finish.place != 1 or finish.status == "abandoned":
            return 0, 0
        is_alone = sum(one.place == 1 for one in race.results or ()) == 1
        return (_WIN, streak + 1) if is_alone else (_DRAW, 0)

    def ties(self, races: Sequence[Race], points: dict[str, int]) -> dict[str, int]:
        """Return the points of all opponents of each player."""
        sums: dict[str, int] = {}
        for race in races:
            for player in race.players:
                met = sum(points[other] for other in race.players if other != player)
                sums[player] = sums.get(player, 0) + met
        return sums

    def groups(
        self, ready: Sequence[str], players: Sequence[str], races: Sequence[Race], seats: int | None = None
    ) -> list[tuple[str, ...]]:
        """Return the pairs of the next round, and who has a bye."""
        waiting = set(ready)
        lines = [line for line in self.standings(players, races) if line.player in waiting]
        met = {frozenset(race.players) for race in races}
        byes = [race.players[0] for race in races if race.is_bye]
        alone = _bye(lines, met, byes) if len(lines) % 2 else None
        paired = _pairs([line for line in lines if line is not alone], met)
        return paired + ([(alone.player,)] if alone is not None else [])


SWISS = _Swiss("swiss", order=2, most=2, has_turns=True)


def _allowed(lines: Sequence[Line], met: set[frozenset[str]]) -> list[list[int]]:
    """Return those whom each player has not met yet, by their places in the list."""
    return [
        [
            there
            for there, other in enumerate(lines)
            if there != here and frozenset((one.player, other.player)) not in met
        ]
        for here, one in enumerate(lines)
    ]


def _bye(lines: Sequence[Line], met: set[frozenset[str]], byes: Sequence[str]) -> Line:
    """Return who has no opponent: the last of those with the fewest byes without whom the fewest meet again."""
    fewest = min(byes.count(line.player) for line in lines)
    best: tuple[int, Line] | None = None
    for line in reversed(lines):
        if byes.count(line.player) > fewest:
            continue
        others = [one for one in lines if one is not line]
        again = largest_matching(_allowed(others, met)).count(FREE)
        if best is None or again < best[0]:
            best = again, line
        if not again:
            break
    assert best is not None
    return best[1]


def _pairs(lines: Sequence[Line], met: set[frozenset[str]]) -> list[tuple[str, ...]]:
    """Return the pairs of an even number of players, from the first to the last, with as few rematches as possible."""
    allowed = _allowed(lines, met)
    partner = largest_matching(allowed)
    paired: dict[int, int] = {}
    for here in range(len(lines)):
        if here in paired or partner[here] == FREE:
            continue
        open_ = set(allowed[here]) - set(paired)
        for there in _wanted(lines, here, set(paired)):
            if there in open_ and _can_pair(allowed, partner, here, there, paired):
                paired[here], paired[there] = there, here
                break
    left = [here for here in range(len(lines)) if here not in paired]  # who have met all whom they could play
    pairs = [(here, there) for here, there in paired.items() if here < there]
    pairs += zip(left[::2], left[1::2], strict=True)
    return [(lines[here].player, lines[there].player) for here, there in sorted(pairs)]


def _wanted(lines: Sequence[Line], here: int, taken: set[int]) -> list[int]:
    """Return the opponents of a player, the best one first.

    Of those with equal points, the first plays against the first of the lower half; then come those with fewer points.
    """
    rest = [there for there in range(here + 1, len(lines)) if there not in taken]
    equal = [there for there in rest if lines[there].points == lines[here].points]
    half = len(equal) // 2
    return equal[half:] + equal[:half][::-1] + rest[len(equal) :]


def _can_pair(
    allowed: Sequence[Sequence[int]], partner: list[int], here: int, there: int, paired: dict[int, int]
) -> bool:
    """Pair two players if as many others can still be paired, and return whether that is so."""
    if partner[here] == there:
        return True
    trial = list(partner)
    left = [trial[one] for one in (here, there) if trial[one] != FREE]
    for one in left:
        trial[one] = FREE
    trial[here], trial[there] = there, here
    without = {*paired, here, there}
    if len(left) == 2 and not any(augment(allowed, trial, one, without) for one in left):
        return False
    partner[:] = trial
    return True
