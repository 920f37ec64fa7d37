"""Series drawn as strips of text: how fast a game went, and a line that rises."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

STEPS = " ▁▂▃▄▅▆▇█"
ASCII_STEPS = " .:-=+*#@"
SMOOTH = 2  # columns on either side that share in a speed


def column_of(at: int, length: int, width: int) -> int:
    """Find the column of a time."""
    return min(at * width // max(length, 1), width - 1) if length else 0


def speeds(samples: Sequence[tuple[int, int]], length: int, width: int) -> list[float]:
    """Give the 3BV per second in each column of time, smoothed; a sample is a time and what was solved by then."""
    gains = [0.0] * width
    before = 0
    for at, solved in samples:
        gains[column_of(at, length, width)] += max(solved - before, 0)
        before = solved
    span = max(length, 1) / width / 1000
    smooth = []
    for column in range(width):
        near = gains[max(column - SMOOTH, 0) : column + SMOOTH + 1]
        smooth.append(sum(near) / len(near) / span)
    return smooth


def steps(samples: Sequence[tuple[int, float]], length: int, width: int) -> list[float]:
    """Give the value that holds in each column of time."""
    times = [at for at, _ in samples]
    values = []
    for column in range(width):
        place = bisect_right(times, (column + 1) * max(length, 1) // width)
        values.append(samples[place - 1][1] if place else 0.0)
    return values


def area(values: Sequence[float], height: int, most: float | None = None, *, ascii_only: bool = False) -> list[str]:
    """Fill what lies under a line, in eighths of a row; what is not nothing is seen.

    >>> area([0, 1, 2], 1)
    [' ▄█']
    """
    signs = ASCII_STEPS if ascii_only else STEPS
    top = max(values, default=0.0) if most is None else most
    parts = 8 * height
    heights = [max(round(value / top * parts), 1) if top > 0 and value > 0 else 0 for value in values]
    return ["".join(signs[max(min(value - 8 * row, 8), 0)] for value in heights) for row in range(height - 1, -1, -1)]
