"""The texts of a lesson by id, and a lesson with those of another language: positions and moves stay what they are.

The ids are `title`, `summary`, the number of a stage for the text before it, `3.right` and `3.wrong` for what is said
to an answer of the third stage, and `end` for the text after the last. A blank line separates paragraphs.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from .lessons import Lesson, Stage

_GAP = "\n\n"


def texts_of(lesson: Lesson) -> dict[str, str]:
    """Return the texts of a lesson by their ids."""
    texts = {"title": lesson.title, "summary": lesson.summary}
    for number, stage in enumerate(lesson.stages, 1):
        texts |= {f"{number}": _GAP.join(stage.text), f"{number}.right": stage.right, f"{number}.wrong": stage.wrong}
    texts["end"] = _GAP.join(lesson.ending)
    return {name: text for name, text in texts.items() if text}


def with_texts(lesson: Lesson, texts: Mapping[str, str]) -> Lesson:
    """Return a lesson with other texts; those that are missing stay as they are."""
    texts = texts_of(lesson) | dict(texts)

    def stage_with_texts(number: int, stage: Stage) -> Stage:
        said = {name: texts.get(f"{number}.{name}", "") for name in ("right", "wrong")}
        return stage.replace(text=_paragraphs(texts.get(f"{number}", "")), **said)

    return lesson.replace(
        title=texts["title"],
        summary=texts.get("summary", ""),
        stages=tuple(stage_with_texts(*numbered) for numbered in enumerate(lesson.stages, 1)),
        ending=_paragraphs(texts.get("end", "")),
    )


def _paragraphs(text: str) -> tuple[str, ...]:
    return tuple(text.split(_GAP)) if text else ()
