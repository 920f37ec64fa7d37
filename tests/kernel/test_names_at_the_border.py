"""Values cross the border to the kernel by name: no enumeration relies on the order of another."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from sapper import Board, Grade, Minefield, _kernel
from sapper.action import Kind
from sapper.analysis.best_move import MoveReason, Strength
from sapper.game import Status
from sapper.rules import Chord, Completion, FirstClick

if TYPE_CHECKING:
    from enum import Enum

pytestmark = pytest.mark.kernel

PAIRS: list[tuple[type[Enum], type[Enum], set[str]]] = [
    (Kind, _kernel.ActionKind, set()),
    (Chord, _kernel.Chord, set()),
    (Completion, _kernel.Completion, set()),
    (FirstClick, _kernel.FirstClick, set()),
    (Strength, _kernel.Strength, set()),
    (Grade, _kernel.Grade, {"NONE"}),
    (MoveReason, _kernel.MoveReason, {"NOTHING"}),
    (Status, _kernel.Ending, {"REFUSED", "DAMAGED"}),
]


@pytest.mark.parametrize(("ours", "kernels", "only_there"), PAIRS, ids=lambda value: getattr(value, "__name__", ""))
def test_both_sides_have_the_same_names(ours: type[Enum], kernels: type[Enum], only_there: set[str]) -> None:
    assert {item.name for item in ours} | only_there == {item.name for item in kernels}


BOARD = Board.parse("3x1/1\n1..")
FIELD = Minefield.from_mines(3, 3, [(0, 0)])


@pytest.mark.parametrize(
    ("result", "attributes"),
    [
        (_kernel.hint(BOARD._cells), ("verdict", "explanation")),
        (_kernel.hint(BOARD._cells).explanation, ("grade", "safe", "cells", "numbers", "mine_count", "steps")),
        (_kernel.hint(BOARD._cells).explanation.steps[0], ("grade", "safe", "cells", "numbers")),  # type: ignore[union-attr]
        (_kernel.conclude(BOARD._cells, _kernel.Grade.FULL), ("verdict", "conclusions")),
        (_kernel.conclude(BOARD._cells, _kernel.Grade.FULL).conclusions[0], ("grade", "safe", "cells")),
        (_kernel.grade(FIELD._truth, 8, _kernel.Grade.FULL), ("verdict", "solved", "hardest", "steps")),
        (_kernel.prove(FIELD._truth, 8, _kernel.Grade.FULL), ("solution", "opened", "steps")),
        (_kernel.generate(3, 3, 1, 8, _kernel.Grade.FULL, False, [bytes(16)], 1000)[0], ("minefield", "tries")),
        (_kernel.survey(FIELD._truth), ("bbbv", "openings", "islands")),
    ],
    ids=lambda value: type(value).__name__,
)
def test_results_have_named_attributes_that_cannot_be_set(result: object, attributes: tuple[str, ...]) -> None:
    for name in attributes:
        value = getattr(result, name)
        with pytest.raises(AttributeError):
            setattr(result, name, value)
