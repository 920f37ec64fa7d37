"""Who may not use a server: what is stored about it, and the SQL for that."""

from __future__ import annotations

from ..value import Value


class Ban(Value):
    """Who may not use a server, until when, and why."""

    who: str  # the public id of a player, an address, or a network
    until: int | None  # seconds since 1970, None for good
    reason: str
    created_at: int


ADD = """
insert into ban (who, until, reason, created_at) values ($1, $2, $3, $4)
on conflict (who) do update set until = excluded.until, reason = excluded.reason, created_at = excluded.created_at
"""
REMOVE = "delete from ban where who = $1"
ALL = "select who, until, reason, created_at from ban order by created_at desc, who"
