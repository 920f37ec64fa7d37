"""Two languages that nobody speaks, made of English: `qa` has accents and is 40 % longer, `qr` runs from right to left.

A text on the page that has plain English letters did not come from the catalogue.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from sapper.display import languages as languages_module
from sapper.display import wording as wording_module
from sapper.display.languages import read_catalogue
from sapper.learn import shipped
from sapper.web import schema

if TYPE_CHECKING:
    from pathlib import Path

    import pytest
    from playwright.sync_api import BrowserContext, Route

    from sapper.web.words import Reads

LONG, MIRRORED = "qa", "qr"
PSEUDO = (LONG, MIRRORED)
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


def catalogue(language: str) -> dict[str, Any]:
    """Return the catalogue of a pseudo-language."""
    entries = _entries(read_catalogue("en"))
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
