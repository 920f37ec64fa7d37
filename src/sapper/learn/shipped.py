"""The lessons that come with the program: each a file with its positions, and the texts of each language."""

from __future__ import annotations

import json
from pathlib import Path

from ..errors import SapperError
from ..phrase import Phrase, listed
from .lesson_texts import texts_of, with_texts
from .lessons import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .lessons import Lesson

FOLDER = Path(__file__).with_name("lessons")
_ENGLISH = "en"

#: The lessons in their order. The first is "Learn in two minutes".
NAMES = (
    "two-minutes",
    "numbers",
    "flags",
    "chord",
    "edges",
    "one-one",
    "one-two",
    "one-two-one",
    "one-two-two-one",
    "reduction",
    "holes",
    "corners",
    "chains",
    "long-chains",
    "count",
    "case-split",
    "nothing-certain",
    "best-guess",
    "reading-order",
    "efficiency",
)


class NoLesson(SapperError, LookupError):
    """There is no lesson of a name."""


def text_of(name: str) -> str:
    """Return the file of a lesson, which has its English texts."""
    if name not in NAMES:
        raise NoLesson(Phrase("lesson-file.no-lesson", given=repr(name[:40]), choices=listed(NAMES)))
    return (FOLDER / _ENGLISH / f"{name}.lesson").read_text("utf-8")


def texts_in(language: str) -> dict[str, dict[str, str]]:
    """Return the texts of all lessons in a language, by lesson and id, without those that are not translated."""
    if language == _ENGLISH:
        return {name: texts_of(lesson(name)) for name in NAMES}
    file = FOLDER / f"{language}.json"
    texts: dict[str, dict[str, str]] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    return texts


def lesson(name: str, language: str = _ENGLISH) -> Lesson:
    """Return a lesson; what a language lacks is in English."""
    english = parse(text_of(name), name)
    return english if language == _ENGLISH else with_texts(english, texts_in(language).get(name, {}))


def lessons(language: str = _ENGLISH) -> list[Lesson]:
    """Return all lessons in their order."""
    texts = {} if language == _ENGLISH else texts_in(language)
    return [with_texts(parse(text_of(name), name), texts.get(name, {})) for name in NAMES]
