"""Insights: how often each technique was at hand in the player's games, how long it took, how often it was missed."""

from __future__ import annotations

from statistics import median

from ..value import Value
from . import moments
from .techniques import Technique

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..history.store.learning import Studied
    from .moments import Moment

NO_GUESS = "no-guess"
LEAST = 5  # times that a technique must have come up for a finding


class Insight(Value):
    """A technique in a number of games: how often it was the simplest proof, and what became of it."""

    technique: Technique
    seen: int
    waited: int  # milliseconds until the next opening, the median where it was found
    missed: int  # the next opening was a guess or a proven mine, or took more than 15 seconds
    keys: tuple[str, ...]  # of the missed positions, in the trainer

    @property
    def share(self) -> float:
        """The share that was missed."""
        return self.missed / self.seen


def chosen(
    studied: Iterable[Studied],
    *,
    levels: str | None = None,
    layout: str | None = None,
    device: str | None = None,
    since: int = 0,
    until: int | None = None,
) -> list[Studied]:
    """Return the games of some sizes separated by commas, of a layout or of all no-guess ones, a device and a time."""
    sizes = None if levels is None else set(levels.split(","))
    return [
        game
        for game in studied
        if (sizes is None or game.level in sizes)
        and (layout in (None, game.layout) or (layout == NO_GUESS and game.layout.startswith(NO_GUESS)))
        and device in (None, game.device)
        and game.ended_at >= since
        and (until is None or game.ended_at < until)
    ]


def insights(studied: Iterable[Studied]) -> list[Insight]:
    """Return an insight for each technique that came up in games, in the order of the techniques."""
    found: dict[Technique, list[Moment]] = {}
    for game in studied:
        for moment in moments.unpack(game.moments):
            if moment.technique is not None:
                found.setdefault(moment.technique, []).append(moment)
    return [_insight(technique, found[technique]) for technique in Technique if technique in found]


def weakest(found: Iterable[Insight]) -> Insight | None:
    """Return the technique that is missed most often, among those that came up often enough; None if nothing was."""
    often = [one for one in found if one.seen >= LEAST and one.missed]
    return max(often, key=lambda one: (one.share, one.seen), default=None)


def _insight(technique: Technique, moments: list[Moment]) -> Insight:
    missed = [one for one in moments if one.is_missed]
    waits = [one.waited for one in moments if not one.is_missed] or [one.waited for one in moments]
    return Insight(technique, len(moments), int(median(waits)), len(missed), tuple(one.key for one in missed))
