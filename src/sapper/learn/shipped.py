"""The lessons that come with the program, in a language or in English."""

from __future__ import annotations

from importlib.resources import files

from ..errors import SapperError
from ..phrase import Phrase, listed
from .lessons import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .lessons import Lesson

_ENGLISH = "en"
_ENDING = ".lesson"

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


def text_of(name: str, language: str = _ENGLISH) -> str:
    """Return the text of a lesson in a language, or in English where it is not translated."""
    if name not in NAMES:
        raise NoLesson(Phrase("lesson-file.no-lesson", given=repr(name[:40]), choices=listed(NAMES)))
    folder = files(__package__).joinpath("lessons")
    for place in (language, _ENGLISH):
        file = folder.joinpath(place, f"{name}{_ENDING}")
        if file.is_file():
            return file.read_text("utf-8")
    raise NoLesson(Phrase("lesson-file.no-lesson", given=repr(name), choices=listed(NAMES)))


def lesson(name: str, language: str = _ENGLISH) -> Lesson:
    """Return a lesson."""
    return parse(text_of(name, language), name)


def lessons(language: str = _ENGLISH) -> list[Lesson]:
    """Return all lessons in their order."""
    return [lesson(name, language) for name in NAMES]
