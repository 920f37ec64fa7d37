"""The store's seals on finished games, in SQL."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import seals
from .sql_base import SqlBase

if TYPE_CHECKING:
    from .seals import Seal


class SqlSeals(SqlBase):
    """The methods on seals."""

    def _seal(self, game: int, seal: Seal | None) -> None:
        """Seal a game, inside the transaction that is open."""
        if seal is not None and seal.party is not None:
            self._database.run(seals.SEAL_FOR_ROUND, game, seal.party)
        elif seal is not None:
            self._database.run(seals.SEAL_UNTIL, game, seal.until)

    def is_sealed(self, game: int) -> bool:
        """Return whether nobody may read a finished game yet."""
        return bool(self._database.rows(seals.IS_SEALED, game)[0][0])

    def open_seals(self, now: int) -> None:
        """Open the seals whose time has come."""
        with self._commit():
            self._database.run(seals.OPEN_DUE, now)
