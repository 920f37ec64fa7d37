"""The names of the environments in Gymnasium."""

from __future__ import annotations

import gymnasium

from ..rules import LEVELS

_ENTRY, _VECTOR_ENTRY = "sapper.env:SapperEnv", "sapper.env:SapperVectorEnv"


def names() -> dict[str, str]:
    """Return the name and the rules of every environment: `Sapper-v0` takes any rules."""
    levels = {f"Sapper-{_spell(level)}-v0": f"modern {level}" for level in LEVELS}
    return levels | {"Sapper-v0": "modern expert"}


def _spell(level: str) -> str:
    """Return the name of a level without hyphens.

    >>> _spell("expert-amiga")
    'ExpertAmiga'
    """
    return "".join(word.capitalize() for word in level.split("-"))


def register() -> None:
    """Register every environment that has no entry yet."""
    for name, rules in names().items():
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point=_ENTRY, vector_entry_point=_VECTOR_ENTRY, kwargs={"rules": rules})
