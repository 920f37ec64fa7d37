"""Typing a line of text: the same keys in names, questions, the palette and the custom form."""

from __future__ import annotations

import pytest

from sapper.tui.drawers.question import Question
from sapper.tui.drawers.text_field import TextField


def typed(field: TextField, *strokes: str) -> str:
    for stroke in strokes:
        field.stroke(stroke)
    return field.text


@pytest.mark.parametrize(
    ("strokes", "text"),
    [
        (["a", "space", "shift+b"], "a B"),
        (["a", "b", "backspace"], "a"),
        (["a", "delete", "delete"], ""),
        (["a", "ctrl+u", "b"], "b"),
        (["left", "f5", "ctrl+a"], ""),
    ],
)
def test_keys_edit_the_text(strokes: list[str], text: str) -> None:
    assert typed(TextField(), *strokes) == text


def test_other_keys_are_left_to_the_caller() -> None:
    field = TextField()
    assert field.stroke("a")
    assert not field.stroke("enter")
    assert not field.stroke("down")


def test_the_first_character_replaces_an_offered_text_and_editing_does_not() -> None:
    assert typed(TextField("old", replaces=True), "n", "e") == "ne"
    assert typed(TextField("old", replaces=True), "backspace", "e") == "ole"


def test_a_field_has_its_length_and_its_characters() -> None:
    field = TextField("", 3, accepts="0123456789".__contains__)
    field.type("1x2\n3 4")
    assert field.text == "123"


@pytest.mark.parametrize(("stroke", "answers"), [("y", ["yes"]), ("shift+y", ["yes"]), ("escape", []), ("x", [])])
def test_yes_or_no(stroke: str, answers: list[str]) -> None:
    given: list[str] = []
    assert Question("Delete?", given.append).stroke(stroke)
    assert given == answers


def test_a_question_for_a_text() -> None:
    given: list[str] = []
    question = Question("Name?", given.append, "old")
    assert not question.stroke("y")
    assert question.stroke("enter")
    assert given == ["y"]
