"""What the page learns from, as data: the lessons of a language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..board import SYMBOLS
from ..coordinates import cell_name
from ..learn.difficulty import SECONDS
from ..learn.shipped import lessons
from ..rules import LayoutKind, Rules
from ..seed import Seed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..board import Board
    from ..learn.lessons import Lesson, Stage, Whole

    Cell = tuple[int, int]


def lesson_data(language: str) -> list[dict[str, object]]:
    """Return the lessons of a language, in English where one is not translated."""
    return [_lesson(lesson) for lesson in lessons(language)]


def _lesson(lesson: Lesson) -> dict[str, object]:
    return {
        "name": lesson.name,
        "title": lesson.title,
        "technique": lesson.technique,
        "minutes": lesson.minutes,
        "summary": lesson.summary,
        "stages": [_stage(stage) for stage in lesson.stages],
        "ending": list(lesson.ending),
    }


def _stage(stage: Stage) -> dict[str, object]:
    """Return a stage, without what is empty in it."""
    data: dict[str, object] = {"kind": stage.kind, "text": list(stage.text)}
    if stage.board is not None:
        board = stage.board
        data["board"] = str(board)
        data |= {name: _cells(board, getattr(stage, name)) for name in ("numbers", "safe", "mines")}
        data["moves"] = [[board.level.index(*move.cell), _value(move.shows)] for move in stage.moves]
    data |= {"ask": stage.ask, "technique": stage.technique, "right": stage.right, "wrong": stage.wrong}
    if stage.technique is not None:
        data["usual"] = SECONDS[stage.technique]
    if stage.whole is not None:
        data["whole"] = _whole(stage.whole)
    return {name: value for name, value in data.items() if value}


def _cells(board: Board, cells: Iterable[Cell]) -> list[int]:
    return [board.level.index(*cell) for cell in cells]


def _value(shows: str) -> int:
    return SYMBOLS.index(shows)


def _whole(whole: Whole) -> dict[str, object]:
    """Return a whole board as links have it."""
    rules = Rules(whole.level, layout=LayoutKind.of(whole.grade))
    return {"rules": str(rules), "seed": Seed.of(whole.seed).text, "first": cell_name(*whole.first)}
