"""Whether a hand can have played a game: how fast it went from square to square. docs/metrics.md has the figures."""

from __future__ import annotations

from itertools import chain, compress, repeat
from operator import and_, eq, le, ne, sub

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
    columns = [list(column[begin:]) for column in (actions.times, actions.cells, actions.devices)]
    players = actions.players[begin:]
    has_cell = list(map(le, repeat(0), columns[1]))
    for player in set(players):
        is_move = has_cell
        if players.count(player) < len(players):
            is_move = list(map(and_, has_cell, map(eq, players, repeat(player))))
        if _is_too_fast(*(list(compress(column, is_move)) for column in columns)):
            return True
    return False


def _is_too_fast(times: Sequence[int], cells: Sequence[int], devices: Sequence[int]) -> bool:
    """Return whether a stretch of the moves of a player took less time than a hand needs for it.

    A typed line may have many of them, which are played at once: a game that was typed is looked at as a whole.
    """
    others = list(compress(times, map(ne, cells, chain((-1,), cells))))
    count = len(others) if set(devices) == {_TYPED} else min(len(others), STRETCH)
    least = (count - 1 - ALLOWANCE) * 1000 / FASTEST
    return min(map(sub, others[count - 1 :], others), default=least) < least
