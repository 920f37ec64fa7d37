"""The list of all saved games: unfinished ones on top, finished ones read as they come into view."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...rules import Rules
from .filters import in_order

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...history.store import Filter, Listed, Store

PAGE = 200
MOST_PAGES = 20
UNFINISHED = "unfinished"


class ListSummary(NamedTuple):
    """The data of a list, which takes long to read from a large history."""

    levels: list[str]
    unfinished: list[Listed]
    finished: int


def summarize(store: Store, only: Filter) -> ListSummary:
    """Return the levels played, the unfinished games, and how many games are finished."""
    unfinished = store.unfinished()
    levels = {level for _, level, _ in store.configurations()}
    levels |= {level_of(game) for game in unfinished}
    if only.status not in (None, UNFINISHED):
        unfinished = []
    unfinished = [game for game in unfinished if only.level in (None, level_of(game))]
    return ListSummary(in_order(levels), unfinished, 0 if only.status == UNFINISHED else store.count(only))


def level_of(game: Listed) -> str:
    """Return the level of a game."""
    return str(Rules.parse(game.rules).level)


class GameList:
    """Games by their place, however many there are. Only some pages of them are held."""

    def __init__(self, store: Store, only: Filter, unfinished: Sequence[Listed], finished: int) -> None:
        self._store = store
        self._only = only
        self._unfinished = unfinished
        self._finished = finished
        self._pages: dict[int, list[Listed]] = {}

    def __len__(self) -> int:
        return len(self._unfinished) + self._finished

    def __getitem__(self, place: int) -> Listed | None:
        """Return a game; None if it was deleted meanwhile."""
        if place < len(self._unfinished):
            return self._unfinished[place]
        page, at = divmod(place - len(self._unfinished), PAGE)
        if page not in self._pages:
            if len(self._pages) >= MOST_PAGES:
                self._pages.clear()
            self._pages[page] = self._store.games(PAGE, page * PAGE, self._only)
        games = self._pages[page]
        return games[at] if at < len(games) else None
