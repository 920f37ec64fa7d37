"""Players of a server: their names and codes, and the custom levels of the Amiga that they chose."""

from __future__ import annotations

from typing import NamedTuple

from ..identity import public_id
from ..together import TOGETHER
from .base import Base
from .games import Games
from .people.met import People
from .people.ratings import Ratings

_SELECT = "select key, name, created_at, code_hash is not null, generation, is_public, is_seen from player where"
_GAMES_OF = f"""
select game_id from round join game on id = game_id
where player = $1 and (finished or source not in ({", ".join(map(repr, TOGETHER))})) order by game_id limit $2
"""
_INSERT = "insert into player (key, name, created_at, public_id) values ($1, $2, $3, $4)"


class PlayerRow(NamedTuple):
    """A player who has a name, a code or a finished round."""

    key: bytes
    name: str
    created_at: int  # seconds since 1970
    has_code: bool
    generation: int  # of the tokens that are valid
    is_public: bool  # others may see the page of the player
    is_seen: bool = False  # those whom the player has met may see when the player is there


class Identities(Base):
    """The methods on the codes by which a player comes back. The store has only their hashes."""

    def _add_player(self, player: bytes, created_at: int) -> None:
        """Add a player without a name inside the transaction that is open; one who is known stays as they are."""
        statement = f"{_INSERT} on conflict (key) do update set public_id = excluded.public_id"
        self._database.run(statement, player, "", created_at, public_id(player))

    def player(self, player: bytes) -> PlayerRow | None:
        """Return a player by the key, None if the store has none."""
        return self._player(f"{_SELECT} key = $1", player)

    def player_with_id(self, identity: str) -> PlayerRow | None:
        """Return a player by the id that others see, None if there is none."""
        return self._player(f"{_SELECT} public_id = $1", identity)

    def player_with_code(self, code: bytes) -> PlayerRow | None:
        """Return a player by the hash of the recovery code, None if there is none."""
        return self._player(f"{_SELECT} code_hash = $1", code)

    def _player(self, statement: str, value: object) -> PlayerRow | None:
        rows = self._database.rows(statement, value)
        return next(
            (
                PlayerRow(key, name, at, bool(has), number, bool(shows), bool(seen))
                for key, name, at, has, number, shows, seen in rows
            ),
            None,
        )

    def set_public(self, player: bytes, is_public: bool, *, created_at: int) -> None:
        """Let others see the page of a player, or not."""
        with self._commit():
            self._add_player(player, created_at)
            self._database.run("update player set is_public = $1 where key = $2", is_public, player)

    def set_seen(self, player: bytes, is_seen: bool, *, created_at: int) -> None:
        """Let those whom a player has met see when the player is there, or not."""
        with self._commit():
            self._add_player(player, created_at)
            self._database.run("update player set is_seen = $1 where key = $2", is_seen, player)

    def set_code(self, player: bytes, code: bytes, *, created_at: int) -> None:
        """Set the hash of the recovery code of a player: the one before is not valid any more."""
        with self._commit():
            self._add_player(player, created_at)
            self._database.run("update player set code_hash = $1 where key = $2", code, player)

    def add_link(self, player: bytes, code: bytes, *, now: int, expires_at: int) -> None:
        """Add a code that links another device, in place of an older one; those that have expired are deleted."""
        with self._commit():
            self._add_player(player, now)
            self._database.run("delete from link_code where player = $1 or expires_at <= $2", player, now)
            statement = "insert into link_code (hash, player, expires_at) values ($1, $2, $3)"
            self._database.run(statement, code, player, expires_at)

    def take_link(self, code: bytes, *, now: int) -> PlayerRow | None:
        """Return the player of a code that links a device, once; None if it is not valid."""
        with self._commit():
            statement = "delete from link_code where hash = $1 and expires_at > $2 returning player"
            player = self._value(statement, code, now)
        return None if player is None else self.player(player)

    def next_generation(self, player: bytes, *, created_at: int) -> int:
        """End all tokens of a player, and return the generation of those that are valid from now on."""
        with self._commit():
            self._add_player(player, created_at)
            statement = "update player set generation = generation + 1 where key = $1 returning generation"
            return int(self._value(statement, player) or 0)

    def generations(self) -> dict[bytes, int]:
        """Return the generation of tokens of each player who has ended earlier ones."""
        return dict(self._database.rows("select key, generation from player where generation > 0"))


class Players(Ratings, People, Identities, Games):
    """The methods on players. A player is a key; the one at this machine has an empty one."""

    def set_name(self, player: bytes, name: str, *, created_at: int) -> None:
        """Set the name of a player."""
        changed = "update set name = excluded.name, public_id = excluded.public_id"
        with self._commit():
            self._database.run(f"{_INSERT} on conflict (key) do {changed}", player, name, created_at, public_id(player))

    def name_of(self, player: bytes) -> str:
        """Return the name of a player, empty if there is none."""
        return self._value("select name from player where key = $1", player) or ""

    def players(self) -> set[bytes]:
        """Return the keys of all players of a server who have a name or a game."""
        keys = "select key from player union select player from round union select player from game_player"
        return set(self._column(keys))

    def forget_player(self, player: bytes) -> None:
        """Delete everything about a player except the games, and end all tokens.

        Results of rounds stay, without the player.
        """
        with self._database.overwriting(), self._commit():
            for statement in (
                "delete from player where key = $1",
                "delete from link_code where player = $1",
                "delete from custom_level where owner = $1",
                "delete from game_player where player = $1",
                "delete from daily_try where player = $1",
                "delete from answer where player = $1",
            ):
                self._database.run(statement, player)
            self._forget_ratings_of(player, self._forget_rounds_of(player))
            self._forget_people_of(player)
            self._end_key(player)

    def delete_games_of(self, player: bytes, most: int) -> int:
        """Delete some of the games that a player began on a server, and return how many: 0 once there are none.

        Those that are played together stay until they are over.
        """
        with self._database.overwriting(), self._commit():
            return self._delete(self._column(_GAMES_OF, player, most))

    def set_custom_level(self, level: str, *, owner: bytes = b"") -> None:
        """Store the Amiga's custom level of a player, and the last game before it."""
        statement = """
insert into custom_level (owner, level, last_game) values ($1, $2, (select coalesce(max(id), 0) from game))
on conflict (owner) do update set level = excluded.level, last_game = excluded.last_game
"""
        with self._commit():
            self._database.run(statement, owner, level)

    def custom_level(self, owner: bytes = b"") -> tuple[str, int] | None:
        """Return the custom level that was stored last and the last game before it, None if there is none."""
        rows = self._database.rows("select level, last_game from custom_level where owner = $1", owner)
        return next(((level, last) for level, last in rows), None)
