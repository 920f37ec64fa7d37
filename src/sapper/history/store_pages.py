"""The files of the page in versions that servers had lately, for pages that are still open."""

from __future__ import annotations

from abc import ABC, abstractmethod


class StorePages(ABC):
    """The part of a store that has the page."""

    @abstractmethod
    def use_page(self, version: str, now: int, until: int) -> bool:
        """Note that a server has a version of the page, and delete those that no server has had since `until`.

        Return whether the files of the version are stored. Times are in seconds since 1970.
        """

    @abstractmethod
    def add_page(self, version: str, files: bytes, now: int) -> None:
        """Store the files of a version, unless they are there."""

    @abstractmethod
    def page(self, version: str) -> bytes | None:
        """Return the files of a version, None if they are not stored."""
