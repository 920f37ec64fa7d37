"""Pixels of squares of any size on the squares of 16 that the tools for RAWVF take for granted, and back."""

from __future__ import annotations

from .video import SQUARE


def to_written(pixel: int, square: int) -> int:
    """Return the pixel on squares of 16 under a pixel on squares of another size: in the same cell.

    >>> to_written(31, 24), to_written(-1, 24)
    (20, -1)
    """
    return pixel * SQUARE // square


def to_own(written: int, square: int) -> int:
    """Return the first pixel on squares of a size that `to_written` maps to this one.

    >>> to_own(20, 24), to_own(to_written(5, 7), 7)
    (30, 5)
    """
    return -(-written * square // SQUARE)
