"""Rounds that were played to their end in parties: written with the end of the round, and kept when the party expires.

What the rounds of several players have in common is computed from these rows alone: ratings, records, replays.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from .people.ended_keys import EndedKeys
from .sql import columns_of, in_parts, insert, placeholders

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

_ROUNDS_AT_ONCE = 1000


class FinishedSeat(NamedTuple):
    """The result of a player in a round."""

    seat: int
    player: bytes  # the key
    name: str
    is_bot: bool
    strength: str  # of the solver of the server
    place: int  # from 1; equal results share a place; 0 for a player who has none
    status: str
    share: float  # of the safe cells that were opened
    at_ms: int  # the playing time
    points: int
    game_id: int | None  # None if the game was deleted, or if there are several


class FinishedRound(NamedTuple):
    """A round with all of its results, in the order of their places."""

    public_id: str
    party: str
    number: int  # of the round in its party
    mode: str
    terms: str  # JSON
    started_at: int  # milliseconds since 1970
    ended_at: int
    objections: tuple[str, ...]  # why it is not rated
    seats: tuple[FinishedSeat, ...]
    id: int = 0  # in the store, in the order in which rounds ended there

    def seat_of(self, player: bytes) -> FinishedSeat | None:
        """Return the result of a player, None if they did not play."""
        return next((seat for seat in self.seats if seat.player == player), None)


_COLUMNS = FinishedRound._fields[:7]
_ADD = insert("finished_round", (*_COLUMNS, "objections"))
_ADD_SEAT = insert("finished_seat", ("round_id", *FinishedSeat._fields))
FINISHED_ROUND = f"select id, {columns_of(_COLUMNS)}, objections from finished_round"
_SEATS = f"select round_id, {columns_of(FinishedSeat._fields)} from finished_seat"
_OF = f"""
{FINISHED_ROUND} where id in (select round_id from finished_seat where player = $1) and id < $2
order by id desc limit $3
"""
_LAST = (1 << 63) - 1
#: Disconnects a game that is deleted from its round: the result stays.
FORGET_GAME = "update finished_seat set game_id = null where game_id = $1"


class FinishedRounds(EndedKeys):
    """The methods on finished rounds."""

    def _add_finished_round(self, played: FinishedRound) -> int:
        """Store a round inside the transaction that is open, and return its number."""
        objections = [*played.objections, *(["too fast"] if self._has_too_fast_game(played) else [])]
        number = self._database.insert(_ADD, *played[: len(_COLUMNS)], ",".join(objections))
        for seat in played.seats:
            self._database.run(_ADD_SEAT, number, *(self._forgotten_seat(seat, number) or seat))
        return number

    def _forgotten_seat(self, seat: FinishedSeat, number: int) -> FinishedSeat | None:
        """Return the result of a player who has deleted everything during the round, None for any other."""
        return seat._replace(player=forgotten(seat.player, number), name="") if self._has_ended(seat.player) else None

    def _has_too_fast_game(self, played: FinishedRound) -> bool:
        """Return whether a player of a round was faster than a hand can be."""
        games = [seat.game_id for seat in played.seats if seat.game_id is not None]
        for part in in_parts(games, 0):
            keys = placeholders(len(part))
            if self._column(f"select 1 from summary where too_fast and game_id in ({keys})", *part):
                return True
        return False

    def finished_round(self, public_id: str) -> FinishedRound | None:
        """Return a round by its public id, None if there is none."""
        return next(
            iter(self._finished(self._database.rows(f"{FINISHED_ROUND} where public_id = $1", public_id))), None
        )

    def finished_round_of(self, party: str, number: int) -> FinishedRound | None:
        """Return a round of a party by its number, None if it is not over or was never played."""
        statement = f"{FINISHED_ROUND} where party = $1 and number = $2"
        return next(iter(self._finished(self._database.rows(statement, party, number))), None)

    def finished_rounds_of(self, player: bytes, limit: int, before: int | None = None) -> list[FinishedRound]:
        """List the rounds of a player, the newest first; those before the number `before` of a round."""
        with self._commit(reading=True):
            return self._finished(self._database.rows(_OF, player, _LAST if before is None else before, limit))

    def finished_rounds(self, after: int = 0) -> Iterator[FinishedRound]:
        """Yield all rounds after a number, in the order in which they ended."""
        while True:
            with self._commit(reading=True):
                found = self._rounds_after(after, _ROUNDS_AT_ONCE)
            yield from found
            if len(found) < _ROUNDS_AT_ONCE:
                return
            after = found[-1].id

    def _all_rounds(self) -> Iterator[FinishedRound]:
        """Yield all rounds inside the transaction that is open."""
        after = 0
        while found := self._rounds_after(after, _ROUNDS_AT_ONCE):
            yield from found
            after = found[-1].id

    def _rounds_after(self, after: int, most: int) -> list[FinishedRound]:
        """Return the first rounds after a number."""
        return self._finished(self._database.rows(f"{FINISHED_ROUND} where id > $1 order by id limit $2", after, most))

    def _finished(self, rows: Sequence[tuple[Any, ...]]) -> list[FinishedRound]:
        """Return rounds with their seats."""
        numbers = [row[0] for row in rows]
        seats: dict[object, list[FinishedSeat]] = {number: [] for number in numbers}
        for part in in_parts(numbers, 0):
            keys = placeholders(len(part))
            for number, *values in self._database.rows(f"{_SEATS} where round_id in ({keys})", *part):
                seat = FinishedSeat(*values)
                seats[number].append(seat._replace(is_bot=bool(seat.is_bot)))
        return [_round(row, seats[row[0]]) for row in rows]

    def _forget_rounds_of(self, player: bytes) -> bytes:
        """Take a player out of the rounds, whose results stay for the others, inside the transaction that is open.

        Return the key that stands for the player there: another one each time that the same player is forgotten.
        """
        last = self._value("select max(round_id) from finished_seat where player = $1", player) or 0
        anonymous = forgotten(player, last)
        self._database.run("update finished_seat set player = $1, name = '' where player = $2", anonymous, player)
        return anonymous


def forgotten(player: bytes, last_round: int) -> bytes:
    """Return the key that stands for a player who has deleted everything. The player cannot be found by it."""
    return sha256(b"sapper forgotten" + player + last_round.to_bytes(8)).digest()[:16]


def _round(row: tuple[Any, ...], seats: list[FinishedSeat]) -> FinishedRound:
    in_order = sorted(seats, key=lambda seat: (seat.place == 0, seat.place, seat.seat))
    words = tuple(filter(None, row[-1].split(",")))
    return FinishedRound._make((*row[1:-1], words, tuple(in_order), row[0]))
