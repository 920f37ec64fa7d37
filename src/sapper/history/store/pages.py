"""The files of the page in the versions that servers had lately, for pages that are still open."""

from __future__ import annotations

from .base import Base


class Pages(Base):
    """The methods on versions of the page."""

    def use_page(self, version: str, now: int, until: int) -> bool:
        """Note that a server has a version of the page, and delete those that no server has had since `until`.

        Return whether the files of the version are stored. Times are in seconds since 1970.
        """
        with self._commit():
            used = self._database.run("update page_release set used_at = $1 where version = $2", now, version)
            self._database.run("delete from page_release where used_at < $1", until)
        return used == 1

    def add_page(self, version: str, files: bytes, now: int) -> None:
        """Store the files of a version, unless they are there."""
        statement = "insert into page_release (version, files, used_at) values ($1, $2, $3) on conflict do nothing"
        with self._commit():
            self._database.run(statement, version, files, now)

    def page(self, version: str) -> bytes | None:
        """Return the files of a version, None if they are not stored."""
        return self._value("select files from page_release where version = $1", version)
