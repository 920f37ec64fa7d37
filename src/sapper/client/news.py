"""The events of a room, in words: for the list of the last moves, and line by line for those who read or listen."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from ..action import Kind
from ..board import CellState
from ..coordinates import cell_name
from ..display.wording import message, wording
from ..server.parties.events import Stage
from ..server.protocol import game_messages, party_messages
from .party import Lost
from .people import knocker_name, name_of, present, speaker, spoken

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..server.parties.events import Score
    from .party import Happening, RemoteParty


_ENTRIES = {"open": "rooms.now-open", "ask": "rooms.now-ask", "locked": "rooms.now-locked"}


_MINUTE_MS = 60_000


class News(NamedTuple):
    """Something that happened: who did it, None for the room itself, what it was, and the playing time of a move."""

    seat: int | None
    words: str
    at: int | None = None
    is_move: bool = False
    is_said: bool = False


class Reporter:
    """Turns the messages of a room into news. It compares each state with the one before.

    `knocks` is the message to the owner that a player wants to come in.
    """

    def __init__(self, party: RemoteParty, knocks: str) -> None:
        self._party = party
        self._knocks = knocks
        self._state = party.state
        self._is_lost = False
        self._away: set[int] = set()  # seats of those who have lost their connection
        self._turn: int | None = None
        self._warned = ""  # of the end of a race
        self._unranked = ""  # the last game that was said not to be ranked

    def take(self, happened: Happening) -> list[News]:
        """Return the news in a message that the room has taken."""
        match happened:
            case game_messages.Delta():
                return list(self._move(happened))
            case party_messages.Aimed() if happened.mark:
                return list(self._pointed(happened))
            case party_messages.Said():
                line = happened.line
                name = "" if line.seat is not None else f"{speaker(self._party, line)}: "
                return [News(line.seat, f"{name}{spoken(line)}", is_said=True)]
            case game_messages.Over() if happened.sealed and self._party.is_playing:
                return [News(None, message("rooms.shown-later"))]
            case party_messages.Party():
                before, self._state = self._state, happened
                if before.party != happened.party:  # moved by a quick match
                    before = replace(happened, seats=[], round=0)
                return list(self._changes(before, happened))
            case game_messages.Over():
                return list(self._not_ranked(happened))
            case party_messages.Turn():
                return list(self._turned(happened))
            case party_messages.Progress():
                return list(self._limited(happened.ends_in))
            case Lost():
                was_lost, self._is_lost = self._is_lost, True
                return [] if was_lost else [News(None, message("rooms.lost"))]
            case party_messages.Entered():
                was_lost, self._is_lost = self._is_lost, False
                words = [message("rooms.back") if was_lost else "", absence_words(happened)]
                return [News(None, one) for one in words if one]
        return []

    def _not_ranked(self, over: game_messages.Over) -> Iterator[News]:
        """Yield once why the own win is not ranked: the end comes again when the seal is opened."""
        words = not_ranked_words(over)
        if words and self._unranked != over.game:
            self._unranked = over.game
            yield News(None, words)

    # Moves

    def _move(self, delta: game_messages.Delta) -> Iterator[News]:
        game = self._party.game
        if game is None or delta.game != game.id or delta.cell is None:
            return
        seat = delta.by if self._is_shared else self._party.seat
        if delta.seq < self._party.mode.first_counted:
            yield News(None, message("rooms.first-square", square=self._name(delta.cell)), delta.at, is_move=True)
            return
        values = dict(zip(delta.cells[::2], delta.cells[1::2], strict=True))
        hits = [cell for cell, value in values.items() if value == CellState.EXPLODED]
        name = self._name(delta.cell)
        if self._party.mode.has_turns and delta.kind == Kind.OPEN:
            words = message("rooms.found", square=name) if hits else message("rooms.missed", square=name)
        elif hits:
            words = message("rooms.hit", square=self._name(hits[0]))
        else:
            words = f"{name} {wording().words('moves', delta.kind).name}"
        yield News(seat, words, delta.at, is_move=True)

    @property
    def _is_shared(self) -> bool:
        return not self._party.mode.is_secret

    def _pointed(self, aimed: party_messages.Aimed) -> Iterator[News]:
        game = self._party.game
        level = game.rules.level if game else None
        row, col = int(aimed.y), int(aimed.x)
        if level is None or level.contains(row, col):
            at = game.elapsed if game else None
            yield News(aimed.seat, message("rooms.points", square=cell_name(row, col)), at, is_move=True)

    def _name(self, cell: int) -> str:
        game = self._party.game
        assert game is not None
        return cell_name(*divmod(cell, game.rules.level.width))

    def _turned(self, turn: party_messages.Turn) -> Iterator[News]:
        if turn.is_running and turn.seat != self._turn:
            yield News(None, turn_words(self._party))
        self._turn = turn.seat if turn.is_running else None

    def _limited(self, ends_in: int | None) -> Iterator[News]:
        """Yield how long those who still play a race have: when that begins, and when a minute is left."""
        warned = "" if ends_in is None else "near" if ends_in <= _MINUTE_MS else "far"
        before, self._warned = self._warned, warned
        if warned and warned != before:
            yield News(None, limit_words(self._party))

    # People and rounds

    def _changes(self, before: party_messages.Party, now: party_messages.Party) -> Iterator[News]:
        known = {seat.seat: seat for seat in before.seats}
        for seat in now.seats:
            old = known.get(seat.seat)
            if not seat.has_left and (old is None or old.has_left):
                if seat.seat != self._party.seat:
                    yield News(seat.seat, message("rooms.came"))
            elif old is None:
                continue
            elif seat.has_left and not old.has_left:
                yield News(seat.seat, message("rooms.went"))
            elif old.is_here and not seat.is_here and not seat.has_left:
                self._away.add(seat.seat)
                yield News(seat.seat, message("rooms.is-away"))
            elif seat.is_here and seat.seat in self._away:
                self._away.discard(seat.seat)
                yield News(seat.seat, message("rooms.is-back"))
            if old is not None and seat.is_ready and not old.is_ready:
                yield News(seat.seat, message("rooms.is-ready"))
            if old is not None and seat.name != old.name and not seat.has_left:
                yield News(None, message("rooms.renamed", before=name_of(old), name=name_of(seat)))
        if now.owner != before.owner:
            yield News(now.owner, message("rooms.is-owner"))
        known_knocks = {knock.player for knock in before.knocks}
        for knock in now.knocks if self._party.is_owner else ():
            if knock.player not in known_knocks:
                yield News(None, message(self._knocks, name=knocker_name(knock)))
        if now.terms.entry != before.terms.entry:
            yield News(None, message(_ENTRIES[now.terms.entry]))
        elif now.terms != before.terms:
            yield News(None, message("rooms.new-terms"))
        if now.stage is Stage.PLAYING and now.round != before.round:
            yield News(None, message("rooms.starts"))
        if now.stage is not Stage.PLAYING and before.stage is Stage.PLAYING and now.result:
            yield News(None, result_sentence(self._party))


def limit_words(party: RemoteParty) -> str:
    """Return how long those who still play a race have, empty as long as that is not near."""
    if party.stops_in is None:
        return ""
    left = round(party.stops_in)
    plays = party.me is not None and party.me.plays and party.game is not None and not party.game.is_over
    return message("rooms.limit-you" if plays else "rooms.limit-others", time=f"{left // 60}:{left % 60:02}")


def not_ranked_words(over: game_messages.Over | None) -> str:
    """Return the sentence about a win that is not ranked, empty for any other end."""
    if over is None or over.status != "won" or not over.objections:
        return ""
    return message("end.not-ranked", remarks=wording().reasons(over.objections))


def absence_words(entered: party_messages.Entered) -> str:
    """Return what happened while this player was away, empty for nothing."""
    time = span_words(entered.away)
    if entered.missed == "round":
        return message("rooms.away-round")
    if entered.missed == "game":
        return message("rooms.away-game", time=time)
    if entered.missed == "seat":
        return message("rooms.away-taken" if entered.seat is None else "rooms.away-seat", time=time)
    return ""


def span_words(seconds: int) -> str:
    """Return a time that people agree on: in minutes, if it is a number of them."""
    minutes, rest = divmod(seconds, 60)
    return message("count.seconds", count=seconds) if rest else message("count.minutes", count=minutes)


def turn_words(party: RemoteParty) -> str:
    """Return in words whose turn it is."""
    turn = party.turn
    if turn is None:
        return ""
    if turn.seat == party.seat:
        return message("rooms.your-turn")
    seat = party.seats.get(turn.seat)
    return message("rooms.turn-of", name=name_of(seat)) if seat else ""


def result_sentence(party: RemoteParty) -> str:
    """Return in one sentence how the last round ended."""
    result, mode = party.result, party.mode
    if not result:
        return ""
    first = min(result, key=lambda score: score.place or len(result) + 1)
    winners = [score for score in result if score.place == first.place]
    if mode.is_team:
        is_won = first.status == "won"
        time = f"{first.at / 1000:.2f} s"
        return message("rooms.solved", time=time) if is_won else message("rooms.not-solved", time=time)
    if len(winners) > 1:
        return message("rooms.drawn")
    if mode.wins_by == "time" and first.status != "won":
        return message("rooms.nobody-won")
    winner = party.seats.get(first.seat)
    return message("rooms.won", name=name_of(winner)) if winner else ""


def score_words(party: RemoteParty, score: Score) -> str:
    """Return the result of a player in a round, in words."""
    if party.mode.wins_by == "points":
        return message("rooms.points-of", count=score.points)
    if score.status == "won":
        return f"{score.at / 1000:.2f} s"
    words = message("rooms.hit-a-mine") if score.status == "lost" else message("rooms.not-finished")
    return f"{words}, {score.share * 100:.0f} %"


def place_words(score: Score) -> str:
    """Return the place of a player; those who came late to an arena have none."""
    return f"{score.place}." if score.place else message("rooms.no-place")


def ready_words(party: RemoteParty) -> str:
    """Return how many are ready."""
    people = [seat for seat in present(party) if not seat.has_left]
    return message("rooms.ready-count", ready=sum(seat.is_ready for seat in people), people=len(people))
