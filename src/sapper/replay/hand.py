"""Recording the hand of a player while the game is played, for the track of its replay."""

from __future__ import annotations

from .track import MOST_EVENTS, Track, TrackEvent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..action import Action
    from ..game import Game

MOUSE = "mouse"


class Hand:
    """The events of the mouse in one game, and the moves of other devices.

    Times before the first opening are those of a clock, and then of the game.

    >>> from sapper import Action
    >>> hand = Hand(16)
    >>> hand.event(900, "lc", 40, 24); hand.event(980, "lr", 40, 24)
    >>> hand.acted(980, Action("open", 1, 2), MOUSE); hand.start(980)
    >>> [(event.at, event.kind, event.actions) for event in hand.events]
    [(-80, 'lc', 0), (0, 'lr', 1)]
    """

    def __init__(self, square: int) -> None:
        self.events: list[TrackEvent] = []
        self._square = square
        self._has_started = False

    @property
    def has_started(self) -> bool:
        """Whether times are those of the game: a cell was opened."""
        return self._has_started

    def event(self, at: int, kind: str, x: int, y: int) -> None:
        """Add an event at a pixel from the top left of the board."""
        if len(self.events) <= MOST_EVENTS:
            self.events.append(TrackEvent(at, kind, x, y))

    def acted(self, at: int, action: Action, device: str) -> None:
        """Note an action: the last event made it, or, with another device, a movement to its cell."""
        last = self.events[-1] if self.events else TrackEvent(at, "mv", 0, 0)
        if device == MOUSE and self.events:
            self.events[-1] = last._replace(actions=last.actions + 1)
            return
        x, y = self._centre(action) if action.kind.has_cell else (last.x, last.y)
        self.event(at, "mv", x, y)
        self.events[-1] = self.events[-1]._replace(actions=1)

    def _centre(self, action: Action) -> tuple[int, int]:
        half = self._square // 2
        return action.col * self._square + half, action.row * self._square + half

    def start(self, now: int) -> None:
        """Count all times from now, when the first cell was opened."""
        self._has_started = True
        self.events = [event._replace(at=event.at - now) for event in self.events]

    def track(self, game: Game) -> Track | None:
        """Return the track of a game that is over; None for practice, or if it is longer than a track may be."""
        if not self._has_started or game.rules.practice or len(self.events) > MOST_EVENTS:
            return None
        if sum(event.actions for event in self.events) != game.seq:
            return None
        return Track.of(self._square, self.events)
