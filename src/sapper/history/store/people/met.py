"""The people whom a player has met in rounds, and what players decide about each other: block, challenge, report."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from ....modes import MODES
from ...identity import public_id
from ..finished_rounds import FinishedRounds

if TYPE_CHECKING:
    from collections.abc import Collection

_ROUNDS = 500  # of a player, the newest, in which people are looked for
_MET = """
select other.player, other.name, own.place, other.place, mode, terms, ended_at
from finished_seat as own join finished_seat as other on other.round_id = own.round_id and other.player <> own.player
  join finished_round on id = own.round_id
where own.player = $1 and other.name <> '' and other.strength = '' and not other.is_bot
  and own.round_id in (select round_id from finished_seat where player = $2 order by round_id desc limit $3)
order by own.round_id desc
"""
_KEYS = """
select distinct player from finished_seat
where player <> $1
  and round_id in (select round_id from finished_seat where player = $2 order by round_id desc limit $3)
"""
_REPORT = """
insert into player_report (player, reporter, name, reason, words, made_at) values ($1, $2, $3, $4, $5, $6)
on conflict (player, reporter) do update set
  name = excluded.name, reason = excluded.reason, words = excluded.words, made_at = excluded.made_at
"""
_CHALLENGE = """
insert into challenge (player, challenger, party, made_at) values ($1, $2, $3, $4)
on conflict (player, challenger) do update set party = excluded.party, made_at = excluded.made_at
"""


class Met(NamedTuple):
    """A person whom a player has met, and how their rounds against each other ended."""

    player: bytes
    name: str
    mode: str  # of the last round
    rules: str
    ended_at: int  # milliseconds since 1970
    rounds: int = 1
    won: int = 0
    lost: int = 0


class Challenge(NamedTuple):
    """A challenge that a player has received: the room in which the challenger waits."""

    challenger: bytes
    party: str


class Report(NamedTuple):
    """What players have said to the host about one of them."""

    player: bytes
    reporter: bytes
    name: str  # of the player then
    reason: str
    words: str
    made_at: int  # seconds since 1970


_REPORTS = f"select {', '.join(Report._fields)} from player_report order by made_at desc, player, reporter"


class People(FinishedRounds):
    """The methods on what players know of each other and decide about each other."""

    def people_met(self, player: bytes, most: int) -> list[Met]:
        """List the people with whom a player has played lately, those of the last rounds first."""
        found: dict[bytes, Met] = {}
        for other, name, own, place, mode, terms, ended_at in self._database.rows(_MET, player, player, _ROUNDS):
            one = found.get(other)
            if one is None:
                if len(found) >= most:
                    continue
                rules = json.loads(terms).get("rules") or MODES[mode].rules
                one = Met(other, name, mode, rules, ended_at, rounds=0)
            is_match = MODES[mode].is_match and own and place
            won, lost = bool(is_match and own < place), bool(is_match and own > place)
            found[other] = one._replace(rounds=one.rounds + 1, won=one.won + won, lost=one.lost + lost)
        return list(found.values())

    def met_with_id(self, player: bytes, identity: str) -> bytes | None:
        """Return the key of a person with a public id whom a player has met, None if they have not met."""
        met = self._column(_KEYS, player, player, _ROUNDS)
        return next((other for other in met if public_id(other) == identity), None)

    def players_in_rooms(self, players: Collection[bytes]) -> set[bytes]:
        """Return those of some players who are connected to a room, on any server."""
        present = " ".join(self._column("select people from presence")) if players else ""
        return {player for player in players if player.hex() in present}

    def set_blocked(self, player: bytes, other: bytes, is_blocked: bool) -> None:
        """Block somebody for a player, or no more; challenges from there are gone."""
        with self._commit():
            if is_blocked:
                statement = "insert into blocked (player, other) values ($1, $2) on conflict do nothing"
                self._database.run(statement, player, other)
                self._database.run("delete from challenge where player = $1 and challenger = $2", player, other)
            else:
                self._database.run("delete from blocked where player = $1 and other = $2", player, other)

    def blocked_by(self, player: bytes) -> set[bytes]:
        """Return the players whom a player has blocked."""
        return set(self._column("select other from blocked where player = $1", player))

    def blocking(self, player: bytes) -> set[bytes]:
        """Return the players who have blocked a player."""
        return set(self._column("select player from blocked where other = $1", player))

    def kept_apart(self, player: bytes) -> set[bytes]:
        """Return those whom a player has blocked, or who have blocked the player."""
        return self.blocked_by(player) | self.blocking(player)

    def challenge(self, player: bytes, challenger: bytes, party: str, *, now: int, expired: int) -> None:
        """Store that a player is challenged to a room; challenges from before `expired` are deleted.

        A challenger whom the player has blocked does not notice that.
        """
        with self._commit():
            self._database.run("delete from challenge where made_at < $1", expired)
            if challenger not in self.blocked_by(player):
                self._database.run(_CHALLENGE, player, challenger, party, now)

    def challenges_of(self, player: bytes, since: int) -> list[Challenge]:
        """List the challenges that a player has received since a time, the newest first."""
        statement = """
select challenger, party from challenge where player = $1 and made_at >= $2 order by made_at desc, challenger
"""
        return [Challenge(*row) for row in self._database.rows(statement, player, since)]

    def decline(self, player: bytes, party: str) -> None:
        """Delete the challenges of a player to a room."""
        with self._commit():
            self._database.run("delete from challenge where player = $1 and party = $2", player, party)

    def report_player(self, report: Report) -> None:
        """Store what a player says to the host about another, in place of what they said before."""
        with self._commit():
            self._database.run(_REPORT, *report)

    def reports(self) -> list[Report]:
        """List what players have said about others, those who were reported last first."""
        return [Report(*row) for row in self._database.rows(_REPORTS)]

    def close_reports(self, identity: str) -> int:
        """Delete what was said about a player with a public id, and return how many reports there were."""
        with self._commit():
            about = {one.player for one in self.reports() if public_id(one.player) == identity}
            return sum(self._database.run("delete from player_report where player = $1", player) for player in about)

    def _forget_people_of(self, player: bytes) -> None:
        """Delete what a player decided about others, and others about the player, inside the open transaction."""
        for statement in (
            "delete from blocked where player = $1 or other = $2",
            "delete from challenge where player = $1 or challenger = $2",
            "delete from player_report where player = $1 or reporter = $2",
        ):
            self._database.run(statement, player, player)
