"""The words that the page shows: those of the catalogue that its modules read.

What the start page needs comes with the schema. `words.LANGUAGE.json` is loaded with the first game, and
`page-words.LANGUAGE.json` with the first page beyond it. `scripts/page_words.mjs` finds out what the modules read.
"""

from __future__ import annotations

import json
from string import Formatter
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

from ..display.phrases import SENT_GROUPS, SENT_SECTIONS
from ..display.wording import ENGLISH, languages, wording
from . import SOURCES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    Place = tuple[str, ...]  # the keys that lead to an entry, such as ("messages", "count", "wins")

TYPES = SOURCES / "ui" / "catalogue.ts"
_COMMANDS = "play/commands.ts"
_SECTIONS = {
    "grade": "grades",
    "ruleset": "rulesets",
    "level": "levels",
    "status": "statuses",
    "theme": "themes",
    "mode": "together",
    "synonyms": "synonyms",
}
MADE_GROUPS = ("question",)  # of phrases that the page makes itself, as the server inside it
# How the language writes; browsers know its dates and plurals.
_LOCALE = (
    "direction",
    "decimal",
    "group",
    "group-from",
    "percent",
    "seconds",
    "list",
    "list-end",
    "less",
    "more",
    "about",
)
# Sections and entries of which the page shows no sentence.
_WITHOUT_DESCRIPTION = ("actions", "commands", "sections", ("rules", "layout"), ("rules", "completion"))


class Module(TypedDict):
    """What a module reads: calls of the functions of ui/words.ts with two arguments at most, and all of its texts."""

    calls: list[list[str | None]]
    texts: list[str]


class Reads(TypedDict):
    """What the modules of the page read, and the names of those of the start page and of pages that stand alone."""

    modules: dict[str, Module]
    start: list[str]
    pages: list[str]


class PageWords(NamedTuple):
    """The words of the page in the form of the catalogue: each part has what those before it lack."""

    start: dict[str, Any]
    game: dict[str, Any]
    pages: dict[str, Any]


def page_words(reads: Reads, language: str = ENGLISH) -> PageWords:
    """Return the words that the start page, a game and the other pages need."""
    entries = wording(language).entries
    start = _places(reads, set(reads["start"]), entries) | {("locale", name) for name in _LOCALE}
    game = _places(reads, set(reads["modules"]) - set(reads["pages"]), entries) | start
    every = _places(reads, set(reads["modules"]), entries) | _sent(entries)
    first, second, third = (_extract(entries, places) for places in (start, game - start, every - game))
    names = {code: wording(code).own_name for code in languages()}
    return PageWords(first, second, third | {"languages": names})


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


def _places(reads: Reads, names: set[str], entries: Mapping[str, Any]) -> set[Place]:
    """Return the places in the catalogue that modules read, and those that these refer to."""
    commands = reads["modules"][_COMMANDS]["texts"]
    modules = [module for name, module in reads["modules"].items() if name in names]
    found = {place for module in modules for place in _read_by(module, entries, commands)}
    references = [_entry(entries, place).get("values") for place in found if place[0] in ("rules", "settings")]
    for section in filter(lambda values: isinstance(values, str), references):
        found |= _whole(entries, section)
    return found


def _sent(entries: Mapping[str, Any]) -> set[Place]:
    """Return the places of what the server sends as phrases, except the words that the page has with the start."""
    sections = {place for section in SENT_SECTIONS if section != "locale" for place in _whole(entries, section)}
    return sections | {
        ("messages", group, name) for group in (*SENT_GROUPS, *MADE_GROUPS) for name in entries["messages"][group]
    }


def _read_by(module: Module, entries: Mapping[str, Any], commands: list[str]) -> Iterator[Place]:
    """Find what the calls of a module read; without a text as its argument, a whole section."""
    texts = module["texts"]
    for function, first, second in ((*call, None, None)[:3] for call in module["calls"]):
        if function in ("message", "pieces", "lines") and first:
            yield ("messages", *first.split("."))
        elif function == "action":
            yield from [_action(entries, first)] if first else _all_actions(entries, commands)
        elif function == "words" and first:
            yield from [(first, second)] if second else _whole(entries, first)
        elif function == "setting" and first and second:
            yield ("settings", first, second)
        elif function == "setting" and first:
            yield from (place for place in _settings(entries) if place[1] == first)
        elif function == "setting":
            yield from (place for place in _settings(entries) if place[-1] in texts)
        elif function == "rule":
            named = {("rules", first)} if first else _whole(entries, "rules")
            yield from (place for place in named if place[-1] in texts)
        elif function in _SECTIONS:
            yield from [(_SECTIONS[function], first)] if first else _whole(entries, _SECTIONS[function])


def _whole(entries: Mapping[str, Any], section: str) -> set[Place]:
    return {(section, name) for name in entries[section]}


def _all_actions(entries: Mapping[str, Any], commands: list[str]) -> set[Place]:
    """Return the actions of the key map and the commands that the page has."""
    return _whole(entries, "actions") | {place for place in _whole(entries, "commands") if place[-1] in commands}


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
