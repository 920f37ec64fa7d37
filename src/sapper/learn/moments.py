"""The moments of a game: at each opening the technique that was at hand, how long it took, and what was played."""

from __future__ import annotations

import json
from enum import StrEnum
from hashlib import sha256

from ..analysis.explanations import conclusion
from ..analysis.help_limit import MOST_CELLS
from ..analysis.hints import with_certain_mines
from ..analysis.odds import odds
from ..analysis.verdict import VerdictKind, judge
from ..errors import SapperError
from ..value import Value
from .techniques import Technique, technique_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..board import Board
    from ..replay import Replay

VERSION = 2  # raised whenever a moment is computed in another way
LATE_MS = 15_000


class Outcome(StrEnum):
    """The outcome of a technique that was at hand."""

    FOUND = "found"
    LATE = "late"  # it was found, after 15 seconds
    GUESSED = "guessed"  # the next opening was a guess
    ERRED = "erred"  # the next opening was a proven mine
    RISKIER = "riskier"  # nothing was certain, and another guess was better


class Moment(Value):
    """A position with a safe square: the technique that proves it most simply, and what was played.

    One without a safe square is a moment if the guess was worse than it had to be; it has no technique. `place` is that
    of the move in the list of actions, `key` the key of the position if it was missed.
    """

    place: int
    technique: Technique | None
    waited: int  # milliseconds since the opening before
    outcome: Outcome
    key: str = ""

    @property
    def is_missed(self) -> bool:
        """Whether the technique was not seen, or seen late."""
        return self.outcome is not Outcome.FOUND


def moments(replay: Replay) -> Iterator[Moment]:
    """Yield the moments of a game; none of one that is too large to judge."""
    if replay.rules.level.cells > MOST_CELLS or len({entry.by for entry in replay.entries}) > 1:
        return
    game = replay.after(0)
    since = 0
    for place, entry in enumerate(replay.entries):
        board = game.board.copy()
        verdict = judge(board, entry.action, game.rules) if not game.status.is_over else None
        game.apply(entry)
        if verdict is None:
            continue
        waited, since = entry.at - since, entry.at
        if not board.opened or verdict.kind is VerdictKind.UNKNOWN:
            continue
        if not verdict.safe:
            if verdict.is_mistake:
                yield Moment(place, None, waited, Outcome.RISKIER, key_of(board))
            continue
        try:
            known = with_certain_mines(board, odds(board))
            why = conclusion(known)
        except SapperError:
            continue
        if why is None:
            continue
        outcome = _outcome(verdict.kind, waited)
        key = key_of(board) if outcome is not Outcome.FOUND else ""
        yield Moment(place, technique_of(known, why), waited, outcome, key)


def key_of(board: Board) -> str:
    """Return the key of a position: the same for the same squares, for every player, with flags or without."""
    return sha256(str(board).replace("F", ".").replace("?", ".").encode()).hexdigest()[:16]


def pack(found: list[Moment]) -> str:
    """Return moments as a text for a store."""
    rows = [[one.place, one.technique, one.waited, one.outcome, one.key] for one in found]
    return json.dumps(rows, separators=(",", ":"))


def unpack(text: str) -> list[Moment]:
    """Read moments that `pack` wrote."""
    return [
        Moment(place, Technique(technique) if technique else None, waited, Outcome(outcome), key)
        for place, technique, waited, outcome, key in json.loads(text)
    ]


def _outcome(kind: VerdictKind, waited: int) -> Outcome:
    if kind is VerdictKind.MISTAKE:
        return Outcome.ERRED
    if kind is VerdictKind.NEEDLESS_GUESS:
        return Outcome.GUESSED
    return Outcome.LATE if waited > LATE_MS else Outcome.FOUND
