"""The lessons in every language: the same positions, moves, questions and answers, and a text for each English one."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from sapper.display.catalogue_check import problems
from sapper.display.languages import languages
from sapper.learn import shipped
from sapper.learn.lesson_check import problems as lesson_problems
from sapper.learn.lesson_texts import texts_of, with_texts

if TYPE_CHECKING:
    from sapper.learn.lessons import Lesson, Stage

OTHERS = [language for language in languages() if language != "en"]
TEXTS = ("title", "summary", "text", "right", "wrong", "ending", "stages")


def without_texts(value: Lesson | Stage) -> dict[str, object]:
    """What is the same in all languages of a lesson or a stage."""
    return {name: getattr(value, name) for name in value.field_names() if name not in TEXTS}


def squares(text: str) -> list[str]:
    """The squares that a text names, sorted as a language may name them in another order."""
    return sorted(set(re.findall(r"(?<![A-Za-z])[A-Z][1-9](?![0-9])", text)))


@pytest.mark.parametrize("language", OTHERS)
def test_every_lesson_has_all_its_texts_and_the_positions_of_the_english_one(language: str) -> None:
    english = shipped.texts_in("en")
    assert [str(problem) for problem in problems(language, shipped.texts_in(language), english)] == []
    for name in shipped.NAMES:
        original, own = shipped.lesson(name), shipped.lesson(name, language)
        assert without_texts(own) == without_texts(original)
        assert list(map(without_texts, own.stages)) == list(map(without_texts, original.stages))
        assert [stage.ask for stage in own.questions] == [stage.ask for stage in original.questions]
        assert list(lesson_problems(own)) == []
        texts = texts_of(own)
        assert texts == shipped.texts_in(language)[name]
        for place, text in english[name].items():
            assert squares(texts[place]) == squares(text), f"{name} {place}"
            assert texts[place].count("\n\n") == text.count("\n\n"), f"{name} {place}"
            assert ("`none`" in texts[place]) == ("`none`" in text), f"{name} {place}"


def test_all_lessons_of_a_language_are_those_of_their_names() -> None:
    assert shipped.lessons("ja") == [shipped.lesson(name, "ja") for name in shipped.NAMES]
    assert shipped.lessons() == [shipped.lesson(name) for name in shipped.NAMES]
    assert shipped.lesson("chord", "de").title == "Der Chord"


def test_what_a_language_lacks_is_in_english() -> None:
    english = shipped.lesson("chord")
    assert shipped.lesson("chord", "xx") == english
    partly = with_texts(english, {"title": "Der Chord", "3.right": "Gut."})
    assert (partly.title, partly.summary) == ("Der Chord", english.summary)
    assert [stage.right for stage in partly.stages] == ["", "", "Gut."]
    assert texts_of(partly) == texts_of(english) | {"title": "Der Chord", "3.right": "Gut."}
