"""A duel: two players take turns to find mines on one board.

It is an ordinary game whose mines cost nothing: opening one finds it, scores a point and lets the player go on; any
other square passes the turn. Whose turn it is, who leads and what time each has left are computed from the game and the
times in its log. Its first opening is the server's, for the player who does not begin, and is no turn.
"""

from __future__ import annotations

from ..action import Kind
from ..board import CellState
from .mode import Mode, Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..action import LogEntry
    from ..game import Game
    from ..rules import Rules


class _DuelMode(Mode):
    def owns(self, rules: Rules) -> bool:
        return is_duel(rules)

    def outcome(self, game: Game, seats: Sequence[int], clock: int, bonus: int) -> list[Outcome]:
        duel = duel_of(game, clock, bonus)
        if duel is None:
            return []
        return [
            Outcome(seat, 1 if duel.winner in (None, seat) else 2, duel.status_of(seat), duel.points[seat])
            for seat in duel.seats
        ]


DUEL = _DuelMode(  # an odd number of mines, and many of them, so that there is a winner
    "duel",
    order=3,
    rules="modern 16x16/51",
    wins_by="points",
    least=2,
    seats=2,
    has_turns=True,
    is_match=True,
    first_counted=2,
)


def duel_rules(rules: Rules) -> Rules:
    """Return the rules of a duel: no marks, no chords, no automatic moves, and a mine is no loss."""
    return rules.replace(
        lives=rules.level.mines + 1,
        flags="off",
        questions=False,
        chord="off",
        completion="clear",
        assists=(),
        practice=False,
        guessing="honest",
    )


def is_duel(rules: Rules) -> bool:
    """Return whether rules are those of a duel."""
    return rules == duel_rules(rules)


class Duel:
    """The score of a duel, whose turn it is, and the clocks, as far as it was played.

    `seats` are the two players, the one who begins first. `clock` and `bonus` are milliseconds: what each player has,
    and what each turn adds once it is over.
    """

    __slots__ = ("_at", "_bonus", "_left", "found", "gave_up", "is_over", "mines", "seats", "seq", "turn")

    def __init__(self, seats: tuple[int, int], mines: int, clock: int = 0, bonus: int = 0) -> None:
        self.seats = seats
        self.mines = mines
        self.turn = seats[0]
        self.seq = 0  # the actions that were followed
        self.found: dict[int, int] = {}  # the player who found a mine, by cell
        self.gave_up: int | None = None
        self.is_over = False
        self._left = dict.fromkeys(seats, clock)  # at the last action
        self._at = 0
        self._bonus = bonus

    def follow(self, game: Game) -> None:
        """Take what was played since the last time."""
        level, board = game.rules.level, game.board
        for entry in game.log[self.seq :]:
            cell = None
            if entry.action.kind is Kind.OPEN:
                cell = level.index(entry.action.row, entry.action.col)
            is_mine = cell is not None and board[entry.action.row, entry.action.col] == CellState.EXPLODED
            self._take(entry, cell, is_mine)
        self.is_over = game.status.is_over

    def _take(self, entry: LogEntry, cell: int | None, is_mine: bool) -> None:
        self.seq += 1
        if self.seq >= DUEL.first_counted:
            self._left[self.turn] -= entry.at - self._at
        self._at = entry.at
        if entry.action.kind is Kind.RESIGN:
            self.gave_up = entry.by
        elif cell is None or self.seq < DUEL.first_counted:
            return
        elif is_mine:
            self.found.setdefault(cell, self.turn)
        else:
            self._left[self.turn] += self._bonus
            self.turn = self.other(self.turn)

    def other(self, seat: int) -> int:
        """Return the opponent of a player."""
        first, second = self.seats
        return second if seat == first else first

    @property
    def points(self) -> dict[int, int]:
        """The number of mines that each player has found."""
        found = list(self.found.values())
        return {seat: found.count(seat) for seat in self.seats}

    def clocks(self, at: int | None = None) -> dict[int, int]:
        """Return the milliseconds that each player has left at a playing time, or at the last action."""
        at = self._at if at is None else at
        return {seat: max(0, self.time_left(seat, at)) for seat in self.seats}

    def time_left(self, seat: int, at: int) -> int:
        """Return the milliseconds that a player has left at a playing time; less than nothing once it is over."""
        runs = bool(self.seq) and not self.is_over and seat == self.turn
        return self._left[seat] - max(0, at - self._at) if runs else self._left[seat]

    @property
    def is_drawn(self) -> bool:
        """Whether both have found half of the mines."""
        return all(2 * points == self.mines for points in self.points.values())

    @property
    def is_decided(self) -> bool:
        """Whether nothing that is found can change the result."""
        return self.is_drawn or self._majority is not None

    @property
    def winner(self) -> int | None:
        """The player who has won; None before the end and after a draw.

        That is the player with more than half of the mines; else the opponent of one who gave up; else, when every
        safe cell is open, the player with more mines.
        """
        if self._majority is not None or self.is_drawn:
            return self._majority
        if self.gave_up is not None:
            return self.other(self.gave_up)
        (first, ahead), (second, behind) = self.points.items()
        if not self.is_over or ahead == behind:
            return None
        return first if ahead > behind else second

    def status_of(self, seat: int) -> str:
        """Return how a duel that is over ended for a player: won, lost, drawn, or abandoned for one who gave up."""
        if self.winner is None:
            return "drawn"
        if self.winner == seat:
            return "won"
        return "lost" if self.is_decided or self.gave_up is None else "abandoned"

    @property
    def _majority(self) -> int | None:
        return next((seat for seat, points in self.points.items() if 2 * points > self.mines), None)


def duel_of(game: Game, clock: int = 0, bonus: int = 0) -> Duel | None:
    """Return the duel that a whole game was, as a replay has it; None if it was none, or only one player is known."""
    players = list(dict.fromkeys(entry.by for entry in game.log))
    if len(players) != 2 or not is_duel(game.rules):
        return None
    second, first = players
    duel = Duel((first, second), game.rules.level.mines, clock, bonus)
    duel.follow(game)
    return duel
