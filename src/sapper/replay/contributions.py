"""The part of each player in a game that several played."""

from __future__ import annotations

from collections import Counter

from ..modes import mode_of
from ..shares import Shares
from ..value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .model import Replay


class Contribution(Value):
    """The part of one player."""

    by: int  # the number in the log
    name: str
    moves: int
    opened: int  # cells
    share: float  # of all cells that were opened
    flags: int  # that were on the board at the end
    hits: int  # mines that were opened


def contributions_of(replay: Replay) -> list[Contribution]:
    """Return the part of each player who did something, in the order of their numbers; empty for one player."""
    moves = Counter(entry.by for entry in replay.entries if entry.action.kind.has_cell)
    if len(moves) < 2:
        return []
    shares = Shares()
    game = replay.after(0)
    mode = mode_of(replay.rules)
    first = mode.first_counted if mode is not None else 1
    for number, entry in enumerate(replay.entries, 1):
        delta = game.apply(entry)
        if number < first:
            continue
        shares.follow(entry.by, delta.cells.flat(), is_over=game.status.is_over)
    flags, total = Counter(shares.flags.values()), shares.opened.total()
    return [
        Contribution(
            by=by,
            name=player_name(replay, by),
            moves=moves[by],
            opened=shares.opened[by],
            share=shares.opened[by] / total if total else 0.0,
            flags=flags[by],
            hits=shares.hits[by],
        )
        for by in sorted(moves)
    ]


def player_name(replay: Replay, by: int) -> str:
    """Return the name of a player, or a number that stands for one."""
    names = replay.players
    return (names[by] if by < len(names) else "") or f"Player {by + 1}"
