"""Players of a server: their names, and the custom levels of the Amiga that they chose."""

from __future__ import annotations

from .finished_rounds import FinishedRounds


class Players(FinishedRounds):
    """The methods on players. A player is a key; the one at this machine has an empty one."""

    def set_name(self, player: bytes, name: str, *, created_at: int) -> None:
        """Set the name of a player."""
        statement = """
insert into player (key, name, created_at) values ($1, $2, $3)
on conflict (key) do update set name = excluded.name
"""
        with self._commit():
            self._database.run(statement, player, name, created_at)

    def name_of(self, player: bytes) -> str:
        """Return the name of a player, empty if there is none."""
        return self._value("select name from player where key = $1", player) or ""

    def players(self) -> set[bytes]:
        """Return the keys of all players of a server who have a name or a game."""
        keys = "select key from player union select player from round union select player from game_player"
        return set(self._column(keys))

    def forget_player(self, player: bytes) -> None:
        """Delete everything about a player except the games. Results of rounds stay, without the player."""
        with self._commit():
            for statement in (
                "delete from player where key = $1",
                "delete from custom_level where owner = $1",
                "delete from game_player where player = $1",
                "delete from daily_try where player = $1",
                "delete from answer where player = $1",
            ):
                self._database.run(statement, player)
            self._forget_rounds_of(player)
        self._database.wipe()

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
