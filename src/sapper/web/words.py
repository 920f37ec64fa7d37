"""The words that the page shows: those of the catalogue that its modules read.

What the start page needs comes with the schema. `words.LANGUAGE.json` is loaded with the first game,
`advice-words.LANGUAGE.json` with its first hint or its end, `refusal-words.LANGUAGE.json` with the first refusal,
`page-words.LANGUAGE.json` with the first page beyond it, and the words of some folders with their pages.
`scripts/page.mjs` finds out what belongs to which part.
"""

from __future__ import annotations

import json
from collections import Counter
from string import Formatter
from typing import TYPE_CHECKING, Any, TypedDict

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
START, GAME, ADVICE, REFUSALS, PAGES = "schema", "words", "advice-words", "refusal-words", "page-words"
FIRST = (START, GAME, ADVICE, REFUSALS, PAGES)  # each has what those before it lack; those of folders need all of them
SETTINGS = "settings-words"  # has the names of all languages
#: The groups and sections of SENT_GROUPS and SENT_SECTIONS that hints and the end of a game are made of.
_ADVICE = (
    *("reason", "hints", "hint", "why", "verdict", "best-move", "solver"),
    *("patterns", "regions"),
)
_REFUSAL = ("refusal", "error", "file", "import", "alone")
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
    """The words of a module: calls of the functions of ui/words.ts with two arguments at most, and all of its texts."""

    calls: list[list[str | None]]
    texts: list[str]


class Reads(TypedDict):
    """The words of the modules of the page, and the names of those of the start page, of a game and of later parts."""

    modules: dict[str, Module]
    start: list[str]
    game: list[str]
    parts: dict[str, list[str]]


def page_words(reads: Reads, language: str = ENGLISH) -> dict[str, dict[str, Any]]:
    """Return the parts of the words by their names, in the form of the catalogue."""
    entries = wording(language).entries
    needed = {part: _places(reads, set(names), entries) for part, names in reads["parts"].items()}
    needed[START] = _places(reads, set(reads["start"]), entries) | {("locale", name) for name in _LOCALE}
    needed[GAME] = _places(reads, set(reads["game"]), entries)
    sent = _sent(entries)
    needed[ADVICE] |= _of_groups(sent, _ADVICE)
    needed[REFUSALS] |= _of_groups(sent, _REFUSAL)
    of_folders = [part for part in needed if part not in FIRST]
    needed[PAGES] |= sent | _shared([needed[part] for part in of_folders])
    found: dict[str, dict[str, Any]] = {}
    known: set[Place] = set()
    for part in FIRST:
        found[part] = _extract(entries, needed[part] - known)
        known |= needed[part]
    found |= {part: _extract(entries, needed[part] - known) for part in of_folders}
    found[SETTINGS]["languages"] = {code: wording(code).own_name for code in languages()}
    return found


def _of_groups(places: set[Place], names: tuple[str, ...]) -> set[Place]:
    """Return the places that are in some groups of messages or sections."""
    return {place for place in places if place[place[0] == "messages"] in names}


def _shared(sets: list[set[Place]]) -> set[Place]:
    """Return the places that are in several sets."""
    counts = Counter(place for places in sets for place in places)
    return {place for place, count in counts.items() if count > 1}


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
