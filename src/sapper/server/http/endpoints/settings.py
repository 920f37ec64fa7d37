"""The settings and rules that a client can offer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....controls.settings import SCHEMA, Choice, Number, controls_for
from ....rules import LEVELS, RULESETS, Rules
from ..endpoint import endpoint

if TYPE_CHECKING:
    from starlette.requests import Request


@endpoint("GET", "/api/settings-schema")
async def settings_schema(request: Request) -> dict[str, Any]:
    """Return every setting with its type, default and choices, and the levels and rulesets."""
    sections: dict[str, dict[str, object]] = {}
    for section, options in SCHEMA.items():
        sections[section] = {}
        for name, option in options.items():
            described: dict[str, object] = {"type": type(option).__name__.lower(), "allowed": str(option.allowed)}
            described["default"] = list(option.default) if isinstance(option.default, tuple) else option.default
            if isinstance(option, Choice):
                described["choices"] = [str(word) for word in type(option.default)]
            if isinstance(option, Number):
                described["least"], described["most"] = option.least, option.most
            sections[section][name] = described
    rulesets = {
        name: {
            "levels": {level: str(size) for level, size in bundle.levels.items()},
            "largest": str(bundle.largest) if bundle.largest else None,
            "choices": {choice: _plain(value) for choice, value in bundle.choices.items()},
            "controls": {
                spelled.replace("_", "-"): _plain(getattr(controls, spelled))
                for controls in [controls_for(name)]
                for spelled in controls.field_names()
            },
        }
        for name, bundle in RULESETS.items()
    }
    return {
        "settings": sections,
        "levels": {name: str(level) for name, level in LEVELS.items()},
        "rulesets": rulesets,
        "default_rules": str(Rules()),
    }


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else str(value) if isinstance(value, str) else value
