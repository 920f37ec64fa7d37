"""Whether a hand can have played a game: how fast it went from square to square. docs/metrics.md has the figures."""

from __future__ import annotations

from itertools import repeat
from operator import lt, sub

from ...action import DEVICES, Kind
from ...kernel_rules import KIND_CODES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...replay.action_list import Columns

FASTEST = 15  # squares a second: more than twice what the fastest videos have over a stretch
STRETCH = 30  # squares in a row that are looked at, or all of a shorter game
ALLOWANCE = 3  # squares at once: a network may bring some together

_STARTS = (KIND_CODES[Kind.OPEN], KIND_CODES[Kind.CHORD])
_TYPED = DEVICES.index("text")


def is_too_fast(actions: Columns) -> bool:
    """Return whether some player of a game was faster than a hand can be.

    Marks that were set before the first opening took no time of the clock, and do not count.
    """
    begin = min((place for kind in _STARTS if (place := actions.kinds.find(kind)) >= 0), default=len(actions))
    cells = actions.cells
    hands: dict[int, list[int]] = {}  # the places of the moves of each player
    for place, by in enumerate(actions.players[begin:], begin):
        if cells[place] >= 0:
            hands.setdefault(by, []).append(place)
    return any(_is_too_fast(actions, moves) for moves in hands.values())


def _is_too_fast(actions: Columns, moves: Sequence[int]) -> bool:
    """Return whether a stretch of the moves of a player took less time than a hand needs for it.

    A typed line may have many of them, which are played at once: a game that was typed is looked at as a whole.
    """
    cells = [actions.cells[place] for place in moves]
    others = [place for place, cell, before in zip(moves, cells, [-1, *cells], strict=False) if cell != before]
    times = [actions.times[place] for place in others]
    is_typed = all(actions.devices[place] == _TYPED for place in moves)
    count = len(times) if is_typed else min(len(times), STRETCH)
    least = (count - 1 - ALLOWANCE) * 1000 / FASTEST
    return any(map(lt, map(sub, times[count - 1 :], times), repeat(least)))
