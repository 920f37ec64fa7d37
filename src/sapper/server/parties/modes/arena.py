"""An arena: a list of sealed boards, which everybody plays one after the other until the time is up."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, ClassVar

from ....action import Action, Kind
from ....game import Status
from ....modes.arena import ARENA
from ....phrase import Phrase
from ....rules import Rules
from ...protocol import game_messages, party_messages
from ...protocol.refusal import Refusal
from ...rooms.inbox import Own
from .. import arena_result
from ..events import Score
from ..ids import game_identity
from .contest import Contest, share_of
from .opening import Opening

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from ....board import Board
    from ....layouts import Layout
    from ....seed import Seed
    from ...rooms.pending import Pending
    from ...rooms.replica import GameReplica
    from ...rooms.room import Room
    from ..events import Terms
    from ..party import Party

_BREAK = 2.0  # seconds to look at a finished board before the next one
_RETRY = 1.0  # seconds until what failed is tried again
_LAST = 5.0  # seconds after the end of the time in which the last games are ended and counted


class _Player:
    """The progress of a player."""

    def __init__(self) -> None:
        self.board = 0
        self.room: Room | None = None
        self.room_board: int | None = None  # the board in the room
        self.points = self.solved = 0
        self.time = 0  # of the solved boards, in milliseconds
        self.is_done = False  # no further board follows


class Arena(Contest):
    """A room for each board of each player. The next board follows when one is finished, won or not."""

    source: ClassVar[str] = ARENA.name
    tell: ClassVar[float] = 0.5

    def __init__(self, party: Party) -> None:
        super().__init__(party)
        self._rules = Rules.parse(self.terms.rules)
        self._players: dict[int, _Player] = {}  # by seat
        self._openings: dict[int, Opening] = {}  # by board
        self._searches: dict[int, asyncio.Task[None]] = {}
        self._layouts: dict[Seed, Opening] = {}
        self._seals = [board.seal for board in arena_result.sealed_boards(self._rules, self.terms, self.secret)]
        self._joining: set[int] = set()  # the seats of those who come late
        self._is_time_up = False
        self._is_ended = False

    @classmethod
    def check_terms(cls, terms: Terms, rules: Rules) -> None:
        """Raise `Refusal` if the boards are too large, or if help is wanted."""
        if rules.level.cells > game_messages.WHOLE_CELLS:
            raise Refusal("limit", Phrase("refusal.arena-size", count=game_messages.WHOLE_CELLS))
        if terms.hints:
            raise Refusal("rules", Phrase("refusal.no-help-arena"))

    # The round

    async def open(self) -> None:
        """Make the first board of everybody, or find out how far everybody was."""
        ends_at = self.party.state.starts_at + 60_000 * self.terms.minutes
        self.deadline = self.services.seconds() + max(0, ends_at - self.services.time.wall()) / 1000
        for seat in list(self.party.state.playing):
            await self._enter(seat)

    async def _enter(self, seat: int) -> None:
        """Take a player to the first board that is not finished. After an error it can be tried again."""
        player = self._players.get(seat) or _Player()
        while not player.is_done:
            if not await self._is_found(player.board):
                self._advance(player)
                continue
            if player.room_board != player.board:
                await self._make_room(seat, player)
            self._players[seat] = player
            replica = _replica_of(player)
            if replica is None or not replica.game.status.is_over:
                return
            await self._count(player, replica)
            self._advance(player)
        self._players[seat] = player

    async def _make_room(self, seat: int, player: _Player) -> None:
        board = player.board
        if player.room is not None:
            player.room.retire()
        is_known = seat in self.party.state.late or self.terms.shows_boards
        part = arena_result.part_of(seat, board)
        player.room = await self.make_room(part, self._rules, seat, board, known_board=is_known)
        player.room_board = board

    async def _is_found(self, board: int) -> bool:
        """Return whether there is a board; it is searched for once, and left out where none is found."""
        opening = self._openings.get(board)
        if opening is None:
            opening = self._openings[board] = Opening(self.party, self._rules, board)
            self._layouts[game_identity(self.secret, "", board).seed] = opening
        if not opening.is_found:
            if board not in self._searches:
                self._searches[board] = asyncio.ensure_future(opening.search())
            try:
                await asyncio.shield(self._searches[board])
            except Refusal:
                return False
        return True

    def begin(self) -> None:
        """Open the first cell for everybody."""
        super().begin()
        for seat in self._players:
            self._open_first(seat)

    def _open_first(self, seat: int) -> None:
        player = self._players[seat]
        room = player.room
        if not self.is_begun or room is None or room.replica is None or player.is_done:
            return
        if room.replica.game.first is None:
            room.post(None, Own(Action(Kind.OPEN, *self._openings[player.board].cell), seat, 0))
        if self._is_time_up or self.party.state.seats[seat].has_left:
            room.post(None, Own(Action(Kind.RESIGN), seat))

    def room_of(self, seat: int | None) -> Room | None:
        """Return the room of a player's present board; watchers are in none."""
        player = self._players.get(seat) if seat is not None else None
        return player.room if player is not None else None

    @property
    def rooms(self) -> list[Room]:
        """The rooms of the round."""
        return [player.room for player in self._players.values() if player.room is not None]

    @property
    def ends_in(self) -> int | None:
        """The milliseconds until the time is up."""
        if self._is_time_up:
            return None if self._is_ended else 0
        return None if self.deadline is None else max(0, round((self.deadline - self.services.seconds()) * 1000))

    @property
    def seals(self) -> list[str]:
        """The seals of the boards."""
        return self._seals

    def joined(self, seat: int) -> None:
        """Let a player who came late begin with the first board, which others may know: it is not ranked."""
        if seat not in self._players and seat not in self._joining and not self._is_time_up:
            self._joining.add(seat)
            self.party.spawn(self._join(seat))

    async def _join(self, seat: int) -> None:
        if await self._try(lambda: self._enter(seat)):
            self._open_first(seat)
            self.party.rounds.place_seat(seat)

    async def _try(self, work: Callable[[], Awaitable[None]]) -> bool:
        """Do something, again and again while it fails; return False if the round is over before that."""
        while not (self._is_ended or self._is_closed):
            try:
                await work()
                return True
            except Exception as error:
                self.party.note_fault(error)
            await asyncio.sleep(_RETRY)
        return False

    def left(self, seat: int) -> None:
        """Give up the board of a player who left."""
        player = self._players.get(seat)
        if player is not None and self.is_begun and player.room is not None:
            player.room.post(None, Own(Action(Kind.RESIGN), seat))

    async def due(self) -> None:
        """End every game: the time is up. The round ends a moment later, whatever could not be ended or counted."""
        for player in self._players.values() if self._is_time_up else ():
            player.is_done = True
        self._is_time_up = True
        self.deadline = self.services.seconds() + _LAST
        for seat, player in self._players.items():
            if player.room is not None and not player.is_done:
                player.room.post(None, Own(Action(Kind.RESIGN), seat))
        self._end_if_all_are_done()

    def close(self) -> None:
        """Unload the rooms."""
        for search in self._searches.values():
            search.cancel()
        super().close()

    # What the rooms ask

    def layout(self, rules: Rules, seed: Seed) -> Layout:
        """Return the layout that all games on a board share, so that it is searched for once."""
        opening = self._layouts.get(seed)
        return opening.layout if opening is not None else super().layout(rules, seed)

    def check_help(self, replica: GameReplica, seat: int | None) -> None:
        """Refuse all help until the arena is over."""
        if not self.is_over:
            raise Refusal("rules", Phrase("refusal.no-help-arena"))

    def played(self, replica: GameReplica, stored: list[Pending]) -> None:
        """Note that a player has moved: the others get the progress a moment later."""
        self.tell_later()

    def finished(self, replica: GameReplica) -> None:
        """Count a finished board, and go on to the next."""
        found = next(((seat, one) for seat, one in self._players.items() if _replica_of(one) is replica), None)
        if found is not None:
            self.party.spawn(self._go_on(*found, replica))

    async def _go_on(self, seat: int, player: _Player, replica: GameReplica) -> None:
        if not await self._try(lambda: self._count(player, replica)):
            return
        self._advance(player)
        if self._is_time_up or self.party.state.seats[seat].has_left:
            player.is_done = True
        self.tell_now()
        if not player.is_done:
            await asyncio.sleep(_BREAK)
            if self._is_time_up:
                player.is_done = True
            elif await self._try(lambda: self._enter(seat)):
                self.party.rounds.place_seat(seat)
                self._open_first(seat)
        self._end_if_all_are_done()

    def _advance(self, player: _Player) -> None:
        if player.board + 1 < self.terms.boards:
            player.board += 1
        else:
            player.is_done = True

    async def _count(self, player: _Player, replica: GameReplica) -> None:
        """Add what a finished board is worth, by the summary of its stored replay."""
        number = replica.finished_id
        listed = None if number is None else await self.services.reader.run(lambda store: store.finished(number))
        summary = listed.summary if listed is not None else None
        if summary is not None and summary.status == Status.WON.value:
            player.solved += 1
            player.points += summary.bbbv
            player.time += summary.elapsed

    # What everybody sees

    def progress(self) -> list[party_messages.SeatProgress]:
        """Return how far everybody is. What a board is worth says how hard it is: it is shown in the end."""
        now = self.services.clock()
        return [self._line(seat, player, now) for seat, player in self._players.items()]

    def boards(self) -> dict[int, Board]:
        """Return the present board of everybody."""
        found = {seat: _replica_of(player) for seat, player in self._players.items()}
        return {seat: replica.game.board for seat, replica in found.items() if replica is not None}

    def _line(self, seat: int, player: _Player, now: int) -> party_messages.SeatProgress:
        replica = _replica_of(player)
        return party_messages.SeatProgress(
            seat=seat,
            status="done" if player.is_done else replica.game.status.value if replica else Status.READY.value,
            share=share_of(replica) if replica else 0.0,
            at=replica.live.elapsed(now) if replica else 0,
            solved=player.solved,
            board=player.board,
            is_late=seat in self.party.state.late,
        )

    # The end

    def _end_if_all_are_done(self) -> None:
        if not self._is_ended and all(player.is_done for player in self._players.values()):
            self._is_ended = True
            self.end(self._result())

    def ended(self) -> None:
        """Take the end of the round."""
        self._is_ended = True
        super().ended()

    def _result(self) -> list[Score]:
        """Return the scores in their order; those who came late have no place."""
        late = self.party.state.late
        results = sorted((seat in late, -player.points, player.time, seat) for seat, player in self._players.items())
        better = [result[:3] for result in results]
        return [
            Score(seat=seat, place=0 if is_late else 1 + better.index((is_late, points, time)), points=-points, at=time)
            for is_late, points, time, seat in results
        ]


def _replica_of(player: _Player) -> GameReplica | None:
    return player.room.replica if player.room is not None else None
