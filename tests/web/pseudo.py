"""Languages that nobody speaks.

`qa` is English with accents and 40 % longer: a text on the page that has plain English letters did not come from the
catalogue. `qr` is the same from right to left. `qw` has the widest text that any language has for each entry, with the
widest of all their words in it: what has room in it has room in every language.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len

from sapper.display import languages as languages_module
from sapper.display import wording as wording_module
from sapper.display.languages import languages, read_catalogue
from sapper.learn import shipped
from sapper.web import schema

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from playwright.sync_api import BrowserContext, Route

    from sapper.web.words import Reads

LONG, MIRRORED, WIDEST = "qa", "qr", "qw"
PSEUDO = (LONG, MIRRORED, WIDEST)
_LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "áƀćđéƒĝĥíĵķļɱñóƥɋŕśťúṽŵẋýžÁƁĆĐÉƑĜĤÍĴĶĻṀÑÓƤɊŔŚŤÚṼŴẊÝŽ",
)
_PLAIN = ("locale",)  # how numbers and lists are written


def accented(text: str) -> str:
    """Return a text with accents on all letters but those of its values, and with two more letters for every five."""
    parts = re.split(r"(\{[^{}]*\})", text)
    return "".join(part if part.startswith("{") else _longer(part.translate(_LETTERS)) for part in parts)


def _longer(text: str) -> str:
    return re.sub(r"\w{2,}", lambda word: word[0] + "ö" * max(1, round(len(word[0]) * 0.4)), text)


def _entries(entry: Any, section: str = "") -> Any:
    if section in _PLAIN:
        return entry
    if isinstance(entry, dict):
        return {
            key: below if key == "values" and isinstance(below, str) else _entries(below, section or key)
            for key, below in entry.items()
        }
    return [_entries(line, section) for line in entry] if isinstance(entry, list) else accented(entry)


def _widest(entry: Any, others: list[Any], section: str = "") -> Any:
    """Return an entry with the widest of its texts in several languages."""
    if section in _PLAIN:
        return entry
    if isinstance(entry, dict):
        return {
            key: below
            if key == "values" and isinstance(below, str)
            else _widest(below, [_below(other, key) for other in others], section or key)
            for key, below in entry.items()
        }
    if isinstance(entry, list):
        return [_widest(line, [other[at] for other in others], section) for at, line in enumerate(entry)]
    return widest([entry, *(text for other in others for text in _forms(other))])


def _below(other: Any, key: str) -> Any:
    """Return the entry below a key; a language may have other plural forms, or one for all numbers."""
    return other.get(key, other) if isinstance(other, dict) else other


def _forms(other: Any) -> list[str]:
    return [other] if isinstance(other, str) else list(other.values())


def widest(texts: list[str]) -> str:
    """Return the widest text, with the widest word of all of them as its longest word.

    >>> widest(["Open all {count} of it", "Unbreakable {count}", "A B"])
    'Unbreakable all {count} of it'
    """
    longest = max(texts, key=cell_len)
    words = [[word for word in text.split() if word.isalpha() and cell_len(word) == len(word)] for text in texts]
    word = max((word for found in words for word in found), key=len, default="")
    own = max((word for word in longest.split() if word.isalpha() and cell_len(word) == len(word)), key=len, default="")
    return longest.replace(own, word, 1) if own else longest


def catalogue(language: str) -> dict[str, Any]:
    """Return the catalogue of a pseudo-language."""
    entries = _entries(read_catalogue("en"))
    if language == WIDEST:
        entries = _widest(entries, [read_catalogue(code) for code in languages()])
    direction = "rtl" if language == MIRRORED else "ltr"
    return {**entries, "locale": {**entries["locale"], "direction": direction, "name": accented(language)}}


def files(reads: Reads, folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """Return the files that the page reads in the pseudo-languages, by their names."""
    catalogues = {language: catalogue(language) for language in PSEUDO} | {"en": read_catalogue("en")}
    for language, entries in catalogues.items():
        (folder / f"{language}.json").write_text(json.dumps(entries), "utf-8")
    lessons = {
        name: {key: accented(text) for key, text in texts.items()} for name, texts in shipped.texts_in("en").items()
    }
    with monkeypatch.context() as patch:
        patch.setattr(languages_module, "folder", lambda: folder)
        patch.setattr(shipped, "texts_in", lambda _: lessons)
        patch.setattr(wording_module, "_read", {})
        found = {name: text for language in PSEUDO for name, text in schema.texts(reads, language).items()}
    for language in PSEUDO:
        pages = json.loads(found[f"help.{language}.json"])
        blocks = [{**page, "blocks": [[kind, _help(kind, text)] for kind, text in page["blocks"]]} for page in pages]
        found[f"help.{language}.json"] = json.dumps(blocks)
    return found


def _help(kind: str, text: str) -> str:
    return text if kind == "field" else accented(text)


def speak(context: BrowserContext, written: dict[str, str], known: list[str]) -> None:
    """Let a browser find the pseudo-languages among the others."""

    def answer(route: Route) -> None:
        name = route.request.url.rpartition("/")[2]
        body = written[name]
        if name.startswith("settings-words"):
            names = {**json.loads(body)["languages"], **dict.fromkeys(known, "")}
            body = json.dumps(json.loads(body) | {"languages": names})
        route.fulfill(body=body, content_type="application/json")

    context.route(re.compile(rf"\.({'|'.join(PSEUDO)})\.json"), answer)
    listed = " ".join([*known, *PSEUDO])
    context.add_init_script(
        "document.addEventListener('readystatechange', () => {"
        f" document.documentElement.dataset.languages = {json.dumps(listed)}; }})"
    )
