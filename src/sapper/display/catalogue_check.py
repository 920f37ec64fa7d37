"""Faults of the catalogue of a language, compared with English."""

from __future__ import annotations

import re
from string import Formatter

from .columns import width
from .languages import ENGLISH
from .plurals import ALL, plural_form, plural_forms

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from ..phrase import Phrase

    Place = tuple[str, ...]

# How many cells of a terminal a text may take, by its place; * stands for any name.
ROOM = {
    ("settings", "*", "*", "title"): 29,
    ("settings", "*", "*", "description"): 78,
    ("sections", "*", "description"): 78,
    ("actions", "*", "short"): 18,
    ("commands", "*", "short"): 18,
    ("messages", "help", "topic-*"): 23,
}
_OF_ONE_LENGTH = ("examples", "months")  # lists whose texts belong to something else, one by one
_SENTENCE = re.compile(r"[A-Za-z]{3,}\W+[A-Za-z]{3,}\W+[A-Za-z]{3,}")


def problems(language: str, entries: object, english: Mapping[str, Any]) -> Iterator[Phrase]:
    """Return the problems of a catalogue, each as a phrase that names its place."""
    found = _compare((), entries, english, language)
    yield from (problem for problem in found if language != ENGLISH or problem.code != "cli-language.english")


def completeness(entries: Mapping[str, Any], english: Mapping[str, Any]) -> float:
    """Return the share of the English texts that a catalogue has.

    >>> completeness({"a": {"x": "eins"}}, {"a": {"x": "one", "y": "two"}})
    0.5
    """
    needed = set(_places(english, ()))
    return len(needed & set(_places(entries, ()))) / len(needed)


def _places(entry: Any, path: Place) -> Iterator[Place]:
    if isinstance(entry, dict) and not _is_plural(entry):
        for key, below in entry.items():
            yield from _places(below, (*path, key))
    else:
        yield path


def _compare(path: Place, own: Any, english: Any, language: str) -> Iterator[Phrase]:
    if isinstance(english, dict) and not _is_plural(english):
        if not isinstance(own, dict):
            yield _problem("cli-language.not-a-group", path)
            return
        for key, below in english.items():
            if key in own:
                yield from _compare((*path, key), own[key], below, language)
            else:
                yield _problem("cli-language.missing", (*path, key))
        for key in own.keys() - english.keys():
            yield _problem("cli-language.unknown", (*path, key))
    elif isinstance(english, list):
        yield from _list_problems(path, own, english)
    elif isinstance(english, dict):
        yield from _plural_problems(path, own, english, language)
    elif not isinstance(own, str):
        yield _problem("cli-language.not-a-text", path)
    else:
        yield from _text_problems(path, own, english, placeholders(english), placeholders(english))


def _list_problems(path: Place, own: Any, english: list[str]) -> Iterator[Phrase]:
    if not isinstance(own, list) or not all(isinstance(text, str) for text in own):
        yield _problem("cli-language.not-a-list", path)
    elif path[-1] in _OF_ONE_LENGTH and len(own) != len(english):
        yield _problem("cli-language.length", path, count=len(english), own=len(own))
    else:
        for text in own:
            yield from _text_problems(path, text, "", set(), set())


def _plural_problems(path: Place, own: Any, english: dict[str, str], language: str) -> Iterator[Phrase]:
    if not isinstance(own, dict) or not all(isinstance(text, str) for text in own.values()):
        yield _problem("cli-language.not-a-plural", path, forms=", ".join(plural_forms(language)))
        return
    for form in plural_forms(language):
        if form not in own:
            yield _problem("cli-language.no-form", path, form=form)
    every = set().union(*map(placeholders, english.values())) | {"count"}
    needed = placeholders(english["other"])
    for form, text in own.items():
        if form not in ALL:
            yield _problem("cli-language.no-such-form", path, form=form, forms=", ".join(ALL))
        else:
            left_out = {"count"} if may_leave_count_out(language, form) else set()
            yield from _text_problems((*path, form), text, english["other"], needed - left_out, every)


def may_leave_count_out(language: str, form: str) -> bool:
    """Return whether a form is for one thing, which a text may say without its number; in Russian, 21 has it too.

    >>> may_leave_count_out("en", "one"), may_leave_count_out("ru", "one"), may_leave_count_out("en", "other")
    (True, False, False)
    """
    return form in ("zero", "one", "two") and plural_form(language, 21) != form


def _text_problems(path: Place, text: str, english: str, needed: set[str], allowed: set[str]) -> Iterator[Phrase]:
    try:
        found = placeholders(text)
    except ValueError:
        yield _problem("cli-language.braces", path)
        return
    if needed - found:
        yield _problem("cli-language.lost", path, names=_named(needed - found))
    if found - allowed:
        yield _problem("cli-language.invented", path, names=_named(found - allowed))
    if text == english and not text.startswith("sapper ") and _SENTENCE.search(re.sub(r"\{[^}]*\}", "", text)):
        yield _problem("cli-language.english", path)
    room = next((cells for place, cells in ROOM.items() if _is_at(path, place)), None)
    if room is not None and width(text) > room:
        yield _problem("cli-language.too-long", path, columns=width(text), room=room)


def placeholders(text: str) -> set[str]:
    """Return the names of the values in a text; raise ValueError for braces that are not closed."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def _is_plural(entry: Mapping[str, Any]) -> bool:
    return "other" in entry and entry.keys() <= set(ALL)


def _is_at(path: Place, place: Place) -> bool:
    return len(path) == len(place) and all(
        part == name or (name.endswith("*") and part.startswith(name[:-1]))
        for part, name in zip(path, place, strict=True)
    )


def _named(names: set[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(names))


def _problem(code: str, path: Place, **values: str | int) -> Phrase:
    from ..phrase import Phrase

    return Phrase(code, place=".".join(path), **values)
