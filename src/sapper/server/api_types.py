"""What the HTTP API takes and gives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct

if TYPE_CHECKING:
    from ..history.store import Listed, Summary


class Me(Struct):
    """The player that the cookie stands for."""

    id: str
    name: str


class InPlay(Struct):
    """A room of the player with a game that is not finished."""

    room: str
    game: str
    rules: str
    actions: int
    created_at: int


class Finished(Struct):
    """A finished game in a listing. Times are in milliseconds, dates in seconds since 1970."""

    id: int
    rules: str
    level: str
    ruleset: str
    layout: str
    status: str
    elapsed: int
    ended_at: int
    name: str
    actions: int
    bbbv: int
    solved: int
    clicks: int
    left: int
    right: int
    chords: int
    effective: int
    hints: int
    ranked: bool
    remarks: list[str]


class Whole(Finished):
    """A finished game with what was sealed: the seal opens with seed and salt, where it was played on a server."""

    seed: str | None
    salt: str | None
    digest: str | None
    minefield: str | None


class Step(Struct):
    """An action, and the cells that it changed as index, value, index, value, ..."""

    at: int
    kind: str
    cell: int | None
    cells: list[int]
    status: str
    by: int
    device: str


class Steps(Struct):
    """A whole game, action by action."""

    rules: str
    width: int
    height: int
    mines: int
    steps: list[Step]


class Verdict(Struct):
    """Whether a replay is genuine: it was played again, and ended as it says."""

    genuine: bool
    why: str | None = None
    rules: str | None = None
    status: str | None = None
    elapsed: int | None = None
    actions: int | None = None


class Kept(Struct):
    """The number of a replay that was taken in, null if the very same was there already."""

    id: int | None


class Best(Struct):
    """The best times of one configuration."""

    rules: str
    title: str
    ranked: list[Finished]
    others: list[Finished]


class Bar(Struct):
    """A bar of a distribution: wins from a time up to another."""

    start: int
    end: int
    count: int


class Stretch(Struct):
    """A stretch of games in the order they were played."""

    first: int
    last: int
    games: int
    wins: int
    best: int | None
    median: int | None


class Statistics(Struct):
    """Counters of a history; times are of wins only."""

    games: int
    wins: int
    abandoned: int
    rate: float | None
    interval: tuple[float, float] | None
    best: int | None
    mean: int | None
    median: int | None
    streak: int
    longest_streak: int
    longest_losing_streak: int
    bbbv_per_second: float | None
    best_bbbv_per_second: float | None
    efficiency: float | None
    played: int
    distribution: list[Bar]
    progress: list[Stretch]


class Position(Struct, forbid_unknown_fields=True):
    """A board as a diagram: a level such as 30x16/99, then a row of symbols for each row of the board."""

    board: Annotated[str, Meta(max_length=60_000)]
    stage: Annotated[int, Meta(ge=1, le=4)] = 4


class Chances(Struct):
    """The chance of a mine at closed cells, and those that are certain."""

    cells: list[int]
    chances: list[float]
    safe: list[int]
    mine: list[int]


class Problem(Struct):
    """What was wrong, in a sentence."""

    error: str


def finished(game: Listed) -> Finished:
    """Describe a game of a listing."""
    return Finished(**_described(game, game.summary))


def whole(game: Listed, **opened: Any) -> Whole:
    """Describe a game with what was sealed."""
    return Whole(**_described(game, game.summary), **opened)


def _described(game: Listed, summary: Summary | None) -> dict[str, Any]:
    words = game.rules.split()
    return {
        "id": game.id,
        "rules": game.rules,
        "level": summary.level if summary else words[1],
        "ruleset": summary.ruleset if summary else words[0],
        "layout": summary.layout if summary else "random",
        "status": summary.status if summary else "",
        "elapsed": summary.elapsed if summary else 0,
        "ended_at": summary.ended_at if summary else game.created_at,
        "name": summary.name if summary else "",
        "actions": game.seq,
        "bbbv": summary.bbbv if summary else 0,
        "solved": summary.solved if summary else 0,
        "clicks": summary.clicks if summary else 0,
        "left": summary.left if summary else 0,
        "right": summary.right if summary else 0,
        "chords": summary.chords if summary else 0,
        "effective": summary.effective if summary else 0,
        "hints": summary.hints if summary else 0,
        "ranked": summary.is_ranked if summary else False,
        "remarks": list(summary.remarks) if summary else [],
    }
