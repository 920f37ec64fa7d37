"""Reading the rules of replays: many replays have the same."""

from __future__ import annotations

from functools import lru_cache

from ..rules import Rules
from .action_list import Damaged

MOST_CELLS = 1 << 27  # a minefield of this size fills the largest replay


@lru_cache(maxsize=128)
def parse_rules(text: str) -> Rules:
    """Read the rules of a replay; raise `Damaged` if its board is larger than any replay holds."""
    rules = Rules.parse(text)
    if rules.level.cells > MOST_CELLS:
        raise Damaged(f"a replay's board has at most {MOST_CELLS} squares, and this is {rules.level}")
    return rules
