"""The sizes that the name of a level stands for in a history: they differ from ruleset to ruleset."""

from __future__ import annotations

from ..rules import RULESETS

USUAL = ("beginner", "intermediate", "expert")
CUSTOM = "custom"


def sizes_of(name: str) -> str:
    """Return the sizes that a level has in any ruleset, as a filter takes them.

    >>> sizes_of("expert")
    '30x16/99,32x16/99'
    """
    return ",".join(dict.fromkeys(str(bundle.levels[name]) for bundle in RULESETS.values()))


def usual_sizes() -> str:
    """Return the sizes of the three usual levels: all others count as custom."""
    return ",".join(map(sizes_of, USUAL))
