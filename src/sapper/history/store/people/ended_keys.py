"""The keys of players who have deleted everything: only their hashes, by which tokens that are left are refused."""

from __future__ import annotations

from ...identity import ended_hash
from ..base import Base


class EndedKeys(Base):
    """The methods on ended keys."""

    def ended_keys(self) -> frozenset[bytes]:
        """Return the hashes of all keys that have ended."""
        return frozenset(self._column("select hash from ended_key"))

    def _end_key(self, player: bytes) -> None:
        """End the key of a player inside the transaction that is open."""
        self._database.run("insert into ended_key (hash) values ($1) on conflict do nothing", ended_hash(player))

    def _has_ended(self, player: bytes) -> bool:
        """Return whether the key of a player has ended."""
        return self._value("select 1 from ended_key where hash = $1", ended_hash(player)) is not None
