"""What the page knows of settings, rules, keys and colours: `python -m sapper.web.schema` writes the file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from ..controls.keys import PROFILES
from ..controls.settings import RULESET_CONTROLS, SCHEMA, Choice, Keys, Number
from ..rules import LEVELS, RULESETS
from . import ASSETS

if TYPE_CHECKING:
    from ..controls.options import Option

FILE = ASSETS / "schema.json"
THEMES = Path(__file__).parents[1] / "display" / "themes.json"
_AT_ONCE = ("light", "dark")  # the others are read from /themes.json when they are wanted
_NOT_FOR_THE_PAGE = ("ansi", "players")


def schema() -> dict[str, object]:
    """Gather it; a ruleset lists only what differs from `modern` or from the default controls."""
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
            str(profile): {action: list(keys) for action, keys in bound.items()} for profile, bound in PROFILES.items()
        },
        "theme-names": list(themes),
        "themes": {
            name: {token: value for token, value in themes[name].items() if token not in _NOT_FOR_THE_PAGE}
            for name in _AT_ONCE
        },
    }


def text() -> str:
    """Write it as the file has it."""
    return json.dumps(schema(), separators=(",", ":")) + "\n"


def _option(option: Option) -> dict[str, object]:
    told: dict[str, object] = {"default": _plain(option.default)}
    if isinstance(option, Choice):
        told["choices"] = [str(word) for word in type(option.default)]
    if isinstance(option, Number):
        told["least"], told["most"] = option.least, option.most
    return told


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else str(value) if isinstance(value, str) else value


def _spell(name: str) -> str:
    return name.replace("_", "-")


if __name__ == "__main__":
    FILE.write_text(text(), "utf-8")
