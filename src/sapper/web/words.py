"""The words that the page shows: those of the catalogue that its modules name.

`words.LANGUAGE.json` has all of them. What the start page needs comes with the schema; the file is loaded with the
first game, page or screen beyond it.
"""

from __future__ import annotations

import json
import re
from string import Formatter
from typing import TYPE_CHECKING, Any

from ..display.wording import ENGLISH, wording
from ..server.bundle import BUNDLES, START, loaded_with
from . import ASSETS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    Place = tuple[str, ...]  # the keys that lead to an entry, such as ("messages", "count", "wins")

TYPES = ASSETS / "catalogue.d.ts"
_SECTIONS = {
    "grade": "grades",
    "ruleset": "rulesets",
    "level": "levels",
    "status": "statuses",
    "theme": "themes",
    "synonyms": "synonyms",
}
# Sections and entries of which the page shows no sentence.
_WITHOUT_DESCRIPTION = ("actions", "commands", "sections", ("rules", "layout"), ("rules", "completion"))


def page_words(language: str = ENGLISH) -> dict[str, Any]:
    """Return the words that the page needs, in the form of the catalogue."""
    entries = wording(language).entries
    return _extract(entries, _needed(entries, {path.name for path in ASSETS.glob("*.js")}))


def first_words(language: str = ENGLISH) -> dict[str, Any]:
    """Return the words that the start page needs."""
    entries = wording(language).entries
    return _extract(entries, _needed(entries, set(loaded_with(BUNDLES[START], _source))))


def file(language: str) -> Path:
    """Return the path of the words of a language among the page's files."""
    return ASSETS / f"words.{language}.json"


def text(language: str) -> str:
    """Return the text of that file."""
    return json.dumps(page_words(language), separators=(",", ":")) + "\n"


def typescript() -> str:
    """Return the keys of all messages with the values that each needs, as TypeScript declarations."""
    messages = {
        f"{group}.{name}": entry
        for group, entries in wording().entries["messages"].items()
        for name, entry in entries.items()
    }
    lists = [key for key, entry in messages.items() if isinstance(entry, list)]
    rows = [f"  {json.dumps(key)}: {_values(entry)};" for key, entry in messages.items() if key not in lists]
    return "\n".join(
        [
            "// Written from sapper/display/words/en.json: python -m sapper.web.schema",
            "",
            "/** A catalogue, or a part of it. */",
            "export type Entries = { [name: string]: any };",
            "",
            "/** Every message with the values that it needs. */",
            "export interface Messages {",
            *rows,
            "}",
            "",
            "export type Values<K extends keyof Messages> = keyof Messages[K] extends never ? [] : [Messages[K]];",
            f"export type LinesKey = {' | '.join(map(json.dumps, lists))};",
            "",
        ]
    )


def _needed(entries: Mapping[str, Any], modules: set[str]) -> set[Place]:
    """Return the places in the catalogue that modules read."""
    found = {place for name in modules - {"words.js"} for place in _read_by(_source(name), entries)}
    references = [_entry(entries, place).get("values") for place in found if place[0] in ("rules", "settings")]
    for section in filter(lambda values: isinstance(values, str), references):
        found |= _whole(entries, section)
    return found


def _read_by(source: str, entries: Mapping[str, Any]) -> Iterator[Place]:
    """Find what the calls of the functions of words.js read; without a name in quotation marks, a whole section."""
    for function, alias in _imports(source):
        for first, second in re.findall(rf'(?<![.\w]){alias}\(\s*(?:"([^"]+)")?(?:, "([^"]+)")?', source):
            if function in ("message", "pieces", "lines") and first:
                yield ("messages", *first.split("."))
            elif function == "action":
                yield from [_action(entries, first)] if first else _all_actions(entries)
            elif function == "words":
                yield from [(first, second)] if second else _whole(entries, first)
            elif function == "setting" and second:
                yield ("settings", first, second)
            elif function == "setting" and first:
                yield from (place for place in _settings(entries) if place[1] == first)
            elif function == "setting":
                yield from (place for place in _settings(entries) if f'"{place[-1]}"' in source)
            elif function == "rule":
                named = _whole(entries, "rules") if not first else {("rules", first)}
                yield from (place for place in named if f'"{place[-1]}"' in source)
            elif function in _SECTIONS:
                yield from [(_SECTIONS[function], first)] if first else _whole(entries, _SECTIONS[function])


def _imports(source: str) -> Iterator[tuple[str, str]]:
    """Return the functions that a module imports from words.js, each with the name it has there."""
    for names in re.findall(r'^import \{([^}]*)\} from "\./words\.js";', source, re.MULTILINE):
        for name in filter(None, (name.strip() for name in names.split(","))):
            function, _, alias = name.partition(" as ")
            yield function, alias or function


def _whole(entries: Mapping[str, Any], section: str) -> set[Place]:
    return {(section, name) for name in entries[section]}


def _all_actions(entries: Mapping[str, Any]) -> set[Place]:
    """Return the actions of the key map and the commands that the page has."""
    commands = _source("commands.js")
    return _whole(entries, "actions") | {place for place in _whole(entries, "commands") if f'"{place[-1]}"' in commands}


def _settings(entries: Mapping[str, Any]) -> set[Place]:
    return {("settings", section, name) for section, options in entries["settings"].items() for name in options}


def _action(entries: Mapping[str, Any], name: str) -> Place:
    return ("actions" if name in entries["actions"] else "commands", name)


def _entry(entries: Mapping[str, Any], place: Place) -> Any:
    entry: Any = entries
    for key in place:
        entry = entry[key]
    return entry


def _extract(entries: Mapping[str, Any], places: set[Place]) -> dict[str, Any]:
    """Return the entries at some places, nested as they are in the catalogue."""
    out: dict[str, Any] = {}
    for place in sorted(places):
        within = out
        for key in place[:-1]:
            within = within.setdefault(key, {})
        entry = _entry(entries, place)
        if place[0] in _WITHOUT_DESCRIPTION or place in _WITHOUT_DESCRIPTION:
            entry = {key: text for key, text in entry.items() if key != "description"}
        within[place[-1]] = entry
    return out


def _values(entry: str | Mapping[str, str]) -> str:
    forms = [entry] if isinstance(entry, str) else list(entry.values())
    names = {name for form in forms for _, name, _, _ in Formatter().parse(form) if name}
    names |= set() if isinstance(entry, str) else {"count"}
    kinds = [f"{name}: {'number' if name == 'count' else 'string | number'}" for name in sorted(names)]
    return f"{{ {'; '.join(kinds)} }}" if kinds else "{}"


def _source(name: str) -> str:
    return (ASSETS / name).read_text("utf-8")
