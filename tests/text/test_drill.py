"""Questions in plain text: answers, refutations, help, and what is stored, as pipes and screen readers get them."""

from __future__ import annotations

import io

import pytest

from sapper.history.store import open_store
from sapper.learn.series import PuzzleSeries
from sapper.learn.shipped import NAMES, lesson
from sapper.text import lesson as lesson_text
from sapper.text.drill import Drill, drill


def said(name: str, *lines: str) -> str:
    """What a lesson says to some lines."""
    out = io.StringIO()
    asked = Drill(io.StringIO("".join(f"{line}\n" for line in lines)), out, lambda: 0)
    with open_store(":memory:") as store:
        lesson_text.play(lesson(name), asked, store, lambda: 5)
    return out.getvalue()


def test_a_wrong_answer_is_refuted_by_a_minefield_and_a_right_one_is_proven() -> None:
    text = said("one-one", "D2", "A1", "a")
    assert "Not proven: D2 can be a mine." in text or "error" in text
    assert "This minefield fits every number you see." in text
    assert "!" in text
    assert text.count("This minefield fits") >= 2


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("A3", "error: A3 is open already"),
        ("Z9", "error: there is no column Z"),
        ("f D4", "Right. Proven."),
        ("c D4", "error: this asks for a mine"),
        ("none", "Something is certain here."),
        ("h", "There is a certain mine"),
        ("p", "The 1 at C3 needs one mine"),
        ("a", "error: there is no wrong answer to refute"),
        ("?", "C3: safe."),
        ("x", "error:"),
    ],
)
def test_each_line_is_answered_and_none_ends_the_lesson(line: str, answer: str) -> None:
    text = said("two-minutes", "A1", line)
    assert "The first square you open is never a mine." in text
    assert answer in text
    assert "Traceback" not in text


def test_every_lesson_can_be_skipped_through_to_its_end() -> None:
    for name in NAMES:
        skips = ["s"] * len(lesson(name).questions)
        assert said(name, *skips).rstrip().endswith("That is the end of the lesson.")


def test_a_series_stores_what_was_answered() -> None:
    out = io.StringIO()
    with open_store(":memory:") as store:
        series = PuzzleSeries(store, None)
        task = next(series.tasks())
        cells = task.question.board
        lines = [f"{chr(65 + col)}{row + 1}" for row, col in cells if cells[row, col] == 9]
        asked = Drill(io.StringIO("\n".join([*lines, "q"]) + "\n"), out, lambda: 0)
        done, _ = drill(asked, series, lambda: 7)
        assert done >= 1
        assert len(store.answers("puzzle")) == done
        assert store.answers("puzzle")[0].answered_at == 7000
