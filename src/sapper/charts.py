"""Charts of text: one line that rises and falls, and bars side by side."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_STEPS = "▁▂▃▄▅▆▇█"
_ASCII_STEPS = "_.-=+*#@"
_EIGHTHS = " ▏▎▍▌▋▊▉"
_FULL, _ASCII_FULL = "█", "#"


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
