"""Settings, rules, keys, colours, words and types for the page: `python -m sapper.web.schema` writes the files."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

from ..controls.keys import PROFILES, Profile
from ..controls.options import NamedChoice
from ..controls.settings import RULESET_CONTROLS, SCHEMA, Choice, Keys, Number, ThemeChoice
from ..display.wording import ENGLISH, languages
from ..rules import LEVELS, RULESETS
from ..server.document import typescript
from . import ASSETS, words

if TYPE_CHECKING:
    from ..controls.options import Option

TYPES = ASSETS / "protocol.d.ts"
INDEX = ASSETS.parent / "index.html"  # lists the languages
THEMES = Path(__file__).parents[1] / "display" / "themes.json"
_AT_ONCE = ("light", "dark")  # the others are read from /themes.json when they are wanted
_NOT_FOR_THE_PAGE = ("ansi",)
_NOT_CHOSEN_ON_THE_PAGE = (ThemeChoice.TERMINAL,)


def schema(language: str = ENGLISH) -> dict[str, object]:
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
        "words": words.first_words(language),
    }


def file(language: str) -> Path:
    """Return the path of the schema in a language."""
    return ASSETS / f"schema.{language}.json"


def text(language: str) -> str:
    """Return the text of that file."""
    return json.dumps(schema(language), separators=(",", ":")) + "\n"


def files() -> dict[Path, str]:
    """Return every file that is written here, with its text; of index.html only the languages are."""
    listed = re.sub(r'data-languages="[^"]*"', f'data-languages="{" ".join(languages())}"', INDEX.read_text("utf-8"))
    written = {INDEX: listed, TYPES: typescript(), words.TYPES: words.typescript()}
    for language in languages():
        written |= {file(language): text(language), words.file(language): words.text(language)}
    return written


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


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else str(value) if isinstance(value, str) else value


def _spell(name: str) -> str:
    return name.replace("_", "-")


if __name__ == "__main__":
    for path, content in files().items():
        path.write_text(content, "utf-8")
