"""The material of Learn for the page, as data: the lessons of a language, the puzzles, and the steps of the path."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ..board import SYMBOLS
from ..coordinates import cell_name
from ..learn.difficulty import SECONDS
from ..learn.path import EFFICIENCY, STEPS
from ..learn.puzzles import shipped
from ..learn.shipped import lessons
from ..rules import LayoutKind, Rules
from ..seed import Seed
from . import SOURCES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..board import Board
    from ..learn.lessons import Lesson, Stage, Whole
    from ..learn.path import Step
    from ..minefield import Minefield

    Cell = tuple[int, int]

STEPS_SOURCE = SOURCES / "local" / "learning" / "steps.ts"


def lesson_data(language: str) -> list[dict[str, object]]:
    """Return the lessons of a language, in English where one is not translated."""
    return [_lesson(lesson) for lesson in lessons(language)]


def puzzle_data() -> dict[str, object]:
    """Return the puzzles, each as a line with its rating, and the seconds that each technique usually takes."""
    return {"usual": SECONDS, "puzzles": [f"{puzzle} {puzzle.rating.value:g}" for puzzle in shipped()]}


def path_data() -> list[str]:
    """Return how the first board of each step looks when it is solved."""
    return [_solved(step.boards[0].minefield()) for step in STEPS]


def _solved(field: Minefield) -> str:
    level = field.level
    cells = (level.cell(index) for index in range(level.cells))
    return "".join("F" if field.is_mine(*cell) else str(field.number(*cell)) for cell in cells)


def path_typescript() -> str:
    """Return the steps of the path as a module in TypeScript."""
    return "\n".join(
        [
            "// Written from sapper/learn/path.py: python -m sapper.web.schema",
            "",
            'import type { Grade } from "../../engine/engine.ts";',
            'import type { Technique } from "./techniques.ts";',
            "",
            "/** Boards of one size that need one grade and nothing harder, and the technique that is new in them. */",
            "export interface Step {",
            "  number: number;",
            "  level: string;",
            "  rules: string;",
            "  grade: Grade;",
            "  technique: Technique;",
            "  lesson: string;",
            "  first: string; // the square that is open at the start",
            "  pace: number; // milliseconds for the star of time",
            "  seeds: string[]; // of its boards",
            "}",
            "",
            f"export const EFFICIENCY = {EFFICIENCY}; // for the last star",
            "",
            "export const STEPS: Step[] = [",
            *(line for step in STEPS for line in _step(step)),
            "];",
            "",
        ]
    )


def _step(step: Step) -> list[str]:
    board = step.boards[0]
    fields: dict[str, object] = {
        "number": step.number,
        "level": str(step.level),
        "rules": str(board.rules),
        "grade": step.grade,
        "technique": step.technique,
        "lesson": step.lesson,
        "first": cell_name(*board.first),
        "pace": step.pace,
        "seeds": [one.seed.text for one in step.boards],
    }
    rows = [f"    {name}: {json.dumps(value)}," for name, value in fields.items()]
    return ["  {", *rows, "  },"]


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
