"""The values that a store takes and returns: whole games, listed games, filters, rounds on a server."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..value import Value
from .summary import Summary

if TYPE_CHECKING:
    from ..action import LogEntry
    from ..seed import Seed

__all__ = ["Filter", "Listed", "Played", "Round", "Stored", "Summary"]


class Filter(Value):
    """Which finished games are asked for. A field that is None matches every game."""

    level: str | None = None  # one, or several separated by commas
    ruleset: str | None = None
    layout: str | None = None  # matched by its beginning: `no-guess` matches every grade
    rules: str | None = None  # the configuration, as in `Summary`
    since: int | None = None  # seconds since 1970
    until: int | None = None  # exclusive
    plain: bool = False  # only games without help: no hints, no undoing, no practice, no assists
    status: str | None = None
    unpaused: bool = False  # only games without a pause


class Played(NamedTuple):
    """A finished game in a long history: only what statistics need, and quick to make."""

    id: int
    status: str
    elapsed: int
    ended_at: int
    bbbv: int
    solved: int
    clicks: int
    ranked: bool


class Listed(Value):
    """A game in a listing, without anything that reveals where its mines are.

    A finished game has no summary if the summaries were dropped and not rebuilt yet.
    """

    id: int
    rules: str
    seq: int
    created_at: int
    source: str
    finished: bool
    summary: Summary | None = None


class Stored(Value):
    """A whole game: its actions while it is in play, its replay once it is finished."""

    id: int
    rules: str
    seed: Seed | None  # None only in imported games
    entries: tuple[LogEntry, ...]
    seq: int  # how many actions were played
    created_at: int
    source: str
    known_board: bool
    replay: bytes | None

    @property
    def finished(self) -> bool:
        """Whether the game is packed into its replay."""
        return self.replay is not None


class Round(Value):
    """A game on a server: the ids that clients know it by, whose it is, and the salt of its seal."""

    game: int
    public_id: str
    room: str
    player: bytes  # the key of the player
    salt: bytes
