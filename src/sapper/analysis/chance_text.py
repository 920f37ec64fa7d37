"""Chances and counts in words: one spelling for hints, odds, verdicts and every front end."""

from __future__ import annotations

from math import exp, log

LEAST = 0.001  # the smallest chance that is spelled out
_EXACT = log(1e9)  # counts are known to about 12 digits: up to here every one of them is right
_LN_10 = log(10)


def chance(share: float) -> str:
    """Return a chance in percent: a decimal only where it is needed, and never 0 or 100 for what is not certain.

    >>> chance(0.125), chance(0.5), chance(1 / 3), chance(0.00001), chance(0.99999), chance(1.0)
    ('12.5 %', '50 %', '33.3 %', '< 0.1 %', '> 99.9 %', '100 %')
    """
    if 0 < share < LEAST:
        return "< 0.1 %"
    if 1 - LEAST < share < 1:
        return "> 99.9 %"
    return f"{share * 100:.1f}".removesuffix(".0") + " %"


def estimate(share: float) -> str:
    """Return an estimated chance in whole percent: more digits would claim too much.

    >>> estimate(0.5217), estimate(0.9999)
    ('52 %', '> 99.9 %')
    """
    return f"{share * 100:.0f} %" if 0.005 <= share < 0.995 else chance(share)


def count(log_count: float) -> str:
    """Return a count from its natural logarithm: as a number where it is exact, else as a power of ten.

    >>> count(0.6931471805599453), count(13.815510557964274), count(100.0)
    ('2', '1 000 000', 'about 10^43')
    """
    if log_count < _EXACT:
        return f"{round(exp(log_count)):,}".replace(",", " ")
    return f"about 10^{round(log_count / _LN_10)}"
