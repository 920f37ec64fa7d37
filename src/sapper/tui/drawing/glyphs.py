"""The signs on the board: one column each, and their stand-ins where only ASCII can be shown."""

from __future__ import annotations

from typing import NamedTuple


class Glyphs(NamedTuple):
    """Every sign by its meaning."""

    closed: str
    flag: str
    question: str
    blank: str
    mine: str
    hit: str
    wrong: str
    shared: str
    safe: str
    mined: str
    was_safe: str
    edge: str  # the lower edge of a large cell
    rule: str
    bar: str
    track: str
    thumb: str
    times: str
    dot: str
    tick: str
    mistake: str
    guess: str
    head: str  # the position in a replay
    playing: str
    left: str
    right: str
    more: str  # what is missing at the end of a line that is cut


UNICODE = Glyphs(*"·⚑? ✱✱✗◌○■•▁─━│┃\u00d7·✓▲◆●▶←→…")
ASCII = Glyphs(*[*"#F?.*@X~oM+_-=|#x-*^?O><>", "..."])
