"""The summary of a finished game, which lists, best times and statistics read instead of its replay.

A column of the summary table is a field of `Summary`, and nothing else names it: a new one is a field here, its
computation in `summary_of`, and a new `VERSION`, so that stores compute it for the games they already hold.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import compress

from ..action import DEVICES, Kind
from ..analysis.metrics import measure_replay
from ..analysis.metrics.board import ratio
from ..analysis.metrics.hand_speed import is_too_fast
from ..game import Status
from ..replay.model import Replay
from ..rules import RULESETS
from ..value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from ..replay.action_list import Columns
    from ..rules import Rules

_BOT = DEVICES.index("bot")
VERSION = 8  # raised whenever a field is computed in another way


class Summary(Value):
    """The figures of a finished game, all computed from its replay. Fields are of type str, int or bool."""

    status: str
    level: str
    ruleset: str
    elapsed: int  # milliseconds of playing time
    ended_at: int  # seconds since 1970, 0 if unknown
    hints: int = 0
    assisted: bool = False  # by hints, automatic moves or practice
    practice: bool = False
    rules: str = ""  # the configuration that the best times are listed by
    layout: str = "random"
    name: str = ""  # of the player, or of all of them
    undone: int = 0
    pauses: int = 0
    known_board: bool = False  # the player may have known the board: its seed was entered, or it was played before
    bbbv: int = 0
    solved: int = 0  # of the 3BV
    left: int = 0  # clicks
    right: int = 0
    chords: int = 0
    effective: int = 0
    device: str = ""  # that most moves were made with; a bot's, if it made any
    too_fast: bool = False  # won faster than a hand can be, and not by a bot
    same_address: bool = False  # another player at this address had the same board

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> Summary:
        """Return the summary in a row of a listing, whose columns are those of `LISTED_AS`."""
        values = {field: row[column] for field, column in LISTED_AS.items()}
        for field in _BOOLEANS:
            values[field] = bool(values[field])  # SQLite has only numbers
        return cls(**values)

    @property
    def remarks(self) -> tuple[str, ...]:
        """Differences from a plain game; empty if there are none."""
        others = self.hints or self.practice
        words = {
            "hinted": self.hints,
            "practice": self.practice,
            "undone": self.undone,
            "assisted": self.assisted and not others,
            "paused": self.pauses,
            "known board": self.known_board,
            "too fast": self.too_fast,
            "same address": self.same_address,
        }
        return tuple(word for word, applies in words.items() if applies)

    @property
    def unranked_because(self) -> tuple[str, ...]:
        """The remarks for which a win is not ranked. A pause is no reason, because it hides the board."""
        return tuple(word for word in self.remarks if word != "paused")

    @property
    def is_ranked(self) -> bool:
        """Whether the game counts in the list of best times."""
        return self.status == "won" and not self.unranked_because

    @property
    def is_plain(self) -> bool:
        """Whether the game was played without help: no hints, no undoing, no assists, no practice."""
        return not (self.hints or self.undone or self.assisted)

    @property
    def clicks(self) -> int:
        """All clicks, the wasted ones too."""
        return self.left + self.right + self.chords

    @property
    def bbbv_per_second(self) -> float | None:
        """Solved 3BV divided by the time, None for a time of 0."""
        return ratio(self.solved * 1000, self.elapsed)

    @property
    def efficiency(self) -> float | None:
        """Solved 3BV divided by clicks."""
        return ratio(self.solved, self.clicks)


FIELDS: dict[str, str] = Summary.__annotations__  # each field and the name of its type
# A listing reads games and summaries, and both have rules: there the fields of the summary carry a prefix.
LISTED_AS = {field: f"summary_{field}" for field in FIELDS}
_BOOLEANS = [field for field, kind in FIELDS.items() if kind == "bool"]


def summary_of(replay: Replay) -> Summary:
    """Return the summary of a replay."""
    metrics = measure_replay(replay, with_zini=False)
    actions, rules = replay.columns, replay.rules
    hints = actions.count(Kind.HINT)
    device = _device(actions)
    return Summary(
        status=str(replay.status),
        level=str(rules.level),
        ruleset=rules.ruleset,
        elapsed=replay.elapsed,
        ended_at=replay.played_at,
        hints=hints,
        assisted=rules.is_assisted or hints > 0,
        practice=rules.practice,
        rules=configuration(replay.final_rules),
        layout=str(rules.layout),
        name=", ".join(filter(None, replay.players)),
        undone=actions.count(Kind.UNDO),
        pauses=actions.count(Kind.PAUSE),
        known_board=replay.known_board,
        bbbv=metrics.bbbv,
        solved=metrics.solved,
        left=metrics.clicks.left,
        right=metrics.clicks.right,
        chords=metrics.clicks.chord,
        effective=metrics.effective.total,
        device=device,
        too_fast=replay.status is Status.WON and device != "bot" and is_too_fast(actions),
        same_address=replay.same_address,
    )


def _device(actions: Columns) -> str:
    devices = bytes(compress(actions.devices, map((-1).__lt__, actions.cells)))
    if _BOT in devices:
        return "bot"
    return DEVICES[max(dict.fromkeys(devices), key=devices.count)] if devices else ""


def summary_of_packed(data: bytes) -> Summary:
    """Return the summary of a packed replay, after verifying it."""
    return summary_of(Replay.unpack(data))


@lru_cache(maxsize=64)
def configuration(rules: Rules) -> str:
    """Return the rules that a game's best times are listed by: its own, with or without question marks alike."""
    usual = RULESETS[rules.ruleset].choices["questions"]
    return str(rules.replace(questions=usual))
