"""What a store takes and gives: whole games, listed ones, and what is derived from their replays."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..value import Value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..action import LogEntry
    from ..seed import Seed


class Summary(Value):
    """What listings and statistics show of a finished game. All of it follows from the replay."""

    status: str
    level: str
    ruleset: str
    elapsed: int  # milliseconds of playing time
    ended_at: int  # seconds since 1970, 0 if unknown
    hints: int
    assisted: bool  # by hints, automatic moves or practice
    practice: bool
    rules: str  # the configuration that best times are kept for
    layout: str
    name: str
    undone: int
    pauses: int
    known_board: bool  # the player knew the board: its seed was given, or it was played before
    bbbv: int
    solved: int  # of the 3BV
    left: int  # clicks
    right: int
    chords: int
    effective: int

    def __init__(
        self,
        status: str,
        level: str,
        ruleset: str,
        elapsed: int,
        ended_at: int,
        hints: int = 0,
        assisted: bool = False,
        practice: bool = False,
        rules: str = "",
        layout: str = "random",
        name: str = "",
        undone: int = 0,
        pauses: int = 0,
        known_board: bool = False,
        bbbv: int = 0,
        solved: int = 0,
        left: int = 0,
        right: int = 0,
        chords: int = 0,
        effective: int = 0,
    ) -> None:
        self._set(
            status=str(status),
            level=str(level),
            ruleset=str(ruleset),
            elapsed=elapsed,
            ended_at=ended_at,
            hints=hints,
            assisted=bool(assisted),
            practice=bool(practice),
            rules=str(rules),
            layout=str(layout),
            name=str(name),
            undone=undone,
            pauses=pauses,
            known_board=bool(known_board),
            bbbv=bbbv,
            solved=solved,
            left=left,
            right=right,
            chords=chords,
            effective=effective,
        )

    @property
    def remarks(self) -> tuple[str, ...]:
        """Why a game is not ranked: what makes its time another kind of time."""
        others = self.hints or self.practice
        words = {
            "hinted": self.hints,
            "practice": self.practice,
            "undone": self.undone,
            "assisted": self.assisted and not others,
            "paused": self.pauses,
            "chosen board": self.known_board,
        }
        return tuple(word for word, so in words.items() if so)

    @property
    def is_ranked(self) -> bool:
        """Whether the game counts in the list of best times."""
        return self.status == "won" and not self.remarks

    @property
    def clicks(self) -> int:
        """All clicks, the wasted ones too."""
        return self.left + self.right + self.chords


class Filter(Value):
    """Which finished games are meant. What is None does not matter."""

    level: str | None
    ruleset: str | None
    layout: str | None  # by its beginning: `no-guess` means every grade
    rules: str | None
    since: int | None  # seconds since 1970
    until: int | None  # up to, not with
    plain: bool  # without help: no hints, no undoing, no practice, no assists
    status: str | None

    def __init__(
        self,
        *,
        level: str | None = None,
        ruleset: str | None = None,
        layout: str | None = None,
        rules: str | None = None,
        since: int | None = None,
        until: int | None = None,
        plain: bool = False,
        status: str | None = None,
    ) -> None:
        self._set(
            level=level,
            ruleset=ruleset,
            layout=layout,
            rules=rules,
            since=since,
            until=until,
            plain=bool(plain),
            status=status,
        )


class Played(NamedTuple):
    """A finished game in a long history, as lean as statistics can do with."""

    id: int
    status: str
    elapsed: int
    ended_at: int
    bbbv: int
    solved: int
    clicks: int
    ranked: bool


class Listed(Value):
    """A game in a listing, without what would tell where its mines are.

    A finished game has no summary if what is derived was dropped and not yet rebuilt.
    """

    id: int
    rules: str
    seq: int
    created_at: int
    source: str
    finished: bool
    summary: Summary | None

    def __init__(
        self,
        number: int,
        rules: str,
        seq: int,
        created_at: int,
        source: str,
        finished: bool,
        summary: Summary | None = None,
    ) -> None:
        self._set(
            id=number, rules=rules, seq=seq, created_at=created_at, source=source, finished=finished, summary=summary
        )


class Stored(Value):
    """A whole game: its actions while it is played, its replay once it is finished."""

    id: int
    rules: str
    seed: Seed | None  # None only in games that were brought from elsewhere
    entries: tuple[LogEntry, ...]
    seq: int  # how many actions were played
    created_at: int
    source: str
    known_board: bool
    finished: bool
    replay: bytes | None

    def __init__(
        self,
        number: int,
        rules: str,
        seed: Seed | None,
        entries: Sequence[LogEntry],
        seq: int,
        created_at: int,
        source: str,
        replay: bytes | None,
        known_board: bool = False,
    ) -> None:
        self._set(
            id=number,
            rules=rules,
            seed=seed,
            entries=tuple(entries),
            seq=seq,
            created_at=created_at,
            source=source,
            known_board=bool(known_board),
            finished=replay is not None,
            replay=replay,
        )


class Round(Value):
    """A game on a server: the ids that a page knows it by, whose it is, and the salt of its seal."""

    game: int
    public_id: str
    room: str
    player: bytes  # the key of who plays
    salt: bytes
