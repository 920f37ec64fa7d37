"""Reading the rules of replays: many replays have the same."""

from __future__ import annotations

from functools import lru_cache

from ..rules import Rules

MOST_LETTERS = 1000  # of rules with every choice changed there are a few hundred


@lru_cache(maxsize=128)
def parse_rules(text: str) -> Rules:
    """Read the rules of a replay."""
    return Rules.parse(text)
