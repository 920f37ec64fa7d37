"""What the store holds about players beside their games, and the bans, in SQL."""

from __future__ import annotations

from . import bans, statements
from .sql_base import SqlBase


class SqlPlayers(SqlBase):
    """The methods on players."""

    def set_custom_level(self, level: str, *, owner: bytes = b"") -> None:
        """Store the Amiga's custom level of a player."""
        with self._commit():
            self._database.run(statements.SET_CUSTOM_LEVEL, owner, level)

    def custom_level(self, owner: bytes = b"") -> tuple[str, int] | None:
        """Return the custom level that was stored last and the last game before it."""
        return next(((level, last) for level, last in self._database.rows(statements.CUSTOM_LEVEL, owner)), None)

    def set_name(self, player: bytes, name: str, *, created_at: int) -> None:
        """Set the name of a player."""
        with self._commit():
            self._database.run(statements.NAME, player, name, created_at)

    def name_of(self, player: bytes) -> str:
        """Return the name of a player, empty if there is none."""
        return next((str(name) for (name,) in self._database.rows(statements.NAME_OF, player)), "")

    def players(self) -> set[bytes]:
        """Return the keys of all players of a server who have a name or a game."""
        return {key for (key,) in self._database.rows(statements.PLAYERS)}

    def forget_player(self, player: bytes) -> None:
        """Delete the name of a player and what else is stored beside the games."""
        with self._commit():
            for statement in statements.FORGET_PLAYER:
                self._database.run(statement, player)
        self._database.wipe()

    def server_key(self, new: bytes = b"") -> bytes:
        """Return the key of the servers that share the store; `new` becomes it if there is none."""
        if new:
            with self._commit():
                self._database.run(statements.ADD_SERVER_KEY, new)
        return next((key for (key,) in self._database.rows(statements.SERVER_KEY)), b"")

    def ban(self, ban: bans.Ban) -> None:
        """Add a ban, in place of an older one of the same player or address."""
        with self._commit():
            self._database.run(bans.ADD, *ban.field_values())

    def unban(self, who: str) -> bool:
        """Remove a ban; return False if there is none."""
        with self._commit():
            return self._database.run(bans.REMOVE, who) == 1

    def bans(self) -> list[bans.Ban]:
        """List the bans, the newest first."""
        return [bans.Ban(**row) for row in self._database.named_rows(bans.ALL)]
