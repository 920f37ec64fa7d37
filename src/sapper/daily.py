"""The daily boards: one for each level and day, the same for everybody, on every server and in every terminal.

A day is a date of the calendar in UTC, written `2026-11-16`. Its boards follow from the date alone, so nothing has to
be asked for or agreed on.
"""

from __future__ import annotations

from .calendar_days import SECONDS, date_of, day_number
from .phrase import Phrase, listed
from .rules import Grade, LayoutKind, Rules, RulesError
from .seed import Seed
from .value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_VERSION = 1  # of the derivation: another one gives other boards

#: The levels in their order, each with the reasoning that its board asks for at most.
GRADES = {"beginner": Grade.SINGLE, "intermediate": Grade.PAIRS, "expert": Grade.CHAINS}


class DailyBoard(Value):
    """The board of a day and a level: its game begins with the opening of `first`."""

    day: str
    level: str
    rules: Rules
    seed: Seed
    first: tuple[int, int]


class Streak(Value):
    """The current and the longest series of days with a solved board."""

    now: int
    best: int


def daily_board(day: str, level: str) -> DailyBoard:
    """Return the board of a day and a level; raise `RulesError` if there is no such day or level.

    >>> board = daily_board("2026-11-16", "beginner")
    >>> str(board.rules), board.seed.text, board.first
    ('modern 8x8/10 v1 layout=no-guess-single', '3Z4F3567433A39BXPPAH9TFGN8', (2, 3))
    """
    from hashlib import sha256

    if level not in GRADES:
        raise RulesError(Phrase("error.no-daily", given=repr(level[:40]), choices=listed(GRADES)))
    _number(day)
    rules = Rules(level, layout=LayoutKind.of(GRADES[level]))
    digest = sha256(f"sapper daily {_VERSION}\n{day}\n{level}\n".encode()).digest()
    first = int.from_bytes(digest[16:24], "big") % rules.level.cells
    return DailyBoard(day, level, rules, Seed(digest[:16]), rules.level.cell(first))


def day_of(seconds: int) -> str:
    """Return the day of a moment, in seconds since 1970.

    >>> day_of(0), day_of(1_800_000_000)
    ('1970-01-01', '2027-01-15')
    """
    year, month, day = date_of(seconds // SECONDS)
    return f"{year:04}-{month:02}-{day:02}"


def seconds_left(seconds: int) -> int:
    """Return the time from a moment to the end of its day."""
    return SECONDS - seconds % SECONDS


def streak(solved: Iterable[str], today: str) -> Streak:
    """Return the streak of a player who solved boards on these days. A day that is not over yet does not end it.

    >>> streak(["2026-11-12", "2026-11-14", "2026-11-15"], "2026-11-16")
    Streak(now=2, best=2)
    """
    present = _number(today)
    lengths: dict[int, int] = {}
    for day in sorted({_number(day) for day in solved}):
        lengths[day] = lengths.get(day - 1, 0) + 1
    return Streak(lengths.get(present) or lengths.get(present - 1, 0), max(lengths.values(), default=0))


def _number(day: str) -> int:
    """Return a day as a number that grows by one from day to day; raise `RulesError` if there is no such day."""
    parts = day.split("-")
    if [len(part) for part in parts] == [4, 2, 2] and day.isascii() and "".join(parts).isdecimal():
        year, month, date = map(int, parts)
        if year and 1 <= month <= 12:
            number = day_number(year, month, date)
            if date_of(number) == (year, month, date):
                return number
    raise RulesError(Phrase("error.not-a-day", given=repr(day[:40])))
