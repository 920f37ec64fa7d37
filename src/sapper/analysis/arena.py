"""The result of an arena: boards that were sealed before it began, everybody's replays, and the table they lead to.

A won board is worth its 3BV, any other nothing. More points are ahead; of equal points, the player who needed less
time for them. Those who came late have no place: others may have shown them the boards. The table is computed from the
replays alone, so it can be recomputed from the file.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode

from ..action import Kind
from ..errors import SapperError
from ..game import Status
from ..phrase import Phrase
from ..replay.model import Replay
from ..replay.seal import is_opened_by
from ..rules import Rules
from ..seed import Seed
from ..value import Value
from .metrics import measure_replay

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

FORMAT = "sapper arena 1"


class ArenaError(SapperError):
    """A file that is no result of an arena, or one that does not add up."""


class SealedBoard(Value):
    """A board of an arena: its seal, which was shown before, and what opens it."""

    seal: str
    seed: Seed
    salt: bytes


class ArenaPlayer(Value):
    """A player of an arena, and the finished games, by the number of their board."""

    name: str
    games: dict[int, Replay]
    is_late: bool = False  # came after the start

    __hash__ = None  # type: ignore[assignment]


class ArenaLine(Value):
    """A line of the table."""

    place: int  # from 1; equal results share a place; 0 for those who came late
    name: str
    points: int
    solved: int
    time: int  # of the solved boards, in milliseconds


class Arena(Value):
    """The result of an arena."""

    rules: Rules
    minutes: int
    boards: tuple[SealedBoard, ...]
    players: tuple[ArenaPlayer, ...]

    @property
    def table(self) -> list[ArenaLine]:
        """The table, the best first."""
        ranked, late = ([player for player in self.players if player.is_late == is_late] for is_late in (False, True))
        lines = [ArenaLine(place, *line) for place, line in _placed(map(_line, ranked))]
        return lines + [ArenaLine(0, *line) for _, line in _placed(map(_line, late))]

    def problems(self) -> list[str]:
        """Return the inconsistencies, in sentences: a seal, or a replay of another board."""
        found = [
            f"board {number}: the seal does not fit"
            for number, board in enumerate(self.boards, 1)
            if not is_opened_by(board.seal, self.rules, board.seed, board.salt)
        ]
        for player in self.players:
            for number, replay in player.games.items():
                found += [f"{player.name}, board {number + 1}: {why}" for why in self._wrong(number, replay)]
                if replay.known_board != player.is_late:
                    came = "late" if player.is_late else "in time"
                    found.append(f"{player.name}, board {number + 1}: the replay does not say that they came {came}")
        return found

    def _wrong(self, number: int, replay: Replay) -> Iterable[str]:
        if not 0 <= number < len(self.boards):
            yield "there is no such board"
            return
        board = self.boards[number]
        if replay.rules != self.rules or replay.seed != board.seed:
            yield "the replay is of another board"
        if replay.elapsed > self.minutes * 60_000:
            yield "the game took longer than the arena"
        if _first(replay) != self._first_of(number):
            yield "the game did not begin at the same square as the others'"

    def _first_of(self, number: int) -> tuple[int, int] | None:
        return next((_first(player.games[number]) for player in self.players if number in player.games), None)

    def dump(self) -> str:
        """Return the result as JSON."""
        return json.dumps(
            {
                "format": FORMAT,
                "rules": str(self.rules),
                "minutes": self.minutes,
                "boards": [
                    {"seal": board.seal, "seed": board.seed.text, "salt": board.salt.hex()} for board in self.boards
                ],
                "players": [
                    {
                        "name": player.name,
                        **({"late": True} if player.is_late else {}),
                        "games": {
                            str(number): b64encode(replay.pack()).decode() for number, replay in player.games.items()
                        },
                    }
                    for player in self.players
                ],
                "table": [line.field_values() for line in self.table],
            },
            ensure_ascii=False,
            indent=1,
        )

    @classmethod
    def load(cls, data: bytes) -> Arena:
        """Read a result and verify its replays; raise `ArenaError` where the stated table is not the one they give."""
        try:
            given = json.loads(data)
            if given["format"] != FORMAT:
                raise ArenaError(Phrase("error.arena-format", given=repr(given["format"]), known=repr(FORMAT)))
            arena = cls(
                Rules.parse(given["rules"]),
                int(given["minutes"]),
                tuple(map(_board, given["boards"])),
                tuple(map(_player, given["players"])),
            )
            stated = [tuple(line) for line in given["table"]]
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise ArenaError(Phrase("error.not-an-arena", reason=f"{type(error).__name__}: {error}")) from None
        if stated != [line.field_values() for line in arena.table]:
            raise ArenaError(Phrase("error.arena-table"))
        return arena


def is_arena(data: bytes) -> bool:
    """Return whether a file looks like the result of an arena."""
    return FORMAT.encode() in data[:200]


def points_of(replay: Replay) -> int:
    """Return the points of a finished board."""
    return measure_replay(replay, with_zini=False).bbbv if replay.status is Status.WON else 0


def _line(player: ArenaPlayer) -> tuple[str, int, int, int]:
    """Return the name, the points, the solved boards and the time for them."""
    won = [replay for replay in player.games.values() if replay.status is Status.WON]
    return player.name, sum(map(points_of, won)), len(won), sum(replay.elapsed for replay in won)


def _placed(lines: Iterable[tuple[str, int, int, int]]) -> list[tuple[int, tuple[str, int, int, int]]]:
    """Return lines in order with their places; equal results share a place."""
    ordered = sorted(lines, key=_result)
    results = [_result(line) for line in ordered]
    return [(results.index(_result(line)) + 1, line) for line in ordered]


def _result(line: tuple[str, int, int, int]) -> tuple[int, int]:
    """Return the sort key of a line, the best first."""
    _, points, _, time = line
    return -points, time


def _first(replay: Replay) -> tuple[int, int] | None:
    first = next((entry.action for entry in replay.entries if entry.action.kind is Kind.OPEN), None)
    return None if first is None else (first.row, first.col)


def _board(given: dict[str, str]) -> SealedBoard:
    return SealedBoard(given["seal"], Seed.of(given["seed"]), bytes.fromhex(given["salt"]))


def _player(given: dict[str, Any]) -> ArenaPlayer:
    games = {int(number): Replay.unpack(b64decode(data)) for number, data in given["games"].items()}
    return ArenaPlayer(str(given["name"]), games, bool(given.get("late", False)))
