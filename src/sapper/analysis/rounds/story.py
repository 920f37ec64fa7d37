"""The story of a round: how far everybody was at each moment, who led, and who finished when."""

from __future__ import annotations

from bisect import bisect_right

from ...game import Status
from ...shares import Shares
from ...value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .model import RoundFile, RoundGame

LEAST_LEAD = 1000  # milliseconds: a shorter one is passed over
_FINISH = {Status.WON: "won", Status.LOST: "lost", Status.ABANDONED: "abandoned"}


class RoundEvent(Value):
    """Something that happened: a player takes the lead, or finishes."""

    at: int  # milliseconds after the start of the round
    seat: int
    kind: str  # lead, won, lost, abandoned, or solved for a board of several
    place: int = 0  # of a player who finished


class Story(Value):
    """The course of a round."""

    events: tuple[RoundEvent, ...]
    curves: dict[int, list[tuple[int, float]]]  # by seat: from which moment on which share was reached

    __hash__ = None  # type: ignore[assignment]

    @property
    def leads(self) -> list[RoundEvent]:
        """The changes of the lead, in their order."""
        return [event for event in self.events if event.kind == "lead"]

    def share_at(self, seat: int, at: int) -> float:
        """Return the share that a player had reached at a moment."""
        curve = self.curves[seat]
        place = bisect_right(curve, (at, float("inf")))
        return curve[place - 1][1] if place else 0.0

    def leader_at(self, at: int) -> int | None:
        """Return the player who led at a moment, None if several or none did."""
        return next((event.seat for event in reversed(self.leads) if event.at <= at), None)


def story_of(played: RoundFile) -> Story:
    """Return what happened in a round."""
    one_board = len(played.games) == 1 and len(played.players) > 1
    curves: dict[int, list[tuple[int, float]]] = {player.seat: [] for player in played.players}
    out: dict[int, int] = {}  # when a player was out of the race, by seat
    if one_board:
        curves |= _parts(played, played.games[0])
    else:
        for seat in curves:
            curves[seat] = _curve(played.games_of(seat))
            last = played.games_of(seat)[-1:]
            if last and not played.mode.has_boards and last[0].replay.status is not Status.WON:
                out[seat] = last[0].end
    ends = [] if one_board else _ends(played)
    leads = _leads(curves, out, played.length)
    return Story(tuple(sorted([*leads, *ends], key=lambda event: event.at)), curves)


def _ends(played: RoundFile) -> list[RoundEvent]:
    places = {line.seat: line.place for line in played.result}
    found = []
    for player in played.players:
        games = played.games_of(player.seat)
        if played.mode.has_boards:
            solved = [game for game in games if game.replay.status is Status.WON]
            found += [RoundEvent(game.end, player.seat, "solved") for game in solved]
        elif games:
            last = games[-1]
            found.append(RoundEvent(last.end, player.seat, _FINISH[last.replay.status], places.get(player.seat, 0)))
    return found


def _curve(games: list[RoundGame]) -> list[tuple[int, float]]:
    """Return how far a player was, as a share of one board; a board that is solved counts one."""
    curve: list[tuple[int, float]] = []
    before = 0.0
    for game in games:
        level = game.replay.rules.level
        safe = level.cells - level.mines
        share = 0.0
        for entry, now in game.replay.steps():
            reached = now.board.opened / safe
            if reached != share:
                share = reached
                curve.append((game.start + entry.at, before + share))
        won = game.replay.status is Status.WON
        if len(games) > 1 and not won:
            curve.append((game.end, before))
        before += won
    return curve


def _parts(played: RoundFile, game: RoundGame) -> dict[int, list[tuple[int, float]]]:
    """Return the part of each player on one board: of the mines where turns are taken, else of the safe cells."""
    level, mode = game.replay.rules.level, played.mode
    whole = level.mines if mode.has_turns else level.cells - level.mines
    shares = Shares()
    state = game.replay.after(0)
    curves: dict[int, list[tuple[int, float]]] = {player.seat: [] for player in played.players}
    for number, entry in enumerate(game.replay.entries, 1):
        delta = state.apply(entry)
        if number < mode.first_counted:
            continue
        shares.follow(entry.by, delta.cells.flat(), is_over=state.status.is_over)
        count = shares.hits[entry.by] if mode.has_turns else shares.opened[entry.by]
        curve = curves.setdefault(entry.by, [])
        if count and (not curve or curve[-1][1] != count / whole):
            curve.append((game.start + entry.at, count / whole))
    return curves


def _leads(curves: dict[int, list[tuple[int, float]]], out: dict[int, int], length: int) -> list[RoundEvent]:
    """Return the changes of the lead: the player with the largest share, of those who are not out, alone."""
    moments = sorted({at for curve in curves.values() for at, _ in curve} | set(out.values()))
    found: list[RoundEvent] = []
    reached = dict.fromkeys(curves, 0.0)
    places = dict.fromkeys(curves, 0)
    leader: int | None = None
    for at in moments:
        for seat, curve in curves.items():
            while places[seat] < len(curve) and curve[places[seat]][0] <= at:
                reached[seat] = curve[places[seat]][1]
                places[seat] += 1
        there = {seat: share for seat, share in reached.items() if out.get(seat, length + 1) > at}
        best = max(there.values(), default=0.0)
        first = [seat for seat, share in there.items() if share == best]
        if best and len(first) == 1 and first[0] != leader:
            leader = first[0]
            found.append(RoundEvent(at, leader, "lead"))
    return _lasting(found, length)


def _lasting(leads: list[RoundEvent], length: int) -> list[RoundEvent]:
    """Return the leads that lasted; one that goes on after a short one of another player is the same lead."""
    found: list[RoundEvent] = []
    for number, event in enumerate(leads):
        is_last = number + 1 == len(leads)
        end = length if is_last else leads[number + 1].at
        if (is_last or end - event.at >= LEAST_LEAD) and (not found or found[-1].seat != event.seat):
            found.append(event)
    return found
