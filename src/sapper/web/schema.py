"""Settings, rules, keys, colours and first words for the page; `python -m sapper.web.schema` writes its types."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..controls.keys import PROFILES, Profile
from ..controls.options import NamedChoice
from ..controls.schema import RULESET_NO_GUESS
from ..controls.settings import RULESET_CONTROLS, SCHEMA, Choice, Keys, NoGuess, Number, ThemeChoice
from ..display import help_text
from ..display.wording import ENGLISH, languages, wording
from ..modes import DEFAULT, MODES, Mode
from ..rules import LEVELS, RULESETS
from ..server.protocol.document import typescript
from . import SOURCES, WEB, learning, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..controls.options import Option

TYPES = SOURCES / "protocol.ts"
MODE_SOURCE = SOURCES / "modes.ts"
MODE_INDEX = SOURCES / "together" / "modes" / "index.ts"
INDEX = WEB / "index.html"  # lists the languages
MANIFEST = WEB / "manifest.json"  # names the messages of its texts
THEMES = Path(__file__).parents[1] / "display" / "themes.json"
_AT_ONCE = ("light", "dark")  # the others are read from /themes.json when they are wanted
_NOT_FOR_THE_PAGE = ("ansi",)
_WRITTEN = "// Written from sapper/modes: python -m sapper.web.schema"
_MODE_FIELDS = [name for name in Mode.field_names() if name != "order"]  # the page has them in their order
_MODE_TYPES = {
    "name": "ModeName",
    "rules": "string",
    "wins_by": '"team" | "time" | "points"',
    "least": "number",
    "seats": "number | null",
    "first_counted": "number",
}
_OF_THE_TERMINAL = ("playing", "saving")  # pages of the help
_NOT_CHOSEN_ON_THE_PAGE = (ThemeChoice.TERMINAL,)


def schema() -> dict[str, object]:
    """Return everything; a ruleset or a profile lists only what differs from `modern` or from the defaults."""
    modern = RULESETS["modern"]
    themes = json.loads(THEMES.read_text("utf-8"))["themes"]
    return {
        "settings": {
            section: {name: _option(option) for name, option in options.items() if not isinstance(option, Keys)}
            for section, options in SCHEMA.items()
        },
        "levels": {name: str(level) for name, level in LEVELS.items()},
        "choices": {_spell(name): _plain(value) for name, value in modern.choices.items()},
        "rulesets": {
            name: {
                "levels": {level: str(size) for level, size in bundle.levels.items() if LEVELS.get(level) != size},
                "largest": str(bundle.largest) if bundle.largest else None,
                "choices": {
                    _spell(choice): _plain(value)
                    for choice, value in bundle.choices.items()
                    if value != modern.choices[choice]
                },
                "no-guess": RULESET_NO_GUESS.get(name, NoGuess.OFF),
                "controls": {spelled: _plain(value) for spelled, value in RULESET_CONTROLS.get(name, {}).items()},
            }
            for name, bundle in RULESETS.items()
        },
        "keys": {
            str(profile): {
                action: list(keys)
                for action, keys in bound.items()
                if profile == Profile.DEFAULT or keys != PROFILES[Profile.DEFAULT][action]
            }
            for profile, bound in PROFILES.items()
        },
        "theme-names": list(themes),
        "themes": {
            name: {token: value for token, value in themes[name].items() if token not in _NOT_FOR_THE_PAGE}
            for name in _AT_ONCE
        },
    }


def texts(reads: words.Reads, language: str = ENGLISH) -> dict[str, str]:
    """Return the files of a language by their names: the schema with the first words, other words, help and so on."""
    found = words.page_words(reads, language)
    files = {
        **found,
        words.START: schema() | {"words": found[words.START]},
        "help": _help(language),
        "lessons": learning.lesson_data(language),
        "manifest": manifest(language),
    }
    return {f"{name}.{language}.json": _compact(content) for name, content in files.items()}


def manifest(language: str) -> dict[str, Any]:
    """Return what a system knows of the page when it is installed, in a language."""
    words = wording(language)
    read: dict[str, Any] = json.loads(MANIFEST.read_text("utf-8"))
    shortcuts = [shortcut | {"name": words.message(shortcut["name"])} for shortcut in read["shortcuts"]]
    translated = {"description": words.message(read["description"]), "shortcuts": shortcuts}
    return read | {"lang": language, "dir": words.direction} | translated


def data() -> dict[str, str]:
    """Return the files that have no language by their names."""
    return {"puzzles.json": _compact(learning.puzzle_data()), "path.json": _compact(learning.path_data())}


def files() -> dict[Path, str]:
    """Return every source that is written here, with its text; of index.html only the languages are."""
    listed = re.sub(r'data-languages="[^"]*"', f'data-languages="{" ".join(languages())}"', INDEX.read_text("utf-8"))
    return {
        INDEX: listed,
        TYPES: typescript(),
        MODE_SOURCE: modes_typescript(),
        MODE_INDEX: mode_index(),
        words.TYPES: words.typescript(),
        learning.STEPS_SOURCE: learning.path_typescript(),
    }


def modes_typescript() -> str:
    """Return what the ways to play together declare, in their order, as a module in TypeScript."""
    fields = [f"  {_camel(name)}: {_MODE_TYPES.get(name, 'boolean')};" for name in _MODE_FIELDS]
    modes = [line for mode in MODES.values() for line in _declaration(mode)]
    return "\n".join(
        [
            _WRITTEN,
            "",
            "/** The declaration of a way to play together: see sapper/modes/mode.py. */",
            "export interface Mode {",
            *fields,
            "}",
            "",
            f"export type ModeName = {' | '.join(map(json.dumps, MODES))};",
            f"export const DEFAULT_MODE: ModeName = {json.dumps(DEFAULT)};",
            "",
            "export const MODES: Record<ModeName, Mode> = {",
            *modes,
            "};",
            "",
        ]
    )


def mode_index() -> str:
    """Return the module that lists what the page knows of each mode: a file with its name exports it in capitals."""
    imports = [f'import {{ {name.upper()} }} from "./{name}.ts";' for name in sorted(MODES)]
    pages = ", ".join(f"{name}: {name.upper()}" for name in MODES)
    return "\n".join(
        [
            _WRITTEN,
            "",
            'import type { ModeName } from "../../modes.ts";',
            'import type { ModePage } from "./mode.ts";',
            "",
            *imports,
            "",
            f"export const MODE_PAGES: Record<ModeName, ModePage> = {{ {pages} }};",
            "",
        ]
    )


def _declaration(mode: Mode) -> Iterator[str]:
    yield f"  {mode.name}: {{"
    for name in _MODE_FIELDS:
        yield f"    {_camel(name)}: {json.dumps(getattr(mode, name))},"
    yield "  },"


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(map(str.capitalize, rest))


def _help(language: str) -> list[dict[str, object]]:
    """Return the pages of the help as blocks, those of the terminal's own keys and files left out."""
    return [
        {"title": wording(language).message(name), "blocks": list(help_text.blocks(help_text.page(topic, language)))}
        for topic, name in help_text.TOPICS.items()
        if topic not in _OF_THE_TERMINAL
    ]


def _option(option: Option) -> dict[str, object]:
    described: dict[str, object] = {"default": _plain(option.default)}
    if isinstance(option, Choice):
        described["choices"] = [str(word) for word in type(option.default) if word not in _NOT_CHOSEN_ON_THE_PAGE]
        elsewhere = [str(word) for word in type(option.default) if word in _NOT_CHOSEN_ON_THE_PAGE]
        described |= {"elsewhere": elsewhere} if elsewhere else {}
    if isinstance(option, NamedChoice):
        described["own"] = True
    if isinstance(option, Number):
        described["least"], described["most"] = option.least, option.most
    return described


def _compact(content: object) -> str:
    return json.dumps(content, separators=(",", ":"), ensure_ascii=False) + "\n"


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else str(value) if isinstance(value, str) else value


def _spell(name: str) -> str:
    return name.replace("_", "-")


if __name__ == "__main__":
    for path, content in files().items():
        path.write_text(content, "utf-8")
