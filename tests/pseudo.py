"""A language made from English: every word has accents, and is some 40 % longer.

A word on a screen that has a vowel and no accent does not come from the catalogue. What is typed, such as options and
commands, stays as it is.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sapper.display import help_text
from sapper.display import wording as module
from sapper.display.languages import read_catalogue
from sapper.display.wording import Wording, use_language
from sapper.learn import shipped

if TYPE_CHECKING:
    from collections.abc import Iterator

CODE = "qps"
_ACCENTS = {
    "a": "áà",
    "e": "éè",
    "i": "íì",
    "o": "óò",
    "u": "úù",
    "A": "Áà",
    "E": "Éè",
    "I": "Íì",
    "O": "Óò",
    "U": "Úù",
}
_LETTERS = str.maketrans({"c": "ç", "n": "ñń", "s": "š", "t": "ťţ", "y": "ý", "z": "ž", **_ACCENTS})
# Values, options, texts in capitals, and everything with a sign that is part of something typed.
_TYPED = re.compile(r"\{[^}]*\}|\S*[-=/_.:<>@0-9]+\w\S*|--?\w[\w-]*|\b[A-Z]{2,}\b|\bsapper( [a-z][a-z-]*)?")
_WORD = re.compile(r"[A-Za-z]+")


def translated(text: str) -> str:
    """Return a text of the catalogue in the pseudo-language.

    >>> translated("{count} mines left, see sapper replay")
    '{count} míìñńéèš léèfťţ, šéèéè sapper replay'
    """
    out, at = "", 0
    for typed in _TYPED.finditer(text):
        out += text[at : typed.start()].translate(_LETTERS) + typed[0]
        at = typed.end()
    return out + text[at:].translate(_LETTERS)


def catalogue(entry: Any = None, path: tuple[str, ...] = ()) -> Any:
    """Return the English catalogue in the pseudo-language."""
    if entry is None:
        entry = read_catalogue("en")
    if isinstance(entry, dict):
        return {key: below if key == "locale" else catalogue(below, (*path, key)) for key, below in entry.items()}
    if isinstance(entry, list):
        return [translated(text) for text in entry]
    if path[-1] == "values":  # the name of a section
        return entry
    return translated(entry)


def wording() -> Wording:
    """Return the pseudo-language, which then can be chosen by its code."""
    if CODE not in module._read:
        module._read[CODE] = Wording(CODE, catalogue())
    return module._read[CODE]


def help_page(topic: str) -> str:
    """Return a page of the help in the pseudo-language, without its boards."""
    parts = help_text.page(topic).split("```")
    return "```".join(part if number % 2 else translated(part) for number, part in enumerate(parts))


def lesson_texts() -> dict[str, dict[str, str]]:
    """Return the texts of all lessons in the pseudo-language."""
    return {
        name: {key: translated(text) for key, text in texts.items()} for name, texts in shipped.texts_in("en").items()
    }


@contextmanager
def spoken(language: str = CODE) -> Iterator[Wording]:
    """Speak a language for a while."""
    wording()
    try:
        yield use_language(language)
    finally:
        use_language("en")


def untranslated(text: str, allowed: set[str]) -> list[str]:
    """Return the words of a text that have a vowel and no accent, without those that are allowed."""
    words = [word for word in re.findall(r"[^\W\d_]+", text) if word.isascii() and re.search("[aeiouAEIOU]", word)]
    return sorted({word for word in words if len(word) > 2 and not word.isupper() and word not in allowed})


def typed_words() -> set[str]:
    """Return the words that the texts of the pseudo-language themselves leave as they are."""
    texts: list[str] = []

    def collect(entry: Any) -> None:
        if isinstance(entry, str):
            texts.append(re.sub(r"\{[^}]*\}", "", entry))
        else:
            for below in entry.values() if isinstance(entry, dict) else entry:
                collect(below)

    collect(wording().entries)
    return {word for text in texts for word in _WORD.findall(text)}
