"""Ratings by Glicko-2: a value, how sure it is, and how steady the results are.

Glickman, "Example of the Glicko-2 system", has the formulas and the worked example of the tests. The results of a
period are rated together; the deviation grows with every period without one.
"""

from __future__ import annotations

from math import exp, log, pi, sqrt

from ..value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

TAU = 0.5  # how fast the volatility may change
SCALE = 173.7178
MOST_DEVIATION = 350.0
_CLOSE = 1e-6


class Rating(Value):
    """A rating. Two deviations to both sides hold the true strength in 95 of 100 cases."""

    value: float = 1500.0
    deviation: float = MOST_DEVIATION
    volatility: float = 0.06

    @property
    def is_sure(self) -> bool:
        """Whether enough results came in for the value to mean something."""
        return self.deviation < 110


class Result(Value):
    """A result against an opponent: 1 for a win, 0 for a loss, or anything between."""

    opponent: Rating
    score: float
    weight: float = 1.0  # less where several results of a round have a performance in common


def expected(rating: Rating, opponent: Rating) -> float:
    """Return the expected score against an opponent."""
    return _expected(_mean(rating), _mean(opponent), opponent.deviation / SCALE)


def rested(rating: Rating, periods: float) -> Rating:
    """Return the rating after some periods without results: it is less sure."""
    spread = (rating.deviation / SCALE) ** 2 + periods * rating.volatility**2
    return _rating(_mean(rating), sqrt(spread), rating.volatility)


def rated(rating: Rating, results: Iterable[Result], tau: float = TAU, periods: float = 1.0) -> Rating:
    """Return the rating after a period with these results, or without any.

    Where ratings change with each round, a part of a period has passed since the last one: `periods`.
    """
    results = list(results)
    mean, deviation = _mean(rating), rating.deviation / SCALE
    if not results:
        return rested(rating, periods)
    information = gain = 0.0
    for result in results:
        other = result.opponent.deviation / SCALE
        weight = _weight(other)
        chance = _expected(mean, _mean(result.opponent), other)
        information += result.weight * weight**2 * chance * (1 - chance)
        gain += result.weight * weight * (result.score - chance)
    variance = 1 / information
    volatility = _volatility(rating.volatility, deviation, variance, variance * gain, tau)
    before = deviation**2 + periods * volatility**2
    after = 1 / sqrt(1 / before + 1 / variance)
    return _rating(mean + after**2 * gain, after, volatility)


def _mean(rating: Rating) -> float:
    return (rating.value - 1500) / SCALE


def _rating(mean: float, deviation: float, volatility: float) -> Rating:
    return Rating(SCALE * mean + 1500, min(SCALE * deviation, MOST_DEVIATION), volatility)


def _weight(deviation: float) -> float:
    return 1 / sqrt(1 + 3 * deviation**2 / pi**2)


def _expected(mean: float, other: float, deviation: float) -> float:
    return 1 / (1 + exp(-_weight(deviation) * (mean - other)))


def _volatility(before: float, deviation: float, variance: float, improvement: float, tau: float) -> float:
    """Return the new volatility: the root of the function of the paper's step 5, by the Illinois method."""
    start = log(before**2)

    def f(x: float) -> float:
        e = exp(x)
        spread = deviation**2 + variance + e
        return e * (improvement**2 - spread) / (2 * spread**2) - (x - start) / tau**2

    low = start
    if improvement**2 > deviation**2 + variance:
        high = log(improvement**2 - deviation**2 - variance)
    else:
        steps = 1
        while f(start - steps * tau) < 0:
            steps += 1
        high = start - steps * tau
    at_low, at_high = f(low), f(high)
    while abs(high - low) > _CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)
