"""The arenas that every server has: one each hour, and a long one each week. They follow from the time alone."""

from __future__ import annotations

from ...value import Value

HOUR = 3600
_DAY = 24 * HOUR
_LEVELS = ("beginner", "expert", "intermediate", "expert", "intermediate", "beginner")  # of the hours, in turn
_WEEKLY_DAY, _WEEKLY_HOUR = 2, 20  # Saturday, counted from Thursday, which 1 January 1970 was; by UTC
_MINUTES, _WEEKLY_MINUTES = 20, 60


class Slot(Value):
    """An arena of the calendar."""

    id: str
    starts_at: int  # seconds since 1970
    minutes: int
    rules: str
    is_weekly: bool


def slots(since: int, until: int) -> list[Slot]:
    """Return the arenas that begin in a time, in their order; in its hour the weekly one takes the place of another.

    >>> [(slot.id, slot.minutes) for slot in slots(1763838000, 1763845200)]
    [('hourly-489955', 20), ('weekly-489956', 60)]
    """
    hours = range(-(-since // HOUR), -(-until // HOUR))
    return [_slot(hour) for hour in hours]


def _slot(hour: int) -> Slot:
    at = hour * HOUR
    is_weekly = (at // _DAY % 7, hour % 24) == (_WEEKLY_DAY, _WEEKLY_HOUR)
    level = "expert" if is_weekly else _LEVELS[hour % len(_LEVELS)]
    kind = "weekly" if is_weekly else "hourly"
    minutes = _WEEKLY_MINUTES if is_weekly else _MINUTES
    return Slot(f"{kind}-{hour}", at, minutes, f"modern {level} layout=no-guess", is_weekly)
