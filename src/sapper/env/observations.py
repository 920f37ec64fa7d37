"""The observations of a learner: the board as codes or as planes, with or without the odds."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Any

import numpy as np
from gymnasium import spaces

from .. import _kernel
from ..board import CellState
from ..errors import SapperError
from .fleet import OUTSIDE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from ..rules import Level

#: An array, or with odds a dictionary of two.
Observed = Any

#: The planes of `planes`: one for each number, closed cells, flags, and mines that are shown.
PLANES = 12


class ObservationError(SapperError, ValueError):
    """An observation that there is not."""


class Form(StrEnum):
    """The form of an observation: a code for each cell, or a plane of zeros and ones for each kind of cell."""

    CODES = "codes"
    PLANES = "planes"

    @classmethod
    def parse(cls, text: str) -> Form:
        """Read a form; the error names all of them."""
        try:
            return cls(text)
        except ValueError:
            raise ObservationError(f"observation is {', '.join(cls)}, not {text!r}") from None


class Observer:
    """Makes observations of boards: of one, or of many along a first axis."""

    def __init__(self, levels: Sequence[Level], form: Form | str, odds: bool) -> None:
        self.form = Form.parse(form)
        self.odds = odds
        shape = (max(level.height for level in levels), max(level.width for level in levels))
        fills = all((level.height, level.width) == shape for level in levels)
        board = (
            spaces.Box(0, int(max(CellState)) if fills else OUTSIDE, shape, np.uint8)
            if self.form is Form.CODES
            else spaces.Box(0, 1, (PLANES, *shape), np.uint8)
        )
        self.space: spaces.Space[Any] = board
        if odds:
            self.space = spaces.Dict({"board": board, "odds": spaces.Box(0.0, 1.0, shape, np.float32)})

    def observe(self, cells: NDArray[np.uint8], chances: NDArray[np.float32] | None) -> Observed:
        """Return the observation of what is seen; it shares the codes, which the caller may copy."""
        board = cells if self.form is Form.CODES else planes(cells)
        return {"board": board, "odds": chances} if self.odds else board


def planes(cells: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return planes of zeros and ones for the codes of boards: (..., height, width) to (..., 12, height, width).

    Planes 0 to 8 are the numbers, 9 are closed cells, 10 flags, and 11 the mines that are shown. A cell outside a board
    is in none.
    """
    shape = cells.shape[-2:]
    shown = np.empty((*cells.shape[:-2], PLANES, *shape), np.uint8)
    _kernel.paint_planes(cells.reshape(-1, *shape), shown.reshape(-1, PLANES, *shape))
    return shown
