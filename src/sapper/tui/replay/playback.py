"""A replay in motion, of one game or of several on one clock: its position, its speed, and how it is moved."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from ...game import Status
from ...replay.model import Replay
from ...session import Face

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...action import LogEntry
    from ...game import Game
    from ...session import Session

SPEEDS = (0.1, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)


class Motion:
    """Moves through actions at their times, by a clock that is passed in. `place` counts those that are played."""

    def __init__(self, times: Sequence[int], length: int) -> None:
        self.length = length  # the playing time of everything
        self.at = 0  # milliseconds of the game
        self.speed = 1.0
        self.is_playing = False
        self._times = times
        self._since = 0.0  # the last time passed in, and what of it is not a whole millisecond yet

    @property
    def place(self) -> int:
        """The number of actions played."""
        raise NotImplementedError

    def _show(self, place: int) -> None:
        """Show the position after an action."""
        raise NotImplementedError

    def play(self, now: int) -> None:
        """Play on, from the beginning if the end is reached."""
        if self.place == len(self._times):
            self.go(0)
        self.is_playing, self._since = True, now

    def pause(self) -> None:
        """Pause."""
        self.is_playing = False

    def advance(self, now: int) -> None:
        """Let time pass; pause at the end."""
        if not self.is_playing:
            return
        passed = int((now - self._since) * self.speed)
        self._since += passed / self.speed
        self.at = min(self.at + passed, self.length)
        self._show(bisect_right(self._times, self.at))
        self.is_playing = self.place < len(self._times)

    def go(self, place: int) -> None:
        """Go to just after an action."""
        place = max(min(place, len(self._times)), 0)
        self._show(place)
        self.at = self._times[place - 1] if place else 0

    def seek(self, at: int) -> None:
        """Go to a time."""
        self.at = max(min(at, self.length), 0)
        self._show(bisect_right(self._times, self.at) if self.at else 0)

    def change_speed(self, way: int) -> None:
        """Go faster or slower by a step."""
        place = SPEEDS.index(self.speed) + way
        self.speed = SPEEDS[max(min(place, len(SPEEDS) - 1), 0)]


class Playback(Motion):
    """Plays a replay."""

    def __init__(self, replay: Replay) -> None:
        super().__init__([entry.at for entry in replay.entries], replay.elapsed)
        self.replay = replay
        self.game: Game = replay.after(0)

    @property
    def place(self) -> int:
        """The number of actions played."""
        return self.game.seq

    @property
    def last(self) -> LogEntry | None:
        """The action just played."""
        return self.replay.entries[self.place - 1] if self.place else None

    @property
    def elapsed(self) -> int:
        """The value of the clock."""
        return self.at

    @property
    def mines_left(self) -> int:
        """The value of the counter."""
        return self.game.mines_left

    @property
    def face(self) -> Face:
        """The expression of the face."""
        faces = {Status.WON: Face.WON, Status.LOST: Face.LOST, Status.PAUSED: Face.PAUSED}
        return faces.get(self.game.status, Face.IDLE)

    def _show(self, place: int) -> None:
        """Play forward from the present position, or again from the beginning."""
        if place < self.place:
            self.game = self.replay.after(place)
        for entry in self.replay.entries[self.place : place]:
            self.game.apply(entry)


def just_finished(session: Session) -> Replay:
    """Return the replay of the game that a session has just finished."""
    recorder = session.recorder
    if recorder and recorder.finished:
        return recorder.finished.replay
    return Replay.of(session.game, session.seed, known_board=session.known_board)
