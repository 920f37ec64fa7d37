"""Chances and counts as text: one spelling for hints, odds, verdicts and every front end."""

from __future__ import annotations

from math import exp, log

from ..phrase import LEAST
from .wording import wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .wording import Wording

_EXACT = log(1e9)  # counts are known to about 12 digits: up to here every one of them is right
_LN_10 = log(10)


def chance(share: float, words: Wording | None = None) -> str:
    """Return a chance in percent: a decimal only where it is needed, and never 0 or 100 for what is not certain.

    >>> chance(0.125), chance(0.5), chance(1 / 3), chance(0.00001), chance(0.99999), chance(1.0)
    ('12.5 %', '50 %', '33.3 %', '< 0.1 %', '> 99.9 %', '100 %')
    """
    words = words or wording()
    if 0 < share < LEAST:
        return words.bound("less", words.percent(LEAST, 1))
    if 1 - LEAST < share < 1:
        return words.bound("more", words.percent(1 - LEAST, 1))
    return words.percent(share, 0 if f"{share * 100:.1f}".endswith(".0") else 1)


def estimate(share: float, words: Wording | None = None) -> str:
    """Return an estimated chance in whole percent: more digits would claim too much.

    >>> estimate(0.5217), estimate(0.9999)
    ('52 %', '> 99.9 %')
    """
    words = words or wording()
    return words.percent(share) if 0.005 <= share < 0.995 else chance(share, words)


def count(log_count: float, words: Wording | None = None) -> str:
    """Return a count from its natural logarithm: as a number where it is exact, else as a power of ten.

    >>> count(0.6931471805599453), count(13.815510557964274), count(100.0)
    ('2', '1 000 000', 'about 10^43')
    """
    words = words or wording()
    if log_count < _EXACT:
        return words.number(round(exp(log_count)))
    return words.bound("about", f"10^{round(log_count / _LN_10)}")
