"""A duel: two players take turns to find mines on one board, each with a clock."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from ....action import Action, Kind
from ....board import CLOSED
from ....modes import duel
from ....phrase import Phrase
from ....rules import Rules
from ...protocol import game_messages, party_messages
from ...protocol.refusal import Refusal
from ...rooms.inbox import Own
from ..events import Score
from .one_board import OneBoard
from .opening import Opening

if TYPE_CHECKING:
    from ....game import Game
    from ....layouts import Layout
    from ....seed import Seed
    from ...rooms.pending import Pending
    from ...rooms.replica import GameReplica
    from ...socket.connection import Connection
    from ..events import Terms
    from ..party import Party

_RETRY = 1.0  # seconds until a resignation that was not stored is tried again


class Duel(OneBoard):
    """One room, in which the two players open squares in turn. The clocks run in the playing time of the game."""

    source: ClassVar[str] = duel.DUEL.name

    def __init__(self, party: Party) -> None:
        super().__init__(party, duel.duel_rules(Rules.parse(party.state.terms.rules)))
        self._opening = Opening(party, self.rules)
        first, second = party.state.playing if self.round % 2 else reversed(party.state.playing)
        self._seats = first, second  # who begins, and who does not
        self._game: Game | None = None  # that was followed: another one is loaded after a conflict
        self._score = self._new_score()

    @classmethod
    def check_terms(cls, terms: Terms, rules: Rules) -> None:
        """Raise `Refusal` if there is nothing to find, too much to see, or guesses are judged: a mine is no loss."""
        if rules.judges_guesses:
            raise Refusal("rules", Phrase("refusal.duel-guesses"))
        if not rules.level.mines:
            raise Refusal("rules", Phrase("refusal.duel-needs-mine"))
        if rules.level.cells > game_messages.WHOLE_CELLS:
            raise Refusal("limit", Phrase("refusal.duel-size", count=game_messages.WHOLE_CELLS))

    # The round

    async def open(self) -> None:
        """Make the room of the round, or load it."""
        await super().open()
        self._opening.prepare(self)

    def begin(self) -> None:
        """Open the first cell, which is no player's turn; a player who has left in the meantime has given up."""
        super().begin()
        first, second = self._seats
        if self.replica.game.first is None:
            self._play(Action(Kind.OPEN, *self._opening.cell), second, 0)
        for seat in (first, second):
            if self.party.state.seats[seat].has_left:
                self._play(Action(Kind.RESIGN), seat)
        self._advance(self.replica)

    def left(self, seat: int) -> None:
        """Give up for a player who left."""
        if self.is_begun and seat in self._seats:
            self._play(Action(Kind.RESIGN), seat)

    async def due(self) -> None:
        """Give up for the player whose time is over."""
        score = self._follow(self.replica)
        if self._time_left(self.replica, score.turn) <= 0 and not score.is_over:
            self._play(Action(Kind.RESIGN), score.turn, self.replica.game.seq)
            self.deadline = self.services.seconds() + _RETRY
        else:
            self._advance(self.replica)

    def _play(self, action: Action, by: int, seq: int | None = None) -> None:
        assert self.room is not None
        self.room.post(None, Own(action, by, seq))

    # What the room asks

    def layout(self, rules: Rules, seed: Seed) -> Layout:
        """Return the layout for the first cell."""
        return self._opening.layout

    def check(self, replica: GameReplica, seat: int | None, play: game_messages.Play) -> None:
        """Raise `Refusal` unless a player opens a closed cell in their turn and in time, or gives up."""
        super().check(replica, seat, play)
        if seat not in self._seats:
            raise Refusal("rules", Phrase("refusal.duel-watching"))
        if play.kind == "resign" or replica.game.status.is_over:
            return
        if play.kind != "open":
            raise Refusal("rules", Phrase("refusal.duel-opens"))
        score = self._follow(replica)
        if score.is_decided:
            raise Refusal("over", Phrase("refusal.duel-decided"))
        if seat != score.turn:
            raise Refusal("rules", Phrase("refusal.not-your-turn"))
        if self._time_left(replica, seat) <= 0:
            raise Refusal("rules", Phrase("refusal.time-over"))
        level = replica.rules.level
        if (
            play.cell is not None
            and play.cell < level.cells
            and replica.game.board[level.cell(play.cell)] not in CLOSED
        ):
            raise Refusal("rules", Phrase("refusal.already-open"))

    def check_help(self, replica: GameReplica, seat: int | None) -> None:
        """Raise `Refusal`: there is no help before the end."""
        if not replica.game.status.is_over:
            raise Refusal("rules", Phrase("refusal.no-help-duel"))

    def shown(self, replica: GameReplica, connection: Connection) -> None:
        """Send who did what so far, and whose turn it is."""
        super().shown(replica, connection)
        connection.send(self._turn(replica))

    def played(self, replica: GameReplica, stored: list[Pending]) -> None:
        """Say whose turn it is, and end the game once it is decided."""
        super().played(replica, stored)
        self.party.broadcast(self._turn(replica))
        self._advance(replica)

    def _advance(self, replica: GameReplica) -> None:
        """Set the deadline of the player to move; in a duel that is decided the loser gives up."""
        score = self._follow(replica)
        self.deadline = None
        if score.is_over or not score.seq:
            pass
        elif score.is_decided:
            winner = score.winner
            self._play(Action(Kind.RESIGN), score.turn if winner is None else score.other(winner), score.seq)
        else:
            self.deadline = self.services.seconds() + self._time_left(replica, score.turn) / 1000
        self.party.timer.reschedule()

    # The score

    def _new_score(self) -> duel.Duel:
        terms, mines = self.terms, self.rules.level.mines
        return duel.Duel(self._seats, mines, terms.clock * 1000, terms.bonus * 1000)

    def _follow(self, replica: GameReplica) -> duel.Duel:
        """Return the score after everything that was played, whether it is committed or not."""
        if self._game is not replica.game:
            self._game, self._score = replica.game, self._new_score()
        self._score.follow(replica.game)
        return self._score

    def _clocks(self, replica: GameReplica) -> dict[int, int]:
        return self._follow(replica).clocks(replica.live.elapsed(self.services.clock()))

    def begins_turn(self, replica: GameReplica, seat: int) -> bool:
        """Return whether the other player has moved last."""
        log = replica.game.log
        return bool(log) and log[-1].by != seat

    def _time_left(self, replica: GameReplica, seat: int) -> int:
        """Return the milliseconds that a player has left who moves now: the round trip may be given back for that.

        It is not known of a player at another server, which ends the game first if it is time for that.
        """
        people, now = self.party.people, self.services.clock()
        back = max((self.gives_back(replica, seat, one) for one in people.members if one.seat == seat), default=0)
        if seat in people.elsewhere.seats:
            back = round(self.services.limits.lag * 1000)
        return self._follow(replica).time_left(seat, replica.live.elapsed(now) - back)

    def _turn(self, replica: GameReplica) -> party_messages.Turn:
        score = self._follow(replica)
        return party_messages.Turn(
            game=replica.id,
            seq=score.seq,
            seat=score.turn,
            points=score.points,
            clocks=self._clocks(replica),
            is_running=bool(score.seq) and not score.is_over,
            winner=score.winner,
        )

    def finished(self, replica: GameReplica) -> None:
        """End the round with its winner, or with a draw."""
        game, score, shares = replica.game, self._follow(replica), self.count(replica)
        safe = game.rules.level.cells - game.rules.level.mines
        self.end(
            sorted(
                (
                    Score(
                        seat=seat,
                        place=1 if score.winner in (None, seat) else 2,
                        status=score.status_of(seat),
                        share=shares.opened[seat] / safe,
                        at=game.log[-1].at,
                        points=score.points[seat],
                        finished_id=replica.finished_id,
                    )
                    for seat in self._seats
                ),
                key=lambda score: (score.place, score.seat),
            )
        )
