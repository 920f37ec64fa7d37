"""A finished round in one file: everybody's replays on one clock, the result, and the signature of the server.

The result is computed again from the replays. What else the file says, such as names and when each game began, is
covered by the signature.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode

from ...errors import SapperError
from ...modes import MODES
from ...phrase import Phrase
from ...replay.bounds import LIBRARY
from ...replay.model import Replay
from ...value import Value
from . import signed_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ...modes import Mode
    from ...replay.bounds import Bounds

FORMAT = "sapper round 1"
_MOST_SEATS = 256
_MOST_GAMES = 1024
_MOST_START = 1 << 40  # milliseconds


class RoundError(SapperError):
    """A file that is no finished round, or one that does not add up."""


class RoundPlayer(Value):
    """A player of a round."""

    seat: int  # the number of the player in the replays that several played
    name: str
    is_bot: bool = False
    is_late: bool = False  # came in the middle, and has no place


class RoundGame(Value):
    """A game of a round: its players, when it began, and the replay."""

    seats: tuple[int, ...]
    start: int  # milliseconds after the start of the round
    replay: Replay

    __hash__ = None  # type: ignore[assignment]

    @property
    def end(self) -> int:
        """The end of the game, in milliseconds after the start of the round."""
        return self.start + self.replay.elapsed


class RoundResult(Value):
    """The result of a player."""

    seat: int
    place: int  # from 1; equal results share a place; 0 for a player who has none
    status: str  # won, lost, abandoned or drawn; empty where a player has several games
    share: float  # of the safe cells that were opened
    at: int  # the playing time in milliseconds
    points: int


class RoundFile(Value):
    """A finished round."""

    id: str
    mode_name: str
    clock: int  # seconds of each player, in modes with turns
    bonus: int
    started_at: int  # milliseconds since 1970
    ended_at: int
    players: tuple[RoundPlayer, ...]
    games: tuple[RoundGame, ...]
    result: tuple[RoundResult, ...]  # in the order of the places
    key: bytes = b""  # of the server that signed it
    proof: bytes = b""

    __hash__ = None  # type: ignore[assignment]

    @property
    def mode(self) -> Mode:
        """The way to play together."""
        return MODES[self.mode_name]

    def name_of(self, seat: int) -> str:
        """Return the name of a player."""
        return next((player.name for player in self.players if player.seat == seat), "")

    def games_of(self, seat: int) -> list[RoundGame]:
        """Return the games of a player, in their order."""
        return sorted((game for game in self.games if seat in game.seats), key=lambda game: game.start)

    @property
    def length(self) -> int:
        """The milliseconds from the start of the round to the end of its last game."""
        return max((game.end for game in self.games), default=0)

    def problems(self) -> list[Phrase]:
        """Return what does not add up: a missing game, another board, or a result that the replays do not give."""
        from .results import problems

        return problems(self)

    def signed(self, secret: bytes) -> RoundFile:
        """Return the file with the signature of the server that has this secret."""
        key, proof = signed_file.sign(self, secret)
        return self.replace(key=key, proof=proof)

    @property
    def signer(self) -> bytes | None:
        """The key of the server that signed the file, None if it is not signed or the signature is wrong."""
        return signed_file.signer_of(self)

    def body(self) -> dict[str, Any]:
        """Return everything in the file but the signature."""
        return {
            "format": FORMAT,
            "id": self.id,
            "mode": self.mode_name,
            "clock": self.clock,
            "bonus": self.bonus,
            "started_at": self.started_at,
            "ended_at": self.ended_at,
            "players": [player.field_values() for player in self.players],
            "games": [
                [list(game.seats), game.start, b64encode(game.replay.pack()).decode("ascii")] for game in self.games
            ],
            "result": [line.field_values() for line in self.result],
        }

    def dump(self) -> str:
        """Return the file as JSON."""
        return signed_file.dump(self)

    @classmethod
    def load(cls, data: bytes, bounds: Bounds = LIBRARY) -> RoundFile:
        """Read a file and verify its replays; raise `RoundError` if it is no finished round."""
        try:
            return cls.of(json.loads(data), bounds)
        except (ValueError, RecursionError) as error:
            raise RoundError(Phrase("error.not-a-round", reason=type(error).__name__)) from None

    @classmethod
    def of(cls, given: Any, bounds: Bounds = LIBRARY) -> RoundFile:
        """Return the round that the values of a file are, its replays verified; raise `RoundError` if they are none."""
        try:
            if given["format"] != FORMAT or given["mode"] not in MODES:
                raise RoundError(Phrase("error.not-a-round", reason=str(given["format"])[:40]))
            return cls(
                str(given["id"]),
                str(given["mode"]),
                _number(given["clock"]),
                _number(given["bonus"]),
                _number(given["started_at"]),
                _number(given["ended_at"]),
                tuple(_player(*values) for values in given["players"][:_MOST_SEATS]),
                tuple(_game(bounds, *values) for values in given["games"][:_MOST_GAMES]),
                tuple(_result(*values) for values in given["result"][:_MOST_SEATS]),
                *signed_file.signature_in(given),
            )
        except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
            raise RoundError(Phrase("error.not-a-round", reason=type(error).__name__)) from None


def is_round(data: bytes) -> bool:
    """Return whether a file looks like a finished round."""
    return FORMAT.encode() in data[:200]


def _number(value: Any) -> int:
    if type(value) is not int or not 0 <= value < 1 << 53:
        raise ValueError("number")
    return value


def _player(seat: int, name: str, is_bot: bool, is_late: bool) -> RoundPlayer:
    return RoundPlayer(_number(seat), str(name), bool(is_bot), bool(is_late))


def _game(bounds: Bounds, seats: list[int], start: int, replay: str) -> RoundGame:
    if not 0 <= _number(start) < _MOST_START:
        raise ValueError("start")
    return RoundGame(tuple(map(_number, seats)), start, Replay.unpack(b64decode(replay), bounds))


def _result(seat: int, place: int, status: str, share: float, at: int, points: int) -> RoundResult:
    return RoundResult(_number(seat), _number(place), str(status), float(share), _number(at), _number(points))
