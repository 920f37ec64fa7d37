"""The playing time of a game: it runs while the game is played, and stands still before, in a pause, and after."""

from __future__ import annotations

from .game import Status

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .game import Game

_PLAYING = Status.PLAYING  # Python 3.11 takes long to find a member of an enumeration


class PlayClock:
    """Milliseconds of playing time. It reads no clock itself: every call is given the present time."""

    __slots__ = ("_elapsed", "_since")

    def __init__(self, elapsed: int = 0) -> None:
        self._elapsed = elapsed  # when it last stopped
        self._since: int | None = None

    def elapsed(self, now: int) -> int:
        """Return the playing time."""
        since = self._since
        return self._elapsed if since is None or now < since else self._elapsed + now - since

    def go_back(self, time: int) -> None:
        """Give back a part of the time since the last action."""
        self._elapsed -= time

    def follow(self, game: Game, now: int) -> None:
        """Start or stop as the status of the game demands."""
        status = game.status
        if status is _PLAYING:
            if self._since is None:
                self._since = now
            return
        self._elapsed = self.elapsed(now)
        self._since = None
        if status is Status.READY:  # nothing is open yet, or nothing any more
            self._elapsed = game.log[-1].at if game.log else 0
