"""An arena of races: for a time, everybody who is ready plays races of four, each on a new board."""

from __future__ import annotations

import itertools

from .format import Format, finish_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .format import Race

_WIN, _SECOND, _STREAK_WIN = 2, 1, 4
_STREAK = 2  # wins in a row, after which the next ones count double


class _Races(Format):
    def score(self, race: Race, player: str, streak: int) -> tuple[int, int]:
        """Return 2 points for a win, 4 from the third in a row on, and 1 for the second who solved the board."""
        finish = finish_of(race, player)
        if finish is None or race.is_void:
            return 0, 0
        if finish.place == 1 and finish.status == "won":
            return (_STREAK_WIN if streak >= _STREAK else _WIN), streak + 1
        is_second = finish.status == "drawn" or (finish.place == 2 and finish.status == "won")
        return (_SECOND if is_second else 0), 0

    def ties(self, races: Sequence[Race], points: dict[str, int]) -> dict[str, int]:
        """Return the wins of each player."""
        wins: dict[str, int] = {}
        for race in races:
            for one in race.results or ():
                if one.place == 1 and one.status == "won":
                    wins[one.player] = wins.get(one.player, 0) + 1
        return wins

    def groups(
        self, ready: Sequence[str], players: Sequence[str], races: Sequence[Race], seats: int | None = None
    ) -> list[tuple[str, ...]]:
        """Return groups of nearly equal size, of players with nearly equal points."""
        waiting = set(ready)
        order = [line.player for line in self.standings(players, races) if line.player in waiting]
        count = -(-len(order) // min(self.most, seats or self.most))
        ends = [len(order) * number // count for number in range(count + 1)] if count else [0]
        return [tuple(order[start:end]) for start, end in itertools.pairwise(ends)]


RACES = _Races("races", order=1, most=4)
