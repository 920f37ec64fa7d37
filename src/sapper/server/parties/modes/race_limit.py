"""The latest end of a race, so that the others do not wait for ever for a player who does nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection

    from ...rooms.replica import GameReplica

WARNING = 60.0  # seconds before the end of a race in which no player moves


class RaceLimit(NamedTuple):
    """The seconds until a race ends. It is final unless another move puts it off."""

    left: float
    is_final: bool

    @property
    def is_near(self) -> bool:
        """Whether the players are warned."""
        return self.left <= WARNING

    @property
    def is_shown(self) -> bool:
        """Whether the players see the time that is left."""
        return self.is_final or self.is_near


def race_limit(replicas: Collection[GameReplica], now: int, rest: float) -> RaceLimit | None:
    """Return when a race ends, `rest` seconds after what it waits for; None if no game is in play.

    That is the first win, else the moment in which only one player was left, else the last move of any player. All of
    it is in the logs, so every server finds the same.
    """
    playing = [replica for replica in replicas if replica.in_progress]
    if not playing:
        return None
    over = [replica for replica in replicas if replica.game.status.is_over and replica.game.log]
    wins = [_last(replica) for replica in over if replica.game.is_won]
    is_last = len(playing) == 1 and len(over) > 0
    if wins:
        since = min(wins)
    elif is_last:
        since = max(map(_last, over))
    else:
        since = max(map(_last, [*playing, *over]))
    played = max(replica.live.elapsed(now) for replica in playing)
    passed = max(0, played - since)  # the clocks of two boards started milliseconds apart
    return RaceLimit(rest - passed / 1000, is_final=bool(wins) or is_last)


def _last(replica: GameReplica) -> int:
    """Return the playing time of the last action."""
    return replica.game.log[-1].at
