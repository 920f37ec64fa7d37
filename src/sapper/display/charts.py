"""Charts of text: sparklines, bars, columns, areas over time, and points in a plane."""

from __future__ import annotations

from bisect import bisect_right

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_STEPS = "▁▂▃▄▅▆▇█"
_ASCII_STEPS = "_.-=+*#@"
_EIGHTHS = " ▏▎▍▌▋▊▉"
_FULL, _ASCII_FULL = "█", "#"
_AREA_STEPS, _ASCII_AREA_STEPS = f" {_STEPS}", " .:-=+*#@"
_SMOOTHED = 2  # columns on either side that share in a speed


def sparkline(values: Sequence[float | None], *, ascii_only: bool = False) -> str:
    """Draw values as heights between the least and the greatest; a gap stays empty.

    >>> sparkline([1, 2, None, 3])
    '▁▅ █'
    """
    steps = _ASCII_STEPS if ascii_only else _STEPS
    known = [value for value in values if value is not None]
    if not known:
        return " " * len(values)
    low, high = min(known), max(known)
    reach = high - low or 1
    top = len(steps) - 1
    return "".join(" " if value is None else steps[round((value - low) / reach * top)] for value in values)


def bar(value: float, most: float, width: int, *, ascii_only: bool = False) -> str:
    """Draw a value as a bar that is `width` long for the greatest one.

    >>> bar(1, 4, 10), bar(3, 4, 8, ascii_only=True)
    ('██▌', '######')
    """
    eighths = round(max(value, 0) / most * width * 8) if most > 0 else 0
    if ascii_only:
        return _ASCII_FULL * (eighths // 8 or bool(eighths))
    whole, rest = divmod(eighths, 8)
    return _FULL * whole + (_EIGHTHS[rest] if rest else "")


def columns(
    values: Sequence[float | None], height: int, low: float, high: float, *, ascii_only: bool = False
) -> list[str]:
    """Draw values as columns several lines high, the top line first; `low` is the ground and a gap stays empty.

    >>> columns([1, 2, 3, None, 4], 2, 0, 4)
    ['  ▄ █', '▄██ █']
    """
    fine = 1 if ascii_only else len(_STEPS)
    reach = high - low
    sizes = [
        0
        if value is None
        else max(round((min(max(value, low), high) - low) / reach * height * fine), 1)
        if reach > 0
        else height * fine
        for value in values
    ]
    lines = []
    for floor in range((height - 1) * fine, -1, -fine):
        signs = (min(max(size - floor, 0), fine) for size in sizes)
        lines.append("".join(_sign(sign, ascii_only) for sign in signs))
    return lines


def _sign(eighths: int, ascii_only: bool) -> str:
    if not eighths:
        return " "
    return _ASCII_FULL if ascii_only else _STEPS[eighths - 1]


def plane(points: Sequence[tuple[float, float]], width: int, height: int) -> list[list[int]]:
    """Count points by cell, the top line first, in a plane that just holds them all.

    >>> plane([(0, 0), (9, 5), (9, 5)], 3, 2)
    [[0, 0, 2], [1, 0, 0]]
    """
    cells = [[0] * width for _ in range(height)]
    if not points:
        return cells
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    low, high = min(y for _, y in points), max(y for _, y in points)
    for x, y in points:
        col = int((x - left) / (right - left) * (width - 1) + 0.5) if right > left else 0
        row = int((y - low) / (high - low) * (height - 1) + 0.5) if high > low else 0
        cells[height - 1 - row][col] += 1
    return cells


def column_of(at: int, length: int, width: int) -> int:
    """Return the column of a time."""
    return min(at * width // max(length, 1), width - 1) if length else 0


def speeds(samples: Sequence[tuple[int, int]], length: int, width: int) -> list[float]:
    """Return the 3BV per second in each column of time, smoothed; a sample is a time and what was solved by then."""
    gains = [0.0] * width
    before = 0
    for at, solved in samples:
        gains[column_of(at, length, width)] += max(solved - before, 0)
        before = solved
    span = max(length, 1) / width / 1000
    smooth = []
    for column in range(width):
        near = gains[max(column - _SMOOTHED, 0) : column + _SMOOTHED + 1]
        smooth.append(sum(near) / len(near) / span)
    return smooth


def steps(samples: Sequence[tuple[int, float]], length: int, width: int) -> list[float]:
    """Return the value that holds in each column of time."""
    times = [at for at, _ in samples]
    values = []
    for column in range(width):
        place = bisect_right(times, (column + 1) * max(length, 1) // width)
        values.append(samples[place - 1][1] if place else 0.0)
    return values


def area(values: Sequence[float], height: int, most: float | None = None, *, ascii_only: bool = False) -> list[str]:
    """Draw the area under a line in eighths of a row; every value above zero is visible.

    >>> area([0, 1, 2], 1)
    [' ▄█']
    """
    signs = _ASCII_AREA_STEPS if ascii_only else _AREA_STEPS
    top = max(values, default=0.0) if most is None else most
    parts = 8 * height
    heights = [max(round(value / top * parts), 1) if top > 0 and value > 0 else 0 for value in values]
    return ["".join(signs[max(min(value - 8 * row, 8), 0)] for value in heights) for row in range(height - 1, -1, -1)]
