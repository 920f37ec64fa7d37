"""Skill and luck over many games: what was given away and what luck did, in all of them, by level and over time."""

from __future__ import annotations

from itertools import pairwise

from ..analysis.report import report
from ..errors import SapperError
from ..replay import Replay
from ..value import Value
from .statistics import period_count
from .store.balances import WHOLE, Balance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from .store import Store
    from .store.balances import Balanced
    from .store.rows import Filter

VERSION = 2  # raised whenever a balance is computed in another way
AT_ONCE = 20  # games that are looked at in one commit


class Total(Value):
    """Means over games, in shares of a game: `start - given_away + luck == won`."""

    games: int
    exact: int  # games without an estimate
    start: float  # that a perfect player wins
    given_away: float
    luck: float
    won: float

    @property
    def thousandths(self) -> tuple[int, int, int, int]:
        """The start, what was given away, luck and the share won, rounded so that they add up."""
        start, given, won = (round(share * 1000) for share in (self.start, self.given_away, self.won))
        return start, given, won - start + given, won


class LuckPeriod(Value):
    """Consecutive games, in the order they were played."""

    first: int  # seconds since 1970
    last: int
    total: Total


def balance_of(packed: bytes) -> Balance | None:
    """Return the balance of a game, None if it has no report or several players."""
    try:
        replay = Replay.unpack(packed)
        if len(set(replay.columns.players)) > 1:
            return None
        found = report(replay)
    except (SapperError, ValueError):
        return None
    start, given, end = (round(share * WHOLE) for share in (found.start, found.given_away, found.end))
    return Balance(start, given, end - start + given, found.is_exact)


def look_at(store: Store, only: Filter) -> Iterator[int]:
    """Compute the balances of the games that pass a filter, the newest first; yield how many were read so far."""
    done = 0
    while games := store.unbalanced(VERSION, only, AT_ONCE):
        store.set_balances(VERSION, [(game, balance_of(packed)) for game, packed in games])
        done += len(games)
        yield done


def total(balances: Sequence[Balanced]) -> Total | None:
    """Return the means over games, None without any."""
    if not balances:
        return None
    count = len(balances)
    start, given, luck = (sum(getattr(one, part) for one in balances) for part in ("start", "given_away", "luck"))
    means = (parts / count / WHOLE for parts in (start, given, luck, start - given + luck))
    return Total(count, sum(one.is_exact for one in balances), *means)


def by_level(balances: Iterable[Balanced]) -> dict[str, Total]:
    """Return the means of each level."""
    levels: dict[str, list[Balanced]] = {}
    for one in balances:
        levels.setdefault(one.level, []).append(one)
    return {level: made for level, games in levels.items() if (made := total(games)) is not None}


def over_time(balances: Sequence[Balanced]) -> list[LuckPeriod]:
    """Return the means of consecutive games, in periods of the same number of them; nothing where there are few."""
    count = period_count(len(balances))
    cuts = [len(balances) * number // count for number in range(count + 1)] if count > 1 else []
    parts = [balances[start:end] for start, end in pairwise(cuts)]
    totals = [(part, total(part)) for part in parts]
    return [LuckPeriod(part[0].ended_at, part[-1].ended_at, made) for part, made in totals if made is not None]
