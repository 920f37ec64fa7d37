"""The versions of the page that servers had lately, in SQL."""

from __future__ import annotations

from . import statements
from .sql_base import SqlBase


class SqlPages(SqlBase):
    """The methods on the page."""

    def use_page(self, version: str, now: int, until: int) -> bool:
        """Note that a server has a version of the page, and delete those that no server has had since `until`."""
        with self._commit():
            is_stored = self._database.run(statements.USE_PAGE, now, version) == 1
            self._database.run(statements.DELETE_PAGES, until)
        return is_stored

    def add_page(self, version: str, files: bytes, now: int) -> None:
        """Store the files of a version, unless they are there."""
        with self._commit():
            self._database.run(statements.ADD_PAGE, version, files, now)

    def page(self, version: str) -> bytes | None:
        """Return the files of a version, None if they are not stored."""
        return next((files for (files,) in self._database.rows(statements.PAGE, version)), None)
