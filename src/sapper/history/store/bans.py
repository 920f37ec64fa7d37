"""Bans: players, addresses and networks that may not use a server."""

from __future__ import annotations

from ...value import Value
from .base import Base


class Ban(Value):
    """A ban, until when, and why."""

    who: str  # the public id of a player, an address, or a network
    until: int | None  # seconds since 1970, None for good
    reason: str
    created_at: int


class Bans(Base):
    """The methods on bans."""

    def ban(self, ban: Ban) -> None:
        """Add a ban, in place of an older one of the same player or address."""
        statement = """
insert into ban (who, until, reason, created_at) values ($1, $2, $3, $4)
on conflict (who) do update set until = excluded.until, reason = excluded.reason, created_at = excluded.created_at
"""
        with self._commit():
            self._database.run(statement, *ban.field_values())

    def unban(self, who: str) -> bool:
        """Remove a ban; return False if there is none."""
        with self._commit():
            return self._database.run("delete from ban where who = $1", who) == 1

    def bans(self) -> list[Ban]:
        """List the bans, the newest first."""
        statement = "select who, until, reason, created_at from ban order by created_at desc, who"
        return [Ban(**row) for row in self._database.named_rows(statement)]
