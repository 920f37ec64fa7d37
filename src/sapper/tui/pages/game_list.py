"""The list of all kept games: unfinished ones on top, finished ones read as they come into view."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...rules import LEVELS, Rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ...history.store import Filter, Listed, Store

PAGE = 200
MOST_PAGES = 20
UNFINISHED = "unfinished"


class ListSummary(NamedTuple):
    """What has to be known before a list can be shown; in a long history it takes its time."""

    levels: list[str]
    waiting: list[Listed]
    finished: int


def survey(store: Store, only: Filter) -> ListSummary:
    """Find out what levels were played, what waits, and how many games are finished."""
    waiting = store.unfinished()
    levels = {level for _, level, _ in store.configurations()}
    levels |= {level_of(game) for game in waiting}
    if only.status not in (None, UNFINISHED):
        waiting = []
    waiting = [game for game in waiting if only.level in (None, level_of(game))]
    return ListSummary(in_order(levels), waiting, 0 if only.status == UNFINISHED else store.count(only))


def level_of(game: Listed) -> str:
    """Give the level of a game."""
    return str(Rules.parse(game.rules).level)


def in_order(levels: Iterable[str]) -> list[str]:
    """Put levels in their usual order, those of one's own last."""
    usual = [str(level) for level in LEVELS.values()]
    return sorted(levels, key=lambda level: (usual.index(level) if level in usual else len(usual), level))


class GameList:
    """Games by their place, however many there are. Only some pages of them are held."""

    def __init__(self, store: Store, only: Filter, waiting: Sequence[Listed], finished: int) -> None:
        self._store = store
        self._only = only
        self._waiting = waiting
        self._finished = finished
        self._pages: dict[int, list[Listed]] = {}

    def __len__(self) -> int:
        return len(self._waiting) + self._finished

    def __getitem__(self, place: int) -> Listed | None:
        """Give a game; None if it is gone by now."""
        if place < len(self._waiting):
            return self._waiting[place]
        page, at = divmod(place - len(self._waiting), PAGE)
        if page not in self._pages:
            if len(self._pages) >= MOST_PAGES:
                self._pages.clear()
            self._pages[page] = self._store.games(PAGE, page * PAGE, self._only)
        games = self._pages[page]
        return games[at] if at < len(games) else None
